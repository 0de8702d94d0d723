#include "aclnnop/aclnn_flash_attention_score.h"

#include <limits>

#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/family.h"
#include "ops/attention/packed_attention.h"
#include "ops/c_functions.h"

namespace openaclnn {
namespace {

enum VarLenArgument {
  kVarLenQuery,
  kVarLenKey,
  kVarLenValue,
  kVarLenShift,
  kVarLenDropMask,
  kVarLenPadding,
  kVarLenMask,
  kVarLenPrefix,
  kVarLenQueryLengths,
  kVarLenKeyLengths,
  kVarLenScale,
  kVarLenKeepProb,
  kVarLenPreTokens,
  kVarLenNextTokens,
  kVarLenHeadNum,
  kVarLenLayout,
  kVarLenInnerPrecise,
  kVarLenSparse,
  kVarLenMax,
  kVarLenSum,
  kVarLenSoftmaxOut,
  kVarLenOut
};

constexpr AttentionArguments kArgumentsOfVarLen = {.query = kVarLenQuery,
                                                   .key = kVarLenKey,
                                                   .value = kVarLenValue,
                                                   .bias = kVarLenShift,
                                                   .kept = kVarLenDropMask,
                                                   .mask = kVarLenMask,
                                                   .prefix = kVarLenPrefix,
                                                   .scale = kVarLenScale,
                                                   .keep = kVarLenKeepProb,
                                                   .before = kVarLenPreTokens,
                                                   .after = kVarLenNextTokens,
                                                   .heads = kVarLenHeadNum,
                                                   .layout = kVarLenLayout,
                                                   .mode = kVarLenSparse,
                                                   .maxima = kVarLenMax,
                                                   .sums = kVarLenSum,
                                                   .out = kVarLenOut,
                                                   .query_lengths = kVarLenQueryLengths,
                                                   .key_lengths = kVarLenKeyLengths};

template <AttentionArguments at>
void PlanVarLen(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const PackedCall packed(call, at);
  for (const PackedBatch& batch : packed.Batches()) {
    if (batch.queries > 0) list.Add(PlanAttention(packed.Inputs(list, batch)));
  }
  packed.FillQueriesLeft(list, at.maxima, -std::numeric_limits<double>::infinity());
  for (const int argument : {at.sums, at.out}) packed.FillQueriesLeft(list, argument, 0);
  list.Finish();
}

constexpr Kind kVarLen = OnCpusAlone(InStages(PlanVarLen<kArgumentsOfVarLen>));
constexpr Kind kVarLenV2 = OnCpusAlone(InStages(PlanVarLen<WithBiasType(kArgumentsOfVarLen)>));
constexpr Kind kVarLenV3 =
    OnCpusAlone(InStages(PlanVarLen<WithRope(WithBiasType(kArgumentsOfVarLen))>));
constexpr Kind kVarLenV4 =
    OnCpusAlone(InStages(PlanVarLen<WithMore(kArgumentsOfVarLen, kArgumentsOfVarLen.mode, 1)>));

}  // namespace

constexpr OpSpec kFlashAttentionVarLenScoreSpec = Resolved({
    .name = "aclnnFlashAttentionVarLenScore",
    .formula = "attentionOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShift)))) @ "
               "value, of each head and batch",
    .arguments = {Input("query"),
                  Input("key"),
                  Input("value"),
                  Optional(Input("realShiftOptional")),
                  Optional(Input("dropMaskOptional")),
                  Optional(Input("paddingMaskOptional")),
                  Optional(Input("attenMaskOptional")),
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
                  Output("softmaxMaxOut"),
                  Output("softmaxSumOut"),
                  Ignored("softmaxOutOut"),
                  Output("attentionOutOut")},
    .rules = {DtypeIn("query", kFloatDtypes), SameDtype("realShiftOptional", "query"),
              DtypeIn("dropMaskOptional", kOnlyBytes), NoElements("paddingMaskOptional"),
              DtypeIn("attenMaskOptional", kMaskDtypes), DtypeIn("softmaxMaxOut", kOnlyFloatRows),
              DtypeIn("softmaxSumOut", kOnlyFloatRows), KeepProbability("keepProb"),
              TextIn("inputLayout", kPackedLayouts), PackedMode("sparseMode"),
              PackedHeads("query", "key", "value"),
              PackedLengths("actualSeqQLenOptional", "actualSeqKvLenOptional"),
              PackedBias("realShiftOptional"), PackedBits("dropMaskOptional"),
              PackedMask("attenMaskOptional", "preTokens", "nextTokens", "prefixOptional"),
              PackedRows("softmaxMaxOut", "query"), PackedRows("softmaxSumOut", "query"),
              PackedResult("attentionOutOut", "query", "key", "value")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kVarLen,
             .names = {"query", "key", "value", "headNum", "sparseMode", "actualSeqQLenOptional",
                       "actualSeqKvLenOptional"}},
});

constexpr OpSpec kFlashAttentionVarLenScoreV2Spec = Versioned(
    "aclnnFlashAttentionVarLenScoreV2",
    "attentionOut = dropout(softmax(mask(scaleValue * query @ key^T + realShift))) @ value, of "
    "each head and batch; if pseType is 1, realShift is multiplied, too; if it is 2 or 3, it is "
    "minus slopes times distances, or times their roots",
    kVarLenV2, WithPackedSlopes(kFlashAttentionVarLenScoreSpec, "realShiftOptional"));

constexpr OpSpec kFlashAttentionVarLenScoreV3Spec = Versioned(
    "aclnnFlashAttentionVarLenScoreV3",
    "attentionOut = softmax(mask(scaleValue * (query @ key^T + queryRope @ keyRope^T))) "
    "@ value, of each head and batch",
    kVarLenV3,
    WithPackedRope(kFlashAttentionVarLenScoreSpec, "key", "keyRope", "realShiftOptional"));

constexpr OpSpec kFlashAttentionVarLenScoreV4Spec = Versioned(
    "aclnnFlashAttentionVarLenScoreV4", kFlashAttentionVarLenScoreSpec.formula, kVarLenV4,
    WithRule(
        WithMore(kFlashAttentionVarLenScoreSpec, "sparseMode", {TextInput("softmaxOutLayout")}),
        TextIn("softmaxOutLayout", kSoftmaxLayouts)));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FlashAttentionVarLenScore, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      double, double, int64_t, int64_t, int64_t, char*, int64_t, int64_t,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionVarLenScoreV2, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, double, double, int64_t, int64_t,
                      int64_t, char*, int64_t, int64_t, int64_t, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionVarLenScoreV3, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionVarLenScoreV4, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      double, double, int64_t, int64_t, int64_t, char*, int64_t, int64_t, char*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*);
