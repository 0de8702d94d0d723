#include <array>

#include "aclnnop/aclnn_batch_norm_backward_reduce.h"
#include "aclnnop/aclnn_batch_norm_elemt.h"
#include "aclnnop/aclnn_batch_norm_elemt_backward.h"
#include "aclnnop/aclnn_batch_norm_gather_stats_with_counts.h"
#include "aclnnop/aclnn_batch_norm_reduce.h"
#include "aclnnop/aclnn_batch_norm_stats.h"
#include "aclnnop/aclnn_sync_batch_norm_gather_stats.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/lists/given_with.h"
#include "ops/quant/quantised_shape.h"
#include "ops/sums/batch_stages.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

// The sums of a tensor over its first axis, or all of it.
Value SumsOverParts(StageList& list, const Value& terms, const Dims& shape) {
  constexpr int64_t kParts[] = {0};
  const Value sums = list.Temporary(ACL_DOUBLE, shape);
  list.Add(PlanSums({.terms = terms, .axes = kParts, .dtype = ACL_DOUBLE, .sums = sums}));
  return sums;
}

// The sum of all numbers of a tensor of any real dtype.
Value CountOfAll(StageList& list, const Value& counts) {
  const Value dense = DenseAs(list, ACL_DOUBLE, counts);
  return SumsOverParts(list, list.SeenDense(dense, {counts->extent.elements}), {});
}

Value Filled(StageList& list, const Dims& shape, double number) {
  const Value filled = list.Temporary(ACL_DOUBLE, shape);
  list.Add(PlanFill(number, filled));
  return filled;
}

struct BatchNormStatsAt {
  enum : int { kInput, kEps, kMean, kInvstd };
};

void PlanBatchNormStats(const Call& call, Executor& executor) {
  using At = BatchNormStatsAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  const NormSegments rows = RowsOfChannels(x->shape);
  const Dims channels = {rows.shape.rows};
  if (x->extent.elements == 0) {
    list.Add(PlanFill(0, list.Given(At::kMean)));
    list.Add(PlanFill(kNotANumber, list.Given(At::kInvstd)));
    return list.Finish();
  }
  const SegmentsInputs stage{.x = x,
                             .segments = rows,
                             .weight = {},
                             .bias = {},
                             .eps = call.At(At::kEps).number,
                             .mean = list.Temporary(ACL_DOUBLE, channels),
                             .rstd = list.Temporary(ACL_DOUBLE, channels),
                             .variance = {},
                             .out = {}};
  list.Add(PlanSegments(stage));
  list.Add(PlanMove(stage.mean, list.Given(At::kMean)));
  list.Add(PlanMove(stage.rstd, list.Given(At::kInvstd)));
  list.Finish();
}

constexpr Kind kBatchNormStats = OnCpusAlone(InStages(PlanBatchNormStats));

struct BatchNormElemtAt {
  enum : int { kInput, kWeight, kBias, kMean, kInvstd, kEps, kOutput };
};

void PlanBatchNormElemt(const Call& call, Executor& executor) {
  using At = BatchNormElemtAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  if (x->extent.elements == 0) return list.Finish();
  list.Add(PlanSegments({.x = x,
                         .segments = RowsOfChannels(x->shape),
                         .weight = DenseIfGiven(list, call, At::kWeight, ACL_DOUBLE),
                         .bias = DenseIfGiven(list, call, At::kBias, ACL_DOUBLE),
                         .eps = 0,
                         .from = StatisticsFrom::kGiven,
                         .mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
                         .rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kInvstd)),
                         .variance = {},
                         .out = ChannelsFirst(list, list.Given(At::kOutput))}));
  list.Finish();
}

bool BatchNormElemtMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == BatchNormElemtAt::kOutput && input == BatchNormElemtAt::kInput;
}

constexpr Kind kBatchNormElemt = OnCpusAlone(InStages(PlanBatchNormElemt, BatchNormElemtMayBe));

struct BatchNormElemtBackwardAt {
  enum : int { kGradOut, kInput, kMean, kInvstd, kWeight, kSumDy, kSumDyXmu, kCounter, kGradInput };
};

