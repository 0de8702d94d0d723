// The rules of numbers, texts and axes.
#pragma once

#include "base/status.h"
#include "engine/rule_call.h"
#include "engine/rules.h"

namespace openaclnn {

Status CheckTextIn(const RuleCall& call, const Rule& rule);
Status CheckIntIn(const RuleCall& call, const Rule& rule);
Status CheckIntBetween(const RuleCall& call, const Rule& rule);
Status CheckIntOnlyOn(const RuleCall& call, const Rule& rule);
Status CheckNotAbove(const RuleCall& call, const Rule& rule);
Status CheckNotZeroNorNan(const RuleCall& call, const Rule& rule);
Status CheckNotNegative(const RuleCall& call, const Rule& rule);
Status CheckAtLeastZero(const RuleCall& call, const Rule& rule);
Status CheckNotNegativeIf(const RuleCall& call, const Rule& rule);
Status CheckNumberForIntegers(const RuleCall& call, const Rule& rule);
Status CheckFitsIntegers(const RuleCall& call, const Rule& rule);
Status CheckIsPower(const RuleCall& call, const Rule& rule);
Status CheckDimOf(const RuleCall& call, const Rule& rule);
Status CheckAxesOf(const RuleCall& call, const Rule& rule);

}  // namespace openaclnn
