#include "aclnnop/aclnn_angle_v2.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/complex_parts.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* Atan2Kernel();
const Kernel* RealAngleKernel();

namespace {

enum AngleArgument { kAngleX, kAngleOut };

void PlanAngle(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kAngleX), out = list.Given(kAngleOut);
  if (out->extent.elements == 0) return list.Finish();
  if (IsComplex(x->dtype)) {
    const ComplexParts parts = PartsOf(list, x);
    list.Add(PlanFormulaInDouble(Atan2Kernel(), std::array{parts.imaginary, parts.real}, out));
  } else {
    list.Add(PlanFormulaInDouble(RealAngleKernel(), std::array{x}, out));
  }
  list.Finish();
}

constexpr Kind kAngle = InStages(PlanAngle);

constexpr Chips kChipsOfAngles{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace

constexpr OpSpec kAngleV2Spec = Resolved({
    .name = "aclnnAngleV2",
    .formula = "out = the angle of x",
    .arguments = {Input("x"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL, ACL_COMPLEX64)),
              DtypeIn("out", kFloatDtypes), MaxRank(8), SameShape("out", "x")},
    .chips = kChipsOfAngles,
    .operands = {"x"},
    .results = {"out"},
    .work = {.kind = &kAngle},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AngleV2, const aclTensor*, const aclTensor*);
