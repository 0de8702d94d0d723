// Vectors of the 16-bit formats to and from vectors of floats: exact one way, rounded once, to
// nearest even, the other. NaNs keep their sign and payload as far as the format has room,
// signaling ones too.

#if defined(OPENACLNN_CPU_HALF_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_HALF_LANES_INL_H_
#undef OPENACLNN_CPU_HALF_LANES_INL_H_
#else
#define OPENACLNN_CPU_HALF_LANES_INL_H_
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/half.h"
#include "formulas/target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// DF: a tag of floats; HalfBits: as many 16-bit numbers.
template <class DF>
using HalfBits = hn::Rebind<uint16_t, DF>;

template <class DF>
OPENACLNN_INLINE hn::Vec<DF> FromBfloat16(DF f, hn::Vec<HalfBits<DF>> half) {
  const hn::RebindToUnsigned<DF> u;
  return hn::BitCast(f, hn::ShiftLeft<16>(hn::PromoteTo(u, half)));
}

// BFLOAT16 two by two, in words as wide as floats: the first ones become floats by a shift, the
// second ones by a mask. Widening and narrowing numbers that lie side by side takes several
// operations.
template <class DF>
using Pairs = hn::RebindToUnsigned<DF>;

template <class DF>
OPENACLNN_INLINE hn::Vec<DF> FirstOfPairs(DF f, hn::Vec<Pairs<DF>> pairs) {
  return hn::BitCast(f, hn::ShiftLeft<16>(pairs));
}
template <class DF>
OPENACLNN_INLINE hn::Vec<DF> SecondOfPairs(DF f, hn::Vec<Pairs<DF>> pairs) {
  return hn::BitCast(f, hn::And(pairs, hn::Set(Pairs<DF>(), 0xffff0000)));
}

// The pairs of whole vectors in memory.
template <class DF>
using HalvesOfPairs = hn::Repartition<uint16_t, DF>;
template <class DF>
OPENACLNN_INLINE hn::Vec<Pairs<DF>> LoadPairs(DF, const Bfloat16Bits* from) {
  return hn::BitCast(Pairs<DF>(), hn::LoadU(HalvesOfPairs<DF>(), &from->value));
}

// How far floats are from the ties of T, a 16-bit format: no number within kUlps float ULPs of a
// float rounds to another T than the float does if the bits that are rounded off, modulo
// 2^kDropped, are further than that from one half. Distances of several floats are joined by
// Least, and AreFar tells of all. For FLOAT16 it is false for NaN and infinite values, too, and
// perhaps from 2^114 on.
template <class T, int kUlps>
struct Ties {
  static constexpr bool kIsFloat16 = std::is_same_v<T, Float16Bits>;
  static constexpr int kDropped = kIsFloat16 ? 13 : 16;
  static constexpr int kUnused = 32 - kDropped;
  static_assert(kUlps < 1 << (kDropped - 2));

  template <class DF>
  struct Distances {
    using V = hn::Vec<hn::RebindToSigned<DF>>;
    V least;  // from one half - kUlps on, it begins again at the lowest number
    V sums;   // kFinite is set in all, for FLOAT16
  };

  template <class DF>
  static OPENACLNN_INLINE Distances<DF> Distance(DF f, hn::Vec<DF> value) {
    const hn::RebindToSigned<DF> i;
    const auto bits = hn::BitCast(i, kIsFloat16 ? Levelled(f, value) : value);
    const auto sum = hn::Add(bits, hn::Set(i, kUlps + (kIsFloat16 ? kRaise : 0)));
    return {hn::ShiftLeft<kUnused>(sum), sum};
  }
  template <class Distances>
  static OPENACLNN_INLINE Distances Least(const Distances& a, const Distances& b) {
    return {hn::Min(a.least, b.least), kIsFloat16 ? hn::And(a.sums, b.sums) : a.sums};
  }
  template <class DF>
  static OPENACLNN_INLINE hn::Mask<DF> AreFar(DF f, const Distances<DF>& distance) {
    constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
    const hn::RebindToSigned<DF> i;
    const auto far = hn::Gt(distance.least, hn::Set(i, kLowest + (2 * kUlps << kUnused)));
    if constexpr (!kIsFloat16) return hn::RebindMask(f, far);
    return hn::RebindMask(f, hn::And(far, hn::TestBit(distance.sums, hn::Set(i, kFinite))));
  }

 private:
  // Levelled sizes are 2^-14 or more: their bits with kRaise have kFinite, and those of NaN, which
  // infinity becomes, do not.
  static constexpr int32_t kFinite = 1 << 30;
  static constexpr int32_t kRaise = kFinite - ((127 - 14) << 23);

  // A float as far from ties: itself or, below 2^-14, 2^-13 less its size. FLOAT16 has multiples of
  // 2^-24 there and up to 2^-13, so that the same bits are rounded off as of larger floats. The
  // sign does not count.
  template <class DF>
  static OPENACLNN_INLINE hn::Vec<DF> Levelled(DF f, hn::Vec<DF> value) {
    const auto least = hn::Set(f, 0x1p-14f);
#if HWY_TARGET <= HWY_AVX3  // one instruction for the larger size, with the value's sign
    if constexpr (hn::MaxLanes(DF()) == 16) {
      constexpr int kLargerSize = 3;
      const hn::Vec<DF> larger{_mm512_range_ps(value.raw, least.raw, kLargerSize)};
      return hn::MulSub(hn::Set(f, 2.0f), larger, value);
    }
#endif
    const auto size = hn::Abs(value);
    return hn::MulSub(hn::Set(f, 2.0f), hn::Max(size, least), size);
  }
};