void PlanBatchNormElemtBackward(const Call& call, Executor& executor) {
  using At = BatchNormElemtBackwardAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  if (x->extent.elements == 0) return list.Finish();
  const NormSegments rows = RowsOfChannels(x->shape);
  const Dims channels = {rows.shape.rows};
  const Value rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kInvstd));
  const Value count = CountOfAll(list, list.Given(At::kCounter));
  const auto mean_of = [&](int sums) {
    return Computed(list, QuotientOfTwoKernel(), std::array{list.Given(sums), count}, channels,
                    {0});
  };
  const Value products =
      Computed(list, ProductOfTwoKernel(), std::array{mean_of(At::kSumDyXmu), rstd}, channels);
  list.Add(PlanSegmentGradients({.x = x,
                                 .grad = ChannelsFirst(list, list.Given(At::kGradOut)),
                                 .segments = rows,
                                 .mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
                                 .rstd = rstd,
                                 .weight = DenseIfGiven(list, call, At::kWeight, ACL_DOUBLE),
                                 .from = StatisticsFrom::kGiven,
                                 .products = products,
                                 .grads = mean_of(At::kSumDy),
                                 .out = ChannelsFirst(list, list.Given(At::kGradInput))}));
  list.Finish();
}

bool BatchNormElemtBackwardMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = BatchNormElemtBackwardAt;
  return output == At::kGradInput && (input == At::kGradOut || input == At::kInput);
}

constexpr Kind kBatchNormElemtBackward =
    OnCpusAlone(InStages(PlanBatchNormElemtBackward, BatchNormElemtBackwardMayBe));

struct BatchNormReduceAt {
  enum : int { kX, kSum, kSquareSum };
};

// Sums over channels of grad (x - mean), and of grad.
struct SumsOfChannels {
  Value products, grads;
};
SumsOfChannels AddSumsOfChannels(StageList& list, const Value& x, const Value& grad,
                                 const Value& mean) {
  const NormSegments rows = RowsOfChannels(x->shape);
  const Dims channels = {rows.shape.rows};
  const SumsOfChannels sums = {list.Temporary(ACL_DOUBLE, channels),
                               list.Temporary(ACL_DOUBLE, channels)};
  list.Add(PlanSegmentGradients({.x = x,
                                 .grad = grad,
                                 .segments = rows,
                                 .mean = mean,
                                 .rstd = Filled(list, channels, 1),
                                 .weight = {},
                                 .products = sums.products,
                                 .grads = sums.grads,
                                 .out = {}}));
  return sums;
}

void PlanBatchNormReduce(const Call& call, Executor& executor) {
  using At = BatchNormReduceAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kX));
  if (x->extent.elements == 0) {
    for (const int sums : {At::kSum, At::kSquareSum}) list.Add(PlanFill(0, list.Given(sums)));
    return list.Finish();
  }
  const SumsOfChannels sums = AddSumsOfChannels(list, x, x, Filled(list, {x->shape[0]}, 0));
  list.Add(PlanMove(sums.grads, list.Given(At::kSum)));
  list.Add(PlanMove(sums.products, list.Given(At::kSquareSum)));
  list.Finish();
}

constexpr Kind kBatchNormReduce = OnCpusAlone(InStages(PlanBatchNormReduce));

struct BatchNormReduceBackwardAt {
  enum : int {
    kGradOut,
    kInput,
    kMean,
    kInvstd,
    kWeight,
    kInputG,
    kWeightG,
    kBiasG,
    kSumDy,
    kSumDyXmu,
    kGradWeight,
    kGradBias
  };
};

void PlanBatchNormReduceBackward(const Call& call, Executor& executor) {
  using At = BatchNormReduceBackwardAt;
  StageList list(call, executor);
  const Value x = ChannelsFirst(list, list.Given(At::kInput));
  if (x->extent.elements == 0) {
    for (const int sums : {At::kSumDy, At::kSumDyXmu, At::kGradWeight, At::kGradBias}) {
      if (call.IsGiven(sums)) list.Add(PlanFill(0, list.Given(sums)));
    }
    return list.Finish();
  }
  const Value rstd = list.Given(At::kInvstd);
  const SumsOfChannels sums =
      AddSumsOfChannels(list, x, ChannelsFirst(list, list.Given(At::kGradOut)),
                        DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)));
  if (call.FlagAt(At::kWeightG)) {
    list.Add(PlanFormulaInDouble(ProductOfTwoKernel(), std::array{sums.products, rstd},
                                 list.Given(At::kGradWeight)));
  }
  if (call.FlagAt(At::kBiasG)) list.Add(PlanMove(sums.grads, list.Given(At::kGradBias)));
  if (call.FlagAt(At::kInputG)) {
    list.Add(PlanMove(sums.grads, list.Given(At::kSumDy)));
    list.Add(PlanMove(sums.products, list.Given(At::kSumDyXmu)));
  }
  list.Finish();
}

