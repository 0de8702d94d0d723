//   x & y, x | y, x ^ y and ~x, where y may be a number; of BOOL the truths

#if defined(OPENACLNN_OPS_BITWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_BITWISE_INL_H_
#undef OPENACLNN_OPS_BITWISE_INL_H_
#else
#define OPENACLNN_OPS_BITWISE_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/logical-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct BitsOfBoth {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x & y;
  }
};

// A sum has the bits of both twice.
struct BitsOfEither {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x + (y - (x & y));
  }
};

struct BitsOfOne {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F both = x & y;
    return (x - both) + (y - both);
  }
};

struct OtherBits {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return F(-1) - x;
  }
};

// T: int64_t, or int32_t for the low bits of it.
template <class T, class OfBits, class OfTruths>
struct Bitwise {
  T are_truths;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (are_truths != 0) return run(OfTruths());
    run(OfBits());
  }
};

template <class T, class Of>
struct WithNumber {
  static constexpr int kCost = 60;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Of()(x, F(static_cast<typename F::Lane>(number)));
  }
};

template <class T, class OfBits, class OfTruths>
struct BitwiseWithNumber {
  T number, are_truths;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (are_truths != 0) return run(WithNumber<T, OfTruths>{number});
    run(WithNumber<T, OfBits>{number});
  }
};

// There are no floats: their loop is never called.
template <class OfBits, class OfTruths>
const Kernel* BitwiseKernel() {
  return ElementwiseKernel<OfTruths, void, void, Bitwise<int64_t, OfBits, OfTruths>, void,
                           Bitwise<int32_t, OfBits, OfTruths>>();
}

template <class OfBits, class OfTruths>
const Kernel* BitwiseWithNumberKernel() {
  return ElementwiseKernel<WithNumber<float, OfTruths>, void, void,
                           BitwiseWithNumber<int64_t, OfBits, OfTruths>, void,
                           BitwiseWithNumber<int32_t, OfBits, OfTruths>>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
