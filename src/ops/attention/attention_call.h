// What the operators of attention have in common: what their arguments say to the kind.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/call.h"
#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/attention_shape.h"

namespace openaclnn {

// Which of so many keys a query of so many sees, as a sparse mode says. Without a mask it sees all
// of them.
AttentionBand BandOf(const Call& call, const AttentionArguments& at, int64_t mode, int64_t queries,
                     int64_t keys);

// How the bias of a call is made, where it is made of slopes.
std::optional<AttentionSlopes> SlopesOf(const Call& call, const AttentionArguments& at);

// The last elements of heads with rotated ones: those of the shape of `rope`.
Value RopeOf(StageList& list, const Value& joined, const Value& rope);
// Heads with their rotated elements behind them.
Value JoinedHeads(StageList& list, const Value& heads, const Value& rope);

// A call whose arguments have passed the checks.
class AttentionCall {
 public:
  AttentionCall(const Call& call, const AttentionArguments& at);

  // A tensor with the heads of the query, or of the keys, as [batch, head, position, element].
  Value OfQuery(StageList& list, int argument) const { return HeadsOf(list, argument, heads_); }
  Value OfKey(StageList& list, int argument) const { return HeadsOf(list, argument, kv_heads_); }
  AttentionInputs Inputs(StageList& list) const;

 private:
  Value HeadsOf(StageList& list, int argument, int64_t heads) const;

  const Call& call_;
  const AttentionArguments at_;
  const HeadLayout layout_;
  const int64_t heads_, kv_heads_;
};

}  // namespace openaclnn
