#include <array>

#include "aclnnop/aclnn_logspace.h"
#include "cpu/params.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/range_shape.h"

namespace openaclnn {

const Kernel* PowScalarTensorKernel();

namespace {

enum LogSpaceArgument { kLogStart, kLogEnd, kLogSteps, kLogBase, kLogResult };

void PlanLogSpace(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value result = list.Given(kLogResult);
  if (result->extent.elements == 0) return list.Finish();
  const Value exponents = list.Temporary(ACL_DOUBLE, result->shape);
  list.Add(PlanRamp(RampBetween(*call.At(kLogStart).scalar, *call.At(kLogEnd).scalar,
                                call.At(kLogSteps).integer, ACL_DOUBLE),
                    exponents));
  Params params = {};
  params.d = {call.At(kLogBase).number};
  list.Add(PlanFormulaInDouble(PowScalarTensorKernel(), std::array{exponents}, result, params));
  list.Finish();
}

constexpr Kind kLogSpace = InStages(PlanLogSpace);

constexpr Chips kChipsOfLogSpace{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace

constexpr OpSpec kLogSpaceSpec = Resolved({
    .name = "aclnnLogSpace",
    .formula = "result[i] = base ^ (start + i * (end - start) / (steps - 1))",
    .arguments = {ScalarInput("start"), ScalarInput("end"), IntInput("steps"), DoubleInput("base"),
                  Output("result")},
    .rules = {DtypeIn("result", kFloatDtypes), MaxRank(8), HasElementsOf("result", "steps")},
    .chips = kChipsOfLogSpace,
    .results = {"result"},
    .work = {.kind = &kLogSpace},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LogSpace, const aclScalar*, const aclScalar*, int64_t, double,
                      const aclTensor*);
