#include "aclnnop/aclnn_slogdet.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/factors/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/export_kernel.h"
#include "ops/sums/factors_shape.h"
#include "ops/sums/factors_stages.h"
#include "ops/sums/family.h"

namespace openaclnn {

const Kernel* LogOfScaledKernel();

namespace {

enum SlogdetArgument { kSlogdetSelf, kSlogdetSign, kSlogdetLog };

void PlanSlogdet(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kSlogdetSelf), sign = list.Given(kSlogdetSign),
              log = list.Given(kSlogdetLog);
  if (self->extent.elements == 0) {  // the determinant of no rows is 1
    list.Add(PlanFill(1, sign));
    list.Add(PlanFill(0, log));
    return list.Finish();
  }
  const aclDataType dtype = DtypeOfFactors(self->dtype);
  const DeterminantInputs inputs{.matrices = DenseAs(list, dtype, self),
                                 .signs = DenseResultAs(list, dtype, sign),
                                 .sizes = list.Temporary(ACL_DOUBLE, log->shape),
                                 .powers = list.Temporary(ACL_DOUBLE, log->shape)};
  list.Add(PlanDeterminant(inputs));
  MoveResult(list, inputs.signs, sign);
  const Value logs = IsComplex(log->dtype) ? list.Temporary(ACL_DOUBLE, log->shape) : log;
  list.Add(PlanFormulaInDouble(LogOfScaledKernel(), std::array{inputs.sizes, inputs.powers}, logs));
  MoveResult(list, logs, log);
  list.Finish();
}

constexpr Kind kSlogdetKind = OnCpusAlone(InStages(PlanSlogdet));

constexpr DtypeSet kDeterminantDtypes = DtypeSet(ACL_FLOAT, ACL_DOUBLE) | kComplexDtypes;

}  // namespace

constexpr OpSpec kSlogdetSpec = Resolved({
    .name = "aclnnSlogdet",
    .formula = "signOut = sign(det(self)), logOut = log(abs(det(self)))",
    .arguments = {Input("self"), Output("signOut"), Output("logOut")},
    .rules = {DtypeIn("self", kDeterminantDtypes), DtypeIn("signOut", kDeterminantDtypes),
              DtypeIn("logOut", kDeterminantDtypes), Castable("self", "signOut"),
              Castable("self", "logOut"), MinRank("self", 2), MaxRank(8),
              ShapeOfDeterminants("signOut", "self"), ShapeOfDeterminants("logOut", "self")},
    .chips = kAllChips,
    .work = {.kind = &kSlogdetKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Slogdet, const aclTensor*, aclTensor*, aclTensor*);
