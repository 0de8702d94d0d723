#include <array>

#include "aclnnop/aclnn_scaled_masked_softmax.h"
#include "aclnnop/aclnn_scaled_masked_softmax_backward.h"
#include "kinds/elementwise/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/rows/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/activation/family.h"
#include "ops/activation/masked_scores.h"
#include "ops/c_functions.h"
#include "ops/export_kernel.h"

namespace openaclnn {

const Kernel* SoftmaxKernel();
const Kernel* MaskedScoreKernel();
const Kernel* MaskedSoftmaxGradientKernel();
const Kernel* ProductOfTwoKernel();

namespace {

Params OfScale(const Call& call, int scale) {
  Params params = {};
  params.d[0] = call.NumberAt(scale).nearest;
  return params;
}

void PlanMaskedSoftmax(const Call& call, Executor& executor) {
  constexpr int kX = 0, kMask = 1, kScale = 2, kY = 4;
  StageList list(call, executor);
  const Value x = list.Given(kX), y = list.Given(kY);
  if (y->extent.elements == 0) return list.Finish();
  const Value scores = list.Temporary(ACL_DOUBLE, x->shape);
  list.Add(PlanFormulaInDouble(MaskedScoreKernel(), std::array{x, list.Given(kMask)}, scores,
                               OfScale(call, kScale)));
  list.Add(PlanRowsInDouble(SoftmaxKernel(), std::array{scores}, y));
  list.Finish();
}

void PlanMaskedSoftmaxBackward(const Call& call, Executor& executor) {
  constexpr int kGrad = 0, kY = 1, kMask = 2, kScale = 3, kOut = 5;
  StageList list(call, executor);
  const Value grad = list.Given(kGrad), y = list.Given(kY), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  const Value products = list.Temporary(ACL_DOUBLE, out->shape);
  list.Add(PlanFormulaInDouble(ProductOfTwoKernel(), std::array{grad, y}, products));
  Dims of_rows = out->shape;
  of_rows.back() = 1;
  const Value sums = list.Temporary(ACL_DOUBLE, of_rows);
  constexpr int64_t kAlong[] = {3};
  list.Add(PlanSums({.terms = products, .axes = kAlong, .dtype = ACL_DOUBLE, .sums = sums}));
  list.Add(PlanFormulaInDouble(MaskedSoftmaxGradientKernel(),
                               std::array{grad, y, sums, list.Given(kMask)}, out,
                               OfScale(call, kScale)));
  list.Finish();
}

// Inputs are read element by element where the result is written.
bool IsReadByElement(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0] || input == spec.operands_at[1];
}
// Scores are kept.
bool IsScores(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

constexpr Kind kMaskedSoftmaxKind = OnCpusAlone(InStages(PlanMaskedSoftmax, IsScores)),
               kMaskedSoftmaxBackwardKind =
                   OnCpusAlone(InStages(PlanMaskedSoftmaxBackward, IsReadByElement));
constexpr Chips kMaskedSoftmaxChips{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kScaledMaskedSoftmaxSpec = Resolved({
    .name = "aclnnScaledMaskedSoftmax",
    .formula = "y = softmax(scale * x, or -10000 where mask is true) along the last axis",
    .arguments = {Input("x"), Input("mask"), DoubleInput("scale"), BoolInput("fixedTriuMask"),
                  Output("y")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("mask", DtypeSet(ACL_BOOL)),
              DtypeIn("y", kFloatDtypes), SameDtype("y", "x"), RankIs("x", 4), RankIs("mask", 4),
              SameShape("y", "x"), MaskOfScores("mask", "x"), IsFalse("fixedTriuMask")},
    .chips = kMaskedSoftmaxChips,
    .operands = {"x", "mask"},
    .results = {"y"},
    .work = {.kind = &kMaskedSoftmaxKind},
});

constexpr OpSpec kScaledMaskedSoftmaxBackwardSpec = Resolved({
    .name = "aclnnScaledMaskedSoftmaxBackward",
    .formula = "out = scale * y * (gradOutput - sum of gradOutput * y along the last axis), 0 "
               "where mask is true",
    .arguments = {Input("gradOutput"), Input("y"), Input("mask"), DoubleInput("scale"),
                  BoolInput("fixTriuMask"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("y", "gradOutput"),
              DtypeIn("mask", DtypeSet(ACL_BOOL)), SameDtype("out", "gradOutput"),
              RankIs("gradOutput", 4), RankIs("mask", 4), SameShape("y", "gradOutput"),
              SameShape("out", "gradOutput"), MaskOfScores("mask", "gradOutput"),
              IsFalse("fixTriuMask")},
    .chips = kMaskedSoftmaxChips,
    .operands = {"gradOutput", "y", "mask"},
    .results = {"out"},
    .work = {.kind = &kMaskedSoftmaxBackwardKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ScaledMaskedSoftmax, const aclTensor*, const aclTensor*, double, bool,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(ScaledMaskedSoftmaxBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, double, bool, aclTensor*);
