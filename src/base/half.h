// The 16-bit floating-point formats, as their bits: exact conversion to float and double, and from
// them rounded once, to nearest even, with overflow to infinity and subnormals. NaNs keep their
// sign and the upper bits of their payload, signaling ones included; only a payload that would
// vanish is replaced by the quiet bit.
//
// Integer arithmetic throughout, so that the result does not depend on the machine or on its
// floating-point modes.
#pragma once

#include <bit>
#include <cstdint>

namespace openaclnn {

// Numbers in memory, which are computed with as floats or doubles.
struct Bfloat16Bits {
  uint16_t value;
};
struct Float16Bits {
  uint16_t value;
};

namespace half_internal {

// An IEEE interchange format: sign, exponent, fraction.
template <class BitsType, int kExponent, int kFraction>
struct FloatFormat {
  using Bits = BitsType;
  static constexpr int kExponentBits = kExponent;
  static constexpr int kFractionBits = kFraction;
  static constexpr int kBias = (1 << (kExponent - 1)) - 1;
  static constexpr Bits kInfinity = static_cast<Bits>(((Bits{1} << kExponent) - 1) << kFraction);
  static constexpr Bits kFractionMask = static_cast<Bits>((Bits{1} << kFraction) - 1);
  static constexpr Bits kMagnitudeMask = static_cast<Bits>(kInfinity | kFractionMask);
};
using Float16 = FloatFormat<uint16_t, 5, 10>;
using Bfloat16 = FloatFormat<uint16_t, 8, 7>;
using Float32 = FloatFormat<uint32_t, 8, 23>;
using Float64 = FloatFormat<uint64_t, 11, 52>;

// value / 2^shift, to nearest even; 0 < shift < 64 and value < 2^63.
constexpr uint64_t ShiftRounded(uint64_t value, int shift) {
  const uint64_t half = uint64_t{1} << (shift - 1);
  const uint64_t odd = value >> shift & 1;
  return (value + (half - 1 + odd)) >> shift;
}

// The magnitude (sign cleared) of a finite value of From, rounded to To.
template <class From, class To>
constexpr uint64_t NarrowFinite(uint64_t magnitude) {
  const int field = static_cast<int>(magnitude >> From::kFractionBits);
  const uint64_t fraction = magnitude & From::kFractionMask;
  const uint64_t significand =
      field == 0 ? fraction : fraction | uint64_t{1} << From::kFractionBits;
  // The value is significand * 2^(exponent of To's format - bias of To - From::kFractionBits).
  const int exponent = (field == 0 ? 1 : field) - From::kBias + To::kBias;
  constexpr int kShift = From::kFractionBits - To::kFractionBits;
  constexpr int kLargest = (1 << To::kExponentBits) - 1;
  if (exponent >= kLargest) return To::kInfinity;
  // A carry out of the fraction steps the exponent, up to infinity.
  if (exponent >= 1) {
    return (static_cast<uint64_t>(exponent - 1) << To::kFractionBits) +
           ShiftRounded(significand, kShift);
  }
  const int shift = kShift + 1 - exponent;
  if (shift > From::kFractionBits + 1) return 0;  // below half of the smallest subnormal
  return ShiftRounded(significand, shift);
}

template <class From, class To>
constexpr typename To::Bits Narrow(typename From::Bits bits) {
  const uint64_t magnitude = bits & From::kMagnitudeMask;
  const uint64_t sign =
      static_cast<uint64_t>(bits ^ magnitude) >> (From::kExponentBits + From::kFractionBits)
                                                     << (To::kExponentBits + To::kFractionBits);
  uint64_t result = 0;
  if (magnitude > From::kInfinity) {
    const uint64_t payload =
        (magnitude & From::kFractionMask) >> (From::kFractionBits - To::kFractionBits);
    const uint64_t quiet = uint64_t{1} << (To::kFractionBits - 1);
    result = To::kInfinity | (payload != 0 ? payload : quiet);
  } else if (magnitude == From::kInfinity) {
    result = To::kInfinity;
  } else {
    result = NarrowFinite<From, To>(magnitude);
  }
  return static_cast<typename To::Bits>(sign | result);
}

template <class From, class To>
constexpr typename To::Bits Widen(typename From::Bits bits) {
  constexpr int kShift = To::kFractionBits - From::kFractionBits;
  const uint64_t magnitude = bits & From::kMagnitudeMask;
  const uint64_t sign =
      static_cast<uint64_t>(bits ^ magnitude) >> (From::kExponentBits + From::kFractionBits)
                                                     << (To::kExponentBits + To::kFractionBits);
  uint64_t field = magnitude >> From::kFractionBits;
  uint64_t fraction = magnitude & From::kFractionMask;
  if (magnitude >= From::kInfinity) {
    field = To::kInfinity >> To::kFractionBits;
  } else if (To::kBias == From::kBias) {
    // Subnormals stay subnormal.
  } else if (field != 0) {
    field += To::kBias - From::kBias;
  } else if (fraction != 0) {
    const int up = From::kFractionBits + 1 - static_cast<int>(std::bit_width(fraction));
    fraction = fraction << up & From::kFractionMask;
    field = static_cast<uint64_t>(To::kBias - From::kBias + 1 - up);
  }
  return static_cast<typename To::Bits>(sign | field << To::kFractionBits | fraction << kShift);
}

}  // namespace half_internal

constexpr float FloatFromFloat16(uint16_t bits) {
  using namespace half_internal;
  return std::bit_cast<float>(Widen<Float16, Float32>(bits));
}
constexpr double DoubleFromFloat16(uint16_t bits) {
  using namespace half_internal;
  return std::bit_cast<double>(Widen<Float16, Float64>(bits));
}
constexpr float FloatFromBfloat16(uint16_t bits) {
  using namespace half_internal;
  return std::bit_cast<float>(Widen<Bfloat16, Float32>(bits));
}
constexpr double DoubleFromBfloat16(uint16_t bits) {
  using namespace half_internal;
  return std::bit_cast<double>(Widen<Bfloat16, Float64>(bits));
}

constexpr uint16_t Float16FromFloat(float value) {
  using namespace half_internal;
  return Narrow<Float32, Float16>(std::bit_cast<uint32_t>(value));
}
constexpr uint16_t Float16FromDouble(double value) {
  using namespace half_internal;
  return Narrow<Float64, Float16>(std::bit_cast<uint64_t>(value));
}
constexpr uint16_t Bfloat16FromFloat(float value) {
  using namespace half_internal;
  return Narrow<Float32, Bfloat16>(std::bit_cast<uint32_t>(value));
}
constexpr uint16_t Bfloat16FromDouble(double value) {
  using namespace half_internal;
  return Narrow<Float64, Bfloat16>(std::bit_cast<uint64_t>(value));
}

}  // namespace openaclnn
