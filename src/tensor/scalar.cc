#include "tensor/scalar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/half.h"
#include "base/handle_table.h"
#include "base/int4.h"
#include "base/minifloat.h"
#include "tensor/handles.h"

namespace openaclnn {
namespace {

using ScalarTable = HandleTable<Scalar, HandleKind::kScalar>;

template <class T>
T Load(const Scalar& scalar) {
  T value;
  std::memcpy(&value, scalar.bytes.data(), sizeof(T));
  return value;
}

// Values of formats of at most eight bits, all exact in float and double.
double SmallFloat(aclDataType dtype, uint8_t bits) {
  switch (dtype) {
    case ACL_HIFLOAT8:
      return DoubleFromHifloat8(bits);
    case ACL_FLOAT8_E5M2:
      return DoubleFromFloat16(static_cast<uint16_t>(bits << 8));
    case ACL_FLOAT8_E4M3FN:
      return DoubleFromE4m3fn(bits);
    case ACL_FLOAT8_E8M0:
      return DoubleFromE8m0(bits);
    case ACL_FLOAT6_E3M2:
      return DoubleFromFinite<3, 2>(bits);
    case ACL_FLOAT6_E2M3:
      return DoubleFromFinite<2, 3>(bits);
    case ACL_FLOAT4_E2M1:
      return DoubleFromFinite<2, 1>(bits);
    case ACL_FLOAT4_E1M2:
      return DoubleFromFinite<1, 2>(bits);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

Scalar ScalarOf(const void* value, aclDataType dtype) {
  Scalar scalar;
  scalar.dtype = dtype;
  const DtypeInfo* const info = FindDtype(dtype);
  if (info != nullptr) std::memcpy(scalar.bytes.data(), value, (info->bits + 7u) / 8u);
  return scalar;
}

// A call that makes a scalar, for the log and the trace.
struct CreateCall {
  const char* name;
  aclDataType dtype;
  void* const* handle;  // of the new scalar

  void AddArguments(Details& details) const { details.Add("dataType", dtype); }
  void AddResults(Details& details) const {
    const auto* const made = static_cast<const aclScalar*>(*handle);
    details.Add("scalar", *handle);
    details.AddWords("value", TextOf(*FindScalar(made)));
  }
  void AddMore(Details& /*details*/) const {}
};

aclScalar* CreateScalar(const char* api, const void* value, aclDataType dtype) noexcept {
  void* handle = nullptr;
  const CreateCall call{api, dtype, &handle};
  CallApi(call, kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(RefuseNulls({{"value", value}}));
    handle = ScalarTable::Get().Create(ScalarOf(value, dtype));
    Made("aclScalar", handle);
    return {};
  });
  return static_cast<aclScalar*>(handle);
}

}  // namespace

Scalar* FindScalar(const aclScalar* handle) { return ScalarTable::Get().Find(handle); }

std::string TextOf(const Scalar& scalar) {
  if (scalar.dtype == ACL_COMPLEX64 || scalar.dtype == ACL_COMPLEX128) {
    const auto part = [&scalar](size_t k) {
      return scalar.dtype == ACL_COMPLEX64 ? double{Load<std::array<float, 2>>(scalar)[k]}
                                           : Load<std::array<double, 2>>(scalar)[k];
    };
    return fmt::format("{} {}{:+}i", DtypeName(scalar.dtype), part(0), part(1));
  }
  return fmt::format("{} {}", DtypeName(scalar.dtype), TextOf(ExactOf(scalar)));
}

bool DestroyScalar(const aclScalar* handle) { return ScalarTable::Get().Destroy(handle); }

template <class T>
T ScalarTo(const Scalar& scalar) {
  switch (scalar.dtype) {
    case ACL_FLOAT:
      return static_cast<T>(Load<float>(scalar));
    case ACL_DOUBLE:
      return static_cast<T>(Load<double>(scalar));
    case ACL_FLOAT16:
      return static_cast<T>(FloatFromFloat16(Load<uint16_t>(scalar)));
    case ACL_BF16:
      return static_cast<T>(FloatFromBfloat16(Load<uint16_t>(scalar)));
    case ACL_INT8:
      return static_cast<T>(Load<int8_t>(scalar));
    case ACL_INT16:
      return static_cast<T>(Load<int16_t>(scalar));
    case ACL_INT32:
      return static_cast<T>(Load<int32_t>(scalar));
    case ACL_INT64:
      return static_cast<T>(Load<int64_t>(scalar));
    case ACL_UINT8:
      return static_cast<T>(Load<uint8_t>(scalar));
    case ACL_UINT16:
      return static_cast<T>(Load<uint16_t>(scalar));
    case ACL_UINT32:
      return static_cast<T>(Load<uint32_t>(scalar));
    case ACL_UINT64:
      return static_cast<T>(Load<uint64_t>(scalar));
    case ACL_BOOL:
      return Load<uint8_t>(scalar) != 0 ? T{1} : T{0};
    case ACL_INT4:
      return static_cast<T>(Int4(Load<uint8_t>(scalar)));
    case ACL_UINT1:
      return static_cast<T>(Load<uint8_t>(scalar) & 1);
    default:
      return static_cast<T>(SmallFloat(scalar.dtype, Load<uint8_t>(scalar)));
  }
}
template float ScalarTo<float>(const Scalar& scalar);
template double ScalarTo<double>(const Scalar& scalar);

ExactNumber ExactOf(const Scalar& scalar) {
  const auto nearest = ScalarTo<double>(scalar);
  if (scalar.dtype == ACL_INT64) {
    const auto value = Load<int64_t>(scalar);
    // A double of 2^63 has no int64_t.
    const double rest = nearest >= 0x1p63
                            ? static_cast<double>(value - std::numeric_limits<int64_t>::max()) - 1
                            : static_cast<double>(value - static_cast<int64_t>(nearest));
    return {nearest, rest};
  }
  if (scalar.dtype == ACL_UINT64) {
    const auto value = Load<uint64_t>(scalar);
    const uint64_t least = nearest >= 0x1p64 ? 0 : static_cast<uint64_t>(nearest);  // modulo 2^64
    return {nearest, static_cast<double>(static_cast<int64_t>(value - least))};
  }
  return {nearest};
}

double RoundedTo(aclDataType dtype, const Scalar& scalar) {
  if (dtype == ACL_DOUBLE) return ScalarTo<double>(scalar);
  if (dtype == ACL_FLOAT) return ScalarTo<float>(scalar);
  const auto [nearest, rest] = ExactOf(scalar);
  // On the right side of a tie of 16 bits.
  const double beside = rest == 0 ? nearest : std::nextafter(nearest, rest * HUGE_VAL);
  return dtype == ACL_FLOAT16 ? DoubleFromFloat16(Float16FromDouble(beside))
                              : DoubleFromBfloat16(Bfloat16FromDouble(beside));
}

std::string TextOf(ExactNumber number) {
  if (number.rest == 0) return fmt::format("{}", number.nearest);
  // From 2^63 on, the text of an unsigned number.
  if (number.nearest >= 0x1p63) {
    const uint64_t value = number.nearest >= 0x1p64 ? 0 : static_cast<uint64_t>(number.nearest);
    return fmt::format("{}", value + static_cast<uint64_t>(static_cast<int64_t>(number.rest)));
  }
  return fmt::format("{}",
                     static_cast<int64_t>(number.nearest) + static_cast<int64_t>(number.rest));
}

int64_t Truncated(ExactNumber number) {
  using Limits = std::numeric_limits<int64_t>;
  if (number.nearest != number.nearest) return 0;
  if (number >= ExactNumber{0x1p63}) return Limits::max();
  if (ExactNumber{-0x1p63} >= number) return Limits::min();
  if (number.nearest == 0x1p63) return Limits::max() + static_cast<int64_t>(number.rest) + 1;
  return static_cast<int64_t>(number.nearest) + static_cast<int64_t>(number.rest);
}

}  // namespace openaclnn

extern "C" {

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  return openaclnn::CreateScalar(__func__, value, dataType);
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return openaclnn::CallDestroy(__func__, {"scalar", scalar}, "aclScalar",
                                [&] { return openaclnn::DestroyScalar(scalar); });
}

}  // extern "C"
