//   swish(x)    = x s(t),                      t = beta x, s(t) = 1 / (1 + e^-t)
//   its slope   = s(t) (1 + t (1 - s(t)))
//
// silu is swish with beta 1, fast gelu with 1.702.

#if defined(OPENACLNN_OPS_SILU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SILU_INL_H_
#undef OPENACLNN_OPS_SILU_INL_H_
#else
#define OPENACLNN_OPS_SILU_INL_H_
#endif

#include <limits>

#include "formulas/exact_alone-inl.h"
#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The decimal number of fast gelu.
inline constexpr double kFastGeluBeta = 1.702;

// In double for every value: within 2^-28.7 of the result before it is rounded, where beta is a
// float or kFastGeluBeta: then beta x is within 2^-53 of it.
struct SwishExact {
  using Compute = double;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = x * F(beta);
    // From 700 on s is 1.
    return Select(t > F(700), x, TimesSigmoidForFloat(x, AwayFromZero(t)));
  }
};

// Floats, for beta from 2^-4 to 2^60: within 0.82 ULP.
class SwishOfFloats {
 public:
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  explicit SwishOfFloats(double beta)
      : beta_(beta),
        steps_(beta),
        largest_(static_cast<float>(60 / beta)),
        least_(static_cast<float>(-112 / beta)) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoidOf(x, x);
  }

 protected:
  // x s(beta u), where u stands for x.
  template <class F>
  OPENACLNN_INLINE F TimesSigmoidOf(F u, F x) const {
    // 2^kUp e^112 and 2^-kUp e^-60 are powers of two that floats have.
    constexpr int kUp = 36;
    // Below least_ the value is -0, too; a NaN stays.
    const F v = Max(F(least_), u);
    const auto sigmoid = SigmoidOfSteps<kUp>(steps_.Shifted(v), steps_.Rest(v));
    const F value = Times(Max(F(least_), x), sigmoid);
    // From largest_ on s is 1. x * 0 makes the value NaN for -inf.
    return Select(x > F(largest_), x, Fma(value, F(1.0f / (1ull << kUp)), x * F(0)));
  }

  double beta_;

 private:
  StepsDown<4> steps_;
  float largest_, least_;
};

// FLOAT16, rounded from floats; near-ties are rare enough, but for those of x / 2 between subnormal
// numbers: s is never so near to 1/2 that it does not decide them.
class SwishOfFloat16Form : public SwishOfFloats {
 public:
  explicit SwishOfFloat16Form(double beta)
      : SwishOfFloats(beta), nearest_(static_cast<float>(0x1p-20 / beta)) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoidOf(NegateIf(x < F(0), Max(F(nearest_), Abs(x))), x);
  }

 private:
  float nearest_;
};

// BFLOAT16, correctly rounded.
struct SwishOfBfloat16Form : SwishOfFloats {
  static constexpr int kErrorUlps = 1;

  using SwishOfFloats::SwishOfFloats;

  SwishExact ExactForm() const { return {beta_}; }

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F value) const {
    return value == value;  // no NaN is left to be stored
  }
};

// A form made with -beta for a negative beta: x s(beta x) = -(-x s(-beta (-x))).
template <class Form>
struct SwishMirrored : Form {
  using Form::Form;

  SwishExact ExactForm() const requires Guarded<Form> { return {-this->beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return -Form::operator()(-x);
  }
};

template <class Form>
struct SwishInFloat {
  static constexpr int kCost = Form::kCost;

  double beta;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (beta >= 0x1p-4 && beta <= 0x1p60) return run(Form(beta));
    if (beta <= -0x1p-4 && beta >= -0x1p60) return run(SwishMirrored<Form>(-beta));
    return run(ExactAlone<SwishExact>{{beta}});
  }
};

// With a beta of their own.
template <class Form>
struct SiluInFloat : Form {
  SiluInFloat() : Form(1) {}
};
template <class Form>
struct FastGeluInFloat : Form {
  FastGeluInFloat() : Form(kFastGeluBeta) {}
};

