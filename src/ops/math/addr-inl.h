//   beta x + alpha y z, or alpha y z if beta is 0

#if defined(OPENACLNN_OPS_ADDR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADDR_INL_H_
#undef OPENACLNN_OPS_ADDR_INL_H_
#else
#define OPENACLNN_OPS_ADDR_INL_H_
#endif

#include <type_traits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct ProductAlone {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F, F y, F z) const {
    return y * z;
  }
};

// Rounded once, except for integers, which are exact modulo 2^64.
struct SumWithProduct {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    if constexpr (std::is_integral_v<typename F::Lane>) {
      return x + y * z;
    } else {
      return Fma(y, z, x);
    }
  }
};

template <class T>
struct ScaledProduct {
  T beta, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F, F y, F z) const {
    return F(alpha) * (y * z);
  }
};

template <class T>
struct ScaledSumWithProduct {
  T beta, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    if constexpr (std::is_integral_v<T>) {
      return F(beta) * x + F(alpha) * (y * z);
    } else {
      return Fma(y * z, F(alpha), F(beta) * x);
    }
  }
};

template <class T>
struct Addr : ScaledSumWithProduct<T> {
  static constexpr int kCost = 120;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    const bool is_alone = this->beta == T{0}, is_plain = this->alpha == T{1};
    if (is_alone && is_plain) return run(ProductAlone());
    if (is_plain && this->beta == T{1}) return run(SumWithProduct());
    if (is_alone) return run(ScaledProduct<T>{this->beta, this->alpha});
    run(ScaledSumWithProduct<T>{*this});
  }
};

// In double the products of two floats are exact: the result is rounded to double, and then once
// more. What is added to the product of two 16-bit numbers rounds likewise.
struct AddrOfFloats : ScaledSumWithProduct<float> {
  static constexpr int kCost = 120;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (alpha == 1 && beta == 0) return run(ProductAlone());
    if (alpha == 1 && beta == 1) return run(SumWithProduct());
    if (beta == 0) return run(InDouble<ScaledProduct<float>>{{beta, alpha}});
    run(InDouble<ScaledSumWithProduct<float>>{*this});
  }
};
struct AddrOfHalves : ScaledSumWithProduct<float> {
  static constexpr int kCost = 120;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (alpha == 1 && beta == 0) return run(ProductAlone());
    if (beta == 0) return run(InDouble<ScaledProduct<float>>{{beta, alpha}});
    run(InDouble<ScaledSumWithProduct<float>>{*this});
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
