#include "aclnnop/aclnn_rrelu_with_noise.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {

const Kernel* LeakyReluKernel();
const Kernel* MulKernel();
const Kernel* SlopeOfKernel();

namespace {

enum RReluArgument {
  kRReluSelf,
  kRReluNoise,
  kRReluLower,
  kRReluUpper,
  kRReluTraining,
  kRReluSeed,
  kRReluOffset
};

// Slopes are drawn, and rounded to the dtype of the noise; they become 1 where self is above 0, and
// then factors.
void PlanRRelu(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRReluSelf), out = list.Given(call.spec.results_at[0]);
  const double lower = call.NumberAt(kRReluLower).nearest;
  const double upper = call.NumberAt(kRReluUpper).nearest;
  if (self->extent.elements == 0) {
    // There is nothing to draw.
  } else if (call.FlagAt(kRReluTraining)) {
    Value noise = list.Given(kRReluNoise);
    if (noise->shape != self->shape) noise = list.SeenDense(noise, self->shape);
    list.Add(PlanDraw(SourceOf(call, kRReluSeed, kRReluOffset),
                      UniformDraw(lower, upper, noise->dtype), noise));
    list.Add(PlanFormulaInDouble(SlopeOfKernel(), std::array{self, noise}, noise));
    list.Add(PlanFormulaInDouble(MulKernel(), std::array{self, noise}, out));
  } else {
    Params params{};
    params.d[0] = lower + (upper - lower) / 2;
    list.Add(PlanFormulaInDouble(LeakyReluKernel(), std::array{self}, out, params));
  }
  list.Finish();
}

// The elements of self are read by the stage that writes out, which is not the noise.
bool MayBeOneRRelu(const OpSpec& spec, int output, int input) {
  return output == spec.results_at[0] && input == kRReluSelf;
}

constexpr Kind kRRelu = OnCpusAlone(InStages(PlanRRelu, MayBeOneRRelu));

}  // namespace

constexpr OpSpec kRReluWithNoiseSpec = Resolved({
    .name = "aclnnRReluWithNoise",
    .formula = "out = self * noise, noise = self > 0 ? 1 : lower + (upper - lower) * u; or, unless "
               "training, the slope is (lower + upper) / 2",
    .arguments = {Input("self"), InOut("noise"), ScalarInput("lower"), ScalarInput("upper"),
                  BoolInput("training"), IntInput("seed"), IntInput("offset"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("noise", "self"),
              RoomForSlopes("noise", "self"), SameDtype("out", "self"), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out", "noise"},
    .work = {.kind = &kRRelu},
});

constexpr OpSpec kInplaceRReluWithNoiseSpec = Resolved({
    .name = "aclnnInplaceRReluWithNoise",
    .formula = "self = self * noise, noise = self > 0 ? 1 : lower + (upper - lower) * u; or, "
               "unless training, the slope is (lower + upper) / 2",
    .arguments = {InOut("self"), InOut("noise"), ScalarInput("lower"), ScalarInput("upper"),
                  BoolInput("training"), IntInput("seed"), IntInput("offset")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("noise", "self"),
              RoomForSlopes("noise", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"self", "noise"},
    .work = {.kind = &kRRelu},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RReluWithNoise, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, bool, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRReluWithNoise, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, bool, int64_t, int64_t);
