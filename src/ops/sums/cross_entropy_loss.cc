#include "aclnnop/aclnn_cross_entropy_loss.h"

#include <array>
#include <limits>
#include <string_view>

#include "aclnnop/aclnn_cross_entropy_loss_grad.h"
#include "kinds/elementwise/plan.h"
#include "kinds/index/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/rows/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/class_loss_shape.h"
#include "ops/sums/family.h"

namespace openaclnn {

const Kernel* LogSoftmaxKernel();
const Kernel* DivKernel();
const Kernel* ProductOfTwoKernel();
const Kernel* SmoothedLossKernel();
const Kernel* RowOfClassGradientKernel();
const Kernel* ClassGradientKernel();

namespace {

constexpr std::string_view kClassReductions[] = {"mean", "sum", "none"};
enum ClassReduction { kMeanOfClasses, kSumOfClasses, kEachOfClasses };

// The weights of the classes, or ones.
Value ClassWeights(const Call& call, StageList& list, int argument, int64_t classes) {
  if (call.IsGiven(argument)) return list.Given(argument);
  const Value ones = list.Temporary(ACL_FLOAT, {classes});
  list.Add(PlanFill(1, ones));
  return ones;
}

Value SumOfRows(StageList& list, const Value& terms) {
  const Value sum = list.Temporary(ACL_DOUBLE, {});
  list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_DOUBLE, .sums = sum}));
  return sum;
}

enum ClassLossArgument {
  kClassScores,
  kClassTarget,
  kClassWeight,
  kClassReduction,
  kClassIgnored,
  kClassSmoothing,
  kClassSquareScale,
  kClassReturnsSquares,
  kClassLoss,
  kClassLogProb
};

// The losses with a share for all classes, the ignored ones being 0.
Value SmoothedLosses(const Call& call, StageList& list, const Value& losses,
                     const Value& log_prob) {
  const double smoothing = call.NumberAt(kClassSmoothing).nearest;
  const int64_t classes = log_prob->shape[1];
  if (smoothing == 0 || classes == 0) return losses;
  Value terms = log_prob;
  if (call.IsGiven(kClassWeight)) {
    terms = list.Temporary(ACL_DOUBLE, log_prob->shape);
    list.Add(PlanFormulaInDouble(ProductOfTwoKernel(),
                                 std::array{log_prob, list.Given(kClassWeight)}, terms));
  }
  const Value sums = list.Temporary(ACL_DOUBLE, losses->shape);
  constexpr int64_t kAlong[] = {1};
  list.Add(PlanSums({.terms = terms, .axes = kAlong, .dtype = ACL_DOUBLE, .sums = sums}));
  const Value smoothed = list.Temporary(ACL_DOUBLE, losses->shape);
  Params params = {};
  params.d = {1 - smoothing, smoothing / static_cast<double>(classes),
              static_cast<double>(call.At(kClassIgnored).integer)};
  list.Add(PlanFormulaInDouble(SmoothedLossKernel(),
                               std::array{losses, sums, list.Given(kClassTarget)}, smoothed,
                               params));
  return smoothed;
}

void PlanCrossEntropyLoss(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value scores = list.Given(kClassScores), target = list.Given(kClassTarget);
  const Value out = list.Given(kClassLoss);
  const Dims of_rows = {scores->shape[0]};
  if (scores->extent.elements == 0) {  // no rows, or none with a class
    const bool is_sum = scores->shape[0] == 0 && call.ChoiceAt(kClassReduction) == kSumOfClasses;
    list.Add(PlanFill(is_sum ? 0 : std::numeric_limits<double>::quiet_NaN(), out));
    return list.Finish();
  }
  const Value log_prob = list.Temporary(ACL_DOUBLE, scores->shape);
  list.Add(PlanRowsInDouble(LogSoftmaxKernel(), std::array{scores}, log_prob));
  list.Add(PlanMove(log_prob, list.Given(kClassLogProb)));
  const Value losses = list.Temporary(ACL_DOUBLE, of_rows),
              factors = list.Temporary(ACL_DOUBLE, of_rows);
  list.Add(PlanPick({.index = target,
                     .factor = ClassWeights(call, list, kClassWeight, scores->shape[1]),
                     .table = log_prob,
                     .ignored = call.At(kClassIgnored).integer,
                     .product = losses,
                     .factors = factors}));
  const Value smoothed = SmoothedLosses(call, list, losses, log_prob);
  switch (call.ChoiceAt(kClassReduction)) {
    case kEachOfClasses:
      if (out->extent.elements > 0) list.Add(PlanMove(smoothed, out));
      break;
    case kSumOfClasses:
      list.Add(PlanSums({.terms = smoothed, .axes = {}, .dtype = ACL_DOUBLE, .sums = out}));
      break;
    default:
      list.Add(PlanFormulaInDouble(
          DivKernel(), std::array{SumOfRows(list, smoothed), SumOfRows(list, factors)}, out));
  }
  list.Finish();
}

enum ClassGradientArgument {
  kClassGrad,
  kClassGradLogProb,
  kClassGradTarget,
  kClassGradWeight,
  kClassGradSquares,
  kClassGradOfSquares,
  kClassGradReduction,
  kClassGradIgnored,
  kClassGradSmoothing,
  kClassGradSquareScale,
  kClassGradOut
};