constexpr Kind kBatchNormReduceBackward = OnCpusAlone(InStages(PlanBatchNormReduceBackward));

struct GatherStatsWithCountsAt {
  enum : int {
    kInput,
    kMean,
    kInvstd,
    kRunningMean,
    kRunningVar,
    kMomentum,
    kEps,
    kCounts,
    kMeanAll,
    kInvstdAll
  };
};

void PlanGatherStatsWithCounts(const Call& call, Executor& executor) {
  using At = GatherStatsWithCountsAt;
  StageList list(call, executor);
  const double eps = call.At(At::kEps).number, momentum = call.At(At::kMomentum).number;
  const Value mean = list.Given(At::kMean);
  const Dims parts = mean->shape, channels = {parts[1]};
  const Value counts = DenseAs(list, ACL_DOUBLE, list.Given(At::kCounts));
  const Value of_part = list.SeenDense(counts, {parts[0], 1});
  const Value total = CountOfAll(list, counts);
  const Value sums = SumsOverParts(
      list, Computed(list, ProductOfTwoKernel(), std::array{mean, of_part}, parts), channels);
  const Value mean_all =
      Computed(list, QuotientOfTwoKernel(), std::array{sums, total}, channels, {0});
  const Value squares = SumsOverParts(
      list,
      Computed(list, SquaresOfPartKernel(),
               std::array{list.Given(At::kInvstd), mean, mean_all, of_part}, parts, {eps}),
      channels);
  const auto variance = [&](double less) {
    return Computed(list, QuotientOfTwoKernel(), std::array{squares, total}, channels, {less});
  };
  const Value rstd =
      Computed(list, ReciprocalDeviationKernel(), std::array{variance(0)}, channels, {eps});
  UpdateRunning(list, call, At::kRunningMean, mean_all, momentum, 1);
  if (call.IsGiven(At::kRunningVar)) {
    UpdateRunning(list, call, At::kRunningVar, variance(1), momentum, 1);
  }
  list.Add(PlanMove(mean_all, list.Given(At::kMeanAll)));
  list.Add(PlanMove(rstd, list.Given(At::kInvstdAll)));
  list.Finish();
}

constexpr Kind kGatherStatsWithCounts = OnCpusAlone(InStages(PlanGatherStatsWithCounts));

struct GatherStatsAt {
  enum : int {
    kSum,
    kSquareSum,
    kCount,
    kMean,
    kVariance,
    kMomentum,
    kEps,
    kBatchMean,
    kBatchInvstd
  };
};

void PlanGatherStats(const Call& call, Executor& executor) {
  using At = GatherStatsAt;
  StageList list(call, executor);
  const double eps = call.At(At::kEps).number, momentum = call.At(At::kMomentum).number;
  const Dims channels = {list.Given(At::kSum)->shape[1]};
  const Value total = CountOfAll(list, list.Given(At::kCount));
  const auto sums_of = [&](int argument) {
    return SumsOverParts(list, list.Given(argument), channels);
  };
  const Value mean =
      Computed(list, QuotientOfTwoKernel(), std::array{sums_of(At::kSum), total}, channels, {0});
  const Value variance = Computed(list, VarianceOfSumsKernel(),
                                  std::array{sums_of(At::kSquareSum), mean, total}, channels);
  const Value rstd =
      Computed(list, ReciprocalDeviationKernel(), std::array{variance}, channels, {eps});
  UpdateRunning(list, call, At::kMean, mean, momentum, 1);
  UpdateRunning(list, call, At::kVariance,
                Computed(list, UnbiasedKernel(), std::array{variance, total}, channels), momentum,
                1);
  list.Add(PlanMove(mean, list.Given(At::kBatchMean)));
  list.Add(PlanMove(rstd, list.Given(At::kBatchInvstd)));
  list.Finish();
}

constexpr Kind kGatherStats = OnCpusAlone(InStages(PlanGatherStats));

constexpr DtypeSet kCounterDtypes{ACL_INT32, ACL_FLOAT16, ACL_FLOAT},
    kSampleCountDtypes = kFloatDtypes | DtypeSet(ACL_INT32);

}  // namespace

