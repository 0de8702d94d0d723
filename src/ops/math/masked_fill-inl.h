//   a number where the mask is true, else x

#if defined(OPENACLNN_OPS_MASKED_FILL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MASKED_FILL_INL_H_
#undef OPENACLNN_OPS_MASKED_FILL_INL_H_
#else
#define OPENACLNN_OPS_MASKED_FILL_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class T>
struct MaskedFill {
  static constexpr int kCost = 120;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F mask, F x) const {
    return Select(mask == F(0), x, F(static_cast<typename F::Lane>(number)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
