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

#include "base/half.h"
#include "formulas/inline.h"
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

#if HWY_TARGET == HWY_SCALAR
// No conversion instructions, and Highway's substitute does not round.

template <class DF>
OPENACLNN_INLINE hn::Vec<DF> FromFloat16(DF f, hn::Vec<HalfBits<DF>> half) {
  return hn::Set(f, FloatFromFloat16(hn::GetLane(half)));
}
template <class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToFloat16(DF, hn::Vec<DF> value) {
  return hn::Set(HalfBits<DF>(), Float16FromFloat(hn::GetLane(value)));
}
template <class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToBfloat16(DF, hn::Vec<DF> value) {
  return hn::Set(HalfBits<DF>(), Bfloat16FromFloat(hn::GetLane(value)));
}

#else  // The instructions round to nearest even, subnormals included, but make signaling NaNs
       // quiet.

template <class DF>
OPENACLNN_INLINE hn::Vec<DF> FromFloat16(DF f, hn::Vec<HalfBits<DF>> half) {
  const hn::RebindToUnsigned<DF> u;
  const hn::Rebind<hwy::float16_t, DF> h;
  auto value = hn::PromoteTo(f, hn::BitCast(h, half));
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

template <class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToFloat16(DF f, hn::Vec<DF> value) {
  const hn::RebindToUnsigned<DF> u;
  const hn::Rebind<hwy::float16_t, DF> h;
  const HalfBits<DF> b;
  auto half = hn::BitCast(b, hn::DemoteTo(h, value));
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

template <class DF>
OPENACLNN_INLINE hn::Vec<HalfBits<DF>> ToBfloat16(DF f, hn::Vec<DF> value) {
  const hn::RebindToUnsigned<DF> u;
  const auto bits = hn::BitCast(u, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 1));
  auto rounded = hn::Add(bits, hn::Add(odd, hn::Set(u, 0x7fff)));
  const auto is_nan = hn::IsNaN(value);
  if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
    const auto vanishes = hn::Eq(hn::And(bits, hn::Set(u, 0x7f0000)), hn::Zero(u));
    const auto nan = hn::Or(bits, hn::IfThenElseZero(vanishes, hn::Set(u, 0x400000)));
    rounded = hn::IfThenElse(hn::RebindMask(u, is_nan), nan, rounded);
  }
  return LowerBits(f, hn::ShiftRight<16>(rounded));
}

#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
