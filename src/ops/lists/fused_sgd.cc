#include "aclnnop/aclnn_fused_sgd.h"

#include <array>
#include <span>

#include "cpu/params.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/buffers_for.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* DivKernel();
const Kernel* SgdBufferKernel();
const Kernel* SgdDirectionKernel();
const Kernel* SgdStepByBufferKernel();
const Kernel* SgdStepKernel();

namespace {

enum SgdArgument {
  kSgdParams,
  kSgdGrads,
  kSgdBuffers,
  kSgdScale,
  kSgdDecay,
  kSgdMomentum,
  kSgdRate,
  kSgdDampening,
  kSgdNesterov,
  kSgdMaximize,
  kSgdIsFirst
};

// Each stage reads what the ones behind it replace.
class SgdPlanner {
 public:
  SgdPlanner(const Call& call, StageList& list)
      : call_(call),
        list_(list),
        has_buffers_(!call.TensorsAt(kSgdBuffers).empty()),
        has_scale_(call.IsGiven(kSgdScale)),
        scale_(has_scale_ ? list.Given(kSgdScale) : list.Temporary(ACL_DOUBLE, {})) {
    if (!has_scale_) list.Add(PlanFill(1, scale_));
  }

  void AddStep(int member) {
    const Value param = list_.Member(kSgdParams, member), grad = list_.Member(kSgdGrads, member);
    if (param->extent.elements == 0) return;
    const Value direction = list_.Temporary(ACL_DOUBLE, param->shape);
    const double sign = call_.FlagAt(kSgdMaximize) ? -1 : 1, momentum = Number(kSgdMomentum);
    const bool looks_ahead = call_.FlagAt(kSgdNesterov) && has_buffers_;
    Add(SgdDirectionKernel(), std::array{param, grad, scale_}, direction,
        {Number(kSgdDecay), sign});
    if (has_buffers_ && !call_.FlagAt(kSgdIsFirst)) {
      const Value buffer = list_.Member(kSgdBuffers, member);
      Add(SgdStepByBufferKernel(), std::array{param, direction, buffer}, param,
          {Number(kSgdRate), momentum, Number(kSgdDampening), looks_ahead ? 1.0 : 0.0});
      Add(SgdBufferKernel(), std::array{buffer, direction}, buffer,
          {momentum, Number(kSgdDampening)});
    } else {
      Add(SgdStepKernel(), std::array{param, direction}, param,
          {Number(kSgdRate), looks_ahead ? 1 + momentum : 1});
      if (has_buffers_) list_.Add(PlanMove(direction, list_.Member(kSgdBuffers, member)));
    }
    if (has_scale_) Add(DivKernel(), std::array{grad, scale_}, grad, {});
  }

 private:
  double Number(int argument) const { return call_.At(argument).number; }
  void Add(const Kernel* kernel, std::span<const Value> inputs, const Value& to,
           std::array<double, Params::kMax> numbers) {
    Params params = {};
    params.d = numbers;
    list_.Add(PlanFormulaInDouble(kernel, inputs, to, params));
  }

  const Call& call_;
  StageList& list_;
  const bool has_buffers_, has_scale_;
  const Value scale_;
};

void PlanFusedSgd(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const auto members = static_cast<int>(call.TensorsAt(kSgdParams).size());
  if (members > 0) {
    SgdPlanner planner(call, list);
    for (int i = 0; i < members; ++i) planner.AddStep(i);
  }
  list.Finish();
}

constexpr Kind kFusedSgd = InStages(PlanFusedSgd);

constexpr std::string_view kMomentumBuffers = "momentumBufferListOptionalRef";

}  // namespace

constexpr OpSpec kFusedSgdSpec = Resolved({
    .name = "aclnnFusedSgd",
    .formula = "d = grads[i] / gradScale + weightDecay * params[i], buffers[i] = momentum * "
               "buffers[i] + (1 - dampening) * d, params[i] = params[i] - lr * buffers[i]",
    .arguments = {InOuts("paramsRef"), InOuts("gradsRef"), Optional(InOuts(kMomentumBuffers)),
                  Optional(Input("gradScaleOptional")), FloatInput("weightDecay"),
                  FloatInput("momentum"), FloatInput("lr"), FloatInput("dampening"),
                  BoolInput("nesterov"), BoolInput("maximize"), BoolInput("isFirstStep")},
    .rules = {NotNegative("weightDecay"), NotNegative("momentum"), NotNegative("lr"),
              NotNegative("dampening"), SameCount("gradsRef", "paramsRef"),
              BuffersFor(kMomentumBuffers, "paramsRef"), DtypeIn("paramsRef", kFloatDtypes),
              OneDtype("paramsRef"), SameDtype("gradsRef", "paramsRef"),
              SameDtype(kMomentumBuffers, "paramsRef"), DtypeIn("gradScaleOptional", kFloatDtypes),
              MaxRank(8), SameShape("gradsRef", "paramsRef"),
              SameShape(kMomentumBuffers, "paramsRef"), OneElement("gradScaleOptional")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kFusedSgd},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FusedSgd, const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, float, float, float, float, bool, bool, bool);
