//   floor(x / y), trunc(x / y), and the remainder x - y floor(x / y), which has the sign of y

#if defined(OPENACLNN_OPS_FLOOR_DIV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_FLOOR_DIV_INL_H_
#undef OPENACLNN_OPS_FLOOR_DIV_INL_H_
#else
#define OPENACLNN_OPS_FLOOR_DIV_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/div-inl.h"
#include "ops/math/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// ---- Integers

// Downward. A division by 0 as toward zero.
OPENACLNN_ON_DEVICE inline int64_t FlooredQuotient(int64_t x, int64_t y) {
  const int64_t quotient = TruncatedQuotient(x, y);
  if (y == 0 || (x < 0) == (y < 0)) return quotient;
  return x % y != 0 ? quotient - 1 : quotient;
}

// With 0 x itself.
OPENACLNN_ON_DEVICE inline int64_t FlooredRemainder(int64_t x, int64_t y) {
  if (y == 0) return x;
  if (y == -1) return 0;
  const int64_t rest = x % y;
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

// The quotient as an integer from lowest to highest, which are its limits.
struct FloorDivOfIntegers {
  static constexpr int kCost = 1500;

  int64_t lowest, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Min(Max(ForEachLane(x, y, FlooredQuotient), F(lowest)), F(highest));
  }
};

struct RemainderOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return ForEachLane(x, y, FlooredRemainder);
  }
};

// ---- Floats

template <class F>
OPENACLNN_INLINE typename F::Mask HaveOtherSigns(F x, F y) {
  return Or(And(x<F(0), y> F(0)), And(x > F(0), y < F(0)));
}

// Where the rounded quotient is one too high, what is left has the other sign than y. The rest is
// exact, except for quotients that are whole as numbers of F. An infinity has no quotient, as
// PyTorch has it, and by 0 it is that of IEEE 754.
struct FloorDiv {
  static constexpr int kCost = 240;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    constexpr auto kInfinity = std::numeric_limits<typename F::Lane>::infinity();
    const F quotient = x / y, whole = Floor()(quotient);
    const F rest = Select(whole == F(0), x, Fnma(whole, y, x));
    const F floor = whole - Select(HaveOtherSigns(rest, y), F(1), F(0));
    const F finite = Select(Abs(quotient) < F(2) * FirstOfWhole<F>(), floor, quotient);
    return Select(And(Abs(x) == F(kInfinity), y != F(0)), x - x, finite);
  }
};

// Floats by way of double, where quotients of up to 2^28 are told from their neighbours.
struct FloorDivOfFloats : FloorDiv {
  using Compute = double;
};

// The whole part of the rounded quotient.
struct TruncDiv {
  static constexpr int kCost = 180;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Trunc()(x / y);
  }
};

struct TruncDivOfIntegers : DivOfIntegers {};

// What is left of x by whole multiples of y, less than y, or little more on the other side of 0. A
// step is exact: the rest of a rounded quotient has no more digits than y.
template <class F>
OPENACLNN_INLINE F RestBy(F x, F y) {
  F rest = x;
  for (int steps = 0; steps < 48; ++steps) {
    const F quotient = rest / y;
    const typename F::Mask is_far = Abs(quotient) >= FirstOfWhole<F>();
    if (All(Not(is_far))) break;
    rest = Select(is_far, Fnma(quotient, y, rest), rest);
  }
  const F whole = Trunc()(rest / y);
  return Select(whole == F(0), rest, Fnma(whole, y, rest));
}

// The rest by multiples of y from which on quotients are in the range of double: by 2^900, and if y
// is among the smallest by 2^1080 before.
template <class F>
OPENACLNN_INLINE F RestByFarMultiples(F x, F y) {
  const F size = Abs(y), far = Select(size < F(0x1p100), y * F(0x1p450) * F(0x1p450), y);
  const F farthest = Select(size < F(0x1p-900), y * F(0x1p540) * F(0x1p540), far);
  return RestBy(RestBy(x, farthest), far);
}

// kIsFar: quotients may be beyond the range of F.
template <bool kIsFar>
struct Remainder {
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    F rest = x;
    if constexpr (kIsFar) {
      if (!All(Abs(x / y) < FirstOfWhole<F>())) {
        rest = RestByFarMultiples(x, y);
      }
    }
    rest = RestBy(rest, y);
    const F signed_rest = Select(rest == F(0), CopySign(F(0), x), rest);
    return signed_rest + Select(HaveOtherSigns(rest, y), y, F(-0.0));
  }
};

struct RemainderOfFloats : Remainder<false> {
  using Compute = double;
};

// ---- Numbers in place of one operand

template <class Of>
struct ByNumber {
  double number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Of()(x, F(static_cast<typename F::Lane>(number)));
  }
};
template <class Of>
struct OfNumber {
  double number;

  template <class F>
  OPENACLNN_INLINE F operator()(F y) const {
    return Of()(F(static_cast<typename F::Lane>(number)), y);
  }
};

// T: float, or double of DOUBLE.
template <class T, class Of, template <class> class With>
struct WithFloat {
  static constexpr int kCost = Of::kCost;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return With<Of>{static_cast<double>(number)}(x);
  }
};
template <class Of, template <class> class With>
struct WithFloatInDouble : WithFloat<float, Of, With> {
  using Compute = double;
};

struct FloorDivsOfIntegers {
  int64_t number, lowest, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return FloorDivOfIntegers{lowest, highest}(x, F(number));
  }
};
struct RemainderByInteger {
  int64_t number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return RemainderOfIntegers()(x, F(number));
  }
};
struct RemainderOfInteger {
  int64_t number;

  template <class F>
  OPENACLNN_INLINE F operator()(F y) const {
    return RemainderOfIntegers()(F(number), y);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
