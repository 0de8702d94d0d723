// What a formula with two results gives.

#if defined(OPENACLNN_FORMULAS_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_PAIR_INL_H_
#undef OPENACLNN_FORMULAS_PAIR_INL_H_
#else
#define OPENACLNN_FORMULAS_PAIR_INL_H_
#endif

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class F>
struct Pair {
  F first, second;
};

// The two results of an exact form, one by one.
template <class Exact>
struct FirstOf : Exact {
  template <class... Fs>
  OPENACLNN_INLINE auto operator()(Fs... inputs) const {
    return Exact::operator()(inputs...).first;
  }
};
template <class Exact>
struct SecondOf : Exact {
  template <class... Fs>
  OPENACLNN_INLINE auto operator()(Fs... inputs) const {
    return Exact::operator()(inputs...).second;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
