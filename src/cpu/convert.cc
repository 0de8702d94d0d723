#include "cpu/convert.h"

#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/half.h"
#include "cpu/number_casts.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/convert.cc"
#include "hwy/foreach_target.h"

#include "cpu/half_lanes-inl.h"
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

// Applies `convert`, which makes a vector of To of one of From, to two vectors at a time.
template <class From, class To, class Convert>
void ConvertVectors(const void* source, void* target, int64_t count, const Convert& convert) {
  const hn::ScalableTag<float> f;
  const hn::Rebind<From, hn::ScalableTag<float>> from_tag;
  const hn::Rebind<To, hn::ScalableTag<float>> to_tag;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(f));
  Steps<From, To>(source, target, count, 2 * lanes, [&](const From* from, To* to) HWY_ATTR {
    const auto first = convert(f, hn::LoadU(from_tag, from));
    const auto second = convert(f, hn::LoadU(from_tag, from + lanes));
    hn::StoreU(first, to_tag, to);
    hn::StoreU(second, to_tag, to + lanes);
  });
}

void Float16ToFloat(const void* source, void* target, int64_t count) {
  ConvertVectors<uint16_t, float>(source, target, count,
                                  [](auto f, auto half) HWY_ATTR { return FromFloat16(f, half); });
}
void Bfloat16ToFloat(const void* source, void* target, int64_t count) {
  ConvertVectors<uint16_t, float>(source, target, count,
                                  [](auto f, auto half) HWY_ATTR { return FromBfloat16(f, half); });
}
void FloatToFloat16(const void* source, void* target, int64_t count) {
  ConvertVectors<float, uint16_t>(source, target, count,
                                  [](auto f, auto value) HWY_ATTR { return ToFloat16(f, value); });
}
void FloatToBfloat16(const void* source, void* target, int64_t count) {
  ConvertVectors<float, uint16_t>(source, target, count,
                                  [](auto f, auto value) HWY_ATTR { return ToBfloat16(f, value); });
}

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

// The conversions below are rare (those of integers and doubles) and left to the compiler.

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

double RoundToFloat(double value) { return static_cast<float>(value); }

template <class To>
To FromBool(uint8_t from) {
  return from != 0 ? To{1} : To{0};
}

template <bool kNearest, class From, class To>
To ToInteger(From from) {
  return TowardZero<To>(kNearest ? std::nearbyint(from) : from);
}

template <class From, class To>
std::array<To, 2> ToComplex(From from) {
  return {static_cast<To>(from), To{0}};
}

template <class From>
uint8_t ToBool(From from) {
  return from != 0 ? 1 : 0;
}

// From a loop's type to integers, BOOL and complex numbers.
template <class From, class To, bool kNearest>
ConvertLoop StoreInteger() {
  if constexpr (std::is_integral_v<From>) {
    return Each<From, To, Cast<From, To>>;
  } else {
    return Each<From, To, ToInteger<kNearest, From, To>>;
  }
}
template <class From, bool kNearest>
ConvertLoop StoreOther(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
      return StoreInteger<From, int8_t, kNearest>();
    case ACL_UINT8:
      return StoreInteger<From, uint8_t, kNearest>();
    case ACL_INT16:
      return StoreInteger<From, int16_t, kNearest>();
    case ACL_UINT16:
      return StoreInteger<From, uint16_t, kNearest>();
    case ACL_INT32:
      return StoreInteger<From, int32_t, kNearest>();
    case ACL_UINT32:
      return StoreInteger<From, uint32_t, kNearest>();
    case ACL_INT64:
      return StoreInteger<From, int64_t, kNearest>();
    case ACL_UINT64:
      return StoreInteger<From, uint64_t, kNearest>();
    case ACL_BOOL:
      return Each<From, uint8_t, ToBool<From>>;
    case ACL_COMPLEX64:
      return Each<From, std::array<float, 2>, ToComplex<From, float>>;
    case ACL_COMPLEX128:
      return Each<From, std::array<double, 2>, ToComplex<From, double>>;
    default:
      return nullptr;
  }
}
template <class From>
ConvertLoop StoreOther(aclDataType dtype, bool nearest) {
  return nearest ? StoreOther<From, true>(dtype) : StoreOther<From, false>(dtype);
}

uint16_t Float16FromInt64(int64_t from) { return Float16FromDouble(ToOddDouble(from)); }
uint16_t Bfloat16FromInt64(int64_t from) { return Bfloat16FromDouble(ToOddDouble(from)); }

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

template <class Narrow>
int64_t Wrap(int64_t from) {
  return static_cast<Narrow>(from);
}

}  // namespace

ConvertLoop LoadConversion(aclDataType dtype, LoopType loop) {
  if (loop == LoopType::kInt64) return LoadInteger<int64_t>(dtype);
  if (loop == LoopType::kFloat) {
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

ConvertLoop StoreConversion(LoopType loop, aclDataType dtype, bool nearest) {
  if (loop == LoopType::kInt64) {
    switch (dtype) {
      case ACL_FLOAT:
        return Each<int64_t, float, Cast<int64_t, float>>;
      case ACL_FLOAT16:
        return Each<int64_t, uint16_t, Float16FromInt64>;
      case ACL_BF16:
        return Each<int64_t, uint16_t, Bfloat16FromInt64>;
      case ACL_DOUBLE:
        return Each<int64_t, double, Cast<int64_t, double>>;
      default:
        return StoreOther<int64_t>(dtype, nearest);
    }
  }
  if (loop == LoopType::kFloat) {
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
        return StoreOther<float>(dtype, nearest);
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
      return StoreOther<double>(dtype, nearest);
  }
}

ConvertLoop LoadToOddDoubles() { return Each<int64_t, double, ToOddDouble<int64_t>>; }

ConvertLoop StoreFloatsAsDoubles() { return Each<double, double, RoundToFloat>; }

ConvertLoop WrapIntegers(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
      return Each<int64_t, int64_t, Wrap<int8_t>>;
    case ACL_UINT8:
      return Each<int64_t, int64_t, Wrap<uint8_t>>;
    case ACL_INT16:
      return Each<int64_t, int64_t, Wrap<int16_t>>;
    case ACL_UINT16:
      return Each<int64_t, int64_t, Wrap<uint16_t>>;
    case ACL_INT32:
      return Each<int64_t, int64_t, Wrap<int32_t>>;
    case ACL_UINT32:
      return Each<int64_t, int64_t, Wrap<uint32_t>>;
    case ACL_BOOL:
      return Each<int64_t, int64_t, Wrap<bool>>;
    default:
      return nullptr;
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
