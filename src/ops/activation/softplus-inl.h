//   softplus(x) = log(1 + e^(beta x)) / beta   where beta x <= threshold
//               = x                            above
//   gradInput   = grad * sigmoid(beta x)       where beta x <= threshold
//               = grad                         above
//
// beta x is compared as it is, not as it rounds.

#if defined(OPENACLNN_OPS_SOFTPLUS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTPLUS_INL_H_
#undef OPENACLNN_OPS_SOFTPLUS_INL_H_
#else
#define OPENACLNN_OPS_SOFTPLUS_INL_H_
#endif

#include <cmath>
#include <limits>

#include "formulas/exact_alone-inl.h"
#include "formulas/exp-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/float_layout.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/one_plus_power-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/power_of_two.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/softplus_in_float-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats in double, for every value: within 2^-28 of the result before it is rounded. e^(beta x)
// does not overflow.
struct SoftplusExact {
  using Compute = double;

  double beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = x * F(beta);  // exact
    const F e = ExpForFloat(-Abs(t));
    // log(1 + e) / e, within 2^-33
    const F p = Polynomial(e, {0.9999999998825264, -0.4999999650474532, 0.33333160331277406,
                               -0.2499661430091736, 0.19965308348360664, -0.16452891879711573,
                               0.13426578865903088, -0.10124412739577916, 0.06400809381585176,
                               -0.030172585648198202, 0.00908093942661732, -0.0012805882041423907});
    const F log = Fma(e, p, Max(F(0), t));  // a NaN stays
    return Select(t > F(threshold), x, log * F(1 / beta));
  }
};

// Floats, with beta 1 and a threshold so high that softplus is x there: within 0.921 ULP.
class SoftplusOfOne {
 public:
  SoftplusOfOne(double, double threshold) : threshold_(threshold) {}

  OPENACLNN_ON_DEVICE SoftplusExact ExactForm() const { return {1, threshold_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr SoftplusPowers kPowers(1);
    return AddPower(Max(F(0), x), kPowers(Max(F(SoftplusPowers::kLowest), -Abs(x))));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(SoftplusPowers::kLowest);
  }

 private:
  double threshold_;
};

// Floats, with any threshold and beta. Where beta is a power of two, as exact as with 1; else up to
// 1.05 ULP, as the error of a power counts differently where its quotient has more than it has.
class SoftplusOfAny {
 public:
  static bool Holds(double beta) { return IsPowerOfTwo(beta); }

  SoftplusOfAny(double beta, double threshold)
      : beta_(beta),
        threshold_(threshold),
        sign_(beta < 0 ? -1.0f : 1.0f),
        factor_(static_cast<float>(beta)),
        limit_(static_cast<float>(threshold)),
        reciprocal_(static_cast<float>(1 / std::fabs(beta))),
        reciprocal_rest_(static_cast<float>(1 / std::fabs(beta) / reciprocal_ - 1)),
        least_(static_cast<float>(SoftplusPowers::kLowest / std::fabs(beta))),
        covered_(least_),
        powers_(std::fabs(beta)) {
    // The sign of beta x, which may be too small for a float.
    if (limit_ == 0) factor_ = sign_;
    const bool is_odd = !(std::fabs(beta) >= 0x1p-8 && std::fabs(beta) <= 0x1p8) ||
                        (limit_ != 0 && std::fabs(limit_) < 0x1p-100f);
    if (is_odd) covered_ = std::numeric_limits<float>::infinity();  // nothing is
  }

  OPENACLNN_ON_DEVICE SoftplusExact ExactForm() const { return {beta_, threshold_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F u = x * F(sign_);
    const SoftplusPower<F> p = powers_(Max(F(least_), -Abs(u)));
    // Divided by |beta|.
    const F power = p.power * F(reciprocal_);
    const F low = Fms(p.power, F(reciprocal_), power);
    const F base = Max(F(0), u);
    const F larger = Max(base, power), smaller = Min(base, power);
    const F sum = larger + smaller;
    const F rest = Fma(power, p.rest + F(reciprocal_rest_), low + (smaller - (sum - larger)));
    // Rounding keeps the difference's sign.
    return Select(Fms(x, F(factor_), F(limit_)) > F(0), x, (sum + rest) * F(sign_));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x * F(sign_)) >= F(covered_);
  }

