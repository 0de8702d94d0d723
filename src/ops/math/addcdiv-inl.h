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
#include "formulas/target.h"
#include "ops/math/div-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 0.5001 ULP: (x z + value y) / z, where products of floats are exact in double, so that
// nothing is lost where the terms cancel. A zero has the sign of x + value (y / z).
struct AddcdivInDouble {
  using Compute = double;

  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F product = F(value) * y, sum = Fma(x, z, product);
    const auto is_usual = And(Abs(x) < F(kInfinity), And(Abs(z) < F(kInfinity), z != F(0)));
    const F quotient = Select(is_usual, sum, y) / z;
    const F zero = x + CopySign(x, NegateIf(z < F(0), product));
    return Select(is_usual, Select(sum == F(0), zero, quotient), Fma(quotient, F(value), x));
  }
};

// The same in float with low parts, within 0.501 ULP. Beside the rounded quotient of the sum is what
// it leaves of that, and of the low parts, which are below 2^-12 of the sum where it is covered: what
// rounding them changes is below 3 * 2^-12 ULP.
struct AddcdivOfFloats {
  static constexpr int kCost = 250;

  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    const F scaled = x * z, product = F(value) * y, sum = scaled + product, added = sum - scaled;
    const F low = Fms(x, z, scaled) + Fms(F(value), y, product);
    const F rest = (scaled - (sum - added)) + (product - added);
    const F inverse = F(1) / z, quotient = sum * inverse;
    return Fma(Fnma(quotient, z, sum) + (rest + low), inverse, quotient);
  }
  // Where no step is subnormal or infinite, and the sum has digits enough.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F y, F z, F) const {
    const F scaled = x * z, sum = Abs(scaled + F(value) * y), divisor = Abs(z);
    const auto is_usual = And(And(sum > F(0x1p-60f), sum < F(0x1p60f)),
                              And(divisor > F(0x1p-40f), divisor < F(0x1p40f)));
    return And(is_usual, sum > Abs(scaled) * F(0x1p-11f));
  }
  OPENACLNN_ON_DEVICE AddcdivInDouble ExactForm() const { return {value}; }
};

// Products of two 16-bit numbers are exact, and it may be off by 1 ULP.
struct AddcdivOfHalves {
  float value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F z) const {
    const F scaled = x * z, product = F(value) * y, low = Fms(F(value), y, product);
    const F sum = scaled + product, added = sum - scaled;
    const F rest = (scaled - (sum - added)) + (product - added);
    return (sum + (rest + low)) / z;
  }
  // Where nothing is subnormal or infinite on the way, and the result no zero.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F y, F z, F result) const {
    constexpr float kLeast = 0x1p-60f, kMost = 0x1p60f;
    const F product = Abs(F(value) * y), divisor = Abs(z);
    const auto is_usual = And(And(product > F(kLeast), product < F(kMost)),
                              And(divisor > F(kLeast), divisor < F(kMost)));
    return And(is_usual, And(Abs(x) < F(kMost), result != F(0)));
  }
  OPENACLNN_ON_DEVICE AddcdivInDouble ExactForm() const { return {value}; }
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
