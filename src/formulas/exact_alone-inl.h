// A formula for parameters that a formula in float does not hold for.

#if defined(OPENACLNN_FORMULAS_EXACT_ALONE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_EXACT_ALONE_INL_H_
#undef OPENACLNN_FORMULAS_EXACT_ALONE_INL_H_
#else
#define OPENACLNN_FORMULAS_EXACT_ALONE_INL_H_
#endif

#include <type_traits>

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Covers no lane, so that every value is that of the exact form.
template <class Exact>
struct ExactAlone {
  Exact exact;

  OPENACLNN_ON_DEVICE Exact ExactForm() const { return exact; }

  template <class F, class... Fs>
  requires std::is_invocable_v<Exact, F, Fs...> OPENACLNN_INLINE F operator()(F first,
                                                                              Fs...) const {
    return first;
  }
  template <class F, class... Fs>
  OPENACLNN_INLINE typename F::Mask Covers(F first, Fs...) const {
    return Abs(first) < F(0);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
