// What a tensor of a call is whose tensors are all to have one dtype.
#pragma once

#include "base/dtype.h"
#include "engine/op_spec.h"

namespace openaclnn {

// The dtype of a tensor that has nothing to do with those of the others, as a rule keeps it from
// floats: BOOL, as of the condition of aclnnSWhere, or INT64, as of the targets of aclnnNLLLoss.
// ACL_DT_UNDEFINED if there is no such rule.
constexpr aclDataType OwnDtype(const OpSpec& spec, int argument) {
  for (const Rule& rule : RulesOf(spec)) {
    if (!rule.Is(rules::kDtypeIn) || rule.at[0] != argument) continue;
    if (rule.dtypes.Has(ACL_FLOAT)) continue;
    if (rule.dtypes.Has(ACL_BOOL)) return ACL_BOOL;
    if (rule.dtypes.Has(ACL_INT64)) return ACL_INT64;
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
