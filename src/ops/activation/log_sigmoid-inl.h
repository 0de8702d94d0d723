//   log_sigmoid(x) = -log(1 + e^-x)
//   gradInput      = grad / (1 + e^x)

#if defined(OPENACLNN_OPS_LOG_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOG_SIGMOID_INL_H_
#undef OPENACLNN_OPS_LOG_SIGMOID_INL_H_
#else
#define OPENACLNN_OPS_LOG_SIGMOID_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/one_plus_power-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/softplus_in_float-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value: within 2^-28 of the result before it is rounded.
struct LogSigmoidExact {
  using Compute = double;

  // min(x, 0) - log(1 + e^-|x|): nothing cancels, and the tail to the right keeps its digits.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F y = Abs(x) * F(-0x1.71547652b82fep+0);  // -|x| / ln(2)
    const F e = Exp2ForFloat(Max(F(-1022), y));     // a NaN stays
    return Min(F(0), x) - Log1pForFloat(e);
  }
};

// Floats: within 0.91 ULP. No value of a BFLOAT16 is so near to a tie that it is rounded wrongly.
struct LogSigmoid {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE LogSigmoidExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr SoftplusPowers kPowers(1);
    return -AddPower(Max(F(0), -x), kPowers(Max(F(SoftplusPowers::kLowest), -Abs(x))));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) <= F(-SoftplusPowers::kLowest);
  }
};

// In double for every value: within 2^-28.7 of the result before it is rounded.
struct LogSigmoidBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F t = -x;
    return Select(t > F(700), grad, TimesSigmoidForFloat(grad, AwayFromZero(t)));
  }
};

// Floats: within 0.82 ULP.
struct LogSigmoidBackward {
  static constexpr int kCost = 400;

  OPENACLNN_ON_DEVICE LogSigmoidBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr int kUp = 8;
    constexpr StepsDown<4> kSteps(-1);
    const F v = Max(F(-60), x);  // below it s(-x) is 1; a NaN stays
    const auto sigmoid = SigmoidOfSteps<kUp>(kSteps.Shifted(v), kSteps.Rest(v));
    return Times(grad, sigmoid) * F(1.0f / (1 << kUp));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), x) <= F(80);
  }
};

// FLOAT16: as the gradient of softplus, within 4 float ULPs before the value is rounded to it.
struct LogSigmoidBackwardOfFloat16 {
  OPENACLNN_ON_DEVICE LogSigmoidBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr StepsDown<8> kSteps(-1);
    const F v = Max(F(-60), x);
    return grad / OnePlusPowerOfEighths(kSteps.Shifted(v), kSteps.Rest(v));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), x) <= F(80);
  }
};

// BFLOAT16: the same, except near ties.
struct LogSigmoidBackwardOfBfloat16 : LogSigmoidBackwardOfFloat16 {
  static constexpr int kErrorUlps = 4;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
