#include "aclnnop/aclnn_rms_norm.h"

#include <optional>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "aclnnop/aclnn_gemma_rms_norm.h"
#include "aclnnop/aclnn_inplace_add_rms_norm.h"
#include "aclnnop/aclnn_rms_norm_grad.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/norm_stages.h"

namespace openaclnn {
namespace {

// A row of weights may have an axis of one row.
size_t AxesOfWeight(const Dims& shape, const Dims& weight) {
  const bool are_last = weight.size() <= shape.size() &&
                        std::equal(weight.begin(), weight.end(), shape.end() - std::ssize(weight));
  return are_last ? weight.size() : 1;
}

// Adds the stages of rows whose squares have a mean of 1, times weights and `weight_plus`.
void AddRowsOfRms(StageList& list, const Call& call, const Value& x, int gamma, int eps,
                  double weight_plus, const Value& out, int rstd_out) {
  const Value weight = DenseAs(list, ACL_FLOAT, list.Given(gamma));
  NormaliseInputs stage{.x = x,
                        .shape = RowsOf(x->shape, AxesOfWeight(x->shape, weight->shape)),
                        .weight = weight,
                        .bias = {},
                        .eps = call.At(eps).number,
                        .out = out,
                        .mean = {},
                        .rstd = {},
                        .is_of_rms = true,
                        .weight_plus = weight_plus};
  if (call.IsGiven(rstd_out)) {
    stage.rstd = list.Temporary(ACL_DOUBLE, list.Given(rstd_out)->shape);
  }
  AddNormalise(list, stage);
  if (stage.rstd) list.Add(PlanMove(*stage.rstd, list.Given(rstd_out)));
}

struct RmsNormAt {
  enum : int { kX, kGamma, kEps, kOut, kRstd };
};

template <int kWeightPlus>
void PlanRmsNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddRowsOfRms(list, call, list.Given(RmsNormAt::kX), RmsNormAt::kGamma, RmsNormAt::kEps,
               kWeightPlus == 0 ? -0.0 : kWeightPlus, list.Given(RmsNormAt::kOut),
               RmsNormAt::kRstd);
  list.Finish();
}

bool RmsNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == RmsNormAt::kOut && input == RmsNormAt::kX;
}

constexpr Kind kRmsNorm = OnCpusAlone(InStages(PlanRmsNorm<0>, RmsNormMayBe));
constexpr Kind kGemmaRmsNorm = OnCpusAlone(InStages(PlanRmsNorm<1>, RmsNormMayBe));

struct RmsNormGradAt {
  enum : int { kDy, kX, kRstd, kGamma, kDx, kDgamma };
};

void PlanRmsNormGrad(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(RmsNormGradAt::kX), dgamma = list.Given(RmsNormGradAt::kDgamma);
  const NormShape shape = RowsOf(x->shape, dgamma->shape.size());
  if (shape.rows == 0) {
    list.Add(PlanFill(0, dgamma));
    return list.Finish();
  }
  const Value products = list.Temporary(ACL_DOUBLE, dgamma->shape);
  AddNormGradients(list, {.x = x,
                          .grad = list.Given(RmsNormGradAt::kDy),
                          .shape = shape,
                          .mean = {},
                          .rstd = DenseAs(list, ACL_DOUBLE, list.Given(RmsNormGradAt::kRstd)),
                          .weight = DenseAs(list, ACL_FLOAT, list.Given(RmsNormGradAt::kGamma)),
                          .out = list.Given(RmsNormGradAt::kDx),
                          .products = products,
                          .grads = list.Temporary(ACL_DOUBLE, dgamma->shape),
                          .is_of_rms = true});
  list.Add(PlanMove(products, dgamma));
  list.Finish();
}

bool RmsNormGradMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == RmsNormGradAt::kDx &&
         (input == RmsNormGradAt::kDy || input == RmsNormGradAt::kX);
}

