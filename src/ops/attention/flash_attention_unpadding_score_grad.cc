#include "aclnnop/aclnn_flash_attention_score_grad.h"

#include <optional>

#include "kinds/attention/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/family.h"
#include "ops/attention/packed_attention.h"
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
  kUnpaddingDq,
  kUnpaddingDk,
  kUnpaddingDv,
  kUnpaddingDpse
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
                                                      .key_lengths = kUnpaddingKeyLengths,
                                                      .grad = kUnpaddingDy,
                                                      .by_query = kUnpaddingDq,
                                                      .by_key = kUnpaddingDk,
                                                      .by_value = kUnpaddingDv,
                                                      .by_bias = kUnpaddingDpse};

// Gradients by heads with their rotated elements, which go to tensors of their own.
struct JoinedGradient {
  Value joined, heads;
  std::optional<Value> rope;

  void Part(StageList& list) const {
    list.Add(PlanMove(list.Seen(joined, heads->shape, joined->strides), heads));
    if (rope) list.Add(PlanMove(RopeOf(list, joined, *rope), *rope));
  }
};

template <AttentionArguments at>
void PlanUnpadding(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const PackedCall packed(call, at);
  const auto has_elements = [&call](int argument) {
    return argument >= 0 && call.IsGiven(argument) && call.TensorAt(argument).extent.elements > 0;
  };
  for (const PackedBatch& batch : packed.Batches()) {
    AttentionGradientsInputs inputs{.call = packed.Inputs(list, batch),
                                    .grad = PackedCall::OfQueries(list, at.grad, batch),
                                    .by_query = PackedCall::OfQueries(list, at.by_query, batch),
                                    .by_key = PackedCall::OfKeys(list, at.by_key, batch),
                                    .by_value = PackedCall::OfKeys(list, at.by_value, batch),
                                    .by_bias = {}};
    if (packed.HasBias() && has_elements(at.by_bias)) {
      inputs.by_bias = packed.BiasOf(list, at.by_bias, batch);
    }
    if (!packed.HasRope()) {
      list.Add(PlanAttentionGradients(inputs));
      continue;
    }
    JoinedGradient of_query{.joined = {}, .heads = inputs.by_query, .rope = {}},
        of_key{.joined = {}, .heads = inputs.by_key, .rope = {}};
    if (has_elements(at.by_query_rope)) {
      of_query.rope = PackedCall::OfQueries(list, at.by_query_rope, batch);
    }
    if (has_elements(at.by_key_rope)) {
      of_key.rope = PackedCall::OfKeys(list, at.by_key_rope, batch);
    }
    inputs.by_query = of_query.joined =
        list.Temporary(inputs.by_query->dtype, inputs.call.query->shape);
    inputs.by_key = of_key.joined = list.Temporary(inputs.by_key->dtype, inputs.call.key->shape);
    list.Add(PlanAttentionGradients(inputs));
    of_query.Part(list);
    of_key.Part(list);
  }
  packed.FillQueriesLeft(list, at.by_query, 0);
  for (const int argument : {at.by_key, at.by_value}) packed.FillKeysLeft(list, argument, 0);
  if (has_elements(at.by_query_rope)) packed.FillQueriesLeft(list, at.by_query_rope, 0);
  if (has_elements(at.by_key_rope)) packed.FillKeysLeft(list, at.by_key_rope, 0);
  const bool has_slopes = IsMadeOfSlopes(call.IntegerAt(at.bias_type, kBiasBeforeScale));
  if (has_slopes && has_elements(at.by_bias)) list.Add(PlanFill(0, list.Given(at.by_bias)));
  list.Finish();
}

constexpr Kind kUnpadding = OnCpusAlone(InStages(PlanUnpadding<kArgumentsOfUnpadding>));
constexpr Kind kUnpaddingV2 =
    OnCpusAlone(InStages(PlanUnpadding<WithBiasType(kArgumentsOfUnpadding)>));
constexpr Kind kUnpaddingV3 =
    OnCpusAlone(InStages(PlanUnpadding<WithRope(WithBiasType(kArgumentsOfUnpadding))>));

}  // namespace

