// What a tensor of a call is whose tensors are all to have one dtype.
#pragma once

#include "base/dtype.h"
#include "engine/op_spec.h"

namespace openaclnn {

// The one of a set that ordinary calls have: FLOAT if it is in it, and INT32, which has as many
// bytes, of all integers with BOOL or with those that have no sign.
constexpr aclDataType UsualOf(DtypeSet dtypes) {
  const bool is_of_any_bits =
      dtypes.Has(ACL_INT32) && (dtypes.Has(ACL_BOOL) || dtypes.Has(ACL_UINT32));
  if (is_of_any_bits && !dtypes.Has(ACL_FLOAT)) return ACL_INT32;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BOOL, ACL_INT64, ACL_INT8, ACL_FLOAT16, ACL_INT32,
                                  ACL_UINT8, ACL_COMPLEX64}) {
    if (dtypes.Has(dtype)) return dtype;
  }
  return ACL_DT_UNDEFINED;
}

// The rule that says what all tensors of an ordinary call are, or null.
constexpr const Rule* UsualRule(const OpSpec& spec) {
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.type->usual != nullptr) return &rule;
  }
  return nullptr;
}
// Whether a tensor or a list is null in an ordinary call, as it goes with other dtypes of the
// others.
constexpr bool IsUsuallyNull(const OpSpec& spec, int argument) {
  const Rule* const rule = UsualRule(spec);
  const ArgumentSpec& given = spec.arguments[argument];
  const bool is_of_tensors = given.IsTensor() || given.IsTensorList();
  return rule != nullptr && is_of_tensors && rule->type->usual(spec, argument) == ACL_DT_UNDEFINED;
}

// The dtype of a tensor that has nothing to do with those of the others, as a rule keeps it from
// FLOAT: BOOL, as of the condition of aclnnSWhere, INT64, as of the targets of aclnnNLLLoss, INT8,
// as of what is quantised, and so on. ACL_DT_UNDEFINED if there is no such rule.
constexpr aclDataType OwnDtype(const OpSpec& spec, int argument) {
  if (const Rule* const rule = UsualRule(spec)) return rule->type->usual(spec, argument);
  for (const Rule& rule : RulesOf(spec)) {
    if (!rule.Is(rules::kDtypeIn) || rule.at[0] != argument) continue;
    if (rule.dtypes.Has(ACL_FLOAT)) continue;
    return UsualOf(rule.dtypes);
  }
  return ACL_DT_UNDEFINED;
}
constexpr bool HasOwnDtype(const OpSpec& spec, int argument) {
  return OwnDtype(spec, argument) != ACL_DT_UNDEFINED;
}

constexpr aclDataType UsualDtype(const OpSpec& spec, int argument, aclDataType dtype) {
  return HasOwnDtype(spec, argument) ? OwnDtype(spec, argument) : dtype;
}

}  // namespace openaclnn
