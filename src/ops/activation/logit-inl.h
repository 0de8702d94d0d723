//   logit(x) = log(z / (1 - z)), z = x clamped to [eps, 1 - eps]
//   out      = grad / (x (1 - x))   where eps <= x <= 1 - eps

#if defined(OPENACLNN_OPS_LOGIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOGIT_INL_H_
#undef OPENACLNN_OPS_LOGIT_INL_H_
#else
#define OPENACLNN_OPS_LOGIT_INL_H_
#endif

#include <algorithm>
#include <limits>

#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats, in double: within 0.51 ULP.
struct Logit {
  using Compute = double;
  static constexpr int kCost = 900;

  OPENACLNN_ON_DEVICE explicit Logit(float eps) {
    if (eps >= 0) low = eps, high = 1 - eps;
  }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const F z = Select(x < F(low), F(low), Select(x > F(high), F(high), x));
    // logit(z) = -logit(1 - z), and 1 - z is exact from 1/2 on. Near 1/2 the quotient is within
    // 2^-53 of it, and its distance from 1 is 2^-23 or more, or 0.
    const auto upper = z > F(0.5);
    const F y = Select(upper, F(1) - z, z);
    const F outside = Select(y == F(0), F(-kInfinity), F(kNan));
    return NegateIf(upper, Select(y > F(0), LogForFloat(y / (F(1) - y)), outside));
  }

  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float low = -kInfinity, high = kInfinity;
};

// The 16-bit types: the relative error is below 2^-21 before the value is rounded to them.
struct LogitOfHalves {
  static constexpr int kErrorUlps = 8;

  explicit LogitOfHalves(float e) : eps(e) {
    if (eps >= 0) low = eps, high = 1 - eps;
    if (low > high) least = kInfinity;
  }

  OPENACLNN_ON_DEVICE Logit ExactForm() const { return Logit(eps); }

  // For y = min(z, 1 - z) the quotient y / (1 - y) is 2^n m with m from 0.70 to 1.46, where n is
  // that of a number near the quotient, and log(m) is 2 atanh((m - 1) / (m + 1)). Where n is 0 the
  // numerator is exact.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F z = Min(F(high), Max(F(low), x));
    const auto upper = z > F(0.5f);
    const F y = Select(upper, F(1) - z, z);
    const F near = (y * F(1.4142135f)) * Fma(y, Fma(y, y, F(1)), F(1));
    const F n = ExponentOf(near);
    const F scaled = AddToExponent(y, -n);
    const F s = ((scaled + y) - F(1)) / ((scaled - y) + F(1));
    const F square = s * s;
    const F p = Horner(square, {2.0f, 0.6666666666f, 0.4f, 0.28571429f, 0.2222222f});
    return NegateIf(upper, Fma(n, F(0.69314718056f), s * p));
  }
  // False for NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    const F z = Min(F(high), Max(F(low), x));
    return And(Min(z, F(1) - z) >= F(least), value == value);
  }
  template <class F>
  OPENACLNN_INLINE AtLeast<F> CoversFinite(F x, F) const {
    const F z = Min(F(high), Max(F(low), x));
    return {Min(z, F(1) - z), F(least)};
  }

  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float eps;
  float low = -kInfinity, high = kInfinity;
  float least = 0x1p-100f;  // of what is covered
};

// Where x is inside, and what out is elsewhere.
struct LogitRange {
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  OPENACLNN_ON_DEVICE explicit LogitRange(float eps) : is_one(eps == 1) {
    if (eps < 1) {  // else no x is inside
      low = eps < 0 ? 0 : eps;
      high = eps < 0 ? 1 : 1 - eps;
    }
    if ((eps >= 0 && eps < 1) || eps == kInfinity) outside = 0;
  }

  // The quotient inside; 0, NaN, or for eps = 1 grad / 0 outside.
  template <class F>
  OPENACLNN_INLINE F Choose(F grad, F x, F quotient) const {
    const F elsewhere = is_one ? grad * F(kInfinity) : F(outside);
    return Select(Or(x<F(low), x> F(high)), elsewhere, quotient);  // false for NaN
  }

