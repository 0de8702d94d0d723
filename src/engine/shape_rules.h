// The rules of shapes and formats.
#pragma once

#include "base/status.h"
#include "engine/rule_call.h"
#include "engine/rules.h"

namespace openaclnn {

Status CheckMaxRank(const RuleCall& call, const Rule& rule);
Status CheckMinRank(const RuleCall& call, const Rule& rule);
Status CheckRankIs(const RuleCall& call, const Rule& rule);
Status CheckSameShape(const RuleCall& call, const Rule& rule);
Status CheckBroadcasts(const RuleCall& call, const Rule& rule);
Status CheckBroadcastShape(const RuleCall& call, const Rule& rule);
Status CheckBroadcastsTo(const RuleCall& call, const Rule& rule);
Status CheckChannelWeight(const RuleCall& call, const Rule& rule);
Status CheckSameFormat(const RuleCall& call, const Rule& rule);
Status CheckShapeOfRows(const RuleCall& call, const Rule& rule);
Status CheckRowOf(const RuleCall& call, const Rule& rule);
Status CheckReducedShape(const RuleCall& call, const Rule& rule);
Status CheckProductShape(const RuleCall& call, const Rule& rule);
Status CheckLossShape(const RuleCall& call, const Rule& rule);
Status CheckHalfShape(const RuleCall& call, const Rule& rule);
Status CheckSizes(const RuleCall& call, const Rule& rule);
Status CheckOneElement(const RuleCall& call, const Rule& rule);

}  // namespace openaclnn
