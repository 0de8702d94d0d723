#include "cpu/convert.h"

#include <cstring>

#include "base/half.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/convert.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Applies `step`, which reads up to two vectors of elements and writes as many, to all of them;
// the rest at the end goes through full-sized buffers, so that no element is converted differently
// for where it lies.
template <class From, class To, class Step>
void Steps(const void* source, void* target, int64_t count, int64_t lanes, const Step& step) {
  const From* from = static_cast<const From*>(source);
  To* to = static_cast<To*>(target);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) step(from + i, to + i);
  if (i == count) return;
  From from_rest[2 * HWY_MAX_BYTES / sizeof(float)] = {};
  To to_rest[2 * HWY_MAX_BYTES / sizeof(float)];
  std::memcpy(from_rest, from + i, static_cast<size_t>(count - i) * sizeof(From));
  step(from_rest, to_rest);
  std::memcpy(to + i, to_rest, static_cast<size_t>(count - i) * sizeof(To));
}

using F = hn::ScalableTag<float>;
using U = hn::RebindToUnsigned<F>;
using U16 = hn::Rebind<uint16_t, F>;
using H = hn::Rebind<hwy::float16_t, F>;

void Bfloat16ToFloat(const void* source, void* target, int64_t count) {
  const F f;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(f));
  Steps<uint16_t, float>(
      source, target, count, 2 * lanes, [f, lanes](const uint16_t* from, float* to) HWY_ATTR {
        const auto a = hn::ShiftLeft<16>(hn::PromoteTo(U(), hn::LoadU(U16(), from)));
        const auto b = hn::ShiftLeft<16>(hn::PromoteTo(U(), hn::LoadU(U16(), from + lanes)));
        hn::StoreU(hn::BitCast(f, a), f, to);
        hn::StoreU(hn::BitCast(f, b), f, to + lanes);
      });
}

#if HWY_TARGET == HWY_SCALAR || \
    HWY_TARGET ==               \
        HWY_EMU128  // no conversion instructions, and Highway's substitute does not round

void Float16ToFloat(const void* source, void* target, int64_t count) {
  Steps<uint16_t, float>(source, target, count, 1, [](const uint16_t* from, float* to) {
    uint16_t half;
    std::memcpy(&half, from, sizeof(half));
    const float value = FloatFromFloat16(half);
    std::memcpy(to, &value, sizeof(value));
  });
}

void FloatToFloat16(const void* source, void* target, int64_t count) {
  Steps<float, uint16_t>(source, target, count, 1, [](const float* from, uint16_t* to) {
    float value;
    std::memcpy(&value, from, sizeof(value));
    const uint16_t half = Float16FromFloat(value);
    std::memcpy(to, &half, sizeof(half));
  });
}

void FloatToBfloat16(const void* source, void* target, int64_t count) {
  Steps<float, uint16_t>(source, target, count, 1, [](const float* from, uint16_t* to) {
    float value;
    std::memcpy(&value, from, sizeof(value));
    const uint16_t bits = Bfloat16FromFloat(value);
    std::memcpy(to, &bits, sizeof(bits));
  });
}

#else  // The instructions round to nearest even, subnormals included, but make signaling NaNs
       // quiet.

void Float16ToFloat(const void* source, void* target, int64_t count) {
  const F f;
  const U u;
  Steps<uint16_t, float>(source, target, count, static_cast<int64_t>(hn::Lanes(f)),
                         [f, u](const uint16_t* from, float* to) HWY_ATTR {
                           const auto half = hn::LoadU(U16(), from);
                           auto value = hn::PromoteTo(f, hn::BitCast(H(), half));
                           const auto is_nan = hn::IsNaN(value);
                           if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
                             const auto bits = hn::PromoteTo(u, half);
                             const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(u, 0x8000)));
                             const auto payload =
                                 hn::ShiftLeft<13>(hn::And(bits, hn::Set(u, 0x3ff)));
                             const auto nan = hn::Or(hn::Or(sign, hn::Set(u, 0x7f800000)), payload);
                             value = hn::IfThenElse(is_nan, hn::BitCast(f, nan), value);
                           }
                           hn::StoreU(value, f, to);
                         });
}

