#include "aclnnop/aclnn_flash_attention_score_grad.h"

#include "kinds/attention/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/family.h"
#include "ops/c_functions.h"

namespace openaclnn {
namespace {

struct ScoreGradAt {
  enum : int {
    kGradedQuery,
    kGradedKey,
    kGradedValue,
    kDy,
    kPseShift,
    kGradedDropMask,
    kGradedPadding,
    kGradedMask,
    kGivenMax,
    kGivenSum,
    kSoftmaxIn,
    kAttentionIn,
    kGradedPrefix,
    kGradedScale,
    kGradedKeepProb,
    kGradedPreTokens,
    kGradedNextTokens,
    kGradedHeadNum,
    kGradedLayout,
    kGradedInnerPrecise,
    kGradedSparse,
    kDqOut,
    kDkOut,
    kDvOut,
    kDpseOut
  };
};

constexpr AttentionArguments kArgumentsOfGrad = {.query = ScoreGradAt::kGradedQuery,
                                                 .key = ScoreGradAt::kGradedKey,
                                                 .value = ScoreGradAt::kGradedValue,
                                                 .bias = ScoreGradAt::kPseShift,
                                                 .kept = ScoreGradAt::kGradedDropMask,
                                                 .mask = ScoreGradAt::kGradedMask,
                                                 .prefix = ScoreGradAt::kGradedPrefix,
                                                 .scale = ScoreGradAt::kGradedScale,
                                                 .keep = ScoreGradAt::kGradedKeepProb,
                                                 .before = ScoreGradAt::kGradedPreTokens,
                                                 .after = ScoreGradAt::kGradedNextTokens,
                                                 .heads = ScoreGradAt::kGradedHeadNum,
                                                 .layout = ScoreGradAt::kGradedLayout,
                                                 .mode = ScoreGradAt::kGradedSparse,
                                                 .maxima = ScoreGradAt::kGivenMax,
                                                 .sums = ScoreGradAt::kGivenSum,
                                                 .out = ScoreGradAt::kAttentionIn,
                                                 .grad = ScoreGradAt::kDy,
                                                 .by_query = ScoreGradAt::kDqOut,
                                                 .by_key = ScoreGradAt::kDkOut,
                                                 .by_value = ScoreGradAt::kDvOut,
                                                 .by_bias = ScoreGradAt::kDpseOut};

template <AttentionArguments at>
void PlanFlashAttentionGrad(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const AttentionCall attention(call, at);
  AttentionGradientsInputs inputs{.call = attention.Inputs(list),
                                  .grad = attention.OfQuery(list, at.grad),
                                  .by_query = attention.OfQuery(list, at.by_query),
                                  .by_key = attention.OfKey(list, at.by_key),
                                  .by_value = attention.OfKey(list, at.by_value),
                                  .by_bias = {}};
  if (call.IsGiven(at.bias) && call.IsGiven(at.by_bias) &&
      call.TensorAt(at.by_bias).extent.elements > 0) {
    // Slopes have no gradient.
    if (inputs.call.slopes) {
      list.Add(PlanFill(0, list.Given(at.by_bias)));
    } else {
      inputs.by_bias = list.Given(at.by_bias);
    }
  }
  list.Add(PlanAttentionGradients(inputs));
  list.Finish();
}

constexpr Kind kFlashAttentionGrad =
    OnCpusAlone(InStages(PlanFlashAttentionGrad<kArgumentsOfGrad>));
constexpr Kind kFlashAttentionGradV2 =
    OnCpusAlone(InStages(PlanFlashAttentionGrad<WithBiasType(kArgumentsOfGrad)>));

}  // namespace

constexpr OpSpec kFlashAttentionScoreGradSpec = Resolved({
    .name = "aclnnFlashAttentionScoreGrad",
    .formula = "P = softmax(S), S = mask(scaleValue * (pseShift + query @ key^T)); dv = "
               "dropout(P)^T @ dy, dS = P * (dropout(dy @ value^T) - sum(dy * attentionIn)), dq = "
               "scaleValue * dS @ key, dk = scaleValue * dS^T @ query, dpse = scaleValue * dS",
    .arguments = {Input("query"),
                  Input("keyIn"),
                  Input("value"),
                  Input("dy"),
                  Optional(Input("pseShiftOptional")),
                  Optional(Input("dropMaskOptional")),
                  Optional(Input("paddingMaskOptional")),
                  Optional(Input("attenMaskOptional")),
                  Input("softmaxMaxOptional"),
                  Input("softmaxSumOptional"),
                  Ignored("softmaxInOptional"),
                  Input("attentionInOptional"),
                  Optional(IntsInput("prefixOptional")),
                  DoubleInput("scaleValue"),
                  DoubleInput("keepProb"),
                  IntInput("preTokens"),
                  IntInput("nextTokens"),
                  IntInput("headNum"),
                  TextInput("inputLayout"),
                  IntInput("innerPrecise"),
                  IntInput("sparseMode"),
                  Output("dqOut"),
                  Output("dkOut"),
                  Output("dvOut"),
                  Optional(Output("dpseOut"))},
    .rules = {DtypeIn("query", kFloatDtypes),
              SameDtype("pseShiftOptional", "query"),
              DtypeIn("dropMaskOptional", kOnlyBytes),
              NoElements("paddingMaskOptional"),
              DtypeIn("attenMaskOptional", kMaskDtypes),
              DtypeIn("softmaxMaxOptional", kOnlyFloatRows),
              DtypeIn("softmaxSumOptional", kOnlyFloatRows),
              KeepProbability("keepProb"),
              TextIn("inputLayout", kHeadLayouts),
              IntBetween("sparseMode", 0, 6),
              AttentionHeads("query", "keyIn", "value"),
              AttentionResult("dy", "query", "keyIn", "value"),
              AttentionBias("pseShiftOptional"),
              AttentionBits("dropMaskOptional"),
              AttentionMask("attenMaskOptional"),
              AttentionKeysSeen("prefixOptional", "preTokens", "nextTokens"),
              AttentionRows("softmaxMaxOptional", "query", "keyIn", "value"),
              AttentionRows("softmaxSumOptional", "query", "keyIn", "value"),
              AttentionResult("attentionInOptional", "query", "keyIn", "value"),
              AttentionGradient("dqOut", "query"),
              AttentionGradient("dkOut", "keyIn"),
              AttentionGradient("dvOut", "value"),
              AttentionBiasGradient("dpseOut", "pseShiftOptional")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kFlashAttentionGrad,
             .names = {"query", "keyIn", "value", "headNum", "inputLayout", "sparseMode",
                       "prefixOptional", "attenMaskOptional"}},
});

constexpr OpSpec kFlashAttentionScoreGradV2Spec = Versioned(
    "aclnnFlashAttentionScoreGradV2",
    "P = softmax(S), S = mask(scaleValue * query @ key^T + pseShift), or with pseShift "
    "scaled, too, if pseType is 1; if it is 2 or 3, pseShift is minus slopes times distances, or "
    "times their roots; the rest as that of FlashAttentionScoreGrad",
    kFlashAttentionGradV2, WithPositionBias(kFlashAttentionScoreGradSpec, "pseShiftOptional"));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FlashAttentionScoreGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, double, double, int64_t, int64_t,
                      int64_t, char*, int64_t, int64_t, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionScoreGradV2, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
