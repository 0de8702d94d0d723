//   celu(x) = x > 0 ? x : alpha (e^(x / alpha) - 1)

#if defined(OPENACLNN_OPS_CELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CELU_INL_H_
#undef OPENACLNN_OPS_CELU_INL_H_
#else
#define OPENACLNN_OPS_CELU_INL_H_
#endif

#include "formulas/exact_alone-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/activation/elu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value: within 0.51 ULP, exact above 0.
struct CeluExact {
  using Compute = double;

  double alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(0), x, F(alpha) * Expm1ForFloat(x / F(alpha)));
  }
};

// Floats.
struct Celu {
  static constexpr int kCost = 300;

  double alpha;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    using Form = EluOfFloats<CeluExact>;
    if (alpha == 1) return run(EluOfOnes());
    if (Form::Holds(alpha, 1, 1 / alpha)) return run(Form({alpha}, alpha, 1, 1 / alpha));
    return run(ExactAlone<CeluExact>{{alpha}});
  }
};

// The 16-bit types.
struct CeluOfHalves {
  double alpha;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (EluOfFloats<CeluExact>::Holds(alpha, 1, 1 / alpha)) {
      return run(EluOfHalvesForm<CeluExact>({alpha}, alpha, 1, 1 / alpha));
    }
    return run(ExactAlone<CeluExact>{{alpha}});
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
