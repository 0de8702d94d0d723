// Two values of the vocabulary of lanes-inl.h as one, so that a formula computes both side by side.
// A processor then finds work in one chain of operations while it waits for the other.

#if defined(OPENACLNN_FORMULAS_TWIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_TWIN_INL_H_
#undef OPENACLNN_FORMULAS_TWIN_INL_H_
#else
#define OPENACLNN_FORMULAS_TWIN_INL_H_
#endif

#include <cstddef>

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class M>
struct TwinMask {
  M a, b;

  friend OPENACLNN_INLINE TwinMask And(TwinMask x, TwinMask y) {
    return {And(x.a, y.a), And(x.b, y.b)};
  }
  friend OPENACLNN_INLINE TwinMask Or(TwinMask x, TwinMask y) {
    return {Or(x.a, y.a), Or(x.b, y.b)};
  }
  friend OPENACLNN_INLINE TwinMask Not(TwinMask x) { return {Not(x.a), Not(x.b)}; }
  friend OPENACLNN_INLINE bool All(TwinMask x) { return All(And(x.a, x.b)); }
};

// F: Lanes, or Twin of what F may be.
template <class F>
struct Twin {
  using Lane = typename F::Lane;
  using Mask = TwinMask<typename F::Mask>;

  OPENACLNN_INLINE Twin(Lane value) : a(value), b(value) {}  // NOLINT: constants are formula text
  OPENACLNN_INLINE Twin(F first, F second) : a(first), b(second) {}
  // Part by part: g++ 12 copies the whole through memory, as integers, where registers are few.
  OPENACLNN_INLINE Twin(const Twin& other) : a(other.a), b(other.b) {}
  OPENACLNN_INLINE Twin& operator=(const Twin& other) {
    a = other.a;
    b = other.b;
    return *this;
  }

  friend OPENACLNN_INLINE Twin operator+(Twin x, Twin y) { return {x.a + y.a, x.b + y.b}; }
  friend OPENACLNN_INLINE Twin operator-(Twin x, Twin y) { return {x.a - y.a, x.b - y.b}; }
  friend OPENACLNN_INLINE Twin operator*(Twin x, Twin y) { return {x.a * y.a, x.b * y.b}; }
  friend OPENACLNN_INLINE Twin operator/(Twin x, Twin y) { return {x.a / y.a, x.b / y.b}; }
  friend OPENACLNN_INLINE Twin operator-(Twin x) { return {-x.a, -x.b}; }

  friend OPENACLNN_INLINE Twin operator&(Twin x, Twin y) { return {x.a & y.a, x.b & y.b}; }

  template <class Function>
  friend OPENACLNN_INLINE Twin ForEachLane(Twin x, Twin y, const Function& function) {
    return {ForEachLane(x.a, y.a, function), ForEachLane(x.b, y.b, function)};
  }

  friend OPENACLNN_INLINE Mask operator<(Twin x, Twin y) { return {x.a < y.a, x.b < y.b}; }
  friend OPENACLNN_INLINE Mask operator>(Twin x, Twin y) { return {x.a > y.a, x.b > y.b}; }
  friend OPENACLNN_INLINE Mask operator<=(Twin x, Twin y) { return {x.a <= y.a, x.b <= y.b}; }
  friend OPENACLNN_INLINE Mask operator>=(Twin x, Twin y) { return {x.a >= y.a, x.b >= y.b}; }
  friend OPENACLNN_INLINE Mask operator==(Twin x, Twin y) { return {x.a == y.a, x.b == y.b}; }
  friend OPENACLNN_INLINE Mask operator!=(Twin x, Twin y) { return {x.a != y.a, x.b != y.b}; }