constexpr OpSpec kFlashAttentionUnpaddingScoreGradSpec = Resolved({
    .name = "aclnnFlashAttentionUnpaddingScoreGrad",
    .formula =
        "P = softmax(S), S = mask(scaleValue * (query @ key^T + pseShift)); dv = dropout(P)^T @ "
        "dy, dS = P * (dropout(dy @ value^T) - sum(dy * attentionIn)), dq = scaleValue * dS @ key, "
        "dk = scaleValue * dS^T @ query, dpse = scaleValue * dS, of each head and batch",
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
                  Optional(Output("dpseOut"))},
    .rules = {DtypeIn("query", kFloatDtypes),
              SameDtype("pseShiftOptional", "query"),
              DtypeIn("dropMaskOptional", kOnlyBytes),
              NoElements("paddingMaskOptional"),
              DtypeIn("attenMaskOptional", kMaskDtypes),
              DtypeIn("softmaxMaxOptional", kOnlyFloatRows),
              DtypeIn("softmaxSumOptional", kOnlyFloatRows),
              KeepProbability("keepProb"),
              TextIn("inputLayout", kPackedLayouts),
              PackedMode("sparseMode"),
              PackedHeads("query", "keyIn", "value"),
              PackedLengths("actualSeqQLenOptional", "actualSeqKvLenOptional"),
              PackedBias("pseShiftOptional"),
              PackedBits("dropMaskOptional"),
              PackedMask("attenMaskOptional", "preTokens", "nextTokens", "prefixOptional"),
              PackedResult("dy", "query", "keyIn", "value"),
              PackedRows("softmaxMaxOptional", "query"),
              PackedRows("softmaxSumOptional", "query"),
              PackedResult("attentionInOptional", "query", "keyIn", "value"),
              AttentionGradient("dqOut", "query"),
              AttentionGradient("dkOut", "keyIn"),
              AttentionGradient("dvOut", "value"),
              AttentionBiasGradient("dpseOut", "pseShiftOptional")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kUnpadding,
             .names = {"query", "keyIn", "value", "headNum", "sparseMode", "actualSeqQLenOptional",
                       "actualSeqKvLenOptional"}},
});

constexpr OpSpec kFlashAttentionUnpaddingScoreGradV2Spec = Versioned(
    "aclnnFlashAttentionUnpaddingScoreGradV2",
    "P = softmax(S), S = mask(scaleValue * query @ key^T + pseShift); if pseType is 1, pseShift is "
    "multiplied, too; if it is 2 or 3, it is minus slopes times distances, or times their roots; "
    "the rest as that of FlashAttentionUnpaddingScoreGrad",
    kUnpaddingV2, WithPackedSlopes(kFlashAttentionUnpaddingScoreGradSpec, "pseShiftOptional"));

consteval OpSpec WithRopes(OpSpec spec) {
  spec.arguments[spec.IndexOf("dpseOut")] = Ignored("dpseOut");
  spec = WithInstead(spec, rules::kAttentionBiasGradient, "dpseOut",
                     AttentionBiasGradient("dqRopeOut", "queryRope"));
  spec = WithPackedRope(spec, "keyIn", "keyInRope", "pseShiftOptional");
  spec = WithMore(spec, "dkOut", {Optional(Output("dkRopeOut"))});
  spec = WithMore(spec, "dqOut", {Optional(Output("dqRopeOut"))});
  return WithRule(spec, AttentionBiasGradient("dkRopeOut", "keyInRope"));
}

constexpr OpSpec kFlashAttentionUnpaddingScoreGradV3Spec = Versioned(
    "aclnnFlashAttentionUnpaddingScoreGradV3",
    "P = softmax(S), S = mask(scaleValue * (query @ key^T + queryRope @ keyRope^T)); dqRope "
    "= scaleValue * dS @ keyRope, dkRope = scaleValue * dS^T @ queryRope; the rest as that "
    "of FlashAttentionUnpaddingScoreGrad",
    kUnpaddingV3, WithRopes(kFlashAttentionUnpaddingScoreGradSpec));

constexpr OpSpec kFlashAttentionUnpaddingScoreGradV4Spec = Versioned(
    "aclnnFlashAttentionUnpaddingScoreGradV4", kFlashAttentionUnpaddingScoreGradSpec.formula,
    kUnpadding,
    WithRule(
        WithMore(kFlashAttentionUnpaddingScoreGradSpec, "dpseOut", {TextInput("softmaxInLayout")}),
        TextIn("softmaxInLayout", kSoftmaxLayouts)));

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
OPENACLNN_C_FUNCTIONS(FlashAttentionUnpaddingScoreGradV3, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, double, double, int64_t, int64_t,
                      int64_t, char*, int64_t, int64_t, int64_t, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FlashAttentionUnpaddingScoreGradV4, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, double, double, int64_t, int64_t, int64_t, char*, int64_t,
                      int64_t, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, char*);
