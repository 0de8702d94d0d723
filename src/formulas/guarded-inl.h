// Formulas in float that do not cover every value. Such a formula names its exact form, mostly one
// in double, by ExactForm(), and Covers(inputs..., value) says for each lane whether its own value
// holds. The lanes where it does not, which should be rare, get the value of the exact form, from
// their own inputs alone. CoversFinite(inputs..., value) may say the same, sooner, of values that
// are known to be finite.

#if defined(OPENACLNN_FORMULAS_GUARDED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_GUARDED_INL_H_
#undef OPENACLNN_FORMULAS_GUARDED_INL_H_
#else
#define OPENACLNN_FORMULAS_GUARDED_INL_H_
#endif

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"
#include "formulas/target.h"
#include "formulas/twin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class Formula>
concept Guarded = requires(const Formula& formula) {
  formula.ExactForm();
};

// What a formula may give in place of a mask: all lanes, or those where a number is at least a
// bound, which is the same for all vectors. The least number of several vectors is compared once. A
// NaN may hide other numbers: a formula gives none unless its value is NaN, or unless all its other
// numbers are on one side of the bound.
struct Everywhere {};
template <class Mask>
OPENACLNN_INLINE Mask And(Everywhere, Mask mask) {
  return mask;
}
template <class F>
struct AtLeast {
  F number, bound;
};
template <class F>
OPENACLNN_INLINE AtLeast<F> And(AtLeast<F> a, AtLeast<F> b) {
  return {Min(a.number, b.number), a.bound};
}
template <class F>
OPENACLNN_INLINE typename F::Mask And(AtLeast<F> a, typename F::Mask mask) {
  return And(a.number >= a.bound, mask);
}

// x, but not so near to 0, other than 0, that a sum with x is rounded to the other summand in
// double: results that are ties except for x then round as they should.
template <class F>
OPENACLNN_INLINE F AwayFromZero(F x) {
  const F size = Max(F(0x1p-50), Abs(x));  // a NaN stays
  return Select(x == F(0), x, NegateIf(x < F(0), size));
}

// What a formula computes values of T with: its type Compute if it names one, else T.
template <class Formula, class T>
struct ComputeOf {
  using Type = T;
};
template <class Formula, class T>
requires requires { typename Formula::Compute; }
struct ComputeOf<Formula, T> {
  using Type = typename Formula::Compute;
};

// How a formula's exact values become floats: rounded to nearest. Values that are to be rounded
// again to a 16-bit type are rounded to odd; the second rounding then is that of the value itself.
enum class Narrowing { kToNearest, kToOdd };

OPENACLNN_ON_DEVICE inline float RoundToOdd(double value) {
  const float nearest = static_cast<float>(value);
  const uint32_t bits = std::bit_cast<uint32_t>(nearest);
  if (static_cast<double>(nearest) == value || __builtin_isnan(value) || bits % 2 != 0) {
    return nearest;
  }
  // A float's neighbour further from 0 has the next bits.
  const bool is_larger = scalar_internal::Abs(value) > scalar_internal::Abs(nearest);
  return std::bit_cast<float>(is_larger ? bits + 1 : bits - 1);
}

