// The parts of the binary interchange formats that formulas build exponents from.
#pragma once

namespace openaclnn {

template <class T>
struct FloatLayout;

template <>
struct FloatLayout<float> {
  static constexpr int kFractionBits = 23;
  static constexpr int kBias = 127;
  static constexpr float kMinExponent = -126;  // of normal numbers
  static constexpr float kMaxExponent = 127;
  // x + kIntegerShift has the whole number nearest to x, |x| < 2^21, in its low bits, and the sum
  // less kIntegerShift is that number.
  static constexpr float kIntegerShift = 0x1.8p23f;
};

template <>
struct FloatLayout<double> {
  static constexpr int kFractionBits = 52;
  static constexpr int kBias = 1023;
  static constexpr double kMinExponent = -1022;
  static constexpr double kMaxExponent = 1023;
  static constexpr double kIntegerShift = 0x1.8p52;  // |x| < 2^50
};

}  // namespace openaclnn