  friend OPENACLNN_INLINE Twin Select(Mask mask, Twin yes, Twin no) {
    return {Select(mask.a, yes.a, no.a), Select(mask.b, yes.b, no.b)};
  }
  friend OPENACLNN_INLINE Twin ZeroIf(Mask mask, Twin no) {
    return {ZeroIf(mask.a, no.a), ZeroIf(mask.b, no.b)};
  }
  friend OPENACLNN_INLINE Twin NegateIf(Mask mask, Twin x) {
    return {NegateIf(mask.a, x.a), NegateIf(mask.b, x.b)};
  }
  friend OPENACLNN_INLINE Twin Abs(Twin x) { return {Abs(x.a), Abs(x.b)}; }
  friend OPENACLNN_INLINE Twin CopySign(Twin x, Twin y) {
    return {CopySign(x.a, y.a), CopySign(x.b, y.b)};
  }
  friend OPENACLNN_INLINE Twin Sqrt(Twin x) { return {Sqrt(x.a), Sqrt(x.b)}; }
  friend OPENACLNN_INLINE Twin Max(Twin x, Twin y) { return {Max(x.a, y.a), Max(x.b, y.b)}; }
  friend OPENACLNN_INLINE Twin Min(Twin x, Twin y) { return {Min(x.a, y.a), Min(x.b, y.b)}; }
  friend OPENACLNN_INLINE Twin Fma(Twin x, Twin y, Twin z) {
    return {Fma(x.a, y.a, z.a), Fma(x.b, y.b, z.b)};
  }
  friend OPENACLNN_INLINE Twin Fms(Twin x, Twin y, Twin z) {
    return {Fms(x.a, y.a, z.a), Fms(x.b, y.b, z.b)};
  }
  friend OPENACLNN_INLINE Twin Fnma(Twin x, Twin y, Twin z) {
    return {Fnma(x.a, y.a, z.a), Fnma(x.b, y.b, z.b)};
  }
  friend OPENACLNN_INLINE Twin Fnms(Twin x, Twin y, Twin z) {
    return {Fnms(x.a, y.a, z.a), Fnms(x.b, y.b, z.b)};
  }
  template <bool kIsShort>
  friend OPENACLNN_INLINE Twin FmaForHalves(Twin x, Twin y, Twin z) {
    return {FmaForHalves<kIsShort>(x.a, y.a, z.a), FmaForHalves<kIsShort>(x.b, y.b, z.b)};
  }
  friend OPENACLNN_INLINE Mask IsZeroOrPositiveNormal(Twin x) {
    return {IsZeroOrPositiveNormal(x.a), IsZeroOrPositiveNormal(x.b)};
  }
  friend OPENACLNN_INLINE Twin PowerOfTwo(Twin n) { return {PowerOfTwo(n.a), PowerOfTwo(n.b)}; }
  friend OPENACLNN_INLINE Twin AddToExponent(Twin x, Twin n) {
    return {AddToExponent(x.a, n.a), AddToExponent(x.b, n.b)};
  }
  friend OPENACLNN_INLINE Twin TimesPowerOfTwo(Twin x, Twin n) {
    return {TimesPowerOfTwo(x.a, n.a), TimesPowerOfTwo(x.b, n.b)};
  }
  friend OPENACLNN_INLINE Twin ExponentOf(Twin x) { return {ExponentOf(x.a), ExponentOf(x.b)}; }
  template <size_t kSize>
  friend OPENACLNN_INLINE Twin LookUp(Twin z, const float (&table)[kSize]) {
    return {LookUp(z.a, table), LookUp(z.b, table)};
  }
  template <int kShift>
  friend OPENACLNN_INLINE Twin AddShifted(Twin x, Twin z) {
    return {AddShifted<kShift>(x.a, z.a), AddShifted<kShift>(x.b, z.b)};
  }
  template <int kBit>
  friend OPENACLNN_INLINE Mask HasBit(Twin z) {
    return {HasBit<kBit>(z.a), HasBit<kBit>(z.b)};
  }
  template <class Function>
  friend OPENACLNN_INLINE Twin ComputeIf(Mask mask, Twin x, const Function& function, Twin no) {
    return {ComputeIf(mask.a, x.a, function, no.a), ComputeIf(mask.b, x.b, function, no.b)};
  }

  F a, b;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
