// Losses that grow with the distance from a target, and their gradients.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_l1_loss_backward.h"
#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_mse_loss_out.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/loss_shape.h"
#include "ops/sums/loss_stages.h"
#include "tensor/broadcast.h"

namespace openaclnn {

const Kernel* SquaredDistanceKernel();
const Kernel* SquaredDistanceBackwardKernel();
const Kernel* DistanceKernel();
const Kernel* DistanceBackwardKernel();
const Kernel* SmoothDistanceKernel();
const Kernel* SmoothDistanceBackwardKernel();

namespace {

enum DistanceArgument { kDistanceSelf, kDistanceTarget, kDistanceReduction, kDistanceBeta };

template <const Kernel* (*kKernel)(), bool has_beta = false>
void PlanDistances(const Call& call, Executor& executor) {
  StageList list(call, executor);
  Params params{};
  if constexpr (has_beta) params.d[0] = call.NumberAt(kDistanceBeta).nearest;
  AddLosses(list, {.kernel = kKernel(),
                   .inputs = std::array{list.Given(kDistanceSelf), list.Given(kDistanceTarget)},
                   .params = params,
                   .reduction = call.At(kDistanceReduction).integer,
                   .out = list.Given(call.spec.results_at[0])});
  list.Finish();
}

// The sums, or means, are over the first axis alone.
void PlanAlongFirst(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const int64_t reduction = call.At(kDistanceReduction).integer;
  const std::array inputs = {list.Given(kDistanceSelf), list.Given(kDistanceTarget)};
  const Value out = list.Given(call.spec.results_at[0]);
  const Dims shape = *Broadcast(inputs[0]->shape, inputs[1]->shape);
  const bool is_one = reduction == kEachLoss || shape.empty();
  const Value terms = is_one ? out : list.Temporary(ACL_DOUBLE, shape);
  list.Add(PlanFormulaInDouble(SquaredDistanceKernel(), inputs, terms));
  if (!is_one) {
    constexpr int64_t kFirst[] = {0};
    list.Add(PlanSums({.terms = terms,
                       .axes = kFirst,
                       .dtype = ACL_DOUBLE,
                       .averages = reduction == kMeanLoss,
                       .sums = out}));
  }
  list.Finish();
}

// Integers are exact, modulo 2^64.
void PlanAbsoluteDistances(const Call& call, Executor& executor) {
  const bool is_of_integers = call.TensorAt(kDistanceSelf).dtype == ACL_INT64 &&
                              call.TensorAt(kDistanceTarget).dtype == ACL_INT64;
  if (!is_of_integers) return PlanDistances<DistanceKernel>(call, executor);
  StageList list(call, executor);
  const std::array inputs = {list.Given(kDistanceSelf), list.Given(kDistanceTarget)};
  const Value out = list.Given(call.spec.results_at[0]);
  const Value terms = list.Temporary(ACL_INT64, *Broadcast(inputs[0]->shape, inputs[1]->shape));
  list.Add(PlanFormulaInIntegers(DistanceKernel(), inputs, terms));
  if (call.At(kDistanceReduction).integer == kEachLoss) {
    list.Add(PlanMove(terms, out));
  } else {
    const Value sum = list.Temporary(ACL_INT64, {});
    list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_INT64, .sums = sum}));
    list.Add(PlanMove(sum, out));
  }
  list.Finish();
}

enum SlopeArgument { kSlopeGrad, kSlopeSelf, kSlopeTarget, kSlopeReduction, kSlopeBeta };

template <const Kernel* (*kKernel)(), bool has_beta = false>
void PlanSlopes(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(call.spec.results_at[0]);
  Params params{};
  if constexpr (has_beta) params.d[0] = call.NumberAt(kSlopeBeta).nearest;
  params.d[has_beta ? 1 : 0] = CountOf(call.At(kSlopeReduction).integer, out->shape);
  list.Add(PlanFormulaInDouble(
      kKernel(),
      std::array{list.Given(kSlopeGrad), list.Given(kSlopeSelf), list.Given(kSlopeTarget)}, out,
      params));
  list.Finish();
}

constexpr Kind kMse = InStages(PlanDistances<SquaredDistanceKernel>),
               kMseAlongFirst = InStages(PlanAlongFirst),
               kMseSlope = InStages(PlanSlopes<SquaredDistanceBackwardKernel>),
               kL1 = InStages(PlanAbsoluteDistances),
               kL1Slope = InStages(PlanSlopes<DistanceBackwardKernel>),
               kSmoothL1 = InStages(PlanDistances<SmoothDistanceKernel, true>),
               kSmoothL1Slope = InStages(PlanSlopes<SmoothDistanceBackwardKernel, true>);

