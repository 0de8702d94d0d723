//   x + alpha y, x y, -x and |x| of complex numbers, by their parts in double
//
// Products of the parts of COMPLEX64 are exact in double, so that each part of a result is rounded
// once to double and once to float.

#if defined(OPENACLNN_OPS_COMPLEX_ARITHMETIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_COMPLEX_ARITHMETIC_INL_H_
#undef OPENACLNN_OPS_COMPLEX_ARITHMETIC_INL_H_
#else
#define OPENACLNN_OPS_COMPLEX_ARITHMETIC_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// x + (alpha + turn i) y. What turn adds is nothing where it is 0, rather than 0 times a part that
// may be infinite. With a real alpha each part is rounded once.
template <class F>
OPENACLNN_INLINE Pair<F> ScaledSumOfParts(Pair<F> x, Pair<F> y, double alpha, double turn) {
  const auto is_real = F(turn) == F(0);
  return {Fma(F(alpha), y.first, x.first) - ZeroIf(is_real, F(turn) * y.second),
          Fma(F(alpha), y.second, x.second) - ZeroIf(is_real, F(-turn) * y.first)};
}

struct AddOfComplex {
  using Compute = double;
  static constexpr int kCost = 400;

  double alpha, turn;  // the real and the imaginary part of alpha

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b, F c, F d) const {
    return ScaledSumOfParts<F>({a, b}, {c, d}, alpha, turn);
  }
};

struct AddsOfComplex {
  using Compute = double;
  static constexpr int kCost = 300;

  double real, imaginary, alpha, turn;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b) const {
    return ScaledSumOfParts<F>({a, b}, {F(real), F(imaginary)}, alpha, turn);
  }
};

// A number and alpha x.
struct RsubsOfComplex {
  using Compute = double;
  static constexpr int kCost = 300;

  double real, imaginary, alpha, turn;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b) const {
    return ScaledSumOfParts<F>({F(real), F(imaginary)}, {a, b}, alpha, turn);
  }
};

// a c - b d within 1.5 ULP. What b d is rounded by is given back where b d is finite.
template <class F>
OPENACLNN_INLINE F DifferenceOfProducts(F a, F c, F b, F d) {
  const F product = b * d;
  const auto is_finite = Abs(product) < F(std::numeric_limits<double>::infinity());
  return Fma(a, c, -product) - Select(is_finite, Fma(b, d, -product), F(0));
}

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i
template <class F>
OPENACLNN_INLINE Pair<F> ProductOfParts(F a, F b, F c, F d) {
  return {DifferenceOfProducts(a, c, b, d), DifferenceOfProducts(a, d, -b, c)};
}

struct MulOfComplex {
  using Compute = double;
  static constexpr int kCost = 500;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b, F c, F d) const {
    return ProductOfParts(a, b, c, d);
  }
};

struct MulsOfComplex {
  using Compute = double;
  static constexpr int kCost = 400;

  double real, imaginary;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b) const {
    return ProductOfParts(a, b, F(real), F(imaginary));
  }
};

struct NegOfComplex {
  using Compute = double;
  static constexpr int kCost = 150;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F a, F b) const {
    return {-a, -b};
  }
};

// Parts are floats: squares neither overflow nor vanish in double. Infinite if a part is, even
// beside a NaN.
struct SizeOfComplex {
  using Compute = double;
  static constexpr int kCost = 500;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto is_infinite = Or(Abs(a) == F(kInfinity), Abs(b) == F(kInfinity));
    return Select(is_infinite, F(kInfinity), Sqrt(Fma(a, a, b * b)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
