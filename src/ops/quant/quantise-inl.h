// Floats as integers of few bits, and back.
//
// An integer is the exact sum (x scale) scale + offset, or quotient, rounded once: a sum of doubles
// is taken with what it loses, which decides where the sum itself is an integer or a tie.

#if defined(OPENACLNN_OPS_QUANTISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_QUANTISE_INL_H_
#undef OPENACLNN_OPS_QUANTISE_INL_H_
#else
#define OPENACLNN_OPS_QUANTISE_INL_H_
#endif

#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace quantise_internal {

// The integer nearest to x, |x| up to 2^50; of a tie the even one.
template <class F>
OPENACLNN_INLINE F Nearest(F x) {
  constexpr double kShift = FloatLayout<double>::kIntegerShift;
  return (x + F(kShift)) - F(kShift);
}

// a + b in two parts.
template <class F>
struct Sum {
  OPENACLNN_INLINE Sum(F a, F b) : high(a + b), low(0.0) {
    const F rest = high - a;
    low = (a - (high - rest)) + (b - rest);
  }
  F high, low;
};

// From lowest to highest, NaN as it is.
template <class F>
OPENACLNN_INLINE F Within(F lowest, F highest, F x) {
  return Min(highest, Max(lowest, x));
}

}  // namespace quantise_internal

// How x + rest becomes an integer, where rest is less than half of what x is a multiple of, and
// `near` the integer nearest to x.
struct ToNearest {
  template <class F>
  static OPENACLNN_INLINE F Round(F x, F near, F rest) {
    const F from = x - near;
    const F up = Select(And(from == F(0.5), rest > F(0)), near + F(1), near);
    return Select(And(from == F(-0.5), rest < F(0)), near - F(1), up);
  }
};
struct ToFloor {
  template <class F>
  static OPENACLNN_INLINE F Round(F x, F near, F rest) {
    return Select(Or(x < near, And(x == near, rest < F(0))), near - F(1), near);
  }
};
struct ToCeil {
  template <class F>
  static OPENACLNN_INLINE F Round(F x, F near, F rest) {
    return Select(Or(x > near, And(x == near, rest > F(0))), near + F(1), near);
  }
};
struct ToZero {
  template <class F>
  static OPENACLNN_INLINE F Round(F x, F near, F rest) {
    const F below = Select(x < F(0), ToCeil::Round(x, near, rest), near);
    return Select(x > F(0), ToFloor::Round(x, near, rest), below);
  }
};

// x scale + offset; with `squares` not 0 x scale scale + offset; with `adds` 0 without offset.
template <class Rounding>
struct Quantise {
  using Compute = double;
  static constexpr int kCost = 900;

  double squares, adds, lowest, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F scale, F offset) const {
    using quantise_internal::Sum;
    const F once = x * scale;  // exact
    const F factor = Select(F(squares) == F(0), F(1), scale);
    const F product = once * factor;
    const F lost = Fms(once, factor, product);
    const F added = Select(F(adds) == F(0), F(0), offset);
    const Sum<F> sum(product, added);
    const Sum<F> rest(sum.low, lost);
    const Sum<F> all(sum.high, rest.high);
    // What is far out of the range, or no number, has no parts.
    const auto has_parts = Abs(sum.high) < F(0x1p40);
    const F value = Select(has_parts, all.high, sum.high);
    const F inside = quantise_internal::Within(F(lowest) - F(1), F(highest) + F(1), value);
    const F rounded =
        Rounding::Round(inside, quantise_internal::Nearest(inside), all.low + rest.low);
    return quantise_internal::Within(F(lowest), F(highest), rounded);
  }
};

// x factor / scale, or with `multiplies` 0 x / scale, as the nearest integer. x and the factor have
// 16 bits and the scale 24, so the quotient of doubles is a tie only where the exact one is.
struct QuantiseRow {
  using Compute = double;
  static constexpr int kCost = 700;

  double highest, multiplies;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F factor, F scale) const {
    const F product = Select(F(multiplies) == F(0), x, x * factor);
    return quantise_internal::Nearest(
        quantise_internal::Within(F(-highest), F(highest), product / scale));
  }
};

// (x + offset) scale; with `squares` not 0 times scale again; with `adds` 0 without offset.
struct Dequantise {
  using Compute = double;
  static constexpr int kCost = 300;

  double squares, adds;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F scale, F offset) const {
    const F sum = Select(F(adds) == F(0), x, x + offset);
    const F once = sum * scale;
    return Select(F(squares) == F(0), once, once * scale);
  }
};

// The low four bits of two integers as a byte with a sign.
struct PackPair {
  using Compute = double;
  static constexpr int kCost = 400;

  template <class F>
  OPENACLNN_INLINE F operator()(F low, F high) const {
    const F signed_high = FourBits(high) * F(16);
    const F four = FourBits(low);
    return signed_high + Select(four < F(0), four + F(16), four);
  }

  // The low four bits of an integer as one from -8 to 7.
  template <class F>
  static OPENACLNN_INLINE F FourBits(F x) {
    const F sixteens = quantise_internal::Nearest(x * F(0x1p-4) + F(0x1p-5));  // of no tie
    return x - sixteens * F(16);
  }
};

// The integers of four bits that a byte has.
struct LowHalf {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F byte) const {
    return PackPair::FourBits(byte);
  }
};
struct HighHalf {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F byte) const {
    const F low = PackPair::FourBits(byte);
    return (byte - Select(low < F(0), low + F(16), low)) * F(0x1p-4);
  }
};

// The word of a scale, of which the bits are given as an integer with a sign, and of an offset:
// what it is as an integer. With `rounds` 0 its last 13 bits are cut off, else it is rounded to
// them; with `adds` 0 there is no offset. All is exact: a word has 47 bits.
struct MakeWord {
  using Compute = double;
  static constexpr int kCost = 900;

  double rounds, adds;

  template <class F>
  OPENACLNN_INLINE F operator()(F bits, F offset) const {
    const F sign = Select(bits < F(0), F(0x1p31), F(0));
    const F magnitude = Select(bits < F(0), bits + F(0x1p31), bits);
    const F parts = magnitude * F(0x1p-13), near = quantise_internal::Nearest(parts);
    const F floor = Select(near > parts, near - F(1), near);
    const F normal = Select(magnitude < F(0x1p23), F(0), near);
    const F rounded = Select(magnitude < F(0xffp23), normal, floor);
    const F kept = Select(F(rounds) == F(0), floor, rounded) * F(0x1p13);
    const F within = quantise_internal::Within(F(-256), F(255), offset);
    const F number = ZeroIf(Or(F(adds) == F(0), Not(within == within)), within);
    const F integer = quantise_internal::Nearest(number);
    const F nine_bits = Select(integer < F(0), integer + F(512), integer);
    return (kept + sign) + (nine_bits * F(0x1p37) + F(0x1p46));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
