// What a tensor of a call is whose tensors are all to have one dtype.
#pragma once

#include "base/dtype.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Whether a tensor, as the condition of aclnnSWhere, has a dtype that has nothing to do with those
// of the others: a rule keeps it from floats.
constexpr bool HasOwnDtype(const OpSpec& spec, int argument) {
  for (const Rule& rule : spec.rules) {
    if (rule.kind == RuleKind::kDtypeIn && rule.at[0] == argument && rule.dtypes.Has(ACL_BOOL) &&
        !rule.dtypes.Has(ACL_FLOAT)) {
      return true;
    }
  }
  return false;
}

constexpr aclDataType UsualDtype(const OpSpec& spec, int argument, aclDataType dtype) {
  return HasOwnDtype(spec, argument) ? ACL_BOOL : dtype;
}

}  // namespace openaclnn
