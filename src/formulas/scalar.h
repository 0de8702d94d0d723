// The vocabulary of lanes-inl.h over a single number.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "formulas/float_layout.h"

namespace openaclnn {

struct ScalarMask {
  bool raw;

  friend ScalarMask And(ScalarMask a, ScalarMask b) { return {a.raw && b.raw}; }
  friend ScalarMask Or(ScalarMask a, ScalarMask b) { return {a.raw || b.raw}; }
  friend ScalarMask Not(ScalarMask a) { return {!a.raw}; }
  friend bool All(ScalarMask a) { return a.raw; }
};

template <class T>
struct OneLane {
  using Lane = T;
  using Mask = ScalarMask;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

  OneLane(T value) : raw(value) {}  // NOLINT: constants are formula text

  friend OneLane operator+(OneLane a, OneLane b) { return a.raw + b.raw; }
  friend OneLane operator-(OneLane a, OneLane b) { return a.raw - b.raw; }
  friend OneLane operator*(OneLane a, OneLane b) { return a.raw * b.raw; }
  friend OneLane operator/(OneLane a, OneLane b) { return a.raw / b.raw; }
  friend OneLane operator-(OneLane a) { return -a.raw; }

  friend Mask operator<(OneLane a, OneLane b) { return {a.raw < b.raw}; }
  friend Mask operator>(OneLane a, OneLane b) { return {a.raw > b.raw}; }
  friend Mask operator<=(OneLane a, OneLane b) { return {a.raw <= b.raw}; }
  friend Mask operator>=(OneLane a, OneLane b) { return {a.raw >= b.raw}; }
  friend Mask operator==(OneLane a, OneLane b) { return {a.raw == b.raw}; }
  friend Mask operator!=(OneLane a, OneLane b) { return {a.raw != b.raw}; }

  friend OneLane Select(Mask mask, OneLane yes, OneLane no) { return mask.raw ? yes : no; }
  friend OneLane ZeroIf(Mask mask, OneLane no) { return mask.raw ? OneLane(0) : no; }
  friend OneLane NegateIf(Mask mask, OneLane a) { return mask.raw ? -a : a; }
  friend OneLane Abs(OneLane a) { return std::fabs(a.raw); }
  friend OneLane CopySign(OneLane a, OneLane b) { return std::copysign(a.raw, b.raw); }
  friend OneLane Sqrt(OneLane a) { return std::sqrt(a.raw); }
  friend OneLane Max(OneLane a, OneLane b) { return a.raw > b.raw ? a : b; }
  friend OneLane Min(OneLane a, OneLane b) { return a.raw < b.raw ? a : b; }
  friend OneLane Fma(OneLane a, OneLane b, OneLane c) { return std::fma(a.raw, b.raw, c.raw); }
  friend OneLane Fms(OneLane a, OneLane b, OneLane c) { return std::fma(a.raw, b.raw, -c.raw); }
  friend OneLane Fnma(OneLane a, OneLane b, OneLane c) { return std::fma(-a.raw, b.raw, c.raw); }
  friend OneLane Fnms(OneLane a, OneLane b, OneLane c) { return std::fma(-a.raw, b.raw, -c.raw); }

  friend OneLane PowerOfTwo(OneLane n) {
    using Layout = FloatLayout<T>;
    const T field = n.raw + (Layout::kIntegerShift + Layout::kBias);
    return std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(field) << Layout::kFractionBits));
  }
  friend OneLane AddToExponent(OneLane a, OneLane n) {
    const T shifted = n.raw + FloatLayout<T>::kIntegerShift;
    const Bits field = std::bit_cast<Bits>(shifted) << FloatLayout<T>::kFractionBits;
    return std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a.raw) + field));
  }
  friend OneLane TimesPowerOfTwo(OneLane a, OneLane n) {
    const OneLane shift = FloatLayout<T>::kIntegerShift;
    const OneLane half = Fma(n, OneLane(T{0.5}), shift) - shift;
    return (a * PowerOfTwo(half)) * PowerOfTwo(n - half);
  }

  friend OneLane ExponentOf(OneLane a) {
    using Layout = FloatLayout<T>;
    const Bits field = std::bit_cast<Bits>(a.raw) >> Layout::kFractionBits;
    const Bits shifted = field | std::bit_cast<Bits>(Layout::kIntegerShift);
    return std::bit_cast<T>(shifted) - (Layout::kIntegerShift + Layout::kBias);
  }

  template <size_t kSize>
  friend OneLane LookUp(OneLane z, const float (&table)[kSize]) requires(sizeof(T) == 4) {
    static_assert(kSize == 4 || kSize == 8);
    return table[std::bit_cast<Bits>(z.raw) % kSize];
  }
  template <int kShift>
  friend OneLane AddShifted(OneLane a, OneLane z) {
    return std::bit_cast<T>(
        static_cast<Bits>(std::bit_cast<Bits>(a.raw) + (std::bit_cast<Bits>(z.raw) << kShift)));
  }
  template <int kBit>
  friend Mask HasBit(OneLane z) {
    return {(std::bit_cast<Bits>(z.raw) >> kBit & 1) != 0};
  }
  template <class Function>
  friend OneLane ComputeIf(Mask mask, OneLane x, const Function& function, OneLane no) {
    return mask.raw ? OneLane(function(x.raw)) : no;
  }

  T raw;
};

}  // namespace openaclnn
