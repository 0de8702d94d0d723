// Steps whose numbers lie in tensors.
#include "aclnnop/aclnn_apply_adam.h"
#include "aclnnop/aclnn_apply_adam_w.h"

#include <array>

#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/adam_step.h"
#include "ops/lists/family.h"
#include "ops/lists/given_with.h"

namespace openaclnn {

const Kernel* CorrectedRateKernel();
const Kernel* FirstMomentByKernel();
const Kernel* MulKernel();
const Kernel* RateOfStepKernel();
const Kernel* RootDivisorKernel();
const Kernel* SecondMomentByKernel();
const Kernel* ShareKeptKernel();
const Kernel* StepDirectionByKernel();
const Kernel* StepDivisorByKernel();
const Kernel* SteppedAtRateKernel();
const Kernel* SteppedByKernel();

namespace {

enum AdamByTensors {
  kAdamVar,
  kAdamM,
  kAdamV,
  kAdamPower1,
  kAdamPower2,
  kAdamRate,
  kAdamBeta1,
  kAdamBeta2,
  kAdamEpsilon,
  kAdamGrad,
  kAdamLocks,
  kAdamNesterov
};

// One number, as a tensor without axes, however it was given.
Value NumberGiven(StageList& list, int argument) { return list.Seen(list.Given(argument), {}, {}); }

// Each stage reads what the ones behind it replace.
void PlanApplyAdam(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (call.TensorAt(kAdamVar).extent.elements == 0) return list.Finish();
  const auto number = [&list](int argument) { return NumberGiven(list, argument); };
  const Value var = list.Given(kAdamVar), m = list.Given(kAdamM), v = list.Given(kAdamV);
  const Value grad = list.Given(kAdamGrad);
  const Value beta1 = number(kAdamBeta1), beta2 = number(kAdamBeta2);
  const Value rate = list.Temporary(ACL_DOUBLE, {});
  const Value direction = list.Temporary(ACL_DOUBLE, var->shape);
  AddInDouble(list, RateOfStepKernel(),
              std::array{number(kAdamRate), number(kAdamPower1), number(kAdamPower2)}, rate);
  AddInDouble(list, RootDivisorKernel(), std::array{v, grad, beta2, number(kAdamEpsilon)},
              direction);
  AddInDouble(list, StepDirectionByKernel(), std::array{m, grad, beta1, direction}, direction,
              {1, call.FlagAt(kAdamNesterov) ? 1.0 : 0.0});
  AddInDouble(list, SteppedAtRateKernel(), std::array{var, direction, rate}, var);
  AddInDouble(list, FirstMomentByKernel(), std::array{m, grad, beta1}, m, {1});
  AddInDouble(list, SecondMomentByKernel(), std::array{v, grad, beta2}, v);
  list.Finish();
}

enum AdamWByTensors {
  kAdamWVar,
  kAdamWM,
  kAdamWV,
  kAdamWPower1,
  kAdamWPower2,
  kAdamWRate,
  kAdamWDecay,
  kAdamWBeta1,
  kAdamWBeta2,
  kAdamWEps,
  kAdamWGrad,
  kAdamWLargest,
  kAdamWAmsgrad,
  kAdamWMaximize
};

void PlanApplyAdamW(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (call.TensorAt(kAdamWVar).extent.elements == 0) return list.Finish();
  const auto number = [&list](int argument) { return NumberGiven(list, argument); };
  const Value var = list.Given(kAdamWVar), m = list.Given(kAdamWM), v = list.Given(kAdamWV);
  const Value grad = list.Given(kAdamWGrad);
  const Value beta1 = number(kAdamWBeta1), beta2 = number(kAdamWBeta2);
  const bool keeps = call.FlagAt(kAdamWAmsgrad);
  const double sign = call.FlagAt(kAdamWMaximize) ? -1 : 1;
  const Value lr = number(kAdamWRate);
  const Value rate = list.Temporary(ACL_DOUBLE, {}), share = list.Temporary(ACL_DOUBLE, {});
  const Value power2 = list.Temporary(ACL_DOUBLE, {});
  const Value direction = list.Temporary(ACL_DOUBLE, var->shape);
  AddInDouble(list, ShareKeptKernel(), std::array{lr, number(kAdamWDecay)}, share);
  AddInDouble(list, MulKernel(), std::array{number(kAdamWPower1), beta1}, rate);
  AddInDouble(list, CorrectedRateKernel(), std::array{lr, rate}, rate);
  AddInDouble(list, MulKernel(), std::array{number(kAdamWPower2), beta2}, power2);
  AddInDouble(list, SecondMomentByKernel(), std::array{v, grad, beta2}, direction);
  AddInDouble(list, StepDivisorByKernel(),
              std::array{direction, keeps ? list.Given(kAdamWLargest) : direction, power2,
                         number(kAdamWEps)},
              direction, {keeps ? 1.0 : 0.0});
  AddInDouble(list, StepDirectionByKernel(), std::array{m, grad, beta1, direction}, direction,
              {sign, 0});
  AddInDouble(list, SteppedByKernel(), std::array{var, direction, share, rate}, var);
  AddInDouble(list, FirstMomentByKernel(), std::array{m, grad, beta1}, m, {sign});
  AddInDouble(list, SecondMomentByKernel(), std::array{v, grad, beta2}, v);
  list.Finish();
}

constexpr Kind kApplyAdam = InStages(PlanApplyAdam), kApplyAdamW = InStages(PlanApplyAdamW);

constexpr DtypeSet kNumbersOfAdam(ACL_FLOAT);

}  // namespace

constexpr OpSpec kApplyAdamSpec = Resolved({
    .name = "aclnnApplyAdam",
    .formula = "m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2, var = "
               "var - lr * sqrt(1 - beta2Power) / (1 - beta1Power) * m / (sqrt(v) + epsilon)",
    .arguments = {InOut("varRef"), InOut("m"), InOut("v"), Input("beta1Power"), Input("beta2Power"),
                  Input("lr"), Input("beta1"), Input("beta2"), Input("epsilon"), Input("grad"),
                  BoolInput("useLocking"), BoolInput("useNesterov")},
    .rules = {DtypeIn("varRef", kFloatDtypes),
              SameDtype("m", "varRef"),
              SameDtype("v", "varRef"),
              SameDtype("grad", "varRef"),
              DtypeIn("beta1Power", kNumbersOfAdam),
              DtypeIn("beta2Power", kNumbersOfAdam),
              DtypeIn("lr", kNumbersOfAdam),
              DtypeIn("beta1", kNumbersOfAdam),
              DtypeIn("beta2", kNumbersOfAdam),
              DtypeIn("epsilon", kNumbersOfAdam),
              MaxRank(8),
              SameShape("m", "varRef"),
              SameShape("v", "varRef"),
              SameShape("grad", "varRef"),
              OneElement("beta1Power"),
              OneElement("beta2Power"),
              OneElement("lr"),
              OneElement("beta1"),
              OneElement("beta2"),
              OneElement("epsilon")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kApplyAdam},
});

constexpr OpSpec kApplyAdamWSpec = Resolved({
    .name = "aclnnApplyAdamW",
    .formula = "m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2, var = "
               "(1 - lr * weightDecay) * var - lr * m / (1 - beta1Power * beta1) / (sqrt(v / (1 - "
               "beta2Power * beta2)) + eps)",
    .arguments = {InOut("varRef"), InOut("mRef"), InOut("vRef"), Input("beta1Power"),
                  Input("beta2Power"), Input("lr"), Input("weightDecay"), Input("beta1"),
                  Input("beta2"), Input("eps"), Input("grad"),
                  Optional(Input("maxGradNormOptional")), BoolInput("amsgrad"),
                  BoolInput("maximize")},
    .rules = {GivenWith("maxGradNormOptional", "amsgrad"),
              DtypeIn("varRef", kFloatDtypes),
              SameDtype("mRef", "varRef"),
              SameDtype("vRef", "varRef"),
              SameDtype("beta1Power", "varRef"),
              SameDtype("beta2Power", "varRef"),
              SameDtype("lr", "varRef"),
              SameDtype("weightDecay", "varRef"),
              SameDtype("beta1", "varRef"),
              SameDtype("beta2", "varRef"),
              SameDtype("eps", "varRef"),
              SameDtype("grad", "varRef"),
              SameDtype("maxGradNormOptional", "varRef"),
              MaxRank(8),
              SameShape("mRef", "varRef"),
              SameShape("vRef", "varRef"),
              SameShape("grad", "varRef"),
              SameShape("maxGradNormOptional", "varRef"),
              OneElement("beta1Power"),
              OneElement("beta2Power"),
              OneElement("lr"),
              OneElement("weightDecay"),
              OneElement("beta1"),
              OneElement("beta2"),
              OneElement("eps")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kApplyAdamW},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ApplyAdam, aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, bool, bool);
OPENACLNN_C_FUNCTIONS(ApplyAdamW, aclTensor*, aclTensor*, aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*, bool,
                      bool);
