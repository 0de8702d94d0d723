// Variances and deviations about the mean, and logarithms of sums of exponentials.
#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "aclnnop/aclnn_logsumexp.h"
#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_mean.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/export_kernel.h"
#include "ops/sums/family.h"
#include "tensor/derived_shape.h"

namespace openaclnn {

const Kernel* SquaredDistanceKernel();
const Kernel* VarianceKernel();
const Kernel* DeviationKernel();
const Kernel* ExpBelowKernel();
const Kernel* LogAboveKernel();

namespace {

constexpr int kSpreadSelf = 0, kSpreadAxes = 1, kSpreadCorrection = 2;

std::span<const int64_t> AxesIn(const Call& call, int argument) {
  if (!call.IsGiven(argument)) return {};
  return call.IntegersAt(argument);
}

// Two passes: the mean, and the mean square of what differs from it.
template <bool is_root>
void PlanSpread(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kSpreadSelf), out = list.Given(call.spec.results_at[0]);
  const std::span<const int64_t> axes = AxesIn(call, kSpreadAxes);
  const Dims kept = *ReducedShape(self->shape, axes, true);
  const Value mean = list.Temporary(ACL_DOUBLE, kept);
  const Value squares = list.Temporary(ACL_DOUBLE, self->shape);
  const Value sum = list.Temporary(ACL_DOUBLE, out->shape);
  const auto add_sums = [&](const Value& terms, bool averages, const Value& sums) {
    list.Add(PlanSums(
        {.terms = terms, .axes = axes, .dtype = ACL_DOUBLE, .averages = averages, .sums = sums}));
  };
  add_sums(self, true, mean);
  list.Add(PlanFormulaInDouble(SquaredDistanceKernel(), std::array{self, mean}, squares));
  add_sums(squares, false, sum);
  const int64_t results = out->extent.elements;
  const int64_t terms = results == 0 ? 0 : self->extent.elements / results;
  const ArgumentSpec& how = call.spec.arguments[kSpreadCorrection];
  const int64_t correction = how.kind == ArgumentKind::kBool
                                 ? (call.FlagAt(kSpreadCorrection) ? 1 : 0)
                                 : call.At(kSpreadCorrection).integer;
  Params params{};
  params.d[0] = std::max(0.0, static_cast<double>(terms) - static_cast<double>(correction));
  list.Add(PlanFormulaInDouble(is_root ? DeviationKernel() : VarianceKernel(), std::array{sum}, out,
                               params));
  if (call.spec.results_at[1] >= 0) {
    const Value mean_out = list.Given(call.spec.results_at[1]);
    list.Add(PlanMove(list.SeenDense(mean, mean_out->shape), mean_out));
  }
  list.Finish();
}

constexpr int kLogSelf = 0, kLogAxes = 1;

void PlanLogSumExp(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kLogSelf), out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0 && self->extent.elements == 0) {
    list.Add(PlanFill(-std::numeric_limits<double>::infinity(), out));
    return list.Finish();
  }
  const std::span<const int64_t> axes = call.IntegersAt(kLogAxes);
  const Value largest = list.Temporary(self->dtype, *ReducedShape(self->shape, axes, true));
  const Value terms = list.Temporary(ACL_DOUBLE, self->shape);
  const Value sum = list.Temporary(ACL_DOUBLE, out->shape);
  list.Add(
      PlanExtremes({.extreme = Extreme::kMax, .elements = self, .axes = axes, .values = largest}));
  list.Add(PlanFormulaInDouble(ExpBelowKernel(), std::array{self, largest}, terms));
  list.Add(PlanSums({.terms = terms, .axes = axes, .dtype = ACL_DOUBLE, .sums = sum}));
  list.Add(PlanFormulaInDouble(LogAboveKernel(),
                               std::array{sum, list.SeenDense(largest, out->shape)}, out));
  list.Finish();
}

constexpr Kind kVarianceKind = InStages(PlanSpread<false>),
               kDeviationKind = InStages(PlanSpread<true>),
               kLogSumExp = OnCpusAlone(InStages(PlanLogSumExp));

constexpr OpSpec SpreadSpec(std::string_view name, std::string_view formula, const Kind& kind) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Optional(IntsInput("dim")), IntInput("correction"),
                    BoolInput("keepdim"), Output("out")},
      .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), MaxRank(8),
                AxesOf("dim", "self"), ReducedShapeOf("out", "self", "dim", "keepdim")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = {.kind = &kind},
  };
}

constexpr OpSpec WithMean(std::string_view name, std::string_view formula, std::string_view out,
                          const Kind& kind) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Optional(IntsInput("dim")), IntInput("correction"),
                    BoolInput("keepdim"), Output(out), Output("meanOut")},
      .rules = {DtypeIn("self", kFloatDtypes), DtypeIn(out, kFloatDtypes),
                DtypeIn("meanOut", kFloatDtypes), MaxRank(8), AxesOf("dim", "self"),
                ReducedShapeOf(out, "self", "dim", "keepdim"),
                ReducedShapeOf("meanOut", "self", "dim", "keepdim")},
      .chips = kAllBut310P,
      .operands = {"self"},
      .results = {out, "meanOut"},
      .work = {.kind = &kind},
  };
}

}  // namespace

constexpr OpSpec kStdSpec = Resolved(SpreadSpec(
    "aclnnStd", "out = the standard deviation of self over the axes in dim", kDeviationKind));
constexpr OpSpec kStdMeanCorrectionSpec = Resolved(
    WithMean("aclnnStdMeanCorrection",
             "stdOut, meanOut = the standard deviation and the mean of self over the axes in dim",
             "stdOut", kDeviationKind));
constexpr OpSpec kVarSpec = Resolved({
    .name = "aclnnVar",
    .formula = "out = the variance of self over the axes in dim",
    .arguments = {Input("self"), Optional(IntsInput("dim")), BoolInput("unbiased"),
                  BoolInput("keepdim"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), MaxRank(8),
              AxesOf("dim", "self"), ReducedShapeOf("out", "self", "dim", "keepdim")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kVarianceKind},
});
constexpr OpSpec kVarCorrectionSpec = Resolved(SpreadSpec(
    "aclnnVarCorrection", "out = the variance of self over the axes in dim", kVarianceKind));
constexpr OpSpec kVarMeanSpec = Resolved(WithMean(
    "aclnnVarMean", "varOut, meanOut = the variance and the mean of self over the axes in dim",
    "varOut", kVarianceKind));

constexpr OpSpec kLogSumExpSpec = Resolved({
    .name = "aclnnLogSumExp",
    .formula = "out = log(the sum of exp(self) over the axes in dim)",
    .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepDim"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kFloatDtypes), AxesOf("dim", "self"), MaxRank(8),
              ReducedShapeOf("out", "self", "dim", "keepDim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kLogSumExp},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Std, const aclTensor*, const aclIntArray*, const int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(StdMeanCorrection, const aclTensor*, const aclIntArray*, int64_t, bool,
                      aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Var, const aclTensor*, const aclIntArray*, bool, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(VarCorrection, const aclTensor*, const aclIntArray*, int64_t, bool,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(VarMean, const aclTensor*, const aclIntArray*, int64_t, bool, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSumExp, const aclTensor*, const aclIntArray*, bool, aclTensor*);