void PlanCrossEntropyLossGrad(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value log_prob = list.Given(kClassGradLogProb), target = list.Given(kClassGradTarget);
  const Value out = list.Given(kClassGradOut), grad = list.Given(kClassGrad);
  if (out->extent.elements == 0) return list.Finish();
  const int64_t rows = out->shape[0], classes = out->shape[1];
  const Value picked = list.Temporary(ACL_DOUBLE, {rows}),
              factors = list.Temporary(ACL_DOUBLE, {rows});
  list.Add(PlanPick({.index = target,
                     .factor = ClassWeights(call, list, kClassGradWeight, classes),
                     .table = log_prob,
                     .ignored = call.At(kClassGradIgnored).integer,
                     .product = picked,
                     .factors = factors}));
  Value divisor = list.Temporary(ACL_DOUBLE, {});
  if (call.ChoiceAt(kClassGradReduction) == kMeanOfClasses) {
    divisor = SumOfRows(list, factors);
  } else {
    list.Add(PlanFill(1, divisor));
  }
  const Value numbers = list.Temporary(ACL_DOUBLE, {rows});
  list.Add(PlanFormulaInDouble(RowOfClassGradientKernel(), std::array{grad, factors, divisor},
                               numbers));
  const Value columns = list.Temporary(ACL_INT64, {classes});
  list.Add(PlanRamp({.of_integers = true, .first = 0, .by = 1, .start = 0, .step = 1}, columns));
  list.Add(PlanFormulaInDouble(
      ClassGradientKernel(),
      std::array{log_prob, list.SeenDense(numbers, {rows, 1}),
                 list.Seen(target, {rows, 1}, {target->strides[0], 0}), columns},
      out));
  list.Finish();
}

constexpr Kind kCrossEntropyLossKind = OnCpusAlone(InStages(PlanCrossEntropyLoss)),
               kCrossEntropyLossGradKind = OnCpusAlone(InStages(PlanCrossEntropyLossGrad));

}  // namespace

constexpr OpSpec kCrossEntropyLossSpec = Resolved({
    .name = "aclnnCrossEntropyLoss",
    .formula = "logProbOut = log_softmax(input); lossOut = the losses -weight[target] * "
               "logProbOut[target], their sum, or their mean",
    .arguments = {Input("input"), Input("target"), Optional(Input("weightOptional")),
                  OptionalText("reductionOptional", "mean"), IntInput("ignoreIndex"),
                  DoubleInput("labelSmoothing"), DoubleInput("lseSquareScaleForZloss"),
                  BoolInput("returnZloss"), Output("lossOut"), Output("logProbOut"),
                  Unread("zlossOut"), Unread("lseForZlossOut")},
    .rules = {DtypeIn("input", kFloatDtypes), DtypeIn("target", DtypeSet(ACL_INT64, ACL_INT32)),
              DtypeIn("weightOptional", DtypeSet(ACL_FLOAT)), SameDtype("lossOut", "input"),
              SameDtype("logProbOut", "input"), RankIs("input", 2), ShapeOfRows("target", "input"),
              RowOf("weightOptional", "input"), TextIn("reductionOptional", kClassReductions),
              ShareOfClasses("labelSmoothing"),
              LossOfClasses("lossOut", "target", "reductionOptional", "ignoreIndex"),
              SameShape("logProbOut", "input")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kCrossEntropyLossKind},
});

constexpr OpSpec kCrossEntropyLossGradSpec = Resolved({
    .name = "aclnnCrossEntropyLossGrad",
    .formula = "out = gradLoss * weight[target] * (exp(logProb) - 1 at target, exp(logProb) "
               "elsewhere), divided by the sum of weights for a mean",
    .arguments = {Input("gradLoss"), Input("logProb"), Input("target"),
                  Optional(Input("weightOptional")), Ignored("gradZlossOptional"),
                  Ignored("lseForZlossOptional"), OptionalText("reductionOptional", "mean"),
                  IntInput("ignoreIndex"), DoubleInput("labelSmoothing"),
                  DoubleInput("lseSquareScaleForZloss"), Output("out")},
    .rules = {DtypeIn("gradLoss", kFloatDtypes), SameDtype("logProb", "gradLoss"),
              DtypeIn("target", DtypeSet(ACL_INT64)),
              DtypeIn("weightOptional", DtypeSet(ACL_FLOAT)), SameDtype("out", "gradLoss"),
              RankIs("logProb", 2), ShapeOfRows("target", "logProb"),
              RowOf("weightOptional", "logProb"), TextIn("reductionOptional", kClassReductions),
              NoShareOfClasses("labelSmoothing"),
              LossOfClasses("gradLoss", "target", "reductionOptional", "ignoreIndex"),
              SameShape("out", "logProb")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kCrossEntropyLossGradKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(CrossEntropyLoss, const aclTensor*, const aclTensor*, const aclTensor*, char*,
                      int64_t, double, double, bool, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(CrossEntropyLossGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, char*, int64_t, double,
                      double, const aclTensor*);