// Where kMayBeNan is false no value is NaN, and where kMayBeTie is none is in the middle between
// two numbers; where kKeepsNan is false a NaN may become any other.
#if HWY_TARGET == HWY_SCALAR
// No conversion instructions, and Highway's substitute does not round.

template <bool kKeepsNan = true, class DF>
OPENACLNN_INLINE hn::Vec<DF> FromFloat16(DF f, hn::Vec<HalfBits<DF>> half) {
  return hn::Set(f, FloatFromFloat16(hn::GetLane(half)));
}
template <bool kMayBeNan = true, class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToFloat16(DF, hn::Vec<DF> value) {
  return hn::Set(HalfBits<DF>(), Float16FromFloat(hn::GetLane(value)));
}
template <bool kMayBeNan = true, bool kMayBeTie = true, class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToBfloat16(DF, hn::Vec<DF> value) {
  return hn::Set(HalfBits<DF>(), Bfloat16FromFloat(hn::GetLane(value)));
}

#else  // The instructions round to nearest even, subnormals included, but make signaling NaNs
       // quiet.

template <bool kKeepsNan = true, class DF>
OPENACLNN_INLINE hn::Vec<DF> FromFloat16(DF f, hn::Vec<HalfBits<DF>> half) {
  const hn::RebindToUnsigned<DF> u;
  const hn::Rebind<hwy::float16_t, DF> h;
  auto value = hn::PromoteTo(f, hn::BitCast(h, half));
  if constexpr (!kKeepsNan) return value;
  const auto is_nan = hn::IsNaN(value);
  if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
    const auto bits = hn::PromoteTo(u, half);
    const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(u, 0x8000)));
    const auto payload = hn::ShiftLeft<13>(hn::And(bits, hn::Set(u, 0x3ff)));
    const auto nan = hn::Or(hn::Or(sign, hn::Set(u, 0x7f800000)), payload);
    value = hn::IfThenElse(is_nan, hn::BitCast(f, nan), value);
  }
  return value;
}

// 32-bit numbers below 2^16.
template <class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> LowerBits(DF, hn::Vec<hn::RebindToUnsigned<DF>> bits) {
  return hn::DemoteTo(HalfBits<DF>(), hn::BitCast(hn::RebindToSigned<DF>(), bits));
}

template <bool kMayBeNan = true, class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToFloat16(DF f, hn::Vec<DF> value) {
  const hn::RebindToUnsigned<DF> u;
  const hn::Rebind<hwy::float16_t, DF> h;
  const HalfBits<DF> b;
  auto half = hn::BitCast(b, hn::DemoteTo(h, value));
  if constexpr (!kMayBeNan) return half;
  const auto is_nan = hn::IsNaN(value);
  if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
    const auto bits = hn::BitCast(u, value);
    const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 0x8000));
    const auto payload = hn::And(hn::ShiftRight<13>(bits), hn::Set(u, 0x3ff));
    const auto vanishes = hn::Eq(payload, hn::Zero(u));
    const auto quiet = hn::IfThenElseZero(vanishes, hn::Set(u, 0x200));
    const auto nan = hn::Or(hn::Or(sign, hn::Set(u, 0x7c00)), hn::Or(payload, quiet));
    half = LowerBits(f, hn::IfThenElse(hn::RebindMask(u, is_nan), nan, hn::PromoteTo(u, half)));
  }
  return half;
}

// In the upper halves of the numbers; what is below has no meaning.
template <bool kMayBeNan = true, bool kMayBeTie = true, class DF>
OPENACLNN_INLINE hn::Vec<hn::RebindToUnsigned<DF>> RoundToBfloat16(DF f, hn::Vec<DF> value) {
  const hn::RebindToUnsigned<DF> u;
  const auto bits = hn::BitCast(u, value);
  if constexpr (!kMayBeNan && !kMayBeTie) return hn::Add(bits, hn::Set(u, 0x8000));
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 1));
  auto rounded = hn::Add(bits, hn::Add(odd, hn::Set(u, 0x7fff)));
  if constexpr (!kMayBeNan) return rounded;
  const auto is_nan = hn::IsNaN(value);
  if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
    const auto vanishes = hn::Eq(hn::And(bits, hn::Set(u, 0x7f0000)), hn::Zero(u));
    const auto nan = hn::Or(bits, hn::IfThenElseZero(vanishes, hn::Set(u, 0x400000)));
    rounded = hn::IfThenElse(hn::RebindMask(u, is_nan), nan, rounded);
  }
  return rounded;
}

template <bool kMayBeNan = true, bool kMayBeTie = true, class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToBfloat16(DF f, hn::Vec<DF> value) {
  return LowerBits(f, hn::ShiftRight<16>(RoundToBfloat16<kMayBeNan, kMayBeTie>(f, value)));
}

// The inverse of FirstOfPairs and SecondOfPairs, rounded.
template <bool kMayBeNan = true, bool kMayBeTie = true, class DF>
OPENACLNN_INLINE hn::Vec<HalvesOfPairs<DF>> ToPairs(DF f, hn::Vec<DF> first, hn::Vec<DF> second) {
  const HalvesOfPairs<DF> halves;
  const auto lower = hn::ShiftRight<16>(RoundToBfloat16<kMayBeNan, kMayBeTie>(f, first));
  const auto upper = RoundToBfloat16<kMayBeNan, kMayBeTie>(f, second);
  return hn::OddEven(hn::BitCast(halves, upper), hn::BitCast(halves, lower));
}

#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