  float low = kInfinity, high = -kInfinity;
  float outside = std::numeric_limits<float>::quiet_NaN();
  bool is_one;
};

namespace logit_internal {

// grad / (d + d_low), within 1 ULP: 0.51 where the result is above 2^-118.
template <class F>
OPENACLNN_INLINE F Quotient(F grad, F d, F d_low) {
  // r is less than 1/d by 2^-21 of it, so that the residual is positive and grad = inf remains
  // infinite. d = 0 makes r infinite and the residual NaN, and Max makes that a positive number.
  const F r = F(1 - 0x1p-21f) / d;
  const F residual = Max(Fnma(r, d_low, Fnma(r, d, F(1))), F(0x1p-30f));
  return Fma(grad, r, (grad * r) * residual);
}

}  // namespace logit_internal

// For every x and eps: within 1 ULP.
struct LogitGradExact {
  OPENACLNN_ON_DEVICE explicit LogitGradExact(float eps) : range(eps) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F y = Min(x, F(1) - x);  // exact: 1 - x is rounded only where x is less
    // Small y are scaled, so that their reciprocals do not overflow, and grad with them: if that
    // overflows, so does the quotient. The sum with 0 makes -0 a +0.
    const F scale = Select(x < F(0x1p-64f), F(0x1p64f), F(1));
    const F scaled = Fma(y, scale, F(0));
    const F d = Fnma(scaled, y, scaled);
    const F d_low = Fnma(scaled, y, scaled - d);
    return range.Choose(grad, x, logit_internal::Quotient(grad * scale, d, d_low));
  }

  LogitRange range;
};

// Where y = min(x, 1 - x) is from `least` on, which is inside; the same bits there.
struct LogitGradInside {
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F y = Min(x, F(1) - x);
    const F d = Fnma(y, y, y);
    const F d_low = Fnma(y, y, y - d);  // y - d is exact: y / 2 <= d <= y
    const F r = F(1 - 0x1p-21f) / d;
    const F residual = Fnma(r, d_low, Fnma(r, d, F(1)));
    return Fma(grad, r, (grad * r) * residual);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F) const {
    return Min(x, F(1) - x) >= F(least);
  }
  OPENACLNN_ON_DEVICE LogitGradExact ExactForm() const { return LogitGradExact(eps); }

  float eps, least;
};

// For eps in (2^-25, 1), where no x inside is small; the same bits.
struct LogitGradInNarrowRange {
  explicit LogitGradInNarrowRange(float eps) : low(eps), high(1 - eps) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F quotient = LogitGradInside{}(grad, x);
    return ZeroIf(Or(x<F(low), x> F(high)), quotient);
  }

  float low, high;
};

// Floats: within 1 ULP, 0.51 where the result is above 2^-118.
struct LogitGrad {
  static constexpr int kCost = 150;  // picoseconds for an element in float, about

  float eps;

  // Calls run with the formula for this eps.
  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (eps > 0x1p-25f && eps < 1) return run(LogitGradInNarrowRange(eps));
    // A reciprocal that is finite, and a residual that is positive, take 2^-126.
    const float least = eps < 1 ? std::max(0x1p-126f, eps) : LogitRange::kInfinity;
    return run(LogitGradInside{eps, least});
  }
};

// BFLOAT16 in double, for every value.
struct LogitGradOfBfloat16Exact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return range.Choose(grad, x, grad / Fma(F(1) - x, x, F(0)));  // + 0 makes -0 a +0
  }

  LogitRange range;
};

// FLOAT16: a product and a quotient, each rounded to float.
struct LogitGradOfFloat16 {
  explicit LogitGradOfFloat16(float eps) : range(eps) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return range.Choose(grad, x, grad / Abs(Fnma(x, x, x)));
  }

  LogitRange range;
};

// BFLOAT16: the same, except near ties.
struct LogitGradOfBfloat16 : LogitGradOfFloat16 {
  static constexpr int kErrorUlps = 2;

  using LogitGradOfFloat16::LogitGradOfFloat16;

  OPENACLNN_ON_DEVICE LogitGradOfBfloat16Exact ExactForm() const { return {range}; }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
