// Converts elements of any dtype to and from the type that a kernel computes with, as cpu/convert.h
// does. Results are exact where the format allows, else rounded once, to nearest even.
#pragma once

#include <cstdint>
#include <type_traits>

#include "acl/acl_base.h"
#include "base/half.h"
#include "cpu/number_casts.h"
#include "cuda/device/words.h"
#include "formulas/target.h"

namespace openaclnn {

// From a 16-bit type in memory to float or double, and back.
template <class Real, class Half>
OPENACLNN_INLINE Real FromHalf(Half half) {
  constexpr bool kIsBfloat16 = std::is_same_v<Half, Bfloat16Bits>;
  if constexpr (std::is_same_v<Real, float>) {
    return kIsBfloat16 ? FloatFromBfloat16(half.value) : FloatFromFloat16(half.value);
  } else {
    return kIsBfloat16 ? DoubleFromBfloat16(half.value) : DoubleFromFloat16(half.value);
  }
}
template <class Half, class Real>
OPENACLNN_INLINE Half ToHalf(Real value) {
  constexpr bool kIsBfloat16 = std::is_same_v<Half, Bfloat16Bits>;
  if constexpr (std::is_same_v<Real, float>) {
    return {kIsBfloat16 ? Bfloat16FromFloat(value) : Float16FromFloat(value)};
  } else if constexpr (std::is_same_v<Real, double>) {
    return {kIsBfloat16 ? Bfloat16FromDouble(value) : Float16FromDouble(value)};
  } else {
    return ToHalf<Half>(ToOddDouble(value));
  }
}

template <class T>
OPENACLNN_INLINE T LoadInteger(uint64_t address, int dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return LoadAt<uint8_t>(address) != 0 ? T{1} : T{0};
    case ACL_INT8:
      return static_cast<T>(LoadAt<int8_t>(address));
    case ACL_UINT8:
      return static_cast<T>(LoadAt<uint8_t>(address));
    case ACL_INT16:
      return static_cast<T>(LoadAt<int16_t>(address));
    case ACL_UINT16:
      return static_cast<T>(LoadAt<uint16_t>(address));
    case ACL_INT32:
      return static_cast<T>(LoadAt<int32_t>(address));
    case ACL_UINT32:
      return static_cast<T>(LoadAt<uint32_t>(address));
    case ACL_INT64:
      return static_cast<T>(LoadAt<int64_t>(address));
    default:  // ACL_UINT64
      return static_cast<T>(LoadAt<uint64_t>(address));
  }
}

// An element as a number of T, the type of a loop (LoopType) of more than 16 bits.
template <class T>
OPENACLNN_INLINE T LoadElement(uint64_t address, int dtype, bool odd_doubles) {
  if constexpr (std::is_floating_point_v<T>) {
    switch (dtype) {
      case ACL_FLOAT:
        return LoadAt<float>(address);
      case ACL_FLOAT16:
        return FromHalf<T>(LoadAt<Float16Bits>(address));
      case ACL_BF16:
        return FromHalf<T>(LoadAt<Bfloat16Bits>(address));
      case ACL_DOUBLE:
        return static_cast<T>(LoadAt<double>(address));
      case ACL_INT64:
        if constexpr (std::is_same_v<T, double>) {
          if (odd_doubles) return ToOddDouble(LoadAt<int64_t>(address));
        }
        break;
      default:
        break;
    }
  }
  return LoadInteger<T>(address, dtype);
}

template <class Target, class T>
OPENACLNN_INLINE void StoreInteger(uint64_t address, T value, bool nearest) {
  if constexpr (std::is_integral_v<T>) {
    StoreAt<Target>(address, static_cast<Target>(value));
  } else {
    if (nearest)
      value = sizeof(T) == 4 ? T(__builtin_nearbyintf(float(value)))
                             : T(__builtin_nearbyint(double(value)));
    StoreAt<Target>(address, TowardZero<Target>(value));
  }
}

// The number that an element of a dtype of integers has with the low bits of `value`.
template <class T>
OPENACLNN_INLINE T Wrapped(T value, int dtype) {
  switch (dtype) {
    case ACL_INT8:
      return static_cast<T>(static_cast<int8_t>(value));
    case ACL_UINT8:
      return static_cast<T>(static_cast<uint8_t>(value));
    case ACL_INT16:
      return static_cast<T>(static_cast<int16_t>(value));
    case ACL_UINT16:
      return static_cast<T>(static_cast<uint16_t>(value));
    case ACL_INT32:
      return static_cast<T>(static_cast<int32_t>(value));
    case ACL_UINT32:
      return static_cast<T>(static_cast<uint32_t>(value));
    case ACL_BOOL:
      return value != 0 ? T{1} : T{0};
    default:
      return value;
  }
}

// A number as an element. `nearest`, `float_results`: as those of a plan.
template <class T>
OPENACLNN_INLINE void StoreElement(uint64_t address, int dtype, T value, bool nearest = false,
                                   bool float_results = false) {
  switch (dtype) {
    case ACL_FLOAT:
      return StoreAt(address, static_cast<float>(value));
    case ACL_FLOAT16:
      return StoreAt(address, ToHalf<Float16Bits>(value));
    case ACL_BF16:
      return StoreAt(address, ToHalf<Bfloat16Bits>(value));
    case ACL_DOUBLE:
      return StoreAt(
          address, float_results ? double{static_cast<float>(value)} : static_cast<double>(value));
    case ACL_INT8:
      return StoreInteger<int8_t>(address, value, nearest);
    case ACL_UINT8:
      return StoreInteger<uint8_t>(address, value, nearest);
    case ACL_INT16:
      return StoreInteger<int16_t>(address, value, nearest);
    case ACL_UINT16:
      return StoreInteger<uint16_t>(address, value, nearest);
    case ACL_INT32:
      return StoreInteger<int32_t>(address, value, nearest);
    case ACL_UINT32:
      return StoreInteger<uint32_t>(address, value, nearest);
    case ACL_INT64:
      return StoreInteger<int64_t>(address, value, nearest);
    case ACL_UINT64:
      return StoreInteger<uint64_t>(address, value, nearest);
    case ACL_BOOL:
      return StoreAt(address, static_cast<uint8_t>(value != 0 ? 1 : 0));
    case ACL_COMPLEX64:
      StoreAt(address, static_cast<float>(value));
      return StoreAt(address + sizeof(float), 0.0f);
    default:  // ACL_COMPLEX128
      StoreAt(address, static_cast<double>(value));
      return StoreAt(address + sizeof(double), 0.0);
  }
}

}  // namespace openaclnn
