#include "aclnnop/aclnn_batch_norm.h"

#include <array>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_fast_batch_norm_backward.h"
#include "base/settings.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/lists/given_with.h"
#include "ops/sums/batch_stages.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn {
namespace {

// Whether saveInvstd is the reciprocal of the deviation; on other chips it is the variance.
bool SavesReciprocal() { return GetSettings().chip == Chip::kAscend950; }

// Numbers of channels that are given, as DOUBLEs, or `number` for each.
Value ChannelsOr(StageList& list, const Call& call, int argument, int64_t channels, double number) {
  if (call.IsGiven(argument)) return DenseAs(list, ACL_DOUBLE, list.Given(argument));
  const Value filled = list.Temporary(ACL_DOUBLE, {channels});
  list.Add(PlanFill(number, filled));
  return filled;
}

struct BatchNormAt {
  enum : int {
    kInput,
    kWeight,
    kBias,
    kRunningMean,
    kRunningVar,
    kTraining,
    kMomentum,
    kEps,
    kOutput,
    kSaveMean,
    kSaveInvstd
  };
};

void PlanBatchNorm(const Call& call, Executor& executor) {
  using At = BatchNormAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  const NormSegments rows = RowsOfChannels(x->shape);
  const int64_t channels = rows.shape.rows, count = rows.shape.columns;
  const bool is_training = call.FlagAt(At::kTraining);
  const double eps = call.At(At::kEps).number;
  if (x->extent.elements == 0) {
    if (is_training) {
      list.Add(PlanFill(0, list.Given(At::kSaveMean)));
      list.Add(PlanFill(kNotANumber, list.Given(At::kSaveInvstd)));
    }
    return list.Finish();
  }
  SegmentsInputs stage{.x = x,
                       .segments = rows,
                       .weight = DenseIfGiven(list, call, At::kWeight, ACL_DOUBLE),
                       .bias = DenseIfGiven(list, call, At::kBias, ACL_DOUBLE),
                       .eps = eps,
                       .mean = {},
                       .rstd = {},
                       .variance = {},
                       .out = ChannelsFirst(list, list.Given(At::kOutput))};
  if (!is_training) {
    stage.from = StatisticsFrom::kGiven;
    stage.mean = ChannelsOr(list, call, At::kRunningMean, channels, 0);
    const Value variance = ChannelsOr(list, call, At::kRunningVar, channels, 1);
    stage.rstd =
        Computed(list, ReciprocalDeviationKernel(), std::array{variance}, {channels}, {eps});
    list.Add(PlanSegments(stage));
    return list.Finish();
  }
  const Value variance = list.Temporary(ACL_DOUBLE, {channels});
  stage.mean = list.Temporary(ACL_DOUBLE, {channels});
  stage.rstd = list.Temporary(ACL_DOUBLE, {channels});
  stage.variance = variance;
  list.Add(PlanSegments(stage));
  list.Add(PlanMove(stage.mean, list.Given(At::kSaveMean)));
  list.Add(PlanMove(SavesReciprocal() ? stage.rstd : variance, list.Given(At::kSaveInvstd)));
  const double momentum = call.At(At::kMomentum).number;
  UpdateRunning(list, call, At::kRunningMean, stage.mean, momentum, 1);
  UpdateRunning(list, call, At::kRunningVar, variance, momentum, UnbiasedBy(count));
  list.Finish();
}

bool BatchNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == BatchNormAt::kOutput && input == BatchNormAt::kInput;
}

constexpr Kind kBatchNorm = OnCpusAlone(InStages(PlanBatchNorm, BatchNormMayBe));

struct BatchNormBackwardAt {
  enum : int {
    kGradOut,
    kInput,
    kWeight,
    kRunningMean,
    kRunningVar,
    kSaveMean,
    kSaveInvstd,
    kTraining,
    kEps,
    kMask,
    kGradInput  // then those by weight and bias
  };
};

