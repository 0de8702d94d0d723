#include "aclnnop/aclnn_linalg_cholesky.h"

#include <utility>

#include "kinds/factors/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/sums/factors_shape.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

// The matrices that a tensor has, or their transposes.
Value SeenTransposed(StageList& list, const Value& value, bool is_transposed) {
  if (!is_transposed) return value;
  Dims shape = value->shape, strides = value->strides;
  const size_t last = shape.size() - 1;
  std::swap(shape[last], shape[last - 1]);
  std::swap(strides[last], strides[last - 1]);
  return list.Seen(value, shape, strides);
}

void PlanLinalgCholesky(const Call& call, Executor& executor) {
  constexpr int kSelf = 0, kUpper = 1, kOut = 2;
  StageList list(call, executor);
  const Value self = list.Given(kSelf), out = list.Given(kOut);
  if (self->extent.elements == 0) return list.Finish();
  // The lower triangle is the transpose of what is made of the transpose.
  const bool is_lower = !call.FlagAt(kUpper);
  const Value factors = list.Temporary(ACL_DOUBLE, self->shape);
  list.Add(PlanMove(SeenTransposed(list, self, is_lower), factors));
  list.Add(PlanCholesky({.matrices = factors,
                         .factors = factors,
                         .operator_name = call.spec.name,
                         .name_of_matrices = call.spec.arguments[kSelf].name}));
  list.Add(PlanMove(SeenTransposed(list, factors, is_lower), out));
  list.Finish();
}

// All of self is read before anything of out is written.
bool MayBeFactored(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return true; }

constexpr Kind kLinalgCholeskyKind = OnCpusAlone(InStages(PlanLinalgCholesky, MayBeFactored));

constexpr DtypeSet kFactoredDtypes{ACL_FLOAT, ACL_BF16};
constexpr Chips kFactoredChips{Chip::kAscend910B, Chip::kAscend910_93};
constexpr int64_t kMostFactoredRows = 8192;

}  // namespace

constexpr OpSpec kLinalgCholeskySpec = Resolved({
    .name = "aclnnLinalgCholesky",
    .formula = "self = out @ out^T, where out is a lower triangle; or out^T @ out, an upper one",
    .arguments = {Input("self"), BoolInput("upper"), Output("out")},
    .rules = {DtypeIn("self", kFactoredDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self"), MinRank("self", 2),
              SquareMatrices("self", kMostFactoredRows)},
    .chips = kFactoredChips,
    .work = {.kind = &kLinalgCholeskyKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LinalgCholesky, const aclTensor*, bool, aclTensor*);
