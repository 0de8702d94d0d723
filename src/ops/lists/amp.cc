#include <array>

#include "aclnnop/aclnn_amp_update_scale.h"
#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "kinds/elementwise/plan.h"
#include "kinds/row_sizes/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* FoundInfKernel();
const Kernel* MulKernel();
const Kernel* NextScaleKernel();
const Kernel* NextTrackerKernel();

namespace {

enum UnscaleArgument { kScaledGrads, kFoundInf, kInvScale };

// The sizes of a gradient's rows, then the largest of those of all; then each gradient is scaled.
void PlanUnscale(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value found = list.Given(kFoundInf), factor = list.Given(kInvScale);
  std::vector<Value> grads;
  int64_t rows = 0;
  for (size_t i = 0; i < call.TensorsAt(kScaledGrads).size(); ++i) {
    Value grad = list.Member(kScaledGrads, static_cast<int>(i));
    if (grad->shape.empty()) grad = list.SeenDense(grad, {1});
    if (grad->extent.elements == 0) continue;
    rows += grad->extent.elements / grad->shape.back();
    grads.push_back(grad);
  }
  if (grads.empty()) return list.Finish();
  const Value sizes = list.Temporary(ACL_FLOAT, {1, rows});
  const Value largest = list.Temporary(ACL_FLOAT, {1});
  int64_t before = 0;
  for (const Value& grad : grads) {
    Value part = list.SeenDense(sizes, {grad->extent.elements / grad->shape.back()});
    part.origin = before * DtypeBytes(ACL_FLOAT);
    before += part->extent.elements;
    list.Add(PlanRowSizes({.x = grad, .factor = {}, .divisor = 1, .out = part}));
  }
  list.Add(PlanRowSizes({.x = sizes, .factor = {}, .divisor = 1, .out = largest}));
  const Value seen = list.SeenDense(largest, found->shape);
  list.Add(PlanFormulaInDouble(FoundInfKernel(), std::array{seen, found}, found));
  for (const Value& grad : grads) {
    list.Add(PlanFormulaInDouble(MulKernel(), std::array{grad, factor}, grad));
  }
  list.Finish();
}

constexpr Kind kUnscale = InStages(PlanUnscale);

enum ScaleArgument {
  kCurrentScale,
  kGrowthTracker,
  kFoundInfOfStep,
  kGrowthFactor,
  kBackoffFactor,
  kGrowthInterval,
  kUpdatedScale,
  kUpdatedTracker
};

// The smallest double that a dtype rounds to infinity.
double FirstInfinite(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return 65520;
    case ACL_BF16:
      return 0x1.ffp127;
    default:
      return 0x1.ffffffp127;
  }
}

void PlanUpdateScale(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value found = list.Given(kFoundInfOfStep), tracker = list.Given(kGrowthTracker);
  const Value scale = list.Given(kUpdatedScale), next = list.Given(kUpdatedTracker);
  const auto interval = static_cast<double>(call.At(kGrowthInterval).integer);
  Params params = {};
  params.d = {call.At(kGrowthFactor).number, call.At(kBackoffFactor).number, interval,
              FirstInfinite(scale->dtype)};
  list.Add(PlanFormulaInDouble(
      NextScaleKernel(), std::array{list.Given(kCurrentScale), tracker, found}, scale, params));
  params.d = {interval};
  list.Add(PlanFormulaInDouble(NextTrackerKernel(), std::array{tracker, found}, next, params));
  list.Finish();
}

// Each is in place of what it was.
bool MayBeUpdated(const OpSpec& /*spec*/, int output, int input) {
  return (output == kUpdatedScale && input == kCurrentScale) ||
         (output == kUpdatedTracker && input == kGrowthTracker);
}

constexpr Kind kUpdateScale = InStages(PlanUpdateScale, MayBeUpdated);

}  // namespace

constexpr OpSpec kAmpUpdateScaleSpec = Resolved({
    .name = "aclnnAmpUpdateScale",
    .formula = "updatedScale = foundInf != 0 ? currentScale * backoffFactor : growthTracker + 1 == "
               "growthInterval ? currentScale * growthFactor : currentScale",
    .arguments = {Input("currentScale"), Input("growthTracker"), Input("foundInf"),
                  DoubleInput("growthFactor"), DoubleInput("backoffFactor"),
                  IntInput("growthInterval"), Output("updatedScale"),
                  Output("updatedGrowthTracker")},
    .rules = {DtypeIn("currentScale", kFloatDtypes), SameDtype("foundInf", "currentScale"),
              SameDtype("updatedScale", "currentScale"),
              DtypeIn("growthTracker", DtypeSet(ACL_INT32)),
              DtypeIn("updatedGrowthTracker", DtypeSet(ACL_INT32)), OneElement("currentScale"),
              OneElement("growthTracker"), OneElement("foundInf"), OneElement("updatedScale"),
              OneElement("updatedGrowthTracker"), MaxRank(8),
              IntBetween("growthInterval", 1, 2147483647)},
    .chips = kBfloat16Chips,
    .work = {.kind = &kUpdateScale},
});

constexpr OpSpec kForeachNonFiniteCheckAndUnscaleSpec = Resolved({
    .name = "aclnnForeachNonFiniteCheckAndUnscale",
    .formula = "foundInf = 1 if an element of scaledGrads is infinite or NaN; scaledGrads[i] = "
               "scaledGrads[i] * invScale",
    .arguments = {InOuts("scaledGrads"), InOut("foundInf"), Input("invScale")},
    .rules = {DtypeIn("scaledGrads", kFloatDtypes), OneDtype("scaledGrads"),
              DtypeIn("foundInf", DtypeSet(ACL_FLOAT)), DtypeIn("invScale", DtypeSet(ACL_FLOAT)),
              HasCount("scaledGrads", 0, 256), OneElement("foundInf"), OneElement("invScale"),
              MaxRank(8)},
    .chips = kAllBut910,
    .work = {.kind = &kUnscale},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AmpUpdateScale, const aclTensor*, const aclTensor*, const aclTensor*, double,
                      double, int64_t, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(ForeachNonFiniteCheckAndUnscale, const aclTensorList*, const aclTensor*,
                      const aclTensor*);
