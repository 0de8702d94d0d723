// The denominator of sigmoid for the 16-bit types, in plain float.

#if defined(OPENACLNN_FORMULAS_ONE_PLUS_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_ONE_PLUS_POWER_INL_H_
#undef OPENACLNN_FORMULAS_ONE_PLUS_POWER_INL_H_
#else
#define OPENACLNN_FORMULAS_ONE_PLUS_POWER_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// 1 + 2^((z + rest) / 8), z the whole number that `shifted` is, |rest| <= 1/2: within 2^-22.6.
template <class F>
OPENACLNN_INLINE F OnePlusPowerOfEighths(F shifted, F rest) {
  // 2^(rest / 8), within 2^-24.7 before it is rounded
  const F more = Horner(rest, {1.0f, 0.08664339780807495f, 0.0037541262f, 0.0001084143077605404f});
  return Fma(PowerOfEighths(shifted), more, F(1));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
