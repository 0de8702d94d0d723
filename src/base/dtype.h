// What is known of every aclDataType, and the names of dtypes and formats in messages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "acl/acl_base.h"
#include "base/shared.h"

namespace openaclnn {

enum class DtypeClass : uint8_t {
  kFloat,   // any binary floating-point format with a sign or without
  kSigned,  // two's complement
  kUnsigned,
  kBool,  // any non-zero value is true
  kComplex,
  kOther,  // no numbers: STRING
};

struct DtypeInfo {
  aclDataType dtype;
  const char* name;  // as messages and documents write it
  uint8_t bits;      // of one element; 0: elements have no fixed size
  DtypeClass dtype_class;
};

// Every dtype but ACL_DT_UNDEFINED, in the order in which messages list them.
inline constexpr DtypeInfo kDtypes[] = {
    {ACL_FLOAT, "FLOAT", 32, DtypeClass::kFloat},
    {ACL_FLOAT16, "FLOAT16", 16, DtypeClass::kFloat},
    {ACL_BF16, "BFLOAT16", 16, DtypeClass::kFloat},
    {ACL_DOUBLE, "DOUBLE", 64, DtypeClass::kFloat},
    {ACL_INT8, "INT8", 8, DtypeClass::kSigned},
    {ACL_INT16, "INT16", 16, DtypeClass::kSigned},
    {ACL_INT32, "INT32", 32, DtypeClass::kSigned},
    {ACL_INT64, "INT64", 64, DtypeClass::kSigned},
    {ACL_UINT8, "UINT8", 8, DtypeClass::kUnsigned},
    {ACL_UINT16, "UINT16", 16, DtypeClass::kUnsigned},
    {ACL_UINT32, "UINT32", 32, DtypeClass::kUnsigned},
    {ACL_UINT64, "UINT64", 64, DtypeClass::kUnsigned},
    {ACL_BOOL, "BOOL", 8, DtypeClass::kBool},
    {ACL_COMPLEX32, "COMPLEX32", 32, DtypeClass::kComplex},
    {ACL_COMPLEX64, "COMPLEX64", 64, DtypeClass::kComplex},
    {ACL_COMPLEX128, "COMPLEX128", 128, DtypeClass::kComplex},
    {ACL_HIFLOAT8, "HIFLOAT8", 8, DtypeClass::kFloat},
    {ACL_FLOAT8_E5M2, "FLOAT8_E5M2", 8, DtypeClass::kFloat},
    {ACL_FLOAT8_E4M3FN, "FLOAT8_E4M3FN", 8, DtypeClass::kFloat},
    {ACL_FLOAT8_E8M0, "FLOAT8_E8M0", 8, DtypeClass::kFloat},
    {ACL_FLOAT6_E3M2, "FLOAT6_E3M2", 6, DtypeClass::kFloat},
    {ACL_FLOAT6_E2M3, "FLOAT6_E2M3", 6, DtypeClass::kFloat},
    {ACL_FLOAT4_E2M1, "FLOAT4_E2M1", 4, DtypeClass::kFloat},
    {ACL_FLOAT4_E1M2, "FLOAT4_E1M2", 4, DtypeClass::kFloat},
    {ACL_INT4, "INT4", 4, DtypeClass::kSigned},
    {ACL_UINT1, "UINT1", 1, DtypeClass::kUnsigned},
    {ACL_STRING, "STRING", 0, DtypeClass::kOther},
};

// Null for ACL_DT_UNDEFINED and numbers that are no dtype.
constexpr const DtypeInfo* FindDtype(aclDataType dtype) {
  for (const DtypeInfo& info : kDtypes) {
    if (info.dtype == dtype) return &info;
  }
  return nullptr;
}

// Bytes of one element; 0 if elements do not lie on whole bytes of their own (INT4, UINT1, FLOAT4
// and FLOAT6 are packed), and where FindDtype is null.
constexpr int DtypeBytes(aclDataType dtype) {
  const DtypeInfo* const info = FindDtype(dtype);
  return info != nullptr && info->bits % 8 == 0 ? info->bits / 8 : 0;
}

constexpr DtypeClass ClassOf(aclDataType dtype) {
  const DtypeInfo* const info = FindDtype(dtype);
  return info != nullptr ? info->dtype_class : DtypeClass::kOther;
}

constexpr bool IsComplex(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kComplex; }

constexpr bool IsInteger(aclDataType dtype) {
  return ClassOf(dtype) == DtypeClass::kSigned || ClassOf(dtype) == DtypeClass::kUnsigned;
}

// What the elements of a dtype of integers can be; of 64 bits and no sign, its low half.
struct IntegerRange {
  int64_t lowest, highest;
};
constexpr IntegerRange RangeOfIntegers(aclDataType dtype) {
  const bool is_signed = ClassOf(dtype) == DtypeClass::kSigned;
  const int value_bits = DtypeBytes(dtype) * 8 - (is_signed ? 1 : 0);
  const auto highest = static_cast<int64_t>(~uint64_t{0} >> (64 - std::min(value_bits, 63)));
  return {is_signed ? -highest - 1 : 0, highest};
}

// Whether elements are real numbers: floats, integers and BOOL.
constexpr bool IsReal(aclDataType dtype) {
  return ClassOf(dtype) != DtypeClass::kComplex && ClassOf(dtype) != DtypeClass::kOther;
}

// A set of dtypes, as a spec holds it. ACL_DT_UNDEFINED is in no set.
class DtypeSet {
 public:
  constexpr DtypeSet() = default;
  template <class... D>
  constexpr explicit DtypeSet(aclDataType first, D... others)
      : bits_((Bit(first) | ... | Bit(others))) {}

  constexpr bool Has(aclDataType dtype) const { return (bits_ & Bit(dtype)) != 0; }

  // "FLOAT, FLOAT16 or BFLOAT16", in the order of kDtypes; "none" for the empty set.
  OPENACLNN_SHARED std::string Text() const;

  friend constexpr bool operator==(DtypeSet, DtypeSet) = default;
  friend constexpr DtypeSet operator&(DtypeSet a, DtypeSet b) {
    a.bits_ &= b.bits_;
    return a;
  }
  friend constexpr DtypeSet operator|(DtypeSet a, DtypeSet b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  static constexpr uint64_t Bit(aclDataType dtype) {
    const int value = static_cast<int>(dtype);
    return value >= 0 && value < 64 ? uint64_t{1} << value : 0;
  }

  uint64_t bits_ = 0;
};

// "FLOAT16"; "UNDEFINED" for ACL_DT_UNDEFINED; "unknown dtype 99" for numbers that are no dtype.
OPENACLNN_SHARED std::string DtypeName(aclDataType dtype);

// "ND"; "UNDEFINED" for ACL_FORMAT_UNDEFINED; "unknown format 99" for numbers that are no format.
OPENACLNN_SHARED std::string FormatName(aclFormat format);

}  // namespace openaclnn
