#include "aclnnop/aclnn_svd.h"

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

void PlanSvdOfInput(const Call& call, Executor& executor) {
  constexpr int kInput = 0, kComputeUv = 2, kSigma = 3, kU = 4, kV = 5;
  StageList list(call, executor);
  const Value input = list.Given(kInput), sigma = list.Given(kSigma);
  const aclDataType dtype = DtypeOfFactors(input->dtype);
  const Value values = FactorFor(list, dtype, sigma);
  Value left = {}, right = {};
  if (call.FlagAt(kComputeUv)) {
    left = FactorFor(list, dtype, list.Given(kU));
    right = FactorFor(list, dtype, list.Given(kV));
  }
  if (values.tensor != nullptr || left.tensor != nullptr || right.tensor != nullptr) {
    list.Add(PlanSvd(
        {.matrices = DenseAs(list, dtype, input), .values = values, .left = left, .right = right}));
    MoveFactor(list, values, sigma);
    MoveFactor(list, left, list.Given(kU));
    MoveFactor(list, right, list.Given(kV));
  }
  list.Finish();
}

constexpr Kind kSvdKind = OnCpusAlone(InStages(PlanSvdOfInput));
constexpr DtypeSet kSvdDtypes = DtypeSet(ACL_FLOAT, ACL_DOUBLE) | kComplexDtypes;

}  // namespace

constexpr OpSpec kSvdSpec = Resolved({
    .name = "aclnnSvd",
    .formula = "input = u @ diag(sigma) @ v^T, where u and v have orthogonal columns",
    .arguments = {Input("input"), BoolInput("fullMatrices"), BoolInput("computeUV"),
                  Output("sigma"), Output("u"), Output("v")},
    .rules = {DtypeIn("input", kSvdDtypes), SameDtype("sigma", "input"), SameDtype("u", "input"),
              SameDtype("v", "input"), MinRank("input", 2), MaxRank(8),
              SingularValuesShape("sigma", "input"),
              LeftVectorsShape("u", "input", "fullMatrices", "computeUV"),
              RightVectorsShape("v", "input", "fullMatrices", "computeUV")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kSvdKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Svd, const aclTensor*, const bool, const bool, aclTensor*, aclTensor*,
                      aclTensor*);
