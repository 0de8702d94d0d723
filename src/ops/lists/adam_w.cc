#include <array>

#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/adam_step.h"
#include "ops/lists/family.h"
#include "ops/lists/given_with.h"

namespace openaclnn {

const Kernel* AddsKernel();

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

void PlanAdamW(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (call.TensorAt(kVar).extent.elements == 0) return list.Finish();
  const auto number = [&call](int argument) { return call.At(argument).number; };
  const Value next = list.Temporary(ACL_DOUBLE, {});
  AddInDouble(list, AddsKernel(), std::array{list.Given(kStep)}, next, {1, 1});
  AdamStep step{.var = list.Given(kVar),
                .m = list.Given(kFirst),
                .v = list.Given(kSecond),
                .grad = list.Given(kGrad),
                .step = next,
                .lr = number(kRate),
                .beta1 = number(kBeta1),
                .beta2 = number(kBeta2),
                .decay = number(kDecay),
                .eps = number(kEps),
                .maximize = call.FlagAt(kMaximize)};
  if (call.FlagAt(kAmsgrad)) step.largest = list.Given(kLargest);
  AddStepOfAdamW(list, step);
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