constexpr Kind kRmsNormGrad = OnCpusAlone(InStages(PlanRmsNormGrad, RmsNormGradMayBe));

// The sum is kept exactly for the norm, as only outputs are rounded.
Value AddSumOf(StageList& list, const Value& a, const Value& b) {
  return Computed(list, SumOfTwoKernel(), std::array{a, b}, a->shape);
}

struct AddRmsNormAt {
  enum : int { kX1, kX2, kGamma, kEps, kY, kRstd, kX };
};

void PlanAddRmsNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = AddSumOf(list, list.Given(AddRmsNormAt::kX1), list.Given(AddRmsNormAt::kX2));
  AddRowsOfRms(list, call, x, AddRmsNormAt::kGamma, AddRmsNormAt::kEps, -0.0,
               list.Given(AddRmsNormAt::kY), AddRmsNormAt::kRstd);
  if (call.IsGiven(AddRmsNormAt::kX)) list.Add(PlanMove(x, list.Given(AddRmsNormAt::kX)));
  list.Finish();
}

bool AddRmsNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  return (output == AddRmsNormAt::kY || output == AddRmsNormAt::kX) &&
         (input == AddRmsNormAt::kX1 || input == AddRmsNormAt::kX2);
}

constexpr Kind kAddRmsNorm = OnCpusAlone(InStages(PlanAddRmsNorm, AddRmsNormMayBe));

struct InplaceAddRmsNormAt {
  enum : int { kX1, kX2, kGamma, kEps, kRstd };
};

void PlanInplaceAddRmsNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value y = list.Given(InplaceAddRmsNormAt::kX1), to = list.Given(InplaceAddRmsNormAt::kX2),
              x = AddSumOf(list, y, to);
  AddRowsOfRms(list, call, x, InplaceAddRmsNormAt::kGamma, InplaceAddRmsNormAt::kEps, -0.0, y,
               InplaceAddRmsNormAt::kRstd);
  list.Add(PlanMove(x, to));
  list.Finish();
}

constexpr Kind kInplaceAddRmsNorm = OnCpusAlone(InStages(PlanInplaceAddRmsNorm));

}  // namespace

constexpr OpSpec kRmsNormSpec = Resolved({
    .name = "aclnnRmsNorm",
    .formula = "yOut = x * rstd * gamma, of each row of gamma's axes; rstd = 1 / sqrt(mean(x^2) + "
               "epsilon)",
    .arguments = {Input("x"), Input("gamma"), DoubleInput("epsilon"), Output("yOut"),
                  Output("rstdOut")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("gamma", kFloatDtypes),
              DtypeOfOrFloat("gamma", "x"), DtypeIn("yOut", kFloatDtypes), SameDtype("yOut", "x"),
              DtypeIn("rstdOut", kOnlyFloatStatistics), MaxRank(8), LastShapeOf("gamma", "x"),
              SameShape("yOut", "x"), CountOfRows("rstdOut", "x", "gamma")},
    .chips = kAllBut910,
    .work = {.kind = &kRmsNorm},
});

constexpr OpSpec kGemmaRmsNormSpec = Resolved({
    .name = "aclnnGemmaRmsNorm",
    .formula = "yOut = x * rstd * (1 + gamma), of each row of gamma's axes; rstd = 1 / "
               "sqrt(mean(x^2) + epsilon)",
    .arguments = {Input("x"), Input("gamma"), DoubleInput("epsilon"), Output("yOut"),
                  Output("rstdOut")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("gamma", kFloatDtypes), SameDtype("gamma", "x"),
              DtypeIn("yOut", kFloatDtypes), SameDtype("yOut", "x"),
              DtypeIn("rstdOut", kOnlyFloatStatistics), MaxRank(8), LastShapeOf("gamma", "x"),
              SameShape("yOut", "x"), CountOfRows("rstdOut", "x", "gamma")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kGemmaRmsNorm},
});

