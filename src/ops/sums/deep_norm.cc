#include "aclnnop/aclnn_deep_norm.h"

#include <array>

#include "aclnnop/aclnn_deep_norm_grad.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/norm_stages.h"

namespace openaclnn {
namespace {

struct DeepNormAt {
  enum : int { kX, kGx, kBeta, kGamma, kAlpha, kEps, kMean, kRstd, kY };
};

// alpha x + gx, which is kept exactly for the norm, as only outputs are rounded.
Value DeepSum(StageList& list, const Value& x, const Value& gx, double alpha) {
  return Computed(list, SumWithScaledKernel(), std::array{x, gx}, x->shape, {alpha});
}

void PlanDeepNorm(const Call& call, Executor& executor) {
  using At = DeepNormAt;
  StageList list(call, executor);
  const Value x = list.Given(At::kX), gamma = list.Given(At::kGamma);
  const Value mean_out = list.Given(At::kMean), rstd_out = list.Given(At::kRstd);
  const Value mean = list.Temporary(ACL_DOUBLE, mean_out->shape);
  const Value rstd = list.Temporary(ACL_DOUBLE, rstd_out->shape);
  AddNormalise(list, {.x = DeepSum(list, x, list.Given(At::kGx), call.At(At::kAlpha).number),
                      .shape = RowsOf(x->shape, gamma->shape.size()),
                      .weight = DenseAs(list, ACL_FLOAT, gamma),
                      .bias = DenseAs(list, ACL_FLOAT, list.Given(At::kBeta)),
                      .eps = call.At(At::kEps).number,
                      .out = list.Given(At::kY),
                      .mean = mean,
                      .rstd = rstd});
  list.Add(PlanMove(mean, mean_out));
  list.Add(PlanMove(rstd, rstd_out));
  list.Finish();
}

// The sum of x and gx comes first.
bool DeepNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = DeepNormAt;
  return output == At::kY && (input == At::kX || input == At::kGx);
}

struct DeepNormGradAt {
  enum : int { kDy, kX, kGx, kGamma, kMean, kRstd, kAlpha, kDx, kDgx, kDbeta, kDgamma };
};

void PlanDeepNormGrad(const Call& call, Executor& executor) {
  using At = DeepNormGradAt;
  StageList list(call, executor);
  const Value x = list.Given(At::kX), dx = list.Given(At::kDx), dgx = list.Given(At::kDgx);
  const Value dgamma = list.Given(At::kDgamma), dbeta = list.Given(At::kDbeta);
  const NormShape shape = RowsOf(x->shape, dgamma->shape.size());
  if (shape.rows == 0) {
    list.Add(PlanFill(0, dgamma));
    list.Add(PlanFill(0, dbeta));
    return list.Finish();
  }
  const double alpha = call.At(At::kAlpha).number;
  const Value products = list.Temporary(ACL_DOUBLE, dgamma->shape);
  const Value grads = list.Temporary(ACL_DOUBLE, dbeta->shape);
  const Value gradient = list.Temporary(ACL_DOUBLE, x->shape);
  AddNormGradients(list, {.x = DeepSum(list, x, list.Given(At::kGx), alpha),
                          .grad = list.Given(At::kDy),
                          .shape = shape,
                          .mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
                          .rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kRstd)),
                          .weight = DenseAs(list, ACL_FLOAT, list.Given(At::kGamma)),
                          .out = gradient,
                          .products = products,
                          .grads = grads});
  list.Add(PlanMove(gradient, dgx));
  Params params = {};
  params.d[0] = alpha;
  list.Add(PlanFormulaInDouble(TimesScaleKernel(), std::array{gradient}, dx, params));
  list.Add(PlanMove(products, dgamma));
  list.Add(PlanMove(grads, dbeta));
  list.Finish();
}

constexpr Kind kDeepNorm = OnCpusAlone(InStages(PlanDeepNorm, DeepNormMayBe));
constexpr Kind kDeepNormGrad = OnCpusAlone(InStages(PlanDeepNormGrad));

}  // namespace

constexpr OpSpec kDeepNormSpec = Resolved({
    .name = "aclnnDeepNorm",
    .formula = "x' = alpha * x + gx, yOut = (x' - mean) * rstd * gamma + beta, of each row of "
               "gamma's axes; rstd = 1 / sqrt(var + epsilon)",
    .arguments = {Input("x"), Input("gx"), Input("beta"), Input("gamma"), DoubleInput("alpha"),
                  DoubleInput("epsilon"), Output("meanOut"), Output("rstdOut"), Output("yOut")},
    .rules = {DtypeIn("x", kFloatDtypes), SameDtype("gx", "x"), SameDtype("beta", "x"),
              SameDtype("gamma", "x"), DtypeIn("meanOut", kOnlyFloatStatistics),
              DtypeIn("rstdOut", kOnlyFloatStatistics), SameDtype("yOut", "x"), MinRank("x", 2),
              MaxRank(8), SameShape("gx", "x"), LastShapeOf("gamma", "x"),
              SameShape("beta", "gamma"), CountOfRows("meanOut", "x", "gamma"),
              CountOfRows("rstdOut", "x", "gamma"), SameShape("yOut", "x")},
    .chips = kAllBut910,
    .work = {.kind = &kDeepNorm},
});

constexpr OpSpec kDeepNormGradSpec = Resolved({
    .name = "aclnnDeepNormGrad",
    .formula = "x' = (alpha * x + gx - mean) * rstd, g = dy * gamma; dgxOut = (g - mean(g) - x' * "
               "mean(g * x')) * rstd, dxOut = alpha * dgxOut, dbetaOut = sum(dy), dgammaOut = "
               "sum(dy * x')",
    .arguments = {Input("dy"), Input("x"), Input("gx"), Input("gamma"), Input("mean"),
                  Input("rstd"), DoubleInput("alpha"), Output("dxOut"), Output("dgxOut"),
                  Output("dbetaOut"), Output("dgammaOut")},
    .rules = {DtypeIn("dy", kFloatDtypes),
              SameDtype("x", "dy"),
              SameDtype("gx", "dy"),
              SameDtype("gamma", "dy"),
              DtypeIn("mean", kOnlyFloatStatistics),
              DtypeIn("rstd", kOnlyFloatStatistics),
              SameDtype("dxOut", "dy"),
              SameDtype("dgxOut", "dy"),
              DtypeIn("dbetaOut", kOnlyFloatStatistics),
              DtypeIn("dgammaOut", kOnlyFloatStatistics),
              MinRank("dy", 2),
              MaxRank(8),
              SameShape("x", "dy"),
              SameShape("gx", "dy"),
              LastShapeOf("gamma", "dy"),
              CountOfRows("mean", "dy", "gamma"),
              CountOfRows("rstd", "dy", "gamma"),
              SameShape("dxOut", "dy"),
              SameShape("dgxOut", "dy"),
              SameShape("dbetaOut", "gamma"),
              SameShape("dgammaOut", "gamma")},
    .chips = kAllBut910,
    .work = {.kind = &kDeepNormGrad},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(DeepNorm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, double, double, const aclTensor*, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(DeepNormGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, double,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*);