constexpr DtypeSet kDistanceDtypes = kFloatDtypes | DtypeSet(ACL_INT64);

}  // namespace

constexpr OpSpec kMseLossSpec = Resolved({
    .name = "aclnnMseLoss",
    .formula = "out = (self - target)^2, its mean, or its sum",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntIn("reduction", 0, 1, 2), MaxRank(8),
              Broadcasts("self", "target"),
              LossShapeOfBoth("out", "self", "target", "reduction", 0)},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"out"},
    .work = {.kind = &kMse},
});

constexpr OpSpec kMseLossOutSpec = Resolved({
    .name = "aclnnMseLossOut",
    .formula = "out = (self - target)^2, its mean, or its sum, over the first axis",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntIn("reduction", 0, 1, 2), MaxRank(8),
              Broadcasts("self", "target"),
              LossShapeAlongFirst("out", "self", "target", "reduction")},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"out"},
    .work = {.kind = &kMseAlongFirst},
});

constexpr OpSpec kMseLossBackwardSpec = Resolved({
    .name = "aclnnMseLossBackward",
    .formula = "out = 2 gradOutput * (self - target) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), IntInput("reduction"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gradOutput", "self"),
              SameDtype("target", "self"), DtypeIn("out", kFloatDtypes), MaxRank(8),
              BroadcastShape("out", "gradOutput", "self", "target"), IntIn("reduction", 0, 1, 2)},
    .chips = kAllBut910,
    .operands = {"gradOutput", "self", "target"},
    .results = {"out"},
    .work = {.kind = &kMseSlope},
});

constexpr OpSpec kL1LossSpec = Resolved({
    .name = "aclnnL1Loss",
    .formula = "out = |self - target|, its mean, or its sum",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), Output("out")},
    .rules = {IntIn("reduction", 0, 1, 2), DtypeIn("self", kDistanceDtypes),
              DtypeIn("target", kDistanceDtypes), LossOfIntegers("reduction", "self", "target"),
              DtypeIn("out", kDistanceDtypes), PromotedCastable("out", "self", "target"),
              MaxRank(8), Broadcasts("self", "target"),
              LossShapeOfBoth("out", "self", "target", "reduction", 0)},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"out"},
    .work = {.kind = &kL1},
});

constexpr OpSpec kL1LossBackwardSpec = Resolved({
    .name = "aclnnL1LossBackward",
    .formula = "gradInput = gradOutput * sign(self - target) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), IntInput("reduction"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("gradInput", kFloatDtypes), MaxRank(8),
              BroadcastShape("gradInput", "gradOutput", "self", "target"),
              IntIn("reduction", 0, 1, 2)},
    .chips = kAllChips,
    .operands = {"gradOutput", "self", "target"},
    .results = {"gradInput"},
    .work = {.kind = &kL1Slope},
});

constexpr OpSpec kSmoothL1LossSpec = Resolved({
    .name = "aclnnSmoothL1Loss",
    .formula =
        "result = d^2 / (2 beta) where d = |self - target| is below beta, else d - beta / 2; "
        "its mean, or its sum",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), FloatInput("beta"),
                  Output("result")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("result", kFloatDtypes), IntIn("reduction", 0, 1, 2), MaxRank(8),
              Broadcasts("self", "target"),
              LossShapeOfBoth("result", "self", "target", "reduction", 1), AtLeastZero("beta")},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"result"},
    .work = {.kind = &kSmoothL1},
});

constexpr OpSpec kSmoothL1LossBackwardSpec = Resolved({
    .name = "aclnnSmoothL1LossBackward",
    .formula = "gradInput = gradOut * (d / beta where |d| is below beta, else sign(d)) / count, "
               "d = self - target",
    .arguments = {Input("gradOut"), Input("self"), Input("target"), IntInput("reduction"),
                  FloatInput("beta"), Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("gradInput", kFloatDtypes),
              IntIn("reduction", 0, 1, 2), MaxRank(8),
              BroadcastShape("gradInput", "gradOut", "self", "target"), AtLeastZero("beta")},
    .chips = kAllChips,
    .operands = {"gradOut", "self", "target"},
    .results = {"gradInput"},
    .work = {.kind = &kSmoothL1Slope},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MseLoss, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(MseLossOut, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(MseLossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(L1Loss, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(L1LossBackward, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(SmoothL1Loss, const aclTensor*, const aclTensor*, int64_t, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(SmoothL1LossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, float, aclTensor*);
