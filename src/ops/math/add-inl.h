//   x + alpha y, x - alpha y

#if defined(OPENACLNN_OPS_ADD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADD_INL_H_
#undef OPENACLNN_OPS_ADD_INL_H_
#else
#define OPENACLNN_OPS_ADD_INL_H_
#endif

#include <type_traits>

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Sum {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x + y;
  }
};
struct Difference {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x - y;
  }
};

// Of floats rounded once. Where alpha is 1 the product, which is y, costs nothing.
template <class T>
struct Add {
  static constexpr int kCost = 90;

  T alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    if constexpr (std::is_integral_v<T>) {
      return x + F(alpha) * y;
    } else {
      return Fma(F(alpha), y, x);
    }
  }
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    return alpha == T{1} ? run(Sum()) : run(*this);
  }
};
template <class T>
struct Sub {
  static constexpr int kCost = 90;

  T alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    if constexpr (std::is_integral_v<T>) {
      return x - F(alpha) * y;
    } else {
      return Fnma(F(alpha), y, x);
    }
  }
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    return alpha == T{1} ? run(Difference()) : run(*this);
  }
};

template <class T>
struct Adds {
  static constexpr int kCost = 60;

  T other, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Add<T>{alpha}(x, F(other));
  }
};
template <class T>
struct Subs {
  static constexpr int kCost = 60;

  T other, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Sub<T>{alpha}(x, F(other));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