namespace guarded_internal {

template <Narrowing narrowing, class C>
OPENACLNN_INLINE float Narrow(C value) {
  if constexpr (narrowing == Narrowing::kToOdd) {
    return RoundToOdd(value);
  } else {
    return static_cast<float>(value);
  }
}

#ifndef OPENACLNN_ONE_LANE
template <Narrowing narrowing, class C>
OPENACLNN_INLINE void NarrowLanes(C lanes, float* to) {
  if constexpr (narrowing == Narrowing::kToOdd && C::kIsDouble) {
    hn::StoreU(lanes.ToFloatsForHalves(), typename C::FloatTag(), to);
  } else {
    lanes.Store(to);
  }
}

OPENACLNN_INLINE uint64_t BitsWhereFalse(LanesMask<float> mask) {
  const hn::ScalableTag<float> f;
  uint8_t bytes[8];
  const size_t count = hn::StoreMaskBits(f, hn::Not(mask.raw), bytes);
  uint64_t bits = 0;
  for (size_t i = 0; i < count; ++i) bits |= uint64_t{bytes[i]} << (8 * i);
  return bits;
}

// As many as a word has bits.
inline constexpr size_t kMostPlaces = 64;

// Puts the values of the exact form at the places that `lacking` has bits for: place p of input k
// is inputs[k * step + p]. The inputs first move side by side: the exact form is computed in full
// vectors, and no branch depends on a place. A call, as every loop of the formula has it.
template <Narrowing narrowing, size_t kInputs, class Exact>
HWY_NOINLINE HWY_ATTR void PutExactValues(const Exact& exact, uint64_t lacking, float* inputs,
                                          size_t step, float* values) {
  using C = Lanes<typename ComputeOf<Exact, float>::Type>;
  uint8_t places[kMostPlaces];
  size_t count = 0;
  for (; lacking != 0; lacking &= lacking - 1, ++count) {
    const auto place = static_cast<size_t>(std::countr_zero(lacking));
    places[count] = static_cast<uint8_t>(place);
    for (size_t k = 0; k < kInputs; ++k) inputs[k * step + count] = inputs[k * step + place];
  }
  float* const results = inputs;
  for (size_t i = 0; i < count; i += C::Size()) {
    [&]<size_t... k>(std::index_sequence<k...>) HWY_ATTR {
      NarrowLanes<narrowing>(exact(C::Load(inputs + k * step + i)...), results + i);
    }
    (std::make_index_sequence<kInputs>());
  }
  for (size_t i = 0; i < count; ++i) values[places[i]] = results[i];
}

// The values, with those of the exact form where `covered` is false, which is rare.
template <Narrowing narrowing, class Exact, class... In>
HWY_NOINLINE HWY_ATTR Lanes<float> WithExactValues(const Exact& exact, Lanes<float> value,
                                                   LanesMask<float> covered, In... inputs) {
  using F = Lanes<float>;
  HWY_ALIGN float from[sizeof...(In)][F::kMaxSize];
  HWY_ALIGN float values[F::kMaxSize];
  size_t k = 0;
  (inputs.Store(from[k++]), ...);
  value.Store(values);
  PutExactValues<narrowing, sizeof...(In)>(exact, BitsWhereFalse(covered), from[0], F::kMaxSize,
                                           values);
  return F::Load(values);
}
#endif

}  // namespace guarded_internal

// The value where it is covered, elsewhere that of the exact form at the same inputs.
#ifndef OPENACLNN_ONE_LANE
template <Narrowing narrowing, class Exact, class... In>
OPENACLNN_INLINE Lanes<float> Complete(const Exact& exact, Lanes<float> value,
                                       LanesMask<float> covered, In... inputs) {
  if (HWY_LIKELY(All(covered))) return value;
  return guarded_internal::WithExactValues<narrowing>(exact, value, covered, inputs...);
}
#endif
template <Narrowing narrowing, class Exact, class... In>
OPENACLNN_INLINE OneLane<float> Complete(const Exact& exact, OneLane<float> value,
                                         ScalarMask covered, In... inputs) {
  if (covered.raw) return value;
  using C = OneLane<typename ComputeOf<Exact, float>::Type>;
  return guarded_internal::Narrow<narrowing>(exact(C(inputs.raw)...).raw);
}
template <Narrowing narrowing, class Exact, class F, class... In>
OPENACLNN_INLINE Twin<F> Complete(const Exact& exact, Twin<F> value,
                                  TwinMask<typename F::Mask> covered, In... inputs) {
  return {Complete<narrowing>(exact, value.a, covered.a, inputs.a...),
          Complete<narrowing>(exact, value.b, covered.b, inputs.b...)};
}

// A formula, completed.
template <class Formula, class F, class... Fs>
OPENACLNN_INLINE auto Evaluate(const Formula& formula, F first, Fs... others) {
  const auto value = formula(first, others...);
  if constexpr (Guarded<Formula>) {
    const auto covered = formula.Covers(first, others..., value);
    return Complete<Narrowing::kToNearest>(formula.ExactForm(), value, covered, first, others...);
  } else {
    return value;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
