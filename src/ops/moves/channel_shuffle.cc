#include "aclnnop/aclnn_channel_shuffle.h"

#include "engine/rules/rule_call.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/shuffled_channels.h"

namespace openaclnn {
namespace {

Status CheckShuffledChannels(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const int64_t groups = call.Given(rule, 1).integer;
  if (shape.size() < 3 || shape.size() > 7) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected 3 to 7", rule.names[0],
                   shape.size(), ShapeText(shape));
  }
  if (groups >= 1 && shape[1] % groups == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a divisor of {}, the channels of {}",
                 rule.names[1], groups, shape[1], rule.names[0]);
}

enum ShuffleArgument { kShuffleSelf, kShuffleGroups, kShuffleOut };

// [batch, groups, channels of a group, ...] becomes [batch, channels of a group, groups, ...].
void PlanShuffle(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kShuffleSelf), out = list.Given(kShuffleOut);
  if (out->extent.elements > 0) {
    const int64_t groups = call.At(kShuffleGroups).integer, channels = self->shape[1] / groups;
    // Seen as [batch, groups, channels of a group, ...], whatever comes first.
    const auto seen = [&](const Value& value, int64_t of_group, int64_t of_channel) {
      Dims shape = value->shape, strides = value->strides;
      shape[1] = groups;
      shape.insert(shape.begin() + 2, channels);
      strides.insert(strides.begin() + 2, strides[1] * of_channel);
      strides[1] *= of_group;
      return list.Seen(value, shape, strides);
    };
    list.Add(PlanMove(seen(self, channels, 1), seen(out, 1, groups)));
  }
  list.Finish();
}

constexpr Kind kShuffle = InStages(PlanShuffle);

}  // namespace

namespace rules {

constinit const RuleType kShuffledChannels = {
    .name = "ShuffledChannels",
    .check = CheckShuffledChannels,
    .sentence = {"{a} has 3 to 7 axes, and {b} divides the size of the second one."},
};

}  // namespace rules

constexpr OpSpec kChannelShuffleSpec = Resolved({
    .name = "aclnnChannelShuffle",
    .formula = "out[n, k * groups + g] = self[n, g * (C / groups) + k]",
    .arguments = {Input("self"), IntInput("groups"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes), SameDtype("out", "self"),
              ShuffledChannels("self", "groups"), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kShuffle},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ChannelShuffle, const aclTensor*, int64_t, aclTensor*);
