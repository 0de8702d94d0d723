//   x + value (y / z)

#if defined(OPENACLNN_OPS_ADDCDIV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADDCDIV_INL_H_
#undef OPENACLNN_OPS_ADDCDIV_INL_H_
#else
#define OPENACLNN_OPS_ADDCDIV_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/power_of_two.h"
#include "formulas/target.h"
#include "ops/math/div-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 0.5001 ULP: (x z + value y) / z, where products of floats are exact in double, so that
// nothing is lost where the terms cancel. A zero has the sign of x + value (y / z).
struct AddcdivOfNumbers {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z, F value) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F product = value * y, sum = Fma(x, z, product);
    const auto is_usual = And(Abs(x) < F(kInfinity), And(Abs(z) < F(kInfinity), z != F(0)));
    const F quotient = Select(is_usual, sum, y) / z;
    const F zero = x + CopySign(x, NegateIf(z < F(0), product));
    return Select(is_usual, Select(sum == F(0), zero, quotient), Fma(quotient, value, x));
  }
};

// The same where value is a parameter.
struct AddcdivInDouble {
  using Compute = double;

  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return AddcdivOfNumbers()(x, y, z, F(value));
  }
};

// The same in float, within 0.501 ULP: the quotient's part of the rounded sum is taken out of it
// again, and what the division leaves of that, and of the product's low part, is added. Both have
// an error of 2^-24 of themselves, altogether below 9 * 2^-48 of the quotient, which is covered up
// to 1820 times the result.
template <bool kHasLowPart>
struct AddcdivInFloat {
  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    const F product = F(value) * y, inverse = F(1) / z;
    const F sum = x + product * inverse, added = sum - x, lost = x - (sum - added);
    F rest = Fnma(added, z, product);
    if constexpr (kHasLowPart) rest = rest + Fms(F(value), y, product);
    return sum + Fma(rest, inverse, lost);
  }
  // Where the sum has digits enough, and those of no step are lost in subnormal numbers, which then
  // are below 2^-149 of the inverse; what is infinite on the way ends as NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F, F z, F result) const {
    const F least = Abs(z + F(1) / z) * F(0x1p-100f);
    return Abs(result) > Fma(Abs(x), F(0x1.2p-11f), least);
  }
  OPENACLNN_ON_DEVICE AddcdivInDouble ExactForm() const { return {value}; }
};

struct AddcdivOfFloats {
  static constexpr int kCost = 130;

  float value;

  // A product with a power of two has no low part.
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (IsPowerOfTwo(value)) return run(AddcdivInFloat<false>{value});
    run(AddcdivInFloat<true>{value});
  }
};

// Within 1 ULP of a float: x z is exact, the sum and the quotient are rounded. A zero may have the
// wrong sign.
struct AddcdivOfFloat16 {
  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return Fma(F(value), y, x * z) / z;
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F, F result) const {
    return Abs(result) > F(0);
  }
  OPENACLNN_ON_DEVICE AddcdivInDouble ExactForm() const { return {value}; }
};

// The same, where x z has its digits and neither is infinite on the way.
struct AddcdivOfBfloat16 : AddcdivOfFloat16 {
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F y, F z, F result) const {
    const F sum = Fma(F(value), y, x * z);
    const F finite = Fma(result, F(0), Min(Abs(sum), Abs(result)));  // else NaN
    return finite > F(0x1p-100f);
  }
};

// The quotient is rounded before the sum.
struct AddcdivOfDoubles {
  double value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return Fma(y / z, F(value), x);
  }
};

// Modulo 2^64.
struct AddcdivOfIntegers {
  int64_t value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    return x + F(value) * ForEachLane(y, z, TruncatedQuotient);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
