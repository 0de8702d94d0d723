#include "aclnnop/aclnn_triangular_solve.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "kinds/triangular/plan.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/triangular_shape.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

enum TriangularArgument {
  kRightSide,
  kTriangle,
  kIsUpper,
  kIsTransposed,
  kHasOnes,
  kSolution,
  kCoefficients
};

void PlanTriangularSolve(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value matrix = list.Given(kTriangle), copy = list.Given(kCoefficients);
  const bool is_upper = call.FlagAt(kIsUpper);
  list.Add(PlanTriangular({.matrix = matrix,
                           .right = list.Given(kRightSide),
                           .is_upper = is_upper,
                           .is_transposed = call.FlagAt(kIsTransposed),
                           .has_ones = call.FlagAt(kHasOnes),
                           .solution = list.Given(kSolution)}));
  const Value spread =
      list.Seen(matrix, copy->shape, BroadcastStrides(matrix->shape, matrix->strides, copy->shape));
  list.Add(PlanTriangle({.is_upper = is_upper, .diagonal = 0}, spread, copy));
  list.Finish();
}

constexpr Kind kTriangularSolveKind = OnCpusAlone(InStages(PlanTriangularSolve));
constexpr DtypeSet kTriangularDtypes{ACL_FLOAT, ACL_DOUBLE};

}  // namespace

constexpr OpSpec kTriangularSolveSpec = Resolved({
    .name = "aclnnTriangularSolve",
    .formula =
        "xOut = the solution of A @ xOut = self, where A is a triangle; mOut = that triangle",
    .arguments = {Input("self"), Input("A"), BoolInput("upper"), BoolInput("transpose"),
                  BoolInput("unitriangular"), Output("xOut"), Output("mOut")},
    .rules = {DtypeIn("self", kTriangularDtypes), SameDtype("A", "self"), SameDtype("xOut", "self"),
              SameDtype("mOut", "self"), TriangularShapes("self", "A"),
              SolutionShape("xOut", "self", "A"), CoefficientsShape("mOut", "self", "A")},
    .chips = kAllBut310P,
    .work = {.kind = &kTriangularSolveKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(TriangularSolve, const aclTensor*, const aclTensor*, bool, bool, bool,
                      aclTensor*, aclTensor*);
