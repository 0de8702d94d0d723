// Every number of the enumeration aclDataType, the gaps in it, and the dtypes that the contract
// gives operators, by the tables of tests/oracle: independent of the specs, so that a mistake in
// one shows.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "tests/oracle/table.h"

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

// The dtypes in an operator's row; null: floats of one dtype.
inline const oracle::Dtypes* RowOf(std::string_view op) {
  const oracle::Subject* const subject = oracle::SubjectOf(op);
  if (subject == nullptr) return nullptr;
  const auto& row = subject->name == op ? subject->dtypes : subject->in_place_dtypes;
  return row ? &*row : nullptr;
}

// What the argument of a call whose other tensors are FLOAT may be.
inline oracle::DtypeList DtypesBesideFloat(std::string_view op, std::string_view argument) {
  if (const oracle::Dtypes* const row = RowOf(op)) {
    for (const auto& [name, dtypes] : row->beside_float) {
      if (name == argument) return dtypes;
    }
  }
  return {ACL_FLOAT};
}

// What all tensors of a call may be together.
inline oracle::DtypeList DtypesOfAll(std::string_view op) {
  const oracle::Dtypes* const row = RowOf(op);
  return row != nullptr ? row->together : oracle::kFloats;
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
