//   x + value y z

#if defined(OPENACLNN_OPS_ADDCMUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADDCMUL_INL_H_
#undef OPENACLNN_OPS_ADDCMUL_INL_H_
#else
#define OPENACLNN_OPS_ADDCMUL_INL_H_
#endif

#include <type_traits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Rounded once.
struct PlusProduct {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return Fma(y, z, x);
  }
};
struct MinusProduct {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return Fnma(y, z, x);
  }
};

// Exact for integers, modulo 2^64.
template <class T>
struct Addcmul {
  static constexpr int kCost = 120;

  T value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    if constexpr (std::is_integral_v<T>) {
      return x + F(value) * y * z;
    } else {
      return Fma(y * z, F(value), x);
    }
  }
};

// The same where value is an operand; in double the product of two floats is exact.
struct AddcmulOfNumbers {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z, F value) const {
    return Fma(y * z, value, x);
  }
};
struct AddcmulOfWholeNumbers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z, F value) const {
    return x + value * y * z;
  }
};

// The product of two floats is exact in double.
using AddcmulInDouble = InDouble<Addcmul<float>>;

struct AddcmulOfFloats : Addcmul<float> {
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (value == 1) return run(PlusProduct());
    if (value == -1) return run(MinusProduct());
    run(AddcmulInDouble{*this});
  }
};

// The product of two FLOAT16 is exact in float, too, so that what is rounded to 16 bits was rounded
// once before.
struct AddcmulOfFloat16 : Addcmul<float> {
  static constexpr bool kQuietsNans = true;
};

// That of two BFLOAT16 as well, unless it is beyond the numbers that are not subnormal.
struct AddcmulOfBfloat16 : Addcmul<float> {
  struct Scaled : Addcmul<float> {
    OPENACLNN_ON_DEVICE AddcmulInDouble ExactForm() const { return {*this}; }

    template <class F>
    OPENACLNN_INLINE typename F::Mask Covers(F, F y, F z, F result) const {
      const F size = Abs(y * z);
      const auto is_exact = And(size > F(0x1p-100f), size < F(0x1p127f));
      const auto is_zero = Or(y == F(0), z == F(0));
      return And(Or(is_exact, is_zero), Abs(result) < F(0x1p127f));
    }
  };

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (value == 1) return run(PlusProduct());
    if (value == -1) return run(MinusProduct());
    run(Scaled{*this});
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
