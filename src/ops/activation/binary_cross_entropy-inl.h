//   loss       = -weight (p t log_sigmoid(x) + (1 - t) log_sigmoid(-x)), t the target
//   its slope  = weight v,               v = log_sigmoid(-x) - p log_sigmoid(x)
//   gradTarget = grad weight v / count

#if defined(OPENACLNN_OPS_BINARY_CROSS_ENTROPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_BINARY_CROSS_ENTROPY_INL_H_
#undef OPENACLNN_OPS_BINARY_CROSS_ENTROPY_INL_H_
#else
#define OPENACLNN_OPS_BINARY_CROSS_ENTROPY_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double the product of three floats is neither 0 nor infinite unless one of them is, and a
// count of elements is exact, which a float is not.

// Where p is 1, v is -x. Floats: within 0.5001 ULP.
struct TargetBackward {
  using Compute = double;
  static constexpr bool kDoubleParams = true;
  static constexpr int kCost = 500;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F weight) const {
    return grad * weight * -x / F(count);
  }
};

// FLOAT16: a float has the product of two of its numbers, and rounds that of three once.
struct TargetBackwardOfFloat16 {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F weight) const {
    return grad * weight * -x;
  }
};

// BFLOAT16, correctly rounded: a float has the product of three of its numbers.
struct TargetBackwardOfBfloat16 : TargetBackwardOfFloat16 {
  OPENACLNN_ON_DEVICE TargetBackward ExactForm() const { return {1}; }

  // Not where the product of two overflows or underflows and that of three does not: then its parts
  // in another order make another product. False for NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F x, F weight, F value) const {
    const auto is_large = Or(value == F(0), Not(Abs(value) < F(0x1p-100f)));
    return And(value == grad * (weight * -x), is_large);
  }
};

// The 16-bit types; Undivided: where nothing is to be divided.
template <class Undivided>
struct TargetBackwardOfHalves {
  static constexpr bool kDoubleParams = true;

  double count;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (count == 1) return run(Undivided());
    run(TargetBackward{count});
  }
};

// v = (p - 1) log(1 + e^-|x|) - (x >= 0 ? x : p x): no more cancels than in the exact value, where
// p and x may be such that all does. Floats: within 0.5001 ULP, and 2^-49 of both terms. However
// small the logarithm is, it decides what would be a tie.
struct TargetBackwardWithPosWeight {
  using Compute = double;
  static constexpr bool kDoubleParams = true;
  static constexpr int kCost = 1500;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F weight, F p) const {
    const F excess = p - F(1);
    const F linear = Select(x >= F(0), x, p * x);
    // At -inf the terms with the logarithm are 0, whatever p is.
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F rest = ZeroIf(x == F(-kInfinity), excess * LogOfOnePlusExp(Abs(x)));
    const F v = RaisedBeside(linear, rest) - linear;
    return grad * weight * Select(p == F(1), -x, v) / F(count);  // -x: -0 where x is 0
  }

 private:
  // log(1 + e^-a) for a >= 0. From 700 on it stays as it is there, not 0, so that its product with
  // an infinity is one; except for infinity.
  template <class F>
  static OPENACLNN_INLINE F LogOfOnePlusExp(F a) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const ScaledExp<F> e = ExpScaled(-Min(F(700), a), F(0));  // a NaN stays
    return ZeroIf(a == F(kInfinity), Log1p(AddToExponent(e.power, e.exponent)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
