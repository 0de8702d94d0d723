#include "aclnnop/aclnn_apply_fused_ema_adam.h"

#include <array>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/adam_step.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* DecayedGradKernel();
const Kernel* FirstMomentKernel();
const Kernel* PowScalarTensorKernel();
const Kernel* SecondMomentKernel();
const Kernel* StepDirectionKernel();
const Kernel* StepDivisorKernel();
const Kernel* SteppedKernel();

namespace {

enum EmaAdamArgument {
  kEmaGrad,
  kEmaVar,
  kEmaM,
  kEmaV,
  kEmaAverage,
  kEmaStep,
  kEmaRate,
  kEmaDecayOfAverage,
  kEmaBeta1,
  kEmaBeta2,
  kEmaEps,
  kEmaMode,
  kEmaCorrects,
  kEmaDecay
};

constexpr int64_t kDecaysGradient = 0;  // a mode; in the other one the parameter decays

// What 1 less it divides the moment of `beta`: a power, or 0.
Value PowerFor(const Call& call, StageList& list, double beta) {
  const Value power = list.Temporary(ACL_DOUBLE, {});
  if (call.FlagAt(kEmaCorrects)) {
    const Value step = list.Seen(list.Given(kEmaStep), {}, {});
    AddInDouble(list, PowScalarTensorKernel(), std::array{step}, power, {beta});
  } else {
    list.Add(PlanFill(0, power));
  }
  return power;
}

// Each stage reads what the ones behind it replace.
void PlanEmaAdam(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (call.TensorAt(kEmaVar).extent.elements == 0) return list.Finish();
  const auto number = [&call](int argument) { return call.At(argument).number; };
  const double beta1 = number(kEmaBeta1), beta2 = number(kEmaBeta2), decay = number(kEmaDecay);
  const Value var = list.Given(kEmaVar), m = list.Given(kEmaM), v = list.Given(kEmaV);
  const Value average = list.Given(kEmaAverage);
  const bool decays_gradient = call.At(kEmaMode).integer == kDecaysGradient;
  Value grad = list.Given(kEmaGrad);
  if (decays_gradient) {
    const Value decayed = list.Temporary(ACL_DOUBLE, var->shape);
    AddInDouble(list, DecayedGradKernel(), std::array{grad, var}, decayed, {decay});
    grad = decayed;
  }
  const Value power1 = PowerFor(call, list, beta1), power2 = PowerFor(call, list, beta2);
  const Value next = list.Temporary(ACL_DOUBLE, var->shape);
  AddInDouble(list, StepDivisorKernel(), std::array{v, grad, power2, v}, next,
              {beta2, number(kEmaEps), 0});
  AddInDouble(list, StepDirectionKernel(), std::array{m, grad, power1, next}, next, {beta1, 1});
  AddInDouble(list, SteppedKernel(), std::array{var, next}, next,
              {number(kEmaRate), decays_gradient ? 0 : decay});
  AddInDouble(list, FirstMomentKernel(), std::array{average, next}, average,
              {number(kEmaDecayOfAverage), 1});
  AddInDouble(list, FirstMomentKernel(), std::array{m, grad}, m, {beta1, 1});
  AddInDouble(list, SecondMomentKernel(), std::array{v, grad}, v, {beta2});
  list.Add(PlanMove(next, var));
  list.Finish();
}

constexpr Kind kEmaAdam = InStages(PlanEmaAdam);

}  // namespace

constexpr OpSpec kApplyFusedEmaAdamSpec = Resolved({
    .name = "aclnnApplyFusedEmaAdam",
    .formula = "g = grad + weightDecay * var in mode 0, m = beta1 * m + (1 - beta1) * g, v = beta2 "
               "* v + (1 - beta2) * g^2, u = m / (1 - beta1^step) / (sqrt(v / (1 - beta2^step)) + "
               "eps), in mode 1 + weightDecay * var, var = var - lr * u, s = emaDecay * s + (1 - "
               "emaDecay) * var",
    .arguments = {Input("grad"), InOut("varRef"), InOut("mRef"), InOut("vRef"), InOut("sRef"),
                  Input("step"), DoubleInput("lr"), DoubleInput("emaDecay"), DoubleInput("beta1"),
                  DoubleInput("beta2"), DoubleInput("eps"), IntInput("mode"),
                  BoolInput("biasCorrection"), DoubleInput("weightDecay")},
    .rules = {IntIn("mode", 0, 1), DtypeIn("grad", kFloatDtypes), SameDtype("varRef", "grad"),
              SameDtype("mRef", "grad"), SameDtype("vRef", "grad"), SameDtype("sRef", "grad"),
              DtypeIn("step", DtypeSet(ACL_INT64)), MaxRank(8), SameShape("varRef", "grad"),
              SameShape("mRef", "grad"), SameShape("vRef", "grad"), SameShape("sRef", "grad"),
              FirstElement("step")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kEmaAdam},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ApplyFusedEmaAdam, const aclTensor*, aclTensor*, aclTensor*, aclTensor*,
                      aclTensor*, const aclTensor*, double, double, double, double, double, int64_t,
                      bool, double);
