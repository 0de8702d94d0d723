#include "aclnnop/aclnn_fused_adamw.h"

#include <array>

#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/adam_step.h"
#include "ops/lists/family.h"
#include "ops/lists/given_with.h"

namespace openaclnn {

const Kernel* DivKernel();

namespace {

enum FusedAdamwArgument {
  kFusedParams,
  kFusedGrads,
  kFusedM,
  kFusedV,
  kFusedLargest,
  kFusedSteps,
  kFusedScale,
  kFusedFound,
  kFusedRate,
  kFusedBeta1,
  kFusedBeta2,
  kFusedDecay,
  kFusedEps,
  kFusedAmsgrad,
  kFusedMaximize
};

void AddFusedStep(const Call& call, StageList& list, int member) {
  const auto number = [&call](int argument) { return call.At(argument).number; };
  const Value given = list.Member(kFusedGrads, member);
  if (given->extent.elements == 0) return;
  AdamStep step{.var = list.Member(kFusedParams, member),
                .m = list.Member(kFusedM, member),
                .v = list.Member(kFusedV, member),
                .grad = given,
                .step = list.Seen(list.Member(kFusedSteps, member), {}, {}),
                .lr = number(kFusedRate),
                .beta1 = number(kFusedBeta1),
                .beta2 = number(kFusedBeta2),
                .decay = number(kFusedDecay),
                .eps = number(kFusedEps),
                .maximize = call.FlagAt(kFusedMaximize)};
  if (call.IsGiven(kFusedScale)) {
    step.grad = list.Temporary(ACL_DOUBLE, given->shape);
    const Value scale = list.Seen(list.Given(kFusedScale), {}, {});
    AddInDouble(list, DivKernel(), std::array{given, scale}, step.grad);
  }
  if (call.FlagAt(kFusedAmsgrad)) step.largest = list.Member(kFusedLargest, member);
  if (call.IsGiven(kFusedFound)) step.found = list.Seen(list.Given(kFusedFound), {}, {});
  AddStepOfAdamW(list, step);
}

void PlanFusedAdamw(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const auto members = static_cast<int>(call.TensorsAt(kFusedParams).size());
  for (int i = 0; i < members; ++i) AddFusedStep(call, list, i);
  list.Finish();
}

constexpr Kind kFusedAdamw = InStages(PlanFusedAdamw);

}  // namespace

constexpr OpSpec kFusedAdamwSpec = Resolved({
    .name = "aclnnFusedAdamw",
    .formula = "g = grads[i] / gradScale, m = beta1 * m + (1 - beta1) * g, v = beta2 * v + (1 - "
               "beta2) * g^2, t = stateSteps[i], params[i] = params[i] - lr * weightDecay * "
               "params[i] - lr * m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + eps)",
    .arguments = {InOuts("paramsRef"), Inputs("grads"), InOuts("expAvgsRef"),
                  InOuts("expAvgSqsRef"), Optional(InOuts("maxExpAvgSqsRef")), Inputs("stateSteps"),
                  Optional(Input("gradScaleOptional")), Optional(Input("foundInfOptional")),
                  DoubleInput("lr"), DoubleInput("beta1"), DoubleInput("beta2"),
                  DoubleInput("weightDecay"), DoubleInput("eps"), BoolInput("amsgrad"),
                  BoolInput("maximize")},
    .rules = {GivenWith("maxExpAvgSqsRef", "amsgrad"),
              SameCount("grads", "paramsRef"),
              SameCount("expAvgsRef", "paramsRef"),
              SameCount("expAvgSqsRef", "paramsRef"),
              SameCount("maxExpAvgSqsRef", "paramsRef"),
              SameCount("stateSteps", "paramsRef"),
              DtypeIn("paramsRef", kFloatDtypes),
              OneDtype("paramsRef"),
              SameDtype("grads", "paramsRef"),
              SameDtype("expAvgsRef", "paramsRef"),
              SameDtype("expAvgSqsRef", "paramsRef"),
              SameDtype("maxExpAvgSqsRef", "paramsRef"),
              DtypeIn("stateSteps", DtypeSet(ACL_INT64, ACL_FLOAT)),
              OneDtype("stateSteps"),
              DtypeIn("gradScaleOptional", DtypeSet(ACL_FLOAT)),
              DtypeIn("foundInfOptional", DtypeSet(ACL_FLOAT)),
              MaxRank(8),
              SameShape("grads", "paramsRef"),
              SameShape("expAvgsRef", "paramsRef"),
              SameShape("expAvgSqsRef", "paramsRef"),
              SameShape("maxExpAvgSqsRef", "paramsRef"),
              FirstElement("stateSteps"),
              OneElement("gradScaleOptional"),
              OneElement("foundInfOptional")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kFusedAdamw},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FusedAdamw, const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, const aclTensor*, double, double, double, double, double,
                      bool, bool);
