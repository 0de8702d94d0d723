// The vocabulary of lanes-inl.h over a single number: that of tests, and of a thread of a GPU.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "formulas/float_layout.h"
#include "formulas/target.h"

namespace openaclnn {

// Compilers' own functions, as a thread of a GPU cannot call those of <cmath>.
namespace scalar_internal {

OPENACLNN_ON_DEVICE inline float Abs(float a) { return __builtin_fabsf(a); }
OPENACLNN_ON_DEVICE inline double Abs(double a) { return __builtin_fabs(a); }
OPENACLNN_ON_DEVICE inline float CopySign(float a, float b) { return __builtin_copysignf(a, b); }
OPENACLNN_ON_DEVICE inline double CopySign(double a, double b) { return __builtin_copysign(a, b); }
OPENACLNN_ON_DEVICE inline float Sqrt(float a) { return __builtin_sqrtf(a); }
OPENACLNN_ON_DEVICE inline double Sqrt(double a) { return __builtin_sqrt(a); }
OPENACLNN_ON_DEVICE inline float Fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
OPENACLNN_ON_DEVICE inline double Fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

// As Lanes<double>::ToFloatsForHalves.
OPENACLNN_ON_DEVICE inline float FloatForHalves(double value) {
  constexpr uint64_t kLost = (uint64_t{1} << 37) - 1;
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint64_t odd = (bits | ((bits & kLost) + kLost)) & ~kLost;
  return static_cast<float>(std::bit_cast<double>(odd));
}

}  // namespace scalar_internal

struct ScalarMask {
  bool raw;

  friend OPENACLNN_ON_DEVICE ScalarMask And(ScalarMask a, ScalarMask b) { return {a.raw && b.raw}; }
  friend OPENACLNN_ON_DEVICE ScalarMask Or(ScalarMask a, ScalarMask b) { return {a.raw || b.raw}; }
  friend OPENACLNN_ON_DEVICE ScalarMask Not(ScalarMask a) { return {!a.raw}; }
  friend OPENACLNN_ON_DEVICE bool All(ScalarMask a) { return a.raw; }
};

template <class T>
struct OneLane {
  using Lane = T;
  using Mask = ScalarMask;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  using Number = std::conditional_t<std::is_integral_v<T>, Bits, T>;  // integers wrap around

  OPENACLNN_ON_DEVICE OneLane(T value) : raw(value) {}  // NOLINT: constants are formula text

  friend OPENACLNN_ON_DEVICE OneLane operator+(OneLane a, OneLane b) {
    return static_cast<T>(Number(a.raw) + Number(b.raw));
  }
  friend OPENACLNN_ON_DEVICE OneLane operator-(OneLane a, OneLane b) {
    return static_cast<T>(Number(a.raw) - Number(b.raw));
  }
  friend OPENACLNN_ON_DEVICE OneLane operator*(OneLane a, OneLane b) {
    return static_cast<T>(Number(a.raw) * Number(b.raw));
  }
  friend OPENACLNN_ON_DEVICE OneLane operator/(OneLane a, OneLane b) { return a.raw / b.raw; }
  friend OPENACLNN_ON_DEVICE OneLane operator-(OneLane a) { return static_cast<T>(-Number(a.raw)); }

  friend OPENACLNN_ON_DEVICE OneLane operator&(OneLane a, OneLane b) {
    return static_cast<T>(Number(a.raw) & Number(b.raw));
  }
  template <class Function>
  friend OPENACLNN_ON_DEVICE OneLane ForEachLane(OneLane a, OneLane b, const Function& function) {
    return function(a.raw, b.raw);
  }

  friend OPENACLNN_ON_DEVICE Mask operator<(OneLane a, OneLane b) { return {a.raw < b.raw}; }
  friend OPENACLNN_ON_DEVICE Mask operator>(OneLane a, OneLane b) { return {a.raw > b.raw}; }
  friend OPENACLNN_ON_DEVICE Mask operator<=(OneLane a, OneLane b) { return {a.raw <= b.raw}; }
  friend OPENACLNN_ON_DEVICE Mask operator>=(OneLane a, OneLane b) { return {a.raw >= b.raw}; }
  friend OPENACLNN_ON_DEVICE Mask operator==(OneLane a, OneLane b) { return {a.raw == b.raw}; }
  friend OPENACLNN_ON_DEVICE Mask operator!=(OneLane a, OneLane b) { return {a.raw != b.raw}; }

