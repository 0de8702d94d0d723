//   geglu(u, z) = u gelu(z), gelu by erf or by tanh
//   its gradient by u: grad gelu(z), as it is given; by z: grad u gelu'(z)

#if defined(OPENACLNN_OPS_GEGLU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GEGLU_INL_H_
#undef OPENACLNN_OPS_GEGLU_INL_H_
#else
#define OPENACLNN_OPS_GEGLU_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/target.h"
#include "formulas/times_sum-inl.h"
#include "ops/activation/gelu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// u gelu(z), and gelu(z) itself, in double for every value.
template <class Gelu>
struct GeGluExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F u, F z) const {
    const F gelu = Gelu()(z);
    return {u * gelu, gelu};
  }
};

// Floats: within 0.9 ULP.
template <class Gelu, class Exact>
struct GeGlu {
  static constexpr int kCost = Gelu::kCost + 100;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GeGluExact<Exact> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F u, F z) const {
    // So high that nothing becomes subnormal before the results do.
    constexpr float kUp = 0x1p24f;
    const Sum<F> factor = Gelu::Factor(z);
    const F y = z * F(kUp);
    return {TimesSum(y, u, factor) * F(1 / kUp), TimesSum(y, factor) * F(1 / kUp)};
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F z, Pair<F> values) const {
    return Fma(values.first, F(0), Fma(values.second, F(0), z)) >= F(Gelu::kLowest);
  }
};

// The 16-bit types, in float.
template <class Gelu, class Exact>
struct GeGluOfHalves {
  static constexpr int kErrorUlps = Gelu::kErrorUlps + 2;
  static constexpr int kFloat16UlpsOfSecond = Gelu::kFloat16Ulps;

  OPENACLNN_ON_DEVICE GeGluExact<Exact> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F u, F z) const {
    const F gelu = z * Gelu::Factor(z);
    return {u * gelu, gelu};
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F z, Pair<F> values) const {
    return Fma(values.first, F(0), Fma(values.second, F(0), z)) >= F(Gelu::kLowest);
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }
};

// gelu(a) b: the first result, bit for bit.
template <class Form>
struct GeluMul {
  struct Exact {
    using Compute = double;

    template <class F>
    OPENACLNN_INLINE F operator()(F a, F b) const {
      return Form().ExactForm()(b, a).first;
    }
  };
  OPENACLNN_ON_DEVICE Exact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return Form()(b, a).first;
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F a, F b, F value) const {
    return Form().Covers(b, a, {value, F(0)});
  }
};
template <class Form>
struct GeluMulOfFloats : GeluMul<Form> {
  static constexpr int kCost = Form::kCost;
};
template <class Form>
struct GeluMulOfHalves : GeluMul<Form> {
  static constexpr int kErrorUlps = Form::kErrorUlps;

  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }
};

// In double for every value. Slope: of a gradient and z.
template <class Slope>
struct GeGluBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F u, F z, F gelu) const {
    return {grad * gelu, Slope()(grad * u, z)};
  }
};

// Floats: within 0.94 ULP.
template <class Slope, class Exact>
struct GeGluBackward {
  static constexpr int kCost = Slope::kCost + 150;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GeGluBackwardExact<Exact> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F u, F z, F gelu) const {
    // So high that nothing becomes subnormal before the result does.
    constexpr float kUp = 0x1p24f / gelu_internal::kUp;
    const F slope = TimesSum(grad * F(kUp), u, gelu_internal::SlopeOf(Slope::Tail(z)));
    return {grad * gelu, slope * F(0x1p-24f)};
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F z, F, Pair<F> values) const {
    return Fma(values.first, F(0), Fma(values.second, F(0), z)) >= F(Slope::kLowest);
  }
};

// The 16-bit types, whose products of two are floats unless they are too small.
template <class F>
OPENACLNN_INLINE typename F::Mask IsExactProduct(F product) {
  return Or(product == F(0), Abs(product) >= F(0x1p-126f));
}
// By a formula of their own.
template <class Slope, class Exact>
struct GeGluBackwardOfHalves {
  static constexpr int kErrorUlps = Slope::kErrorUlps + 1;
  static constexpr bool kIsFirstExact = true;

  OPENACLNN_ON_DEVICE GeGluBackwardExact<Exact> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F u, F z, F gelu) const {
    return {grad * gelu, Slope()(grad * u, z)};
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F z, F, Pair<F> values) const {
    const F value = Fma(values.first, F(0), values.second);
    return And(IsExactProduct(values.first), Slope().Covers(z, z, value));
  }
};
// By that of floats, where few values are near ties.
template <class Slope, class Exact>
struct GeGluBackwardFromFloats : GeGluBackward<Slope, Exact> {
  static constexpr int kErrorUlps = 1;
  static constexpr bool kIsFirstExact = true;

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F u, F z, F gelu, Pair<F> values) const {
    return And(IsExactProduct(values.first),
               GeGluBackward<Slope, Exact>::Covers(grad, u, z, gelu, values));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