constexpr OpSpec kRmsNormGradSpec = Resolved({
    .name = "aclnnRmsNormGrad",
    .formula = "x' = x * rstd, g = dy * gamma; dxOut = (g - x' * mean(g * x')) * rstd, dgammaOut = "
               "sum(dy * x')",
    .arguments = {Input("dy"), Input("x"), Input("rstd"), Input("gamma"), Output("dxOut"),
                  Output("dgammaOut")},
    .rules = {DtypeIn("dy", kFloatDtypes), DtypeIn("x", kFloatDtypes), SameDtype("x", "dy"),
              DtypeIn("rstd", kOnlyFloatStatistics), DtypeIn("gamma", kFloatDtypes),
              DtypeOfOrFloat("gamma", "x"), SameDtype("dxOut", "x"),
              DtypeIn("dgammaOut", kOnlyFloatStatistics), MaxRank(8), SameShape("x", "dy"),
              LastShapeOf("gamma", "x"), CountOfRows("rstd", "x", "gamma"), SameShape("dxOut", "x"),
              SameShape("dgammaOut", "gamma")},
    .chips = kAllBut910,
    .work = {.kind = &kRmsNormGrad},
});

constexpr OpSpec kAddRmsNormSpec = Resolved({
    .name = "aclnnAddRmsNorm",
    .formula = "xOut = x1 + x2, yOut = xOut * rstd * gamma, of each row of gamma's axes; rstd = 1 "
               "/ sqrt(mean(xOut^2) + epsilon)",
    .arguments = {Input("x1"), Input("x2"), Input("gamma"), DoubleInput("epsilon"), Output("yOut"),
                  Optional(Output("rstdOut")), Optional(Output("xOut"))},
    .rules = {GivenBeside("xOut", "rstdOut"), DtypeIn("x1", kFloatDtypes),
              DtypeIn("x2", kFloatDtypes), SameDtype("x2", "x1"), DtypeIn("gamma", kFloatDtypes),
              SameDtype("gamma", "x1"), SameDtype("yOut", "x1"),
              DtypeIn("rstdOut", kOnlyFloatStatistics), SameDtype("xOut", "x1"), MaxRank(8),
              SameShape("x2", "x1"), LastShapeOrRow("gamma", "x1"), SameShape("yOut", "x1"),
              CountOfRows("rstdOut", "x1", "gamma"), SameShape("xOut", "x1")},
    .chips = kAllBut910,
    .work = {.kind = &kAddRmsNorm},
});

constexpr OpSpec kInplaceAddRmsNormSpec = Resolved({
    .name = "aclnnInplaceAddRmsNorm",
    .formula = "x = x1Ref + x2Ref, x1Ref = x * rstd * gamma, of each row of gamma's axes, x2Ref = "
               "x; rstd = 1 / sqrt(mean(x^2) + epsilon)",
    .arguments = {InOut("x1Ref"), InOut("x2Ref"), Input("gamma"), DoubleInput("epsilon"),
                  Output("rstdOut")},
    .rules = {DtypeIn("x1Ref", kFloatDtypes), DtypeIn("x2Ref", kFloatDtypes),
              SameDtype("x2Ref", "x1Ref"), DtypeIn("gamma", kFloatDtypes),
              SameDtype("gamma", "x1Ref"), DtypeIn("rstdOut", kOnlyFloatStatistics), MaxRank(8),
              SameShape("x2Ref", "x1Ref"), LastShapeOf("gamma", "x1Ref"),
              CountOfRows("rstdOut", "x1Ref", "gamma")},
    .chips = kAllBut910,
    .work = {.kind = &kInplaceAddRmsNorm},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RmsNorm, const aclTensor*, const aclTensor*, double, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(GemmaRmsNorm, const aclTensor*, const aclTensor*, double, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(RmsNormGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(AddRmsNorm, const aclTensor*, const aclTensor*, const aclTensor*, double,
                      aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAddRmsNorm, aclTensor*, aclTensor*, const aclTensor*, double,
                      const aclTensor*);