void FloatToFloat16(const void* source, void* target, int64_t count) {
  const F f;
  const U u;
  Steps<float, uint16_t>(
      source, target, count, static_cast<int64_t>(hn::Lanes(f)),
      [f, u](const float* from, uint16_t* to) HWY_ATTR {
        const auto value = hn::LoadU(f, from);
        auto half = hn::BitCast(U16(), hn::DemoteTo(H(), value));
        const auto is_nan = hn::IsNaN(value);
        if (HWY_UNLIKELY(!hn::AllFalse(f, is_nan))) {
          const auto bits = hn::BitCast(u, value);
          const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 0x8000));
          const auto payload = hn::And(hn::ShiftRight<13>(bits), hn::Set(u, 0x3ff));
          const auto vanishes = hn::Eq(payload, hn::Zero(u));
          const auto quiet = hn::IfThenElseZero(vanishes, hn::Set(u, 0x200));
          const auto nan = hn::Or(hn::Or(sign, hn::Set(u, 0x7c00)), hn::Or(payload, quiet));
          const auto all = hn::IfThenElse(hn::RebindMask(u, is_nan), nan, hn::PromoteTo(u, half));
          half = hn::DemoteTo(U16(), hn::BitCast(hn::RebindToSigned<F>(), all));
        }
        hn::StoreU(half, U16(), to);
      });
}

using D16 = hn::ScalableTag<uint16_t>;

// The upper halves of the lanes of two vectors.
HWY_INLINE hn::Vec<D16> UpperHalves(hn::Vec<U> a, hn::Vec<U> b) {
  return hn::ConcatOdd(D16(), hn::BitCast(D16(), b), hn::BitCast(D16(), a));
}

// Adds what rounds the upper half to nearest even.
HWY_INLINE hn::Vec<U> RoundUpperHalf(hn::Vec<U> bits) {
  const U u;
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 1));
  return hn::Add(bits, hn::Add(odd, hn::Set(u, 0x7fff)));
}

// The same where `value` is not NaN; a NaN keeps its upper half, and stays NaN.
HWY_INLINE hn::Vec<U> RoundUnlessNaN(hn::Vec<F> value) {
  const U u;
  const auto bits = hn::BitCast(u, value);
  const auto vanishes = hn::Eq(hn::And(bits, hn::Set(u, 0x7f0000)), hn::Zero(u));
  const auto nan = hn::Or(bits, hn::IfThenElseZero(vanishes, hn::Set(u, 0x400000)));
  return hn::IfThenElse(hn::RebindMask(u, hn::IsNaN(value)), nan, RoundUpperHalf(bits));
}

void FloatToBfloat16(const void* source, void* target, int64_t count) {
  const F f;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(f));
  Steps<float, uint16_t>(
      source, target, count, 2 * lanes, [f, lanes](const float* from, uint16_t* to) HWY_ATTR {
        const U u;
        const auto a = hn::LoadU(f, from), b = hn::LoadU(f, from + lanes);
        const auto has_nan = hn::Or(hn::IsNaN(a), hn::IsNaN(b));
        auto result =
            UpperHalves(RoundUpperHalf(hn::BitCast(u, a)), RoundUpperHalf(hn::BitCast(u, b)));
        if (HWY_UNLIKELY(!hn::AllFalse(f, has_nan))) {
          result = UpperHalves(RoundUnlessNaN(a), RoundUnlessNaN(b));
        }
        hn::StoreU(result, D16(), to);
      });
}

#endif

const HalfConversions* GetHalfConversions() {
  static constexpr HalfConversions kConversions = {Float16ToFloat, FloatToFloat16, Bfloat16ToFloat,
                                                   FloatToBfloat16};
  return &kConversions;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GetHalfConversions);

