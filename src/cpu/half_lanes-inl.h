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

// How far floats are from the ties of T, a 16-bit format: no number within kErrorUlps float ULPs of
// a float rounds to another T than the float does if the bits that are rounded off, modulo
// 2^kDropped, are further than that from one half. Distances of several floats are joined by the
// least, and AreFar tells of all; AreFarEach tells of one.
template <class T, int kErrorUlps>
struct Ties {
  static constexpr int kUlps = kErrorUlps, kDropped = 16;
  static constexpr int kUnused = 32 - kDropped;
  static_assert(kUlps < 1 << (kDropped - 2));

  // From one half - kUlps on, the sum begins again at the lowest number.
  template <class DF>
  static OPENACLNN_INLINE auto Distance(DF, hn::Vec<DF> value) {
    const hn::RebindToSigned<DF> i;
    return hn::ShiftLeft<kUnused>(hn::Add(hn::BitCast(i, value), hn::Set(i, kUlps)));
  }
  template <class DF>
  static OPENACLNN_INLINE hn::Mask<DF> AreFar(DF f, hn::Vec<hn::RebindToSigned<DF>> distance) {
    constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
    const hn::RebindToSigned<DF> i;
    return hn::RebindMask(f, hn::Gt(distance, hn::Set(i, kLowest + (2 * kUlps << kUnused))));
  }
  template <class DF>
  static OPENACLNN_INLINE hn::Mask<DF> AreFarEach(DF f, hn::Vec<DF> value) {
    return AreFar(f, Distance(f, value));
  }
};

// FLOAT16: within an eighth of kErrorUlps, as it has eight times as many ties. Those of its
// subnormal numbers are between the multiples of 2^-24.
template <int kErrorUlps>
struct Ties<Float16Bits, kErrorUlps> {
  static constexpr int kUlps = (kErrorUlps + 7) / 8, kDropped = 13;
  static_assert(kUlps < 1 << (kDropped - 2));

  static constexpr float kLeastNormal = 0x1p-14f;
  // From where what a multiple of 2^-24 leaves of a smaller number is near one half of that.
  static constexpr float kHalf = 0x1p-25f - kUlps * 0x1p-38f;

  template <class DF>
  static OPENACLNN_INLINE hn::Mask<DF> AreFarEach(DF f, hn::Vec<DF> value) {
    const hn::RebindToUnsigned<DF> u;
    constexpr uint32_t kBits = (1u << kDropped) - 1, kMiddle = 1u << (kDropped - 1);
    const auto from_near = hn::Add(hn::BitCast(u, value), hn::Set(u, kUlps - kMiddle));
    const auto far = hn::RebindMask(
        f, hn::Gt(hn::And(from_near, hn::Set(u, kBits)), hn::Set(u, uint32_t{2 * kUlps})));
    const auto least = hn::Set(f, kLeastNormal), size = hn::Abs(value);
    const auto below = hn::IfThenElse(hn::Lt(size, least), size, least);
    const auto shift = hn::Set(f, 0x1.8p-1f);  // whose last place is 2^-24
    const auto left = hn::Abs(hn::Sub(below, hn::Sub(hn::Add(below, shift), shift)));
    return hn::And(hn::Or(hn::Lt(size, least), far), hn::Lt(left, hn::Set(f, kHalf)));
  }

#if HWY_TARGET == HWY_SCALAR
  template <class DF>
  static OPENACLNN_INLINE hn::Vec<DF> Distance(DF, hn::Vec<DF> value) {
    return value;
  }
  template <class DF>
  static OPENACLNN_INLINE hn::Mask<DF> AreFar(DF f, hn::Vec<DF> value) {
    return AreFarEach(f, value);
  }
#else
  // Two 16-bit numbers for each float. One is small where the lower bits, shifted up, are near one
  // half of them, the other where the upper bits less the sign are those of a number from 2^-26 to
  // the least normal one, as if all of these were near ties.
  template <class DF>
  static OPENACLNN_INLINE auto Distance(DF, hn::Vec<DF> value) {
    const hn::Repartition<uint16_t, DF> d;
    const auto upper_and_lower = [d](uint32_t upper, uint32_t lower) HWY_ATTR {
      return hn::BitCast(d, hn::Set(hn::RebindToUnsigned<DF>(), (upper << 16) | (lower & 0xffff)));
    };
    const auto scaled = hn::Mul(hn::BitCast(d, value), upper_and_lower(0xfffe, 1 << kShift));
    return hn::Add(scaled, upper_and_lower(kLeastUpper - 2, (kUlps - (1 << 12)) << kShift));
  }
  template <class DF, class V>
  static OPENACLNN_INLINE hn::Mask<DF> AreFar(DF f, V distance) {
    const hn::RebindToUnsigned<DF> u;
    const uint32_t upper = kLeastUpper - kVanishingUpper - 1, lower = (2 * kUlps + 1) << kShift;
    const auto least =
        hn::BitCast(hn::Repartition<uint16_t, DF>(), hn::Set(u, upper << 16 | lower));
    const auto missing = hn::BitCast(u, hn::SaturatedSub(least, distance));
    return hn::RebindMask(f, hn::Eq(missing, hn::Zero(u)));
  }

 private:
  static constexpr int kShift = 16 - kDropped;
  // Twice the upper bits of 2^-14 and 2^-26.
  static constexpr uint32_t kLeastUpper = (127 - 14) << 8, kVanishingUpper = (127 - 26) << 8;
#endif
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
