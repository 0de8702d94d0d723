#include "cpu/cast.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/dtype.h"
#include "cpu/number_casts.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/cast.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// The loops: name, number read, number written, function. What one loop does the compiler turns
// into vectors for each target.
#ifndef OPENACLNN_CAST_LOOPS
// clang-format off
#define OPENACLNN_CAST_LOOPS(LOOP)                                \
  /* exact, or the low bits */                                    \
  LOOP(kFloatToDouble, float, double, To)                         \
  LOOP(kInt8To32, int8_t, int32_t, To)                            \
  LOOP(kUint8To32, uint8_t, int32_t, To)                          \
  LOOP(kInt16To32, int16_t, int32_t, To)                          \
  LOOP(kUint16To32, uint16_t, int32_t, To)                        \
  LOOP(kInt32To64, int32_t, int64_t, To)                          \
  LOOP(kUint32To64, uint32_t, int64_t, To)                        \
  LOOP(kLow8Of16, uint16_t, uint8_t, To)                          \
  LOOP(kLow8Of32, uint32_t, uint8_t, To)                          \
  LOOP(kLow16Of32, uint32_t, uint16_t, To)                        \
  LOOP(kLow32Of64, uint64_t, uint32_t, To)                        \
  LOOP(kInt32ToDouble, int32_t, double, To)                       \
  /* to nearest even */                                           \
  LOOP(kDoubleToFloat, double, float, To)                         \
  LOOP(kInt32ToFloat, int32_t, float, To)                         \
  LOOP(kInt64ToFloat, int64_t, float, To)                         \
  LOOP(kUint64ToFloat, uint64_t, float, To)                       \
  LOOP(kInt64ToDouble, int64_t, double, To)                       \
  LOOP(kUint64ToDouble, uint64_t, double, To)                     \
  /* to odd */                                                    \
  LOOP(kDoubleToOddFloat, double, float, ToOdd)                   \
  LOOP(kInt64ToOddDouble, int64_t, double, ToOdd)                 \
  LOOP(kUint64ToOddDouble, uint64_t, double, ToOdd)               \
  /* saturating, floats toward zero */                            \
  LOOP(kFloatToInt32, float, int32_t, Saturating)                 \
  LOOP(kDoubleToInt32, double, int32_t, Saturating)               \
  LOOP(kDoubleToInt64, double, int64_t, Saturating)               \
  LOOP(kDoubleToUint64, double, uint64_t, Saturating)             \
  LOOP(kInt32ToInt8, int32_t, int8_t, Saturating)                 \
  LOOP(kInt32ToUint8, int32_t, uint8_t, Saturating)               \
  LOOP(kInt32ToInt16, int32_t, int16_t, Saturating)               \
  LOOP(kInt32ToUint16, int32_t, uint16_t, Saturating)             \
  LOOP(kInt64ToUint32, int64_t, uint32_t, Saturating)             \
  /* 1 where a bit is set, in floats one of the magnitude */      \
  LOOP(kAny8, uint8_t, uint8_t, IsNotZero)                        \
  LOOP(kAny16, uint16_t, uint8_t, IsNotZero)                      \
  LOOP(kAny32, uint32_t, uint8_t, IsNotZero)                      \
  LOOP(kAny64, uint64_t, uint8_t, IsNotZero)                      \
  LOOP(kAnyFloat16, uint16_t, uint8_t, IsMagnitude)               \
  LOOP(kAnyFloat, uint32_t, uint8_t, IsMagnitude)                 \
  LOOP(kAnyDouble, uint64_t, uint8_t, IsMagnitude)                \
  LOOP(kBoolToFloat, uint8_t, float, IsNotZero)                   \
  /* complex numbers */                                           \
  LOOP(kComplex64OfReal, float, Pair<float>, To)                  \
  LOOP(kComplex128OfReal, double, Pair<double>, To)               \
  LOOP(kRealOfComplex64, Pair<float>, float, To)                  \
  LOOP(kRealOfComplex128, Pair<double>, double, To)               \
  LOOP(kAnyComplex64, Pair<uint32_t>, uint8_t, IsMagnitude)       \
  LOOP(kAnyComplex128, Pair<uint64_t>, uint8_t, IsMagnitude)