constexpr OpSpec kBatchNormStatsSpec = Resolved({
    .name = "aclnnBatchNormStats",
    .formula = "mean = mean(input), invstd = 1 / sqrt(mean((input - mean)^2) + eps), of each "
               "channel",
    .arguments = {Input("input"), DoubleInput("eps"), Output("mean"), Output("invstd")},
    .rules = {DtypeIn("input", kFloatDtypes), DtypeIn("mean", kOnlyFloatStatistics),
              DtypeIn("invstd", kOnlyFloatStatistics), MinRank("input", 2), MaxRank(8),
              OneForChannel("mean", "input"), OneForChannel("invstd", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kBatchNormStats},
});

constexpr OpSpec kBatchNormElemtSpec = Resolved({
    .name = "aclnnBatchNormElemt",
    .formula = "output = (input - mean) * invstd * weight + bias, of each channel",
    .arguments = {Input("input"), OptionalInput("weight", 1), OptionalInput("bias", 0),
                  Input("mean"), Input("invstd"), DoubleInput("eps"), Output("output")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("output", "input"),
              SameDtype("weight", "input"), SameDtype("bias", "input"), SameDtype("mean", "input"),
              SameDtype("invstd", "input"), MinRank("input", 2), MaxRank(8),
              SameShape("output", "input"), OneForChannel("weight", "input"),
              OneForChannel("bias", "input"), OneForChannel("mean", "input"),
              OneForChannel("invstd", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kBatchNormElemt},
});

constexpr OpSpec kBatchNormElemtBackwardSpec = Resolved({
    .name = "aclnnBatchNormElemtBackward",
    .formula = "gradInput = (gradOut - sumDy / n - (input - mean) * invstd^2 * sumDyXmu / n) * "
               "invstd * weight, n = sum(counter)",
    .arguments = {Input("gradOut"), Input("input"), Input("mean"), Input("invstd"),
                  OptionalInput("weight", 1), Input("sumDy"), Input("sumDyXmu"), Input("counter"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), DtypeIn("input", kFloatDtypes),
              DtypeIn("mean", kFloatDtypes), DtypeIn("invstd", kFloatDtypes),
              DtypeIn("sumDy", kFloatDtypes), DtypeIn("sumDyXmu", kFloatDtypes),
              DtypeIn("counter", kCounterDtypes), DtypeIn("gradInput", kFloatDtypes),
              DtypeIn("weight", kFloatDtypes), MinRank("input", 2), MaxRank(8),
              SameShape("gradOut", "input"), SameShape("gradInput", "input"),
              OneForChannel("mean", "input"), OneForChannel("invstd", "input"),
              OneForChannel("sumDy", "input"), OneForChannel("sumDyXmu", "input"),
              OneForChannel("weight", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kBatchNormElemtBackward},
});

constexpr OpSpec kBatchNormReduceSpec = Resolved({
    .name = "aclnnBatchNormReduce",
    .formula = "sum = sum(x), squareSum = sum(x^2), of each channel",
    .arguments = {Input("x"), Output("sum"), Output("squareSum")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("sum", kOnlyFloatStatistics),
              DtypeIn("squareSum", kOnlyFloatStatistics), RankIs("x", 4), OneForChannel("sum", "x"),
              OneForChannel("squareSum", "x")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kBatchNormReduce},
});

constexpr OpSpec kBatchNormReduceBackwardSpec = Resolved({
    .name = "aclnnBatchNormReduceBackward",
    .formula = "sumDy = gradBias = sum(gradOut), sumDyXmu = sum(gradOut * (input - mean)), "
               "gradWeight = sumDyXmu * invstd, of each channel",
    .arguments = {Input("gradOut"), Input("input"), Input("mean"), Input("invstd"),
                  OptionalInput("weight", 1), BoolInput("inputG"), BoolInput("weightG"),
                  BoolInput("biasG"), Optional(Output("sumDy")), Optional(Output("sumDyXmu")),
                  Optional(Output("gradWeight")), Optional(Output("gradBias"))},
    .rules = {GivenWith("sumDy", "inputG"),
              GivenWith("sumDyXmu", "inputG"),
              GivenWith("gradWeight", "weightG"),
              GivenWith("gradBias", "biasG"),
              DtypeIn("gradOut", kFloatDtypes),
              SameDtype("input", "gradOut"),
              DtypeIn("mean", kFloatDtypes),
              DtypeIn("invstd", kFloatDtypes),
              DtypeIn("weight", kFloatDtypes),
              DtypeIn("sumDy", kFloatDtypes),
              DtypeIn("sumDyXmu", kFloatDtypes),
              DtypeIn("gradWeight", kFloatDtypes),
              DtypeIn("gradBias", kFloatDtypes),
              SameFormat("gradOut", "input"),
              MaxRank(8),
              MinRank("input", 2),
              SameShape("gradOut", "input"),
              OneForChannel("mean", "input"),
              OneForChannel("invstd", "input"),
              OneForChannel("sumDy", "input"),
              OneForChannel("sumDyXmu", "input"),
              OneForChannel("gradWeight", "input"),
              OneForChannel("gradBias", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kBatchNormReduceBackward},
});

constexpr OpSpec kBatchNormGatherStatsWithCountsSpec = Resolved({
    .name = "aclnnBatchNormGatherStatsWithCounts",
    .formula = "n = sum(counts), meanAll = sum(counts * mean) / n, var = sum(counts * (1 / "
               "invstd^2 - eps + (mean - meanAll)^2)) / n, invstdAll = 1 / sqrt(var + eps), "
               "runningMean = (1 - momentum) * runningMean + momentum * meanAll, runningVar = (1 - "
               "momentum) * runningVar + momentum * var * n / (n - 1)",
    .arguments = {Input("input"), Input("mean"), Input("invstd"), Optional(InOut("runningMean")),
                  Optional(InOut("runningVar")), DoubleInput("momentum"), DoubleInput("eps"),
                  Input("counts"), Output("meanAll"), Output("invstdAll")},
    .rules = {DtypeIn("input", kFloatDtypes),
              DtypeIn("meanAll", kFloatDtypes),
              DtypeIn("invstdAll", kFloatDtypes),
              DtypeIn("mean", kFloatDtypes),
              DtypeIn("invstd", kFloatDtypes),
              DtypeIn("runningMean", kFloatDtypes),
              DtypeIn("runningVar", kFloatDtypes),
              DtypeIn("counts", kFloatDtypes),
              MaxRank(8),
              HasElements("input"),
              MinRank("input", 2),
              RankIs("mean", 2),
              RankIs("invstd", 2),
              RankIs("counts", 1),
              OneForEachPart("mean", "counts", "input"),
              SameShape("invstd", "mean"),
              OneForChannel("runningMean", "input"),
              OneForChannel("runningVar", "input"),
              OneForChannel("meanAll", "input"),
              OneForChannel("invstdAll", "input")},
    .chips = kAllBut310P,
    .work = {.kind = &kGatherStatsWithCounts},
});

constexpr OpSpec kSyncBatchNormGatherStatsSpec = Resolved({
    .name = "aclnnSyncBatchNormGatherStats",
    .formula = "n = sum(sampleCount), batchMean = sum(totalSum) / n, var = sum(totalSquareSum) / n "
               "- batchMean^2, batchInvstd = 1 / sqrt(var + eps), mean = (1 - momentum) * mean + "
               "momentum * batchMean, variance = (1 - momentum) * variance + momentum * var * n / "
               "(n - 1)",
    .arguments = {Input("totalSum"), Input("totalSquareSum"), Input("sampleCount"), InOut("mean"),
                  InOut("variance"), FloatInput("momentum"), FloatInput("eps"), Output("batchMean"),
                  Output("batchInvstd")},
    .rules = {DtypeIn("totalSum", kFloatDtypes), SameDtype("totalSquareSum", "totalSum"),
              DtypeIn("sampleCount", kSampleCountDtypes), SameDtype("mean", "totalSum"),
              SameDtype("variance", "totalSum"), DtypeIn("batchMean", kFloatDtypes),
              SameDtype("batchInvstd", "batchMean"), HasElements("totalSum"), RankIs("totalSum", 2),
              RankIs("sampleCount", 1), OneForEachPart("totalSum", "sampleCount", "totalSum"),
              SameShape("totalSquareSum", "totalSum"), OneForChannel("mean", "totalSum"),
              OneForChannel("variance", "totalSum"), OneForChannel("batchMean", "totalSum"),
              OneForChannel("batchInvstd", "totalSum")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kGatherStats},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BatchNormStats, const aclTensor*, double, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormElemt, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*, aclTensor*, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormElemtBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormReduce, const aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormReduceBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, bool, bool, bool, aclTensor*, aclTensor*,
                      aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(BatchNormGatherStatsWithCounts, const aclTensor*, const aclTensor*,
                      const aclTensor*, aclTensor*, aclTensor*, double, double, const aclTensor*,
                      aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SyncBatchNormGatherStats, const aclTensor*, const aclTensor*,
                      const aclTensor*, aclTensor*, aclTensor*, float, float, aclTensor*,
                      aclTensor*);
