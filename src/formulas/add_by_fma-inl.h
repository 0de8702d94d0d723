// An addition for loops that convert numbers.

#if defined(OPENACLNN_FORMULAS_ADD_BY_FMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_ADD_BY_FMA_INL_H_
#undef OPENACLNN_FORMULAS_ADD_BY_FMA_INL_H_
#else
#define OPENACLNN_FORMULAS_ADD_BY_FMA_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// a + b, by the units that multiply: on Zen those that add have the conversions to do as well.
template <class F>
OPENACLNN_INLINE F AddByFma(F a, F b) {
#if !defined(OPENACLNN_ONE_LANE) && HWY_ARCH_X86 && HWY_NATIVE_FMA
  return Fma(a, F(1), b);
#else
  return a + b;
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