  friend OPENACLNN_ON_DEVICE OneLane Select(Mask mask, OneLane yes, OneLane no) {
    return mask.raw ? yes : no;
  }
  friend OPENACLNN_ON_DEVICE OneLane ZeroIf(Mask mask, OneLane no) {
    return mask.raw ? OneLane(0) : no;
  }
  friend OPENACLNN_ON_DEVICE OneLane NegateIf(Mask mask, OneLane a) { return mask.raw ? -a : a; }
  friend OPENACLNN_ON_DEVICE OneLane Abs(OneLane a) { return scalar_internal::Abs(a.raw); }
  friend OPENACLNN_ON_DEVICE OneLane CopySign(OneLane a, OneLane b) {
    return scalar_internal::CopySign(a.raw, b.raw);
  }
  friend OPENACLNN_ON_DEVICE OneLane Sqrt(OneLane a) { return scalar_internal::Sqrt(a.raw); }
  friend OPENACLNN_ON_DEVICE OneLane Max(OneLane a, OneLane b) { return a.raw > b.raw ? a : b; }
  friend OPENACLNN_ON_DEVICE OneLane Min(OneLane a, OneLane b) { return a.raw < b.raw ? a : b; }
  friend OPENACLNN_ON_DEVICE OneLane Fma(OneLane a, OneLane b, OneLane c) {
    return scalar_internal::Fma(a.raw, b.raw, c.raw);
  }
  friend OPENACLNN_ON_DEVICE OneLane Fms(OneLane a, OneLane b, OneLane c) { return Fma(a, b, -c); }
  friend OPENACLNN_ON_DEVICE OneLane Fnma(OneLane a, OneLane b, OneLane c) { return Fma(-a, b, c); }
  friend OPENACLNN_ON_DEVICE OneLane Fnms(OneLane a, OneLane b, OneLane c) {
    return Fma(-a, b, -c);
  }

  template <bool kIsShort>
  friend OPENACLNN_ON_DEVICE OneLane FmaForHalves(OneLane a, OneLane b, OneLane c)
    requires(sizeof(T) == 4)
  {
    const double product = static_cast<double>(a.raw) * b.raw;
    const double least = Min(OneLane<double>(scalar_internal::Abs(product)), 0x1p128).raw * 0x1p-40;
    const bool is_small = kIsShort && c.raw != 0 && scalar_internal::Abs(c.raw) < least;
    const double sum = is_small ? scalar_internal::CopySign(least, double{c.raw}) : double{c.raw};
    return scalar_internal::FloatForHalves(product + sum);
  }
  friend OPENACLNN_ON_DEVICE Mask IsZeroOrPositiveNormal(OneLane a)
    requires(sizeof(T) == 4)
  {
    return {a.raw == 0 || a.raw >= 0x1p-126f};
  }

  friend OPENACLNN_ON_DEVICE OneLane PowerOfTwo(OneLane n) {
    using Layout = FloatLayout<T>;
    const T field = n.raw + (Layout::kIntegerShift + Layout::kBias);
    return std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(field) << Layout::kFractionBits));
  }
  friend OPENACLNN_ON_DEVICE OneLane AddToExponent(OneLane a, OneLane n) {
    const T shifted = n.raw + FloatLayout<T>::kIntegerShift;
    const Bits field = std::bit_cast<Bits>(shifted) << FloatLayout<T>::kFractionBits;
    return std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a.raw) + field));
  }
  friend OPENACLNN_ON_DEVICE OneLane TimesPowerOfTwo(OneLane a, OneLane n) {
    const OneLane shift = FloatLayout<T>::kIntegerShift;
    const OneLane half = Fma(n, OneLane(T{0.5}), shift) - shift;
    return (a * PowerOfTwo(half)) * PowerOfTwo(n - half);
  }

  friend OPENACLNN_ON_DEVICE OneLane ExponentOf(OneLane a) {
    using Layout = FloatLayout<T>;
    const Bits field = std::bit_cast<Bits>(a.raw) >> Layout::kFractionBits;
    const Bits shifted = field | std::bit_cast<Bits>(Layout::kIntegerShift);
    return std::bit_cast<T>(shifted) - (Layout::kIntegerShift + Layout::kBias);
  }

  template <size_t kSize>
  friend OPENACLNN_ON_DEVICE OneLane LookUp(OneLane z, const float (&table)[kSize])
    requires(sizeof(T) == 4)
  {
    static_assert(kSize == 4 || kSize == 8 || kSize == 16);
    return table[std::bit_cast<Bits>(z.raw) % kSize];
  }
  template <int kShift>
  friend OPENACLNN_ON_DEVICE OneLane AddShifted(OneLane a, OneLane z) {
    return std::bit_cast<T>(
        static_cast<Bits>(std::bit_cast<Bits>(a.raw) + (std::bit_cast<Bits>(z.raw) << kShift)));
  }
  template <int kBit>
  friend OPENACLNN_ON_DEVICE Mask HasBit(OneLane z) {
    return {(std::bit_cast<Bits>(z.raw) >> kBit & 1) != 0};
  }
  template <class Function>
  friend OPENACLNN_ON_DEVICE OneLane ComputeIf(Mask mask, OneLane x, const Function& function,
                                               OneLane no) {
    return mask.raw ? OneLane(function(x.raw)) : no;
  }

  T raw;
};

}  // namespace openaclnn
