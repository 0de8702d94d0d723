// Formulas over the bits of 16-bit floats, as int16_t: what changes no digits needs no floats, and
// a vector has twice as many bits as it has floats. Such a formula names the one that a GPU
// computes in its place, over floats, by OnDevice.

#if defined(OPENACLNN_OPS_HALF_BITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HALF_BITS_INL_H_
#undef OPENACLNN_OPS_HALF_BITS_INL_H_
#else
#define OPENACLNN_OPS_HALF_BITS_INL_H_
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/half.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Bits as integers in the order of the numbers: -0 before +0, NaNs at both ends. It is its own
// inverse.
template <class F>
OPENACLNN_INLINE F InOrder(F bits) {
  return Select(bits < F(0), F(std::numeric_limits<int16_t>::max()) - bits, bits);
}
constexpr int16_t InOrder(int16_t bits) {
  return bits < 0 ? static_cast<int16_t>(std::numeric_limits<int16_t>::max() - bits) : bits;
}

// Where the infinities of T, a 16-bit format, are in this order, NaNs beyond them.
template <class T>
inline constexpr int16_t kLastInOrder =
    std::is_same_v<T, Bfloat16Bits> ? half_internal::Bfloat16::kInfinity
                                    : half_internal::Float16::kInfinity;
template <class T>
inline constexpr int16_t kFirstInOrder = -1 - kLastInOrder<T>;

// The bits of a float that is one of T.
template <class T>
constexpr int16_t BitsOf(float number) {
  return static_cast<int16_t>(std::is_same_v<T, Bfloat16Bits> ? Bfloat16FromFloat(number)
                                                              : Float16FromFloat(number));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
