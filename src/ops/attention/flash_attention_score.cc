#include "aclnnop/aclnn_flash_attention_score.h"

#include <algorithm>
#include <optional>

#include "engine/call.h"
#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/family.h"
#include "ops/c_functions.h"

namespace openaclnn {
namespace {

enum FlashAttentionArgument {
  kQuery,
  kKey,
  kValue,
  kRealShift,
  kDropMask,
  kPaddingMask,
  kAttenMask,
  kPrefix,
  kScaleValue,
  kKeepProb,
  kPreTokens,
  kNextTokens,
  kHeadNum,
  kInputLayout,
  kInnerPrecise,
  kSparse,
  kSoftmaxMax,
  kSoftmaxSum,
  kSoftmaxOut,
  kAttentionOut
};

// Which keys queries see. Without a mask they see all of them.
AttentionBand BandOf(const Call& call, int64_t queries, int64_t keys) {
  AttentionBand band;
  if (!call.IsGiven(kAttenMask)) return band;
  const auto limited = [](int64_t tokens) {
    return std::clamp(tokens, -AttentionBand::kEverything / 2, AttentionBand::kEverything / 2);
  };
  const int64_t before = limited(call.At(kPreTokens).integer),
                after = limited(call.At(kNextTokens).integer), to_last = keys - queries;
  switch (call.At(kSparse).integer) {
    case kDefaultMask:
      return {-before, after};
    case kAllMask:
      return band;
    case kLeftUpCausal:
      band.last = 0;
      return band;
    case kBandMask:
      return {to_last - before, to_last + after};
    case kPrefixMask:
    case kShortPrefixMask:
      band.prefixes = call.IntegersAt(kPrefix);
      [[fallthrough]];
    default:
      band.last = to_last;
      return band;
  }
}

void PlanFlashAttention(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const auto layout = static_cast<HeadLayout>(call.ChoiceAt(kInputLayout));
  const auto heads_at = [&](int argument, int64_t heads) {
    const Value value = list.Given(argument);
    const HeadAxes axes = HeadAxesOf(*value.tensor, layout, heads);
    return list.Seen(value, axes.shape, axes.strides);
  };
  const int64_t heads = call.At(kHeadNum).integer;
  const Value query = heads_at(kQuery, heads);
  const int64_t size = query->shape[3];
  const Dims& of_key = call.TensorAt(kKey).shape;
  const int64_t kv_heads = layout == kBsnd   ? of_key[2]
                           : layout == kBnsd ? of_key[1]
                           : size == 0       ? heads
                                             : of_key[2] / size;
  const Value key = heads_at(kKey, kv_heads);
  const auto if_given = [&](int argument) {
    return call.IsGiven(argument) ? std::optional(list.Given(argument)) : std::nullopt;
  };
  AttentionInputs inputs{.query = query,
                         .key = key,
                         .value = heads_at(kValue, kv_heads),
                         .bias = if_given(kRealShift),
                         .mask = {},
                         .kept = {},
                         .scale = call.At(kScaleValue).number,
                         .band = BandOf(call, query->shape[2], key->shape[2]),
                         .maxima = list.Given(kSoftmaxMax),
                         .sums = list.Given(kSoftmaxSum),
                         .out = heads_at(kAttentionOut, heads)};
  if (!HasShortMask(call.At(kSparse).integer)) inputs.mask = if_given(kAttenMask);
  if (call.IsGiven(kDropMask)) {
    inputs.kept = list.Given(kDropMask);
    inputs.keep_probability = call.At(kKeepProb).number;
  }
  list.Add(PlanAttention(inputs));
  list.Finish();
}

constexpr Kind kFlashAttention = InStages(PlanFlashAttention);

constexpr DtypeSet kMaskDtypes{ACL_BOOL, ACL_UINT8}, kOnlyBytes{ACL_UINT8},
    kOnlyFloatRows{ACL_FLOAT};

}  // namespace

constexpr OpSpec kFlashAttentionScoreSpec = Resolved({
    .name = "aclnnFlashAttentionScore",
    .formula = "attentionOut = dropout(softmax(mask(scaleValue * (realShift + query @ key^T)))) @ "
               "value, of each head",
    .arguments = {Input("query"),
                  Input("key"),
                  Input("value"),
                  Optional(Input("realShiftOptional")),
                  Optional(Input("dropMaskOptional")),
                  Optional(Input("paddingMaskOptional")),
                  Optional(Input("attenMaskOptional")),
                  Optional(IntsInput("prefixOptional")),
                  DoubleInput("scaleValue"),
                  DoubleInput("keepProb"),
                  IntInput("preTokens"),
                  IntInput("nextTokens"),
                  IntInput("headNum"),
                  TextInput("inputLayout"),
                  IntInput("innerPrecise"),
                  IntInput("sparseMode"),
                  Output("softmaxMaxOut"),
                  Output("softmaxSumOut"),
                  Ignored("softmaxOutOut"),
                  Output("attentionOutOut")},
    .rules = {DtypeIn("query", kFloatDtypes),
              SameDtype("key", "query"),
              SameDtype("value", "query"),
              SameDtype("realShiftOptional", "query"),
              DtypeIn("dropMaskOptional", kOnlyBytes),
              NoElements("paddingMaskOptional"),
              DtypeIn("attenMaskOptional", kMaskDtypes),
              DtypeIn("softmaxMaxOut", kOnlyFloatRows),
              DtypeIn("softmaxSumOut", kOnlyFloatRows),
              SameDtype("attentionOutOut", "query"),
              KeepProbability("keepProb"),
              TextIn("inputLayout", kHeadLayouts),
              IntBetween("sparseMode", 0, 6),
              AttentionHeads("query", "key", "value"),
              AttentionBias("realShiftOptional"),
              AttentionBits("dropMaskOptional"),
              AttentionMask("attenMaskOptional"),
              AttentionPrefix("prefixOptional"),
              AttentionTokens("preTokens", "nextTokens"),
              AttentionRows("softmaxMaxOut", "query", "key", "value"),
              AttentionRows("softmaxSumOut", "query", "key", "value"),
              AttentionResult("attentionOutOut", "query", "key", "value")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kFlashAttention,
             .names = {"query", "key", "value", "headNum", "inputLayout", "sparseMode",
                       "prefixOptional", "attenMaskOptional"}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FlashAttentionScore, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