// The conversions below are rare (integers and doubles are operands of SoftplusBackward only) and
// left to the compiler.
template <class From, class To, To (*kConvert)(From)>
void Each(const void* source, void* target, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    From from;
    std::memcpy(&from, static_cast<const std::byte*>(source) + i * int64_t{sizeof(From)},
                sizeof(From));
    const To to = kConvert(from);
    std::memcpy(static_cast<std::byte*>(target) + i * int64_t{sizeof(To)}, &to, sizeof(To));
  }
}

template <class From, class To>
To Cast(From from) {
  return static_cast<To>(from);
}

template <class To>
To FromBool(uint8_t from) {
  return from != 0 ? To{1} : To{0};
}

template <class T>
ConvertLoop LoadInteger(aclDataType dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return Each<uint8_t, T, FromBool<T>>;
    case ACL_INT8:
      return Each<int8_t, T, Cast<int8_t, T>>;
    case ACL_UINT8:
      return Each<uint8_t, T, Cast<uint8_t, T>>;
    case ACL_INT16:
      return Each<int16_t, T, Cast<int16_t, T>>;
    case ACL_UINT16:
      return Each<uint16_t, T, Cast<uint16_t, T>>;
    case ACL_INT32:
      return Each<int32_t, T, Cast<int32_t, T>>;
    case ACL_UINT32:
      return Each<uint32_t, T, Cast<uint32_t, T>>;
    case ACL_INT64:
      return Each<int64_t, T, Cast<int64_t, T>>;
    case ACL_UINT64:
      return Each<uint64_t, T, Cast<uint64_t, T>>;
    default:
      return nullptr;
  }
}

}  // namespace

ConvertLoop LoadConversion(aclDataType dtype, ComputeType compute) {
  if (compute == ComputeType::kFloat) {
    switch (dtype) {
      case ACL_FLOAT:
        return Each<float, float, Cast<float, float>>;
      case ACL_FLOAT16:
        return HWY_DYNAMIC_DISPATCH(GetHalfConversions)()->float16_to_float;
      case ACL_BF16:
        return HWY_DYNAMIC_DISPATCH(GetHalfConversions)()->bfloat16_to_float;
      case ACL_DOUBLE:
        return Each<double, float, Cast<double, float>>;
      default:
        return LoadInteger<float>(dtype);
    }
  }
  switch (dtype) {
    case ACL_FLOAT:
      return Each<float, double, Cast<float, double>>;
    case ACL_FLOAT16:
      return Each<uint16_t, double, DoubleFromFloat16>;
    case ACL_BF16:
      return Each<uint16_t, double, DoubleFromBfloat16>;
    case ACL_DOUBLE:
      return Each<double, double, Cast<double, double>>;
    default:
      return LoadInteger<double>(dtype);
  }
}

ConvertLoop StoreConversion(ComputeType compute, aclDataType dtype) {
  if (compute == ComputeType::kFloat) {
    switch (dtype) {
      case ACL_FLOAT:
        return Each<float, float, Cast<float, float>>;
      case ACL_FLOAT16:
        return HWY_DYNAMIC_DISPATCH(GetHalfConversions)()->float_to_float16;
      case ACL_BF16:
        return HWY_DYNAMIC_DISPATCH(GetHalfConversions)()->float_to_bfloat16;
      case ACL_DOUBLE:
        return Each<float, double, Cast<float, double>>;
      default:
        return nullptr;
    }
  }
  switch (dtype) {
    case ACL_FLOAT:
      return Each<double, float, Cast<double, float>>;
    case ACL_FLOAT16:
      return Each<double, uint16_t, Float16FromDouble>;
    case ACL_BF16:
      return Each<double, uint16_t, Bfloat16FromDouble>;
    case ACL_DOUBLE:
      return Each<double, double, Cast<double, double>>;
    default:
      return nullptr;
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