// clang-format on

namespace openaclnn {

enum class CastLoop : uint8_t {
#define OPENACLNN_NAME(name, From, Target, Function) name,
  OPENACLNN_CAST_LOOPS(OPENACLNN_NAME)
#undef OPENACLNN_NAME
};

}  // namespace openaclnn
#endif  // OPENACLNN_CAST_LOOPS

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The parts of a complex number.
template <class T>
struct Pair {
  T real, imaginary;
};

// Each function is a type with a static member Of, so that the compiler inlines it.
template <class From, class Target>
struct To {
  static HWY_INLINE Target Of(From x) { return static_cast<Target>(x); }
};
template <class T>
struct To<T, Pair<T>> {
  static HWY_INLINE Pair<T> Of(T x) { return {x, T{0}}; }
};
template <class T>
struct To<Pair<T>, T> {
  static HWY_INLINE T Of(Pair<T> x) { return x.real; }
};

template <class From, class Target>
struct ToOdd {
  static HWY_INLINE Target Of(From x) {
    if constexpr (std::is_same_v<Target, float>) {
      return ToOddFloat(x);
    } else {
      return ToOddDouble(x);
    }
  }
};
template <class From, class Target>
struct Saturating {
  static HWY_INLINE Target Of(From x) {
    if constexpr (std::is_floating_point_v<From>) {
      return TowardZero<Target>(x);
    } else {
      return Saturated<Target>(x);
    }
  }
};

template <class From, class Target>
struct IsNotZero {
  static HWY_INLINE Target Of(From x) { return x != 0 ? Target{1} : Target{0}; }
};

template <class From, class Target>
struct IsMagnitude {  // From: the bits of a float
  static HWY_INLINE Target Of(From x) {
    return static_cast<From>(x << 1) != 0 ? Target{1} : Target{0};
  }
};
template <class T, class Target>
struct IsMagnitude<Pair<T>, Target> {
  static HWY_INLINE Target Of(Pair<T> x) {
    return static_cast<T>((x.real | x.imaginary) << 1) != 0 ? Target{1} : Target{0};
  }
};

template <class From, class Target, template <class, class> class Function>
void Each(const void* source, void* target, int64_t count) {
  const auto* HWY_RESTRICT from = static_cast<const std::byte*>(source);
  auto* HWY_RESTRICT to = static_cast<std::byte*>(target);
  for (int64_t i = 0; i < count; ++i) {
    From x;
    std::memcpy(&x, from + i * int64_t{sizeof(From)}, sizeof(From));
    const Target y = Function<From, Target>::Of(x);
    std::memcpy(to + i * int64_t{sizeof(Target)}, &y, sizeof(Target));
  }
}

const ConvertLoop* GetCastLoops() {
  static constexpr ConvertLoop kLoops[] = {
#define OPENACLNN_LOOP(name, From, Target, Function) Each<From, Target, Function>,
      OPENACLNN_CAST_LOOPS(OPENACLNN_LOOP)
#undef OPENACLNN_LOOP
  };
  return kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GetCastLoops);

ConvertLoop LoopOf(CastLoop loop) {
  return HWY_DYNAMIC_DISPATCH(GetCastLoops)()[static_cast<size_t>(loop)];
}

bool IsHalf(aclDataType dtype) { return dtype == ACL_FLOAT16 || dtype == ACL_BF16; }

// The dtype of a complex number's parts.
aclDataType PartOf(aclDataType complex) {
  return complex == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
}

}  // namespace

bool IsCastable(aclDataType dtype) {
  switch (ClassOf(dtype)) {
    case DtypeClass::kFloat:
      return IsHalf(dtype) || dtype == ACL_FLOAT || dtype == ACL_DOUBLE;
    case DtypeClass::kSigned:
    case DtypeClass::kUnsigned:
    case DtypeClass::kBool:
      return DtypeBytes(dtype) != 0;
    case DtypeClass::kComplex:
      return dtype != ACL_COMPLEX32;
    case DtypeClass::kOther:
      break;
  }
  return false;
}

