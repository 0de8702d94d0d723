// The rules of dtypes, and on which products they are.
#pragma once

#include "base/product.h"
#include "base/settings.h"
#include "base/status.h"
#include "engine/rule_call.h"
#include "engine/rules.h"

namespace openaclnn {

// BFLOAT16 exists on some products only, wherever a rule allows it.
inline bool ProductHas(aclDataType dtype) {
  return dtype != ACL_BF16 || kBfloat16Products.Has(GetSettings().product);
}

Status CheckDtypeIn(const RuleCall& call, const Rule& rule);
Status CheckSameDtype(const RuleCall& call, const Rule& rule);
Status CheckPromotesInto(const RuleCall& call, const Rule& rule);
Status CheckPromotedDtype(const RuleCall& call, const Rule& rule);
Status CheckIsDtypeIn(const RuleCall& call, const Rule& rule);
Status CheckHasDtype(const RuleCall& call, const Rule& rule);
Status CheckCastable(const RuleCall& call, const Rule& rule);
Status CheckCastableToPromoted(const RuleCall& call, const Rule& rule);
Status CheckPromotedCastable(const RuleCall& call, const Rule& rule);
Status CheckDtypeInOrCastable(const RuleCall& call, const Rule& rule);
Status CheckDtypeOnlyOn(const RuleCall& call, const Rule& rule);
Status CheckOnlyWithZero(const RuleCall& call, const Rule& rule);
Status CheckFilledWith(const RuleCall& call, const Rule& rule);

}  // namespace openaclnn
