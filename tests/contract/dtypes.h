// Every number of the enumeration aclDataType, the gaps in it, and the dtypes that the contract
// gives operators, by the tables of tests/oracle: independent of the specs, so that a mistake in
// one shows.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "engine/op_spec.h"
#include "ops/registry.h"
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
  const bool has_own = subject->name != op && subject->in_place_dtypes;
  const auto& row = has_own ? subject->in_place_dtypes : subject->dtypes;
  return row ? &*row : nullptr;
}

// What all tensors of a call may be together.
inline oracle::DtypeList DtypesOfAll(std::string_view op) {
  const oracle::Dtypes* const row = RowOf(op);
  return row != nullptr ? row->together : oracle::kFloats;
}

// What the row says of an argument next to others of FLOAT.
inline oracle::DtypeList InRow(std::string_view op, std::string_view argument) {
  if (const oracle::Dtypes* const row = RowOf(op)) {
    for (const auto& [name, dtypes] : row->beside_float) {
      if (name == argument) return dtypes;
    }
  }
  return {ACL_FLOAT};
}

// What the argument of a call whose other tensors are FLOAT may be. The tensor of an in-place form
// is the first operand and the result of the other form; where it is the only tensor, there are no
// others of FLOAT.
inline oracle::DtypeList DtypesBesideFloat(std::string_view op, std::string_view argument) {
  const oracle::Subject* const subject = oracle::SubjectOf(op);
  if (subject == nullptr || subject->name == op || subject->in_place_dtypes) {
    return InRow(op, argument);
  }
  const OpSpec &in_place = *FindOperator(op)->spec, &spec = *FindOperator(subject->name)->spec;
  if (argument != in_place.arguments[0].name) return InRow(op, argument);
  const auto is_tensor = [](const ArgumentSpec& of) { return of.IsTensor(); };
  if (std::ranges::count_if(in_place.arguments, is_tensor) == 1) return DtypesOfAll(op);
  const oracle::DtypeList out = InRow(op, spec.arguments[spec.results_at[0]].name);
  oracle::DtypeList both = InRow(op, spec.arguments[0].name);
  std::erase_if(both, [&out](aclDataType dtype) { return !IsOneOf(dtype, out); });
  return both;
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
