// Formulas and the words they are written in, evaluated on a chosen SIMD target of this machine, or
// on one number at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace openaclnn {

enum class Formula { kHardtanh, kSoftplus, kGeluErf, kGeluTanh, kLogit };

// A target's bit in Highway's sets, or kOneNumber.
using TargetBit = int64_t;
inline constexpr TargetBit kOneNumber = 0;
std::vector<TargetBit> AllTargets();  // one number, then every target compiled and supported
std::string TargetName(TargetBit target);

// A formula's scalar parameters in the order of its members.
template <class T>
struct ScalarParams {
  T first = 0;
  T second = 0;
};

// formula(grad[i], x[i]) for all elements.
std::vector<float> Evaluate(TargetBit target, Formula formula, ScalarParams<float> params,
                            std::span<const float> grad, std::span<const float> x);
std::vector<double> EvaluateSoftplus(TargetBit target, ScalarParams<double> params,
                                     std::span<const double> grad, std::span<const double> x);
struct PreluResults {
  std::vector<float> grad_input;
  std::vector<float> terms;
};
PreluResults EvaluatePrelu(TargetBit target, float weight, std::span<const float> grad,
                           std::span<const float> x);

// A word of the vocabulary, or a function written in it, of up to three values.
enum class Word {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kNegate,
  kAbs,
  kFma,
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
  kPowerOfTwo,
  kAddToExponent,               // a * 2^b
  kPolynomial,                  // a polynomial of degree 6 in a
  kPolynomialEven,              // and of degree 5
  kHorner,                      // and the first again
  kExp2ForFloat,                // the rest in double only
  kExp2OfMinusProductForFloat,  // of a and b
  kExpPower,                    // ExpScaled(a, b).power
  kExpPowerLow,
  kExpExponent,  // ExpScaled(a, b).exponent
  kTimesSigmoid,
};
std::vector<float> EvaluateWord(TargetBit target, Word word, std::span<const float> a,
                                std::span<const float> b, std::span<const float> c);
std::vector<double> EvaluateWord(TargetBit target, Word word, std::span<const double> a,
                                 std::span<const double> b, std::span<const double> c);

}  // namespace openaclnn
