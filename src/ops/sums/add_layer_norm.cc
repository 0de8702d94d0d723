#include "aclnnop/aclnn_add_layer_norm.h"

#include <array>
#include <optional>

#include "aclnnop/aclnn_add_layer_norm_grad.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/lists/given_with.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/norm_stages.h"

namespace openaclnn {
namespace {

struct AddLayerNormAt {
  enum : int { kX1, kX2, kGamma, kBeta, kBias, kEps, kAdditional, kY, kMean, kRstd, kX };
};

void PlanAddLayerNorm(const Call& call, Executor& executor) {
  using At = AddLayerNormAt;
  StageList list(call, executor);
  const Value x1 = list.Given(At::kX1), gamma = list.Given(At::kGamma);
  const Dims& shape = x1->shape;
  // The sum is kept exactly for the norm, as only outputs are rounded.
  Value x = Computed(list, SumOfTwoKernel(), std::array{x1, list.Given(At::kX2)}, shape);
  if (call.IsGiven(At::kBias)) {
    x = Computed(list, SumOfTwoKernel(), std::array{x, list.Given(At::kBias)}, shape);
  }
  const Value mean_out = list.Given(At::kMean), rstd_out = list.Given(At::kRstd);
  const Value mean = list.Temporary(ACL_DOUBLE, mean_out->shape);
  const Value rstd = list.Temporary(ACL_DOUBLE, rstd_out->shape);
  AddNormalise(list, {.x = x,
                      .shape = RowsOf(shape, gamma->shape.size()),
                      .weight = DenseAs(list, ACL_FLOAT, gamma),
                      .bias = DenseAs(list, ACL_FLOAT, list.Given(At::kBeta)),
                      .eps = call.At(At::kEps).number,
                      .out = list.Given(At::kY),
                      .mean = mean,
                      .rstd = rstd});
  list.Add(PlanMove(mean, mean_out));
  list.Add(PlanMove(rstd, rstd_out));
  if (call.FlagAt(At::kAdditional)) list.Add(PlanMove(x, list.Given(At::kX)));
  list.Finish();
}

// The sum of x1 and x2 comes first.
bool AddLayerNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = AddLayerNormAt;
  return (output == At::kY || output == At::kX) && (input == At::kX1 || input == At::kX2);
}

constexpr Kind kAddLayerNorm = OnCpusAlone(InStages(PlanAddLayerNorm, AddLayerNormMayBe));

struct AddLayerNormGradAt {
  enum : int { kDy, kX1, kX2, kRstd, kMean, kGamma, kDsum, kDx, kDgamma, kDbeta };
};

void PlanAddLayerNormGrad(const Call& call, Executor& executor) {
  using At = AddLayerNormGradAt;
  StageList list(call, executor);
  const Value x1 = list.Given(At::kX1), dx = list.Given(At::kDx);
  const Value dgamma = list.Given(At::kDgamma), dbeta = list.Given(At::kDbeta);
  const NormShape shape = RowsOf(x1->shape, dgamma->shape.size());
  if (shape.rows == 0) {
    list.Add(PlanFill(0, dgamma));
    list.Add(PlanFill(0, dbeta));
    return list.Finish();
  }
  const Value products = list.Temporary(ACL_DOUBLE, dgamma->shape);
  const Value grads = list.Temporary(ACL_DOUBLE, dbeta->shape);
  const bool adds = call.IsGiven(At::kDsum);
  const Value to = adds ? list.Temporary(ACL_DOUBLE, dx->shape) : dx;
  AddNormGradients(
      list, {.x = Computed(list, SumOfTwoKernel(), std::array{x1, list.Given(At::kX2)}, x1->shape),
             .grad = list.Given(At::kDy),
             .shape = shape,
             .mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
             .rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kRstd)),
             .weight = DenseAs(list, ACL_FLOAT, list.Given(At::kGamma)),
             .out = to,
             .products = products,
             .grads = grads});
  if (adds) {
    list.Add(PlanFormulaInDouble(SumOfTwoKernel(), std::array{to, list.Given(At::kDsum)}, dx));
  }
  list.Add(PlanMove(products, dgamma));
  list.Add(PlanMove(grads, dbeta));
  list.Finish();
}

