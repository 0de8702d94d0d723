#include "aclnnop/aclnn_linalg_qr.h"

#include "kinds/factors/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/factors_shape.h"
#include "ops/sums/factors_stages.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

void PlanLinalgQr(const Call& call, Executor& executor) {
  constexpr int kSelf = 0, kQ = 2, kR = 3;
  StageList list(call, executor);
  const Value self = list.Given(kSelf), q = list.Given(kQ), r = list.Given(kR);
  const aclDataType dtype = DtypeOfFactors(self->dtype);
  const Value orthogonal = FactorFor(list, dtype, q), triangular = FactorFor(list, dtype, r);
  if (orthogonal.tensor != nullptr || triangular.tensor != nullptr) {
    list.Add(PlanQr({.matrices = DenseAs(list, dtype, self),
                     .orthogonal = orthogonal,
                     .triangular = triangular}));
    MoveFactor(list, orthogonal, q);
    MoveFactor(list, triangular, r);
  }
  list.Finish();
}

constexpr Kind kLinalgQrKind = OnCpusAlone(InStages(PlanLinalgQr));

constexpr DtypeSet kQrDtypes = DtypeSet(ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE) | kComplexDtypes;
constexpr Chips kQrChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kLinalgQrSpec = Resolved({
    .name = "aclnnLinalgQr",
    .formula = "self = Q @ R, where Q is orthogonal and R an upper triangle",
    .arguments = {Input("self"), IntInput("mode"), Output("Q"), Output("R")},
    .rules = {DtypeIn("self", kQrDtypes), SameDtype("Q", "self"), SameDtype("R", "self"),
              MinRank("self", 2), MaxRank(8), IntIn("mode", 0, 1, 2),
              OrthogonalFactorShape("Q", "self", "mode"),
              TriangularFactorShape("R", "self", "mode")},
    .chips = kQrChips,
    .work = {.kind = &kLinalgQrKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LinalgQr, const aclTensor*, int64_t, aclTensor*, aclTensor*);
