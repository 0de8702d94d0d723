// Every number of the enumeration aclDataType, the gaps in it, and the dtypes that operators.md
// lists, written down here again so that a mistake in a spec shows.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::test {

// As far as an object of this type can hold numbers.
inline const std::vector<aclDataType>& AllDtypes() {
  static const std::vector<aclDataType> all = [] {
    std::vector<aclDataType> dtypes;
    for (int value = -3; value <= 63; ++value) dtypes.push_back(static_cast<aclDataType>(value));
    return dtypes;
  }();
  return all;
}

inline bool IsOneOf(aclDataType dtype, const std::vector<aclDataType>& dtypes) {
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

// What the argument of a call whose other tensors are FLOAT may be.
inline std::vector<aclDataType> DtypesBesideFloat(std::string_view op, std::string_view argument) {
  if (op == "aclnnSoftplusBackward") {
    if (argument == "self") {
      return {ACL_INT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_UINT8,
              ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BF16};
    }
    return {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16};
  }
  if (op == "aclnnGeluBackwardV2" && argument != "gradInput") {  // all that promote to FLOAT
    return {ACL_INT8, ACL_INT16,   ACL_INT32, ACL_INT64, ACL_UINT8,
            ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_BF16};
  }
  return {ACL_FLOAT};
}

// What all tensors of a call may be together.
inline std::vector<aclDataType> DtypesOfAll(std::string_view op) {
  if (op == "aclnnSoftplusBackward") return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
}

inline std::vector<aclDataType> RealDtypes() {
  std::vector<aclDataType> real;
  for (const aclDataType dtype : AllDtypes()) {
    const int value = static_cast<int>(dtype);
    const bool gap = value < 0 || value > 41 || value == 5 || value == 14 || value == 15 ||
                     (value >= 18 && value <= 26) || value == 28 || value == 31 || value == 32;
    const bool complex = IsOneOf(dtype, {ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128});
    if (!gap && !complex && dtype != ACL_STRING) real.push_back(dtype);
  }
  return real;
}

}  // namespace openaclnn::test
