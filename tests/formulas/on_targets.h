// Formulas and the words they are written in, evaluated in every way there is: on one number at a
// time, on vectors, and on as many vectors side by side as loops compute, each compiled for every
// SIMD target that this machine has. A function here fails the current test unless all of them give
// the same bits, and returns those; so no test can see one target only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace openaclnn {

enum class Formula { kHardtanh, kSoftplus, kGeluErf, kGeluTanh, kLogit };

// The SIMD targets that are compiled and that this machine has, as Highway names them; the best
// first.
std::vector<std::string> TargetNames();

// What else counts as the same bits.
enum class Nans {
  kAlike,     // any NaN is like any other: results of arithmetic
  kBitByBit,  // only the same NaN
};

// A formula's scalar parameters in the order of its members.
template <class T>
struct ScalarParams {
  T first = 0;
  T second = 0;
};

// formula(grad[i], x[i]) for all elements.
std::vector<float> Evaluate(Formula formula, ScalarParams<float> params,
                            std::span<const float> grad, std::span<const float> x,
                            Nans nans = Nans::kAlike);
std::vector<double> EvaluateSoftplus(ScalarParams<double> params, std::span<const double> grad,
                                     std::span<const double> x);
struct PreluResults {
  std::vector<float> grad_input;
  std::vector<float> terms;
};
PreluResults EvaluatePrelu(float weight, std::span<const float> grad, std::span<const float> x);

// A word of the vocabulary, or a function written in it, of up to three values.
enum class Word {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kNegate,
  kAbs,
  kFma,
  kFms,   // a * b - c
  kFnma,  // c - a * b
  kFnms,  // -(a * b) - c
  kMax,
  kMin,
  kLess,  // comparisons: c where true, else b
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAndOrNot,  // c where a < b and b < c, or not a <= c; else a
  kZeroIf,    // 0 where a < b, else c
  kNegateIf,  // -c where a < b, else c
  kCopySign,
  kPowerOfTwo,
  kAddToExponent,  // a * 2^b
  kExponentOf,
  kTimesPowerOfTwo,  // a * 2^b
  kSqrt,
  kHasBit,                      // a where bit 3 of b is set, else c
  kComputeIf,                   // 2 a - 1 where a < b, else c
  kIsZeroOrPositiveNormal,      // c where a is that, else b; in float only
  kAddShifted,                  // the bits of a plus 2^21 times those of b; in float only
  kLookUpInFour,                // entry b of 1, -2, 4, -8; in float only
  kLookUpInEight,               // entry b of 1, -2, 4, -8, 16, -32, 64, -128; in float only
  kLookUpInSixteen,             // and on to -32768; in float only
  kPolynomial,                  // a polynomial of degree 6 in a
  kPolynomialEven,              // and of degree 5
  kHorner,                      // and the first again
  kExp2ForFloat,                // the rest in double only
  kExp2OfMinusProductForFloat,  // of a and b
  kExpPower,                    // ExpScaled(a, b).power
  kExpPowerLow,
  kExpExponent,           // ExpScaled(a, b).exponent
  kTimesSigmoid,          // of a, b and c
  kTimesSigmoidForFloat,  // of a and b
  kNearest,
  kLogForFloat,
  kLog1pForFloat,
  kLog1p,
  kWideLog1p,
};
std::vector<float> EvaluateWord(Word word, std::span<const float> a, std::span<const float> b,
                                std::span<const float> c, Nans nans = Nans::kAlike);
std::vector<double> EvaluateWord(Word word, std::span<const double> a, std::span<const double> b,
                                 std::span<const double> c, Nans nans = Nans::kAlike);
// Values that are stored as floats, and floats that are loaded as doubles.
std::vector<float> EvaluateNarrowed(std::span<const double> values);
std::vector<double> EvaluateWidened(std::span<const float> values);

}  // namespace openaclnn