// The slope h satisfies h(-t) = 1 - h(t): it is the tail h(v), v = -|t|, or 1 less it. With e = e^v
// the tail is e (1 + e + v) / (1 + e)^2, in which only the zero at v = -1.27846454 cancels.
namespace swish_internal {

// Of 2^f for |f| <= 1/2 within 2^-28.8, and within 2^-53 at the f of that zero,
// 0.15556554420622273.
inline constexpr double kExp2[] = {1.0,
                                   0.6931471977116475,
                                   0.24022647835563324,
                                   0.05550339065010923,
                                   0.009618455907829386,
                                   0.0013396989502379383,
                                   0.0001534671918844456};

template <class F>
OPENACLNN_INLINE F TimesSlope(F grad, F t) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F v = Max(F(-700), -Abs(t));  // the rest of the tail is 0 in float; a NaN stays
  const F e = ExpForFloat(v, kExp2);
  const F sum = F(1) + e;
  const F square = sum * sum;
  const F tail = ZeroIf(t == F(-kInfinity), e * (sum + v));
  return grad * (Select(t < F(0), tail, square - tail) / square);
}

}  // namespace swish_internal

// In double, for a result that is rounded to float: within 1 ULP, as double leaves enough of the
// difference beside the zero for every float.
struct SwishBackward {
  using Compute = double;
  static constexpr int kCost = 600;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return swish_internal::TimesSlope(grad, x * F(beta));
  }
};

// Ties of 16-bit numbers but for t too.
struct SwishBackwardExact {
  using Compute = double;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return swish_internal::TimesSlope(grad, AwayFromZero(x * F(beta)));
  }
};

// For the 16-bit types: the relative error is below 2^-17.7 before the value is rounded to them,
// far from the zero below 2^-20.
class SwishBackwardOfHalvesForm {
 public:
  static constexpr int kErrorUlps = 80;

  explicit SwishBackwardOfHalvesForm(double beta)
      : beta_(beta), factor_(static_cast<float>(beta)), steps_(-beta) {}

  SwishBackwardExact ExactForm() const { return {beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const auto mirrored = x > F(0);
    const F v = Max(F(kLeast / factor_), NegateIf(mirrored, x));
    const F e = Exp2InFloat(steps_.Shifted(v), steps_.Rest(v));
    const F sum = F(1) + e;
    const F h = e * ((Fma(v, F(factor_), F(1)) + e) / (sum * sum));
    return grad * Select(mirrored, F(1) - h, h);
  }
  // Not beside the zero. False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    const F t = Fma(value, F(0), x * F(factor_));
    return And(t >= F(kLeast), Abs(t + F(1.2784645f)) > F(0.008f));
  }

 protected:
  double beta_;

 private:
  static constexpr float kLeast = -86;

  float factor_;
  StepsDown<1> steps_;
};

// The slope is one of beta x alone.
struct SwishBackwardMirrored : SwishBackwardOfHalvesForm {
  using SwishBackwardOfHalvesForm::SwishBackwardOfHalvesForm;

  SwishBackwardExact ExactForm() const { return {-beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return SwishBackwardOfHalvesForm::operator()(grad, -x);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F x, F value) const {
    return SwishBackwardOfHalvesForm::Covers(grad, -x, value);
  }
};

struct SwishBackwardOfHalves {
  double beta;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (beta >= 0x1p-4 && beta <= 0x1p60) return run(SwishBackwardOfHalvesForm(beta));
    if (beta <= -0x1p-4 && beta >= -0x1p60) return run(SwishBackwardMirrored(-beta));
    return run(ExactAlone<SwishBackwardExact>{{beta}});
  }
};

struct SiluBackward : SwishBackward {
  SiluBackward() : SwishBackward{1} {}
};
struct SiluBackwardOfHalves : SwishBackwardOfHalvesForm {
  SiluBackwardOfHalves() : SwishBackwardOfHalvesForm(1) {}
};
struct FastGeluBackward : SwishBackward {
  FastGeluBackward() : SwishBackward{kFastGeluBeta} {}
};
struct FastGeluBackwardOfHalves : SwishBackwardOfHalvesForm {
  FastGeluBackwardOfHalves() : SwishBackwardOfHalvesForm(kFastGeluBeta) {}
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