 private:
  double beta_, threshold_;
  float sign_, factor_, limit_;
  float reciprocal_, reciprocal_rest_;  // 1 / |beta| is their product, the rest with 1 added
  float least_, covered_;
  SoftplusPowers powers_;
};

// The 16-bit types, correctly rounded.
template <class Form>
struct SoftplusOfHalvesForm : Form {
  static constexpr int kErrorUlps = 1;

  static bool Holds(double) { return true; }
  using Form::Form;
};

template <class One, class Any>
struct SoftplusInFloat {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  double beta, threshold;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (beta == 1 && !(threshold < 18)) return run(One(beta, threshold));
    if (Any::Holds(beta)) return run(Any(beta, threshold));
    return run(ExactAlone<SoftplusExact>{{beta, threshold}});
  }
};

using Softplus = SoftplusInFloat<SoftplusOfOne, SoftplusOfAny>;
using SoftplusOfHalves =
    SoftplusInFloat<SoftplusOfHalvesForm<SoftplusOfOne>, SoftplusOfHalvesForm<SoftplusOfAny>>;

// Doubles: within 0.7 ULP (1.1 where grad or the result is subnormal). A product of finite numbers
// beyond the range of double counts as infinite above 0, and below 0 as the lowest number, so that
// an infinite grad stays infinite. A product that underflows counts as 0, except with a threshold
// of 0.
struct SoftplusBackwardOfDoubles {
  using Compute = double;

  double beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    using Limits = std::numeric_limits<double>;
    const double lowest = __builtin_isinf(beta) ? -Limits::infinity() : Limits::lowest();
    const F t = Max(Min(F(lowest), -Abs(x)), x * F(beta));  // a NaN stays
    const F low = Fma(x, F(beta), -t);
    const F positive = x * F(beta > 0 ? 1.0 : beta < 0 ? -1.0 : beta);  // where beta x is
    const F compared = threshold == 0 ? positive : t;
    const auto above = Or(compared > F(threshold), And(compared == F(threshold), low > F(0)));
    return Select(above, grad, TimesSigmoid(grad, t, low));
  }
};

// Floats in double, for every value: within 2^-28 of the result before it is rounded.
struct SoftplusBackwardExact {
  using Compute = double;

  float beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F t = x * F(beta);  // exact
    // From 700 on sigmoid is 1.
    const double limit = threshold <= 700 ? threshold : 700;
    return Select(t > F(limit), grad, TimesSigmoidForFloat(grad, AwayFromZero(t)));
  }
};

namespace softplus_internal {

// Above 60 sigmoid is 1 in float, and no power of two in the formulas is subnormal.
inline constexpr float kLargest = 60;
// Below -80 the formulas cover nothing.
inline constexpr float kLeast = -80;

// Parameters for which the formulas in float do not hold, except for x = 0.
inline bool AreOdd(float beta, float threshold) {
  const float size = std::fabs(beta);
  return !(size > 0x1p-100f && size < 0x1p100f) ||
         (threshold != 0 && std::fabs(threshold) < 0x1p-100f);
}

}  // namespace softplus_internal

// What the formulas in float share. kWithThreshold: else that of softplus is so high that sigmoid
// is 1 there, and beta is positive.
template <bool kWithThreshold>
class SoftplusBackwardForm {
 public:
  SoftplusBackwardForm(float beta, float threshold)
      : beta_(beta), threshold_(threshold), steps_(beta) {
    using namespace softplus_internal;
    limit_ = threshold < kLargest ? threshold : kLargest;
    scale_ = beta;
    // The sign of beta x, which may be too small for a float.
    if (limit_ == 0) scale_ = beta > 0 ? 1.0f : -1.0f;
    largest_x_ = kLargest / beta;
    most_steps_ = -kLeast * kSteps * 1.4427f;
    if (AreOdd(beta, threshold)) most_steps_ = -std::numeric_limits<float>::infinity();
  }

