#include <array>

#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "kinds/elementwise/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/family.h"
#include "ops/lists/given_with.h"

namespace openaclnn {

const Kernel* AddsKernel();
const Kernel* FirstMomentKernel();
const Kernel* LargestMomentKernel();
const Kernel* PowScalarTensorKernel();
const Kernel* SecondMomentKernel();
const Kernel* StepDivisorKernel();
const Kernel* StepDirectionKernel();
const Kernel* SteppedKernel();

namespace {

enum AdamArgument {
  kVar,
  kFirst,
  kSecond,
  kLargest,
  kGrad,
  kStep,
  kRate,
  kBeta1,
  kBeta2,
  kDecay,
  kEps,
  kAmsgrad,
  kMaximize
};

// Each stage reads what the ones behind it replace.
void PlanAdamW(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (call.TensorAt(kVar).extent.elements == 0) return list.Finish();
  const auto number = [&call](int argument) { return call.At(argument).number; };
  const Value var = list.Given(kVar), m = list.Given(kFirst), v = list.Given(kSecond);
  const Value grad = list.Given(kGrad), step = list.Given(kStep);
  const bool keeps = call.FlagAt(kAmsgrad);
  const Value largest = keeps ? list.Given(kLargest) : v;
  const double sign = call.FlagAt(kMaximize) ? -1 : 1;
  const auto add = [&list](const Kernel* kernel, std::span<const Value> inputs, const Value& to,
                           std::array<double, Params::kMax> numbers) {
    Params params = {};
    params.d = numbers;
    list.Add(PlanFormulaInDouble(kernel, inputs, to, params));
  };
  const Value next = list.Temporary(ACL_DOUBLE, {});
  const Value power1 = list.Temporary(ACL_DOUBLE, {}), power2 = list.Temporary(ACL_DOUBLE, {});
  const Value divisor = list.Temporary(ACL_DOUBLE, var->shape);
  add(AddsKernel(), std::array{step}, next, {1, 1});
  add(PowScalarTensorKernel(), std::array{next}, power1, {number(kBeta1)});
  add(PowScalarTensorKernel(), std::array{next}, power2, {number(kBeta2)});
  add(StepDivisorKernel(), std::array{v, grad, power2, largest}, divisor,
      {number(kBeta2), number(kEps), keeps ? 1.0 : 0.0});
  add(StepDirectionKernel(), std::array{m, grad, power1, divisor}, divisor, {number(kBeta1), sign});
  add(SteppedKernel(), std::array{var, divisor}, var, {number(kRate), number(kDecay)});
  if (keeps) add(LargestMomentKernel(), std::array{largest, v, grad}, largest, {number(kBeta2)});
  add(FirstMomentKernel(), std::array{m, grad}, m, {number(kBeta1), sign});
  add(SecondMomentKernel(), std::array{v, grad}, v, {number(kBeta2)});
  list.Finish();
}

constexpr Kind kAdamW = InStages(PlanAdamW);

}  // namespace

constexpr OpSpec kApplyAdamWV2Spec = Resolved({
    .name = "aclnnApplyAdamWV2",
    .formula = "m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2, t = step "
               "+ 1, var = var - lr * weightDecay * var - lr * m / (1 - beta1^t) / (sqrt(v / (1 - "
               "beta2^t)) + eps)",
    .arguments = {InOut("varRef"), InOut("mRef"), InOut("vRef"),
                  Optional(InOut("maxGradNormOptionalRef")), Input("grad"), Input("step"),
                  FloatInput("lr"), FloatInput("beta1"), FloatInput("beta2"),
                  FloatInput("weightDecay"), FloatInput("eps"), BoolInput("amsgrad"),
                  BoolInput("maximize")},
    .rules = {GivenWith("maxGradNormOptionalRef", "amsgrad"), DtypeIn("varRef", kFloatDtypes),
              SameDtype("mRef", "varRef"), SameDtype("vRef", "varRef"), SameDtype("grad", "varRef"),
              SameDtype("maxGradNormOptionalRef", "varRef"),
              DtypeIn("step", DtypeSet(ACL_INT64, ACL_FLOAT)), MaxRank(8),
              SameShape("mRef", "varRef"), SameShape("vRef", "varRef"), SameShape("grad", "varRef"),
              SameShape("maxGradNormOptionalRef", "varRef"), OneElement("step")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kAdamW},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ApplyAdamWV2, aclTensor*, aclTensor*, aclTensor*, aclTensor*,
                      const aclTensor*, const aclTensor*, float, float, float, float, float, bool,
                      bool);
