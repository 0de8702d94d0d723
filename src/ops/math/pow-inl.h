//   x^y

#if defined(OPENACLNN_OPS_POW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_POW_INL_H_
#undef OPENACLNN_OPS_POW_INL_H_
#else
#define OPENACLNN_OPS_POW_INL_H_
#endif

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "formulas/lanes-inl.h"
#include "formulas/pow-inl.h"
#include "formulas/scalar.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace power_internal {

// Exponents of which x^y takes a few operations, each rounded.
template <class T>
struct Square {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * x;
  }
};
template <class T>
struct Cube {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * x * x;
  }
};
template <class T>
struct Reciprocal {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return F(1) / x;
  }
};
// IEEE pow, not sqrt: of -0 +0, of -inf inf.
template <class T>
struct Root {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    return Select(x == F(-kInfinity), F(kInfinity), Sqrt(x + F(0)));
  }
};

// The square of the reciprocal, whose range is that of the results.
template <class T>
struct ReciprocalSquare {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F reciprocal = F(1) / x;
    return reciprocal * reciprocal;
  }
};
template <class T>
struct ReciprocalRoot {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return F(1) / Root<T>()(x);
  }
};

struct CubeOfFloat {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * x * x;
  }
};
struct ReciprocalSquareOfFloat {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return F(1) / (x * x);
  }
};
struct ReciprocalRootOfFloat {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ReciprocalRoot<double>()(x);
  }
};

// Within 0.51 ULP, subnormal results within 1. What overflows is limited, as no step before the
// last may.
struct CubeOfDouble {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F limited = CopySign(Min(F(0x1p345), Abs(x)), x);
    const F square = limited * limited;
    return Fma(square, limited, Fms(limited, limited, square) * limited);
  }
};

struct FloatToPower {
  using Compute = double;
  double exponent;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return PowForFloat(x, F(exponent));
  }
};
struct DoubleToPower {
  double exponent;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Pow(x, F(exponent));
  }
};

}  // namespace power_internal

// Other exponents than those of a few operations: within 0.53 ULP.
struct PowOfFloats {
  static constexpr int kCost = 1000;

  float exponent;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    using namespace power_internal;
    if (exponent == 2) return run(Square<float>());
    if (exponent == 3) return run(CubeOfFloat());
    if (exponent == -1) return run(Reciprocal<float>());
    if (exponent == -2) return run(ReciprocalSquareOfFloat());
    if (exponent == 0.5f) return run(Root<float>());
    if (exponent == -0.5f) return run(ReciprocalRootOfFloat());
    return run(FloatToPower{exponent});
  }
};

// The 16-bit types. A few operations in float are within a few last places of it.
struct PowOfHalves {
  float exponent;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    using namespace power_internal;
    if (exponent == 2) return run(Square<float>());
    if (exponent == 3) return run(Cube<float>());
    if (exponent == -1) return run(Reciprocal<float>());
    if (exponent == -2) return run(ReciprocalSquare<float>());
    if (exponent == 0.5f) return run(Root<float>());
    if (exponent == -0.5f) return run(ReciprocalRoot<float>());
    return run(FloatToPower{exponent});
  }
};

// Within 0.8 ULP, subnormal results within 1.
struct PowOfDoubles {
  double exponent;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    using namespace power_internal;
    if (exponent == 2) return run(Square<double>());
    if (exponent == 3) return run(CubeOfDouble());
    if (exponent == -1) return run(Reciprocal<double>());
    if (exponent == 0.5) return run(Root<double>());
    return run(DoubleToPower{exponent});
  }
};

// Modulo 2^64. The exponent is not negative.
struct PowOfIntegers {
  int64_t exponent;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    F power = F(1), factor = x;
    for (int64_t rest = exponent; rest != 0; rest >>= 1) {
      if (rest % 2 != 0) power = power * factor;
      factor = factor * factor;
    }
    return power;
  }
};

// The same of a number and the elements of a tensor.
struct FloatToPowers {
  static constexpr int kCost = 700;

  float base;

  struct WithLog {
    using Compute = double;
    double base, log;

    template <class F>
    OPENACLNN_INLINE F operator()(F y) const {
      return PowForFloat(F(base), y, F(log));
    }
  };
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    run(WithLog{base, pow_internal::Log2ForFloat(OneLane<double>(std::fabs(base))).raw});
  }
};
struct DoubleToPowers {
  double base;

  struct WithLog {
    double base, log, log_low;

    template <class F>
    OPENACLNN_INLINE F operator()(F y) const {
      return Pow(F(base), y, {F(log), F(log_low)});
    }
  };
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    const auto log = pow_internal::Log2InParts(OneLane<double>(std::fabs(base)));
    run(WithLog{base, log.high.raw, log.low.raw});
  }
};

// With an exponent below 0, the whole part of the quotient: 0 except for the bases 1 and -1.
OPENACLNN_ON_DEVICE inline int64_t IntegerPower(int64_t base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base != -1 ? 0 : exponent % 2 == 0 ? 1 : -1;
  uint64_t power = 1, factor = static_cast<uint64_t>(base);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent % 2 != 0) power *= factor;
    factor *= factor;
  }
  return static_cast<int64_t>(power);
}
// The powers of two tensors: within 0.53 ULP of FLOAT, and 0.8 of DOUBLE.
struct PowOfTwoFloats {
  using Compute = double;
  static constexpr int kCost = 1200;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return PowForFloat(x, y);
  }
};
struct PowOfTwoDoubles {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Pow(x, y);
  }
};
struct PowOfTwoIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return ForEachLane(x, y, IntegerPower);
  }
};
struct IntegerToPowers {
  int64_t base;

  template <class F>
  OPENACLNN_INLINE F operator()(F y) const {
    return ForEachLane(F(base), y, IntegerPower);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