  OPENACLNN_ON_DEVICE SoftplusBackwardExact ExactForm() const { return {beta_, threshold_}; }

  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), steps_.Count(Clamped(x))) <= F(most_steps_);
  }

 protected:
  // -beta x kSteps / ln(2) is a whole number of steps, which FloatLayout<float>::kIntegerShift is
  // added to here, and a rest in [-1/2, 1/2]. Where beta x is above kLargest, both are anything or
  // as if it were that.
  template <class F>
  OPENACLNN_INLINE F Shifted(F x) const {
    return steps_.Shifted(Clamped(x));
  }
  template <class F>
  OPENACLNN_INLINE F Rest(F x) const {
    return steps_.Rest(Clamped(x));
  }

  // grad where beta x is above the threshold, else the value. Rounding keeps the difference's sign.
  template <class F>
  OPENACLNN_INLINE F Choose(F grad, F x, F value) const {
    if constexpr (kWithThreshold) {
      return Select(Fms(x, F(scale_), F(limit_)) > F(0), grad, value);
    } else {
      return value;
    }
  }

 private:
  template <class F>
  OPENACLNN_INLINE F Clamped(F x) const {
    return kWithThreshold ? x : Min(F(largest_x_), x);  // a NaN stays
  }

  static constexpr int kSteps = 8;  // to an octave

  float beta_, threshold_;
  StepsDown<kSteps> steps_;
  float scale_, limit_;
  float largest_x_;
  float most_steps_;  // that are covered
};

// Floats: within 0.83 ULP.
template <bool kWithThreshold>
struct SoftplusBackwardOfFloats : SoftplusBackwardForm<kWithThreshold> {
  using SoftplusBackwardForm<kWithThreshold>::SoftplusBackwardForm;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr int kUp = 8;
    const auto sigmoid = SigmoidOfSteps<kUp, 8>(this->Shifted(x), this->Rest(x));
    return this->Choose(grad, x, Times(grad, sigmoid) * F(1.0f / (1 << kUp)));
  }
};

// FLOAT16: four roundings to float, of which none is corrected; within 4 float ULPs before the
// value is rounded to it.
template <bool kWithThreshold>
struct SoftplusBackwardOfFloat16Form : SoftplusBackwardForm<kWithThreshold> {
  using SoftplusBackwardForm<kWithThreshold>::SoftplusBackwardForm;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return this->Choose(grad, x, grad / OnePlusPowerOfEighths(this->Shifted(x), this->Rest(x)));
  }
};

// BFLOAT16: the same, except near ties.
template <bool kWithThreshold>
struct SoftplusBackwardOfBfloat16Form : SoftplusBackwardOfFloat16Form<kWithThreshold> {
  static constexpr int kErrorUlps = 4;

  using SoftplusBackwardOfFloat16Form<kWithThreshold>::SoftplusBackwardOfFloat16Form;
};

// The form without a comparison with the threshold where there is one.
template <template <bool> class Form>
struct SoftplusBackwardInFloat {
  float beta, threshold;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (beta > 0 && !(threshold < 18)) return run(Form<false>(beta, threshold));
    return run(Form<true>(beta, threshold));
  }
};

struct SoftplusBackward : SoftplusBackwardInFloat<SoftplusBackwardOfFloats> {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about
};
struct SoftplusBackwardOfBfloat16 : SoftplusBackwardInFloat<SoftplusBackwardOfBfloat16Form> {};
struct SoftplusBackwardOfFloat16 : SoftplusBackwardInFloat<SoftplusBackwardOfFloat16Form> {};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
