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

// Applies `convert`, which makes a vector of To of one of From, to two vectors at a time; the rest
// at the end goes through full-sized buffers, so that no element is converted differently for where
// it lies.
template <class From, class To, class Convert>
void ConvertVectors(const void* source, void* target, int64_t count, const Convert& convert) {
  const hn::ScalableTag<float> f;
  const hn::Rebind<From, hn::ScalableTag<float>> from_tag;
  const hn::Rebind<To, hn::ScalableTag<float>> to_tag;
  constexpr int64_t kLanes = hn::MaxLanes(f);
  const From* from = static_cast<const From*>(source);
  To* to = static_cast<To*>(target);
  for (; count >= 2 * kLanes; count -= 2 * kLanes, from += 2 * kLanes, to += 2 * kLanes) {
    const auto first = convert(f, hn::LoadU(from_tag, from));
    const auto second = convert(f, hn::LoadU(from_tag, from + kLanes));
    hn::StoreU(first, to_tag, to);
    hn::StoreU(second, to_tag, to + kLanes);
  }
  if (count >= kLanes) {
    hn::StoreU(convert(f, hn::LoadU(from_tag, from)), to_tag, to);
    count -= kLanes;
    from += kLanes;
    to += kLanes;
  }
  if (count == 0) return;
  From from_rest[kLanes] = {};
  To to_rest[kLanes];
  std::memcpy(from_rest, from, static_cast<size_t>(count) * sizeof(From));
  hn::StoreU(convert(f, hn::LoadU(from_tag, from_rest)), to_tag, to_rest);
  std::memcpy(to, to_rest, static_cast<size_t>(count) * sizeof(To));
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

// The conversions of integers and doubles are left to the compiler, which makes vectors of them.

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

template <class From>
uint16_t Float16FromInteger(From from) {
  return Float16FromDouble(ToOddDouble(int64_t{from}));
}
template <class From>
uint16_t Bfloat16FromInteger(From from) {
  return Bfloat16FromDouble(ToOddDouble(int64_t{from}));
}
template <class From>
ConvertLoop StoreIntegers(aclDataType dtype, bool nearest) {
  switch (dtype) {
    case ACL_FLOAT:
      return Each<From, float, Cast<From, float>>;
    case ACL_FLOAT16:
      return Each<From, uint16_t, Float16FromInteger<From>>;
    case ACL_BF16:
      return Each<From, uint16_t, Bfloat16FromInteger<From>>;
    case ACL_DOUBLE:
      return Each<From, double, Cast<From, double>>;
    default:
      return StoreOther<From>(dtype, nearest);
  }
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

template <class T, class Narrow>
T Wrap(T from) {
  return static_cast<Narrow>(from);
}
template <class T>
ConvertLoop WrapTo(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
      return Each<T, T, Wrap<T, int8_t>>;
    case ACL_UINT8:
      return Each<T, T, Wrap<T, uint8_t>>;
    case ACL_INT16:
      return Each<T, T, Wrap<T, int16_t>>;
    case ACL_UINT16:
      return Each<T, T, Wrap<T, uint16_t>>;
    case ACL_INT32:
      return sizeof(T) > sizeof(int32_t) ? Each<T, T, Wrap<T, int32_t>> : nullptr;
    case ACL_UINT32:
      return sizeof(T) > sizeof(uint32_t) ? Each<T, T, Wrap<T, uint32_t>> : nullptr;
    case ACL_BOOL:
      return Each<T, T, Wrap<T, bool>>;
    default:
      return nullptr;
  }
}

ConvertLoop ToLoop(aclDataType dtype, LoopType loop) {
  if (loop == LoopType::kInt64) return LoadInteger<int64_t>(dtype);
  if (loop == LoopType::kInt32) return LoadInteger<int32_t>(dtype);
  if (loop == LoopType::kFloat) {
    switch (dtype) {
      case ACL_FLOAT:
        return Each<float, float, Cast<float, float>>;
      case ACL_FLOAT16:
        return Float16ToFloat;
      case ACL_BF16:
        return Bfloat16ToFloat;
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

ConvertLoop FromLoop(LoopType loop, aclDataType dtype, bool nearest) {
  if (loop == LoopType::kInt64) return StoreIntegers<int64_t>(dtype, nearest);
  if (loop == LoopType::kInt32) return StoreIntegers<int32_t>(dtype, nearest);
  if (loop == LoopType::kFloat) {
    switch (dtype) {
      case ACL_FLOAT:
        return Each<float, float, Cast<float, float>>;
      case ACL_FLOAT16:
        return FloatToFloat16;
      case ACL_BF16:
        return FloatToBfloat16;
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

ConvertLoop WrapLoop(LoopType loop, aclDataType dtype) {
  return loop == LoopType::kInt64 ? WrapTo<int64_t>(dtype) : WrapTo<int32_t>(dtype);
}

ConvertLoop ToOddLoop() { return Each<int64_t, double, ToOddDouble<int64_t>>; }

ConvertLoop ToFloatsLoop() { return Each<double, double, RoundToFloat>; }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ToLoop);
HWY_EXPORT(FromLoop);
HWY_EXPORT(WrapLoop);
HWY_EXPORT(ToOddLoop);
HWY_EXPORT(ToFloatsLoop);

ConvertLoop LoadConversion(aclDataType dtype, LoopType loop) {
  return HWY_DYNAMIC_DISPATCH(ToLoop)(dtype, loop);
}

ConvertLoop StoreConversion(LoopType loop, aclDataType dtype, bool nearest) {
  return HWY_DYNAMIC_DISPATCH(FromLoop)(loop, dtype, nearest);
}

ConvertLoop LoadToOddDoubles() { return HWY_DYNAMIC_DISPATCH(ToOddLoop)(); }

ConvertLoop StoreFloatsAsDoubles() { return HWY_DYNAMIC_DISPATCH(ToFloatsLoop)(); }

ConvertLoop WrapIntegers(LoopType loop, aclDataType dtype) {
  return HWY_DYNAMIC_DISPATCH(WrapLoop)(loop, dtype);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