Cast::Cast(aclDataType from, aclDataType to) {
  if (from != to) AddSteps(from, to);
}

void Cast::AddSteps(aclDataType from, aclDataType to) {
  if (IsComplex(from) && IsComplex(to)) {
    return Add(LoopOf(from == ACL_COMPLEX64 ? CastLoop::kFloatToDouble : CastLoop::kDoubleToFloat),
               2);
  }
  if (to == ACL_BOOL) return AddTruth(from);
  if (IsComplex(from)) {
    Add(LoopOf(from == ACL_COMPLEX64 ? CastLoop::kRealOfComplex64 : CastLoop::kRealOfComplex128));
    return AddReal(PartOf(from), to);
  }
  if (IsComplex(to)) {
    AddReal(from, PartOf(to));
    return Add(
        LoopOf(to == ACL_COMPLEX64 ? CastLoop::kComplex64OfReal : CastLoop::kComplex128OfReal));
  }
  AddReal(from, to);
}

// From a real dtype to a real one other than BOOL.
void Cast::AddReal(aclDataType from, aclDataType to) {
  if (from == to) return;
  if (IsHalf(from)) {
    Add(LoadConversion(from, LoopType::kFloat));
    return AddFromFloat(to);
  }
  if (from == ACL_FLOAT) return AddFromFloat(to);
  if (from == ACL_DOUBLE) return AddFromDouble(to);
  if (from != ACL_BOOL) return AddFromInteger(from, to);
  if (to == ACL_FLOAT || IsHalf(to)) {
    Add(LoopOf(CastLoop::kBoolToFloat));
    return AddFromFloat(to);
  }
  Add(LoopOf(CastLoop::kAny8));
  AddFromInteger(ACL_UINT8, to);
}

void Cast::AddFromFloat(aclDataType to) {
  if (to == ACL_FLOAT) return;
  if (IsHalf(to)) return Add(StoreConversion(LoopType::kFloat, to));
  if (to == ACL_INT32) return Add(LoopOf(CastLoop::kFloatToInt32));
  if (to != ACL_DOUBLE && DtypeBytes(to) <= 2) {
    Add(LoopOf(CastLoop::kFloatToInt32));
    return AddSaturated(to);
  }
  Add(LoopOf(CastLoop::kFloatToDouble));
  AddFromDouble(to);
}

void Cast::AddFromDouble(aclDataType to) {
  switch (to) {
    case ACL_DOUBLE:
      return;
    case ACL_FLOAT:
      return Add(LoopOf(CastLoop::kDoubleToFloat));
    case ACL_FLOAT16:
    case ACL_BF16:
      Add(LoopOf(CastLoop::kDoubleToOddFloat));
      return Add(StoreConversion(LoopType::kFloat, to));
    case ACL_INT64:
      return Add(LoopOf(CastLoop::kDoubleToInt64));
    case ACL_UINT64:
      return Add(LoopOf(CastLoop::kDoubleToUint64));
    case ACL_UINT32:
      Add(LoopOf(CastLoop::kDoubleToInt64));
      return Add(LoopOf(CastLoop::kInt64ToUint32));
    default:
      Add(LoopOf(CastLoop::kDoubleToInt32));
      return AddSaturated(to);
  }
}

// From INT32, of which the range of `to` is a part.
void Cast::AddSaturated(aclDataType to) {
  switch (to) {
    case ACL_INT8:
      return Add(LoopOf(CastLoop::kInt32ToInt8));
    case ACL_UINT8:
      return Add(LoopOf(CastLoop::kInt32ToUint8));
    case ACL_INT16:
      return Add(LoopOf(CastLoop::kInt32ToInt16));
    case ACL_UINT16:
      return Add(LoopOf(CastLoop::kInt32ToUint16));
    default:
      return;
  }
}