// `first_output`: where gradInput is.
template <int first_output>
void PlanBatchNormBackward(const Call& call, Executor& executor) {
  using At = BatchNormBackwardAt;
  StageList list(call, executor);
  const std::vector<bool>& mask = call.BoolsAt(At::kMask);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  if (x->extent.elements == 0) {  // sums over nothing
    for (const int k : {1, 2}) {
      if (mask[static_cast<size_t>(k)]) list.Add(PlanFill(0, list.Given(first_output + k)));
    }
    return list.Finish();
  }
  const NormSegments rows = RowsOfChannels(x->shape);
  const int64_t channels = rows.shape.rows;
  const bool is_training = call.FlagAt(At::kTraining);
  const Value deviation =
      ChannelsOr(list, call, is_training ? At::kSaveInvstd : At::kRunningVar, channels, 1);
  SegmentGradientsInputs stage{
      .x = x,
      .grad = ChannelsFirst(list, list.Given(At::kGradOut)),
      .segments = rows,
      .mean = ChannelsOr(list, call, is_training ? At::kSaveMean : At::kRunningMean, channels, 0),
      .rstd = is_training && SavesReciprocal()
                  ? deviation
                  : Computed(list, ReciprocalDeviationKernel(), std::array{deviation}, {channels},
                             {call.At(At::kEps).number}),
      .weight = DenseIfGiven(list, call, At::kWeight, ACL_DOUBLE),
      .from = is_training ? StatisticsFrom::kRows : StatisticsFrom::kConstants,
      .products = list.Temporary(ACL_DOUBLE, {channels}),
      .grads = list.Temporary(ACL_DOUBLE, {channels}),
      .out = {}};
  if (mask[0]) stage.out = ChannelsFirst(list, list.Given(first_output));
  list.Add(PlanSegmentGradients(stage));
  if (mask[1]) list.Add(PlanMove(stage.products, list.Given(first_output + 1)));
  if (mask[2]) list.Add(PlanMove(stage.grads, list.Given(first_output + 2)));
  list.Finish();
}

template <int first_output>
bool BatchNormBackwardMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = BatchNormBackwardAt;
  return output == first_output && (input == At::kGradOut || input == At::kInput);
}

constexpr int kFirstOutput = BatchNormBackwardAt::kGradInput;
constexpr Kind kBatchNormBackward = OnCpusAlone(
    InStages(PlanBatchNormBackward<kFirstOutput>, BatchNormBackwardMayBe<kFirstOutput>));
constexpr Kind kFastBatchNormBackward = OnCpusAlone(
    InStages(PlanBatchNormBackward<kFirstOutput + 1>, BatchNormBackwardMayBe<kFirstOutput + 1>));

constexpr std::string_view kFormulaOfBatchNormBackward =
    "x' = (input - mean) * rstd, g = gradOut * weight; gradInput = (g - mean(g) - x' * mean(g * "
    "x')) * rstd if training, else g * rstd; gradWeight = sum(gradOut * x'), gradBias = "
    "sum(gradOut)";

}  // namespace

constexpr OpSpec kBatchNormSpec = Resolved({
    .name = "aclnnBatchNorm",
    .formula = "output = (input - mean) * rstd * weight + bias, of each channel; rstd = 1 / "
               "sqrt(var + eps)",
    .arguments = {Input("input"), OptionalInput("weight", 1), OptionalInput("bias", 0),
                  Optional(InOut("runningMean")), Optional(InOut("runningVar")),
                  BoolInput("training"), DoubleInput("momentum"), DoubleInput("eps"),
                  Output("output"), Optional(Output("saveMean")), Optional(Output("saveInvstd"))},
    .rules = {GivenWith("saveMean", "training"),
              GivenWith("saveInvstd", "training"),
              DtypeIn("input", kFloatDtypes),
              DtypeIn("output", kFloatDtypes),
              DtypeIn("saveMean", kFloatDtypes),
              DtypeIn("saveInvstd", kFloatDtypes),
              DtypeIn("weight", kFloatDtypes),
              DtypeIn("bias", kFloatDtypes),
              DtypeIn("runningMean", kFloatDtypes),
              DtypeIn("runningVar", kFloatDtypes),
              SameDtype("output", "input"),
              SameFormat("output", "input"),
              MinRank("input", 2),
              MaxRank(8),
              SameShape("output", "input"),
              OneForChannel("weight", "input"),
              OneForChannel("bias", "input"),
              OneForChannel("runningMean", "input"),
              OneForChannel("runningVar", "input"),
              OneForChannelIf("saveMean", "input", "training"),
              OneForChannelIf("saveInvstd", "input", "training")},
    .chips = kAllChips,
    .work = {.kind = &kBatchNorm},
});

