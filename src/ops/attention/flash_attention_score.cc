#include "aclnnop/aclnn_flash_attention_score.h"

#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/family.h"
#include "ops/c_functions.h"

namespace openaclnn {
namespace {

struct ScoreAt {
  enum : int {
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
};

constexpr AttentionArguments kArgumentsOfScore = {.query = ScoreAt::kQuery,
                                                  .key = ScoreAt::kKey,
                                                  .value = ScoreAt::kValue,
                                                  .bias = ScoreAt::kRealShift,
                                                  .kept = ScoreAt::kDropMask,
                                                  .mask = ScoreAt::kAttenMask,
                                                  .prefix = ScoreAt::kPrefix,
                                                  .scale = ScoreAt::kScaleValue,
                                                  .keep = ScoreAt::kKeepProb,
                                                  .before = ScoreAt::kPreTokens,
                                                  .after = ScoreAt::kNextTokens,
                                                  .heads = ScoreAt::kHeadNum,
                                                  .layout = ScoreAt::kInputLayout,
                                                  .mode = ScoreAt::kSparse,
                                                  .maxima = ScoreAt::kSoftmaxMax,
                                                  .sums = ScoreAt::kSoftmaxSum,
                                                  .out = ScoreAt::kAttentionOut};

template <AttentionArguments at>
void PlanFlashAttention(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanAttention(AttentionCall(call, at).Inputs(list)));
  list.Finish();
}

constexpr Kind kFlashAttention = OnCpusAlone(InStages(PlanFlashAttention<kArgumentsOfScore>));
constexpr Kind kFlashAttentionV2 =
    OnCpusAlone(InStages(PlanFlashAttention<WithBiasType(kArgumentsOfScore)>));

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
              AttentionKeysSeen("prefixOptional", "preTokens", "nextTokens"),
              AttentionRows("softmaxMaxOut", "query", "key", "value"),
              AttentionRows("softmaxSumOut", "query", "key", "value"),
              AttentionResult("attentionOutOut", "query", "key", "value")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kFlashAttention,
             .names = {"query", "key", "value", "headNum", "inputLayout", "sparseMode",
                       "prefixOptional", "attenMaskOptional"}},
});

constexpr OpSpec kFlashAttentionScoreV2Spec = Versioned(
    "aclnnFlashAttentionScoreV2",
    "attentionOut = dropout(softmax(mask(scaleValue * query @ key^T + realShift))) @ value, of "
    "each head; if pseType is 1, realShift is added before it is scaled; if it is 2 or 3, "
    "realShift is "
    "minus slopes times distances, or times their roots",
    kFlashAttentionV2, WithPositionBias(kFlashAttentionScoreSpec, "realShiftOptional"));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FlashAttentionScore, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionScoreV2, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, double, double,
                      int64_t, int64_t, int64_t, char*, int64_t, int64_t, int64_t, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*);