// From an integer dtype. Those of the same size need no loop: the bits are the same.
void Cast::AddFromInteger(aclDataType from, aclDataType to) {
  const int bytes = DtypeBytes(from);
  if (ClassOf(to) != DtypeClass::kFloat && DtypeBytes(to) <= bytes) {
    return AddLowBits(bytes, DtypeBytes(to));
  }
  switch (from) {
    case ACL_INT32:
      if (to == ACL_FLOAT) return Add(LoopOf(CastLoop::kInt32ToFloat));
      if (DtypeBytes(to) == 8 && to != ACL_DOUBLE) return Add(LoopOf(CastLoop::kInt32To64));
      Add(LoopOf(CastLoop::kInt32ToDouble));
      return AddFromDouble(to);
    case ACL_UINT32:
      Add(LoopOf(CastLoop::kUint32To64));
      return AddFromInteger(ACL_INT64, to);
    case ACL_INT64:
    case ACL_UINT64:
      return AddFrom64(from == ACL_INT64, to);
    default:  // fits into INT32, and into a float
      break;
  }
  Add(LoopOf(from == ACL_INT8    ? CastLoop::kInt8To32
             : from == ACL_UINT8 ? CastLoop::kUint8To32
             : from == ACL_INT16 ? CastLoop::kInt16To32
                                 : CastLoop::kUint16To32));
  if (!IsHalf(to)) return AddFromInteger(ACL_INT32, to);
  Add(LoopOf(CastLoop::kInt32ToFloat));
  AddFromFloat(to);
}

// From 64 bits to a float.
void Cast::AddFrom64(bool is_signed, aclDataType to) {
  const auto either = [is_signed](CastLoop of_signed, CastLoop of_unsigned) {
    return LoopOf(is_signed ? of_signed : of_unsigned);
  };
  if (to == ACL_FLOAT) return Add(either(CastLoop::kInt64ToFloat, CastLoop::kUint64ToFloat));
  if (to == ACL_DOUBLE) return Add(either(CastLoop::kInt64ToDouble, CastLoop::kUint64ToDouble));
  Add(either(CastLoop::kInt64ToOddDouble, CastLoop::kUint64ToOddDouble));
  AddFromDouble(to);
}

void Cast::AddLowBits(int bytes, int to_bytes) {
  if (bytes == 8 && to_bytes < 8) {
    Add(LoopOf(CastLoop::kLow32Of64));
    bytes = 4;
  }
  if (to_bytes == bytes) return;
  Add(LoopOf(to_bytes == 2 ? CastLoop::kLow16Of32
             : bytes == 2  ? CastLoop::kLow8Of16
                           : CastLoop::kLow8Of32));
}

// To BOOL.
void Cast::AddTruth(aclDataType from) {
  switch (from) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return Add(LoopOf(CastLoop::kAnyFloat16));
    case ACL_FLOAT:
      return Add(LoopOf(CastLoop::kAnyFloat));
    case ACL_DOUBLE:
      return Add(LoopOf(CastLoop::kAnyDouble));
    case ACL_COMPLEX64:
      return Add(LoopOf(CastLoop::kAnyComplex64));
    case ACL_COMPLEX128:
      return Add(LoopOf(CastLoop::kAnyComplex128));
    default:
      break;
  }
  switch (DtypeBytes(from)) {
    case 1:
      return Add(LoopOf(CastLoop::kAny8));
    case 2:
      return Add(LoopOf(CastLoop::kAny16));
    case 4:
      return Add(LoopOf(CastLoop::kAny32));
    default:
      return Add(LoopOf(CastLoop::kAny64));
  }
}

void Cast::operator()(const void* source, void* target, int64_t count, std::byte* scratch,
                      std::byte* other_scratch) const {
  for (size_t i = 0; i < steps_.size(); ++i) {
    void* const written = i + 1 < steps_.size() ? scratch : target;
    steps_[i].loop(source, written, count * steps_[i].parts);
    source = written;
    std::swap(scratch, other_scratch);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
