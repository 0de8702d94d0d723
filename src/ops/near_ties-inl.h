// Formulas with numbers over 16-bit elements, whose values are rounded to float and then once more.
// The result is that of one rounding unless the float is a tie of 16 bits and the value is not.

#if defined(OPENACLNN_OPS_NEAR_TIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_NEAR_TIES_INL_H_
#undef OPENACLNN_OPS_NEAR_TIES_INL_H_
#else
#define OPENACLNN_OPS_NEAR_TIES_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "formulas/guarded-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A formula of floats, computed in double.
template <class Formula>
struct InDouble : Formula {
  using Compute = double;
};

// A formula that float rounds once: by way of double where the float may be a tie of BFLOAT16.
template <class Formula>
struct OfBfloat16 : Formula {
  static constexpr int kErrorUlps = 1;

  OPENACLNN_ON_DEVICE InDouble<Formula> ExactForm() const { return {*this}; }
};

// FLOAT16: no NaN is left to be stored.
template <class Formula>
struct OfFloat16 : OfBfloat16<Formula> {
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F value) const {
    return value == value;
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F value) const {
    return value == value;
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }
};

// Whether the number is one of BFLOAT16, with 8 significant bits.
inline bool IsShort(float number) { return std::bit_cast<uint32_t>(number) % 0x10000 == 0; }

// A formula whose numbers may all be short: a sum, a product or a quotient of a short one and an
// element is as if it was rounded once, as float has more than twice the bits of both. Else one of
// the two above.
template <class Formula, template <class> class NearTies>
struct UnlessShort : Formula {
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (this->HasShortNumbers()) return run(Formula{*this});
    run(NearTies<Formula>{*this});
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
