#include "aclnnop/aclnn_flash_attention_score_grad.h"
#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/family.h"
#include "ops/attention/packed_attention.h"
#include "ops/attention/with_bias_order.h"
#include "ops/c_functions.h"

namespace openaclnn {
namespace {

enum UnpaddingArgument {
  kUnpaddingQuery,
  kUnpaddingKey,
  kUnpaddingValue,
  kUnpaddingDy,
  kUnpaddingShift,
  kUnpaddingDropMask,
  kUnpaddingPadding,
  kUnpaddingMask,
  kUnpaddingMax,
  kUnpaddingSum,
  kUnpaddingSoftmaxIn,
  kUnpaddingAttentionIn,
  kUnpaddingPrefix,
  kUnpaddingQueryLengths,
  kUnpaddingKeyLengths,
  kUnpaddingScale,
  kUnpaddingKeepProb,
  kUnpaddingPreTokens,
  kUnpaddingNextTokens,
  kUnpaddingHeadNum,
  kUnpaddingLayout,
  kUnpaddingInnerPrecise,
  kUnpaddingSparse,
  kUnpaddingDq
};

constexpr AttentionArguments kArgumentsOfUnpadding = {.query = kUnpaddingQuery,
                                                      .key = kUnpaddingKey,
                                                      .value = kUnpaddingValue,
                                                      .bias = kUnpaddingShift,
                                                      .kept = kUnpaddingDropMask,
                                                      .mask = kUnpaddingMask,
                                                      .prefix = kUnpaddingPrefix,
                                                      .scale = kUnpaddingScale,
                                                      .keep = kUnpaddingKeepProb,
                                                      .before = kUnpaddingPreTokens,
                                                      .after = kUnpaddingNextTokens,
                                                      .heads = kUnpaddingHeadNum,
                                                      .layout = kUnpaddingLayout,
                                                      .mode = kUnpaddingSparse,
                                                      .maxima = kUnpaddingMax,
                                                      .sums = kUnpaddingSum,
                                                      .out = kUnpaddingAttentionIn,
                                                      .query_lengths = kUnpaddingQueryLengths,
                                                      .key_lengths = kUnpaddingKeyLengths};

template <AttentionArguments at, int kDq>
void PlanUnpadding(const Call& call, Executor& executor) {
  constexpr int kDk = kDq + 1, kDv = kDq + 2;
  StageList list(call, executor);
  const PackedCall packed(call, at);
  for (const PackedBatch& batch : packed.Batches()) {
    list.Add(PlanAttentionGradients({.call = packed.Inputs(list, batch),
                                     .grad = PackedCall::OfQueries(list, kUnpaddingDy, batch),
                                     .by_query = PackedCall::OfQueries(list, kDq, batch),
                                     .by_key = PackedCall::OfKeys(list, kDk, batch),
                                     .by_value = PackedCall::OfKeys(list, kDv, batch),
                                     .by_bias = {}}));
  }
  list.Finish();
}

constexpr Kind kUnpadding =
    OnCpusAlone(InStages(PlanUnpadding<kArgumentsOfUnpadding, kUnpaddingDq>));
constexpr Kind kUnpaddingV2 =
    OnCpusAlone(InStages(PlanUnpadding<WithBiasOrder(kArgumentsOfUnpadding), kUnpaddingDq + 3>));

}  // namespace

constexpr OpSpec kFlashAttentionUnpaddingScoreGradSpec = Resolved({
    .name = "aclnnFlashAttentionUnpaddingScoreGrad",
    .formula =
        "P = softmax(S), S = mask(scaleValue * query @ key^T); dv = P^T @ dy, dS = P * (dy @ "
        "value^T - sum(dy * attentionIn)), dq = scaleValue * dS @ key, dk = scaleValue * "
        "dS^T @ query, of each head and batch",
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
                  IntsInput("actualSeqQLenOptional"),
                  IntsInput("actualSeqKvLenOptional"),
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
                  Ignored("dpseOut")},
    .rules = {DtypeIn("query", kFloatDtypes),
              NoElements("pseShiftOptional"),
              NoElements("dropMaskOptional"),
              NoElements("paddingMaskOptional"),
              DtypeIn("attenMaskOptional", kMaskDtypes),
              DtypeIn("softmaxMaxOptional", kOnlyFloatRows),
              DtypeIn("softmaxSumOptional", kOnlyFloatRows),
              KeepProbability("keepProb"),
              TextIn("inputLayout", kPackedLayouts),
              IntBetween("sparseMode", 0, 4),
              PackedHeads("query", "keyIn", "value"),
              PackedLengths("actualSeqQLenOptional", "actualSeqKvLenOptional"),
              PackedMask("attenMaskOptional", "preTokens", "nextTokens"),
              PackedResult("dy", "query", "keyIn", "value"),
              PackedRows("softmaxMaxOptional", "query"),
              PackedRows("softmaxSumOptional", "query"),
              PackedResult("attentionInOptional", "query", "keyIn", "value"),
              AttentionGradient("dqOut", "query"),
              AttentionGradient("dkOut", "keyIn"),
              AttentionGradient("dvOut", "value")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kUnpadding,
             .names = {"query", "keyIn", "value", "headNum", "sparseMode", "actualSeqQLenOptional",
                       "actualSeqKvLenOptional"}},
});

constexpr OpSpec kFlashAttentionUnpaddingScoreGradV2Spec = WithBiasOrder(
    "aclnnFlashAttentionUnpaddingScoreGradV2", kFlashAttentionUnpaddingScoreGradSpec.formula,
    OfKind(kUnpaddingV2, kFlashAttentionUnpaddingScoreGradSpec));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FlashAttentionUnpaddingScoreGrad, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionUnpaddingScoreGradV2, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, double, double,
                      int64_t, int64_t, int64_t, char*, int64_t, int64_t, int64_t, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*);