constexpr OpSpec kBatchNormBackwardSpec = Resolved({
    .name = "aclnnBatchNormBackward",
    .formula = kFormulaOfBatchNormBackward,
    .arguments = {Input("gradOut"), Input("input"), OptionalInput("weight", 1),
                  Optional(Input("runningMean")), Optional(Input("runningVar")),
                  Optional(Input("saveMean")), Optional(Input("saveInvstd")), BoolInput("training"),
                  DoubleInput("eps"), BoolsInput("outputMask"), Optional(Output("gradInput")),
                  Optional(Output("gradWeight")), Optional(Output("gradBias"))},
    .rules = {OutputMask("outputMask"),
              GivenWith("saveMean", "training"),
              GivenWith("saveInvstd", "training"),
              DtypeIn("gradOut", kFloatDtypes),
              SameDtype("input", "gradOut"),
              DtypeIn("weight", kFloatDtypes),
              DtypeIn("runningMean", kFloatDtypes),
              DtypeIn("runningVar", kFloatDtypes),
              DtypeIn("saveMean", kFloatDtypes),
              DtypeIn("saveInvstd", kFloatDtypes),
              SameDtype("gradInput", "gradOut"),
              DtypeIn("gradWeight", kFloatDtypes),
              DtypeIn("gradBias", kFloatDtypes),
              MinRank("input", 2),
              MaxRank(8),
              SameShape("gradOut", "input"),
              SameShape("gradInput", "input"),
              OneForChannel("weight", "input"),
              OneForChannel("runningMean", "input"),
              OneForChannel("runningVar", "input"),
              OneForChannelIf("saveMean", "input", "training"),
              OneForChannelIf("saveInvstd", "input", "training"),
              OneForChannel("gradWeight", "input"),
              OneForChannel("gradBias", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kBatchNormBackward},
});

constexpr OpSpec kFastBatchNormBackwardSpec = Resolved({
    .name = "aclnnFastBatchNormBackward",
    .formula = kFormulaOfBatchNormBackward,
    .arguments = {Input("gradOut"), Input("input"), OptionalInput("weight", 1),
                  Optional(Input("runningMean")), Optional(Input("runningVar")),
                  Optional(Input("saveMean")), Optional(Input("saveInvstd")), BoolInput("training"),
                  DoubleInput("eps"), BoolsInput("outputMask"), IntInput("version"),
                  Optional(Output("gradInput")), Optional(Output("gradWeight")),
                  Optional(Output("gradBias"))},
    .rules = {OutputMask("outputMask"),
              GivenWith("saveMean", "training"),
              GivenWith("saveInvstd", "training"),
              DtypeIn("gradOut", kFloatDtypes),
              SameDtype("input", "gradOut"),
              SameDtype("weight", "gradOut"),
              SameDtype("runningMean", "gradOut"),
              SameDtype("runningVar", "gradOut"),
              SameDtype("saveMean", "gradOut"),
              SameDtype("saveInvstd", "gradOut"),
              SameDtype("gradInput", "gradOut"),
              SameDtype("gradWeight", "gradOut"),
              SameDtype("gradBias", "gradOut"),
              IntIn("version", 0, 1),
              MinRank("input", 2),
              MaxRank(8),
              SameShape("gradOut", "input"),
              SameShape("gradInput", "input"),
              OneForChannel("weight", "input"),
              OneForChannel("runningMean", "input"),
              OneForChannel("runningVar", "input"),
              OneForChannelIf("saveMean", "input", "training"),
              OneForChannelIf("saveInvstd", "input", "training"),
              OneForChannel("gradWeight", "input"),
              OneForChannel("gradBias", "input")},
    .chips = Chips(Chip::kAscend910B),
    .work = {.kind = &kFastBatchNormBackward},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BatchNorm, const aclTensor*, const aclTensor*, const aclTensor*, aclTensor*,
                      aclTensor*, bool, double, double, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*, bool,
                      double, const aclBoolArray*, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(FastBatchNormBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*, bool,
                      double, const aclBoolArray*, int, aclTensor*, aclTensor*, aclTensor*);
