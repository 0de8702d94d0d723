#include "aclnnop/aclnn_thnn_fused_lstm_cell.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell_backward.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/recurrent/cell_shape.h"
#include "ops/recurrent/family.h"
#include "ops/sums/channel_shape.h"

namespace openaclnn {
namespace {

// A tensor as dense floats, or nothing if it is null.
std::optional<Value> FloatsIfGiven(StageList& list, const Call& call, int argument) {
  if (!call.IsGiven(argument)) return std::nullopt;
  return DenseAs(list, ACL_FLOAT, list.Given(argument));
}
Value FloatsOf(StageList& list, int argument) {
  return DenseAs(list, ACL_FLOAT, list.Given(argument));
}
Value FloatResult(StageList& list, int argument) {
  return DenseResultAs(list, ACL_FLOAT, list.Given(argument));
}
void MoveFloats(StageList& list, const Value& written, int argument) {
  const Value result = list.Given(argument);
  if (result->extent.elements > 0) MoveResult(list, written, result);
}

enum CellAt {
  kInputGates,
  kHiddenGates,
  kCx,
  kInputBias,
  kHiddenBias,
  kHyOut,
  kCyOut,
  kStorageOut
};

void PlanCell(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value hidden = FloatResult(list, kHyOut), cell = FloatResult(list, kCyOut),
              gates = FloatResult(list, kStorageOut);
  list.Add(PlanLstmCell({.by_input = FloatsOf(list, kInputGates),
                         .by_hidden = FloatsOf(list, kHiddenGates),
                         .input_bias = FloatsIfGiven(list, call, kInputBias),
                         .hidden_bias = FloatsIfGiven(list, call, kHiddenBias),
                         .cell = FloatsOf(list, kCx),
                         .next_hidden = hidden,
                         .next_cell = cell,
                         .gates = gates}));
  MoveFloats(list, hidden, kHyOut);
  MoveFloats(list, cell, kCyOut);
  MoveFloats(list, gates, kStorageOut);
  list.Finish();
}

enum CellGradAt {
  kGradHy,
  kGradC,
  kCxOfStep,
  kCyOfStep,
  kStorage,
  kHasBias,
  kGradGates,
  kGradCx,
  kGradBias
};

void PlanCellGradients(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const bool has_bias = call.FlagAt(kHasBias);
  const Value by_gates = FloatResult(list, kGradGates), by_cell = FloatResult(list, kGradCx);
  std::optional<Value> by_bias;
  if (has_bias) by_bias = FloatResult(list, kGradBias);
  list.Add(PlanLstmCellGradients({.by_next_hidden = FloatsIfGiven(list, call, kGradHy),
                                  .by_next_cell = FloatsIfGiven(list, call, kGradC),
                                  .cell = FloatsOf(list, kCxOfStep),
                                  .next_cell = FloatsOf(list, kCyOfStep),
                                  .gates = FloatsOf(list, kStorage),
                                  .by_gates = by_gates,
                                  .by_cell = by_cell,
                                  .by_bias = by_bias}));
  MoveFloats(list, by_gates, kGradGates);
  MoveFloats(list, by_cell, kGradCx);
  if (by_bias) MoveFloats(list, *by_bias, kGradBias);
  list.Finish();
}

constexpr Kind kLstmCell = OnCpusAlone(InStages(PlanCell));
constexpr Kind kLstmCellGradients = OnCpusAlone(InStages(PlanCellGradients));

constexpr Chips kCellChips{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kThnnFusedLstmCellSpec = Resolved({
    .name = "aclnnThnnFusedLstmCell",
    .formula =
        "i, f, g, o = sigmoid, sigmoid, tanh, sigmoid(inputGates + hiddenGates + inputBias + "
        "hiddenBias); cy = f * cx + i * g; hy = o * tanh(cy); storage = i, f, g, o",
    .arguments = {Input("inputGates"), Input("hiddenGates"), Input("cx"),
                  Optional(Input("inputBiasOptional")), Optional(Input("hiddenBiasOptional")),
                  Output("hyOut"), Output("cyOut"), Output("storageOut")},
    .rules = {GivenBeside("inputBiasOptional", "hiddenBiasOptional"),
              GivenBeside("hiddenBiasOptional", "inputBiasOptional"),
              DtypeIn("inputGates", kRecurrentDtypes), SameDtype("hiddenGates", "inputGates"),
              SameDtype("cx", "inputGates"), SameDtype("inputBiasOptional", "inputGates"),
              SameDtype("hiddenBiasOptional", "inputGates"), SameDtype("hyOut", "inputGates"),
              SameDtype("cyOut", "inputGates"), SameDtype("storageOut", "inputGates"),
              RankIs("cx", 2), GatesShape("inputGates", "cx"), GatesShape("hiddenGates", "cx"),
              GateBias("inputBiasOptional", "cx"), GateBias("hiddenBiasOptional", "cx"),
              SameShape("hyOut", "cx"), SameShape("cyOut", "cx"), GatesShape("storageOut", "cx")},
    .chips = kCellChips,
    .work = {.kind = &kLstmCell},
});

constexpr OpSpec kThnnFusedLstmCellBackwardSpec = Resolved({
    .name = "aclnnThnnFusedLstmCellBackward",
    .formula =
        "gradGates, gradCx, gradBias = the gradients of aclnnThnnFusedLstmCell by the sum of "
        "its gates, by cx and by a bias, given those by hy and cy",
    .arguments = {Optional(Input("gradHyOptional")), Optional(Input("gradCOptional")), Input("cx"),
                  Input("cy"), Input("storage"), BoolInput("hasBias"), Output("gradGatesOut"),
                  Output("gradCxOut"), Output("gradBiasOut")},
    .rules = {DtypeIn("cx", kRecurrentDtypes), SameDtype("gradHyOptional", "cx"),
              SameDtype("gradCOptional", "cx"), SameDtype("cy", "cx"), SameDtype("storage", "cx"),
              SameDtype("gradGatesOut", "cx"), SameDtype("gradBiasOut", "cx"),
              SameDtype("gradCxOut", "cx"), RankIs("cx", 2), SameShape("gradHyOptional", "cx"),
              SameShape("gradCOptional", "cx"), SameShape("cy", "cx"), GatesShape("storage", "cx"),
              GatesShape("gradGatesOut", "cx"), SameShape("gradCxOut", "cx"),
              GateBias("gradBiasOut", "cx", "hasBias")},
    .chips = kCellChips,
    .work = {.kind = &kLstmCellGradients},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ThnnFusedLstmCell, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ThnnFusedLstmCellBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, bool, aclTensor*,
                      aclTensor*, aclTensor*);