constexpr Kind kAddLayerNormGrad = OnCpusAlone(InStages(PlanAddLayerNormGrad));

}  // namespace

constexpr OpSpec kAddLayerNormSpec = Resolved({
    .name = "aclnnAddLayerNorm",
    .formula = "x = x1 + x2 + biasOptional, yOut = (x - mean) * rstd * gamma + beta, of each row "
               "of gamma's axes; rstd = 1 / sqrt(var + epsilon)",
    .arguments = {Input("x1"), Input("x2"), Input("gamma"), Input("beta"),
                  OptionalInput("biasOptional", 0), DoubleInput("epsilon"),
                  BoolInput("additionalOutput"), Output("yOut"), Output("meanOut"),
                  Output("rstdOut"), Optional(Output("xOut"))},
    .rules = {GivenWith("xOut", "additionalOutput"),
              DtypeIn("x1", kFloatDtypes),
              DtypeIn("x2", kFloatDtypes),
              DtypeIn("gamma", kFloatDtypes),
              DtypeOfOrFloat("gamma", "x1"),
              SameDtype("beta", "gamma"),
              DtypeIn("biasOptional", kFloatDtypes),
              PromotesInto("x1", "x2", kFloatDtypes),
              PromotedDtype("yOut", "x1", "x2"),
              DtypeIn("meanOut", kOnlyFloatStatistics),
              DtypeIn("rstdOut", kOnlyFloatStatistics),
              SameDtype("xOut", "yOut"),
              MaxRank(8),
              SameShape("x2", "x1"),
              LastShapeOf("gamma", "x1"),
              SameShape("beta", "gamma"),
              BroadcastsTo("biasOptional", "x1"),
              SameShape("yOut", "x1"),
              CountOfRows("meanOut", "x1", "gamma"),
              CountOfRows("rstdOut", "x1", "gamma"),
              SameShape("xOut", "x1")},
    .chips = kAllBut910,
    .work = {.kind = &kAddLayerNorm},
});

constexpr OpSpec kAddLayerNormGradSpec = Resolved({
    .name = "aclnnAddLayerNormGrad",
    .formula = "x' = (x1 + x2 - mean) * rstd, g = dy * gamma; dxOut = (g - mean(g) - x' * mean(g * "
               "x')) * rstd + dsumOptional, dgammaOut = sum(dy * x'), dbetaOut = sum(dy)",
    .arguments = {Input("dy"), Input("x1"), Input("x2"), Input("rstd"), Input("mean"),
                  Input("gamma"), OptionalInput("dsumOptional", 0), Output("dxOut"),
                  Output("dgammaOut"), Output("dbetaOut")},
    .rules = {DtypeIn("dy", kFloatDtypes),
              SameDtype("x1", "dy"),
              SameDtype("x2", "dy"),
              DtypeIn("rstd", kOnlyFloatStatistics),
              DtypeIn("mean", kOnlyFloatStatistics),
              SameDtype("gamma", "dy"),
              SameDtype("dsumOptional", "dy"),
              SameDtype("dxOut", "dy"),
              DtypeIn("dgammaOut", kOnlyFloatStatistics),
              DtypeIn("dbetaOut", kOnlyFloatStatistics),
              MaxRank(8),
              SameShape("x1", "dy"),
              SameShape("x2", "dy"),
              SameShape("dsumOptional", "dy"),
              LastShapeOf("gamma", "dy"),
              CountOfRows("rstd", "dy", "gamma"),
              CountOfRows("mean", "dy", "gamma"),
              SameShape("dxOut", "dy"),
              SameShape("dgammaOut", "gamma"),
              SameShape("dbetaOut", "gamma")},
    .chips = kAllBut910,
    .work = {.kind = &kAddLayerNormGrad},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AddLayerNorm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, double, bool, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(AddLayerNormGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*);
