#include "aclnnop/aclnn_layer_norm.h"

#include <optional>
#include <vector>

#include "aclnnop/aclnn_layer_norm_backward.h"
#include "engine/call.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/norm_stages.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn {
namespace {

struct LayerNormAt {
  enum : int {
    kInput,
    kNormalizedShape,
    kWeight,
    kBias,
    kEps,
    kOut,
    kMeanOut,
    kRstdOut,
    kImplMode
  };
};

void PlanLayerNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value input = list.Given(LayerNormAt::kInput);
  NormaliseInputs stage{
      .x = input,
      .shape = RowsOf(input->shape, call.IntegersAt(LayerNormAt::kNormalizedShape).size()),
      .weight = DenseIfGiven(list, call, LayerNormAt::kWeight, ACL_FLOAT),
      .bias = DenseIfGiven(list, call, LayerNormAt::kBias, ACL_FLOAT),
      .eps = call.At(LayerNormAt::kEps).number,
      .out = list.Given(LayerNormAt::kOut),
      .mean = {},
      .rstd = {}};
  for (const int statistic : {LayerNormAt::kMeanOut, LayerNormAt::kRstdOut}) {
    if (!call.IsGiven(statistic)) continue;
    (statistic == LayerNormAt::kMeanOut ? stage.mean : stage.rstd) =
        list.Temporary(ACL_DOUBLE, list.Given(statistic)->shape);
  }
  AddNormalise(list, stage);
  if (stage.mean) list.Add(PlanMove(*stage.mean, list.Given(LayerNormAt::kMeanOut)));
  if (stage.rstd) list.Add(PlanMove(*stage.rstd, list.Given(LayerNormAt::kRstdOut)));
  list.Finish();
}

bool MayBeInput(const OpSpec& /*spec*/, int output, int input) {
  return output == LayerNormAt::kOut && input == LayerNormAt::kInput;
}

constexpr Kind kLayerNorm = InStages(PlanLayerNorm, MayBeInput);

struct LayerNormBackwardAt {
  enum : int {
    kGradOut,
    kGradedInput,
    kGradedShape,
    kMeanGiven,
    kRstdGiven,
    kGradedWeight,
    kGradedBias,
    kOutputMask,
    kGradInput,
    kGradWeight,
    kGradBias
  };
};

void PlanLayerNormBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const std::vector<bool>& mask = call.BoolsAt(LayerNormBackwardAt::kOutputMask);
  Value grad = list.Given(LayerNormBackwardAt::kGradOut),
        input = list.Given(LayerNormBackwardAt::kGradedInput);
  const NormShape shape =
      RowsOf(input->shape, call.IntegersAt(LayerNormBackwardAt::kGradedShape).size());
  const Value mean = DenseAs(list, ACL_DOUBLE, list.Given(LayerNormBackwardAt::kMeanGiven));
  const Value rstd = DenseAs(list, ACL_DOUBLE, list.Given(LayerNormBackwardAt::kRstdGiven));
  const bool takes_rows = mask[0] ? TakesRows({input.tensor, grad.tensor,
                                               list.Given(LayerNormBackwardAt::kGradInput).tensor},
                                              shape.columns)
                                  : TakesRows({input.tensor, grad.tensor}, shape.columns);
  if (!takes_rows) {
    grad = DenseAs(list, ACL_DOUBLE, grad);
    input = DenseAs(list, ACL_DOUBLE, input);
  }
  std::optional<Value> products, grads;
  if (shape.rows == 0) {  // sums of nothing
    if (mask[1]) list.Add(PlanFill(0, list.Given(LayerNormBackwardAt::kGradWeight)));
    if (mask[2]) list.Add(PlanFill(0, list.Given(LayerNormBackwardAt::kGradBias)));
  } else if (mask[1] || mask[2]) {
    const Dims row = {shape.columns};
    products = list.Temporary(ACL_DOUBLE, row);
    if (mask[2]) grads = list.Temporary(ACL_DOUBLE, row);
  }
  if (mask[0]) {
    const Value out = list.Given(LayerNormBackwardAt::kGradInput);
    const Value to = takes_rows ? out : list.Temporary(ACL_DOUBLE, out->shape);
    list.Add(PlanNormGradients(
        {.x = input,
         .grad = grad,
         .shape = shape,
         .mean = mean,
         .rstd = rstd,
         .weight = DenseIfGiven(list, call, LayerNormBackwardAt::kGradedWeight, ACL_FLOAT),
         .out = to,
         .products = products,
         .grads = grads}));
    if (!takes_rows) list.Add(PlanMove(to, out));
  } else if (products) {
    list.Add(PlanNormColumns({.x = input,
                              .grad = grad,
                              .shape = shape,
                              .mean = mean,
                              .rstd = rstd,
                              .products = *products,
                              .grads = grads}));
  }
  const auto store = [&](const std::optional<Value>& sums, int output) {
    if (!sums || !mask[static_cast<size_t>(output - LayerNormBackwardAt::kGradInput)]) return;
    const Value to = list.Given(output);
    list.Add(PlanMove(list.SeenDense(*sums, to->shape), to));
  };
  store(products, LayerNormBackwardAt::kGradWeight);
  store(grads, LayerNormBackwardAt::kGradBias);
  list.Finish();
}

bool MayBeGradOrInput(const OpSpec& /*spec*/, int output, int input) {
  return output == LayerNormBackwardAt::kGradInput &&
         (input == LayerNormBackwardAt::kGradOut || input == LayerNormBackwardAt::kGradedInput);
}

constexpr Kind kLayerNormBackward = InStages(PlanLayerNormBackward, MayBeGradOrInput);

constexpr std::string_view kFormula =
    "out = (input - mean) * rstd * weight + bias, of each row of normalizedShape; rstd = 1 / "
    "sqrt(var + eps)";

}  // namespace

constexpr OpSpec kLayerNormSpec = Resolved({
    .name = "aclnnLayerNorm",
    .formula = kFormula,
    .arguments = {Input("input"), IntsInput("normalizedShape"), OptionalInput("weightOptional", 1),
                  OptionalInput("biasOptional", 0), DoubleInput("eps"), Output("out"),
                  Optional(Output("meanOutOptional")), Optional(Output("rstdOutOptional"))},
    .rules = {DtypeIn("input", kFloatDtypes), DtypeIn("weightOptional", kFloatDtypes),
              DtypeOfOrFloat("weightOptional", "input"), DtypeIn("biasOptional", kFloatDtypes),
              DtypeOfOrFloat("biasOptional", "input"), SameDtype("weightOptional", "biasOptional"),
              DtypeIn("out", kFloatDtypes), DtypeIn("meanOutOptional", kFloatDtypes),
              DtypeIn("rstdOutOptional", kFloatDtypes), MaxRank(8),
              LastSizesOf("normalizedShape", "input"), ShapeIn("weightOptional", "normalizedShape"),
              ShapeIn("biasOptional", "normalizedShape"), SameShape("out", "input"),
              SizesWithoutLast("meanOutOptional", "input", "normalizedShape"),
              SizesWithoutLast("rstdOutOptional", "input", "normalizedShape")},
    .chips = kAllBut310P,
    .work = {.kind = &kLayerNorm},
});

constexpr OpSpec kFastLayerNormSpec = Named("aclnnFastLayerNorm", kLayerNormSpec);

consteval OpSpec WithImplMode(OpSpec spec) {
  spec.arguments[LayerNormAt::kImplMode] = IntInput("implMode");
  for (const Rule& rule :
       {IntIn("implMode", 0, 1, 2), DtypeWithMode("input", ACL_FLOAT16, "implMode", 2),
        DtypeWithMode("weightOptional", ACL_FLOAT16, "implMode", 2),
        DtypeWithMode("biasOptional", ACL_FLOAT16, "implMode", 2)}) {
    spec.rules[spec.num_rules++] = rule;
  }
  return Named("aclnnLayerNormWithImplMode", spec);
}

constexpr OpSpec kLayerNormWithImplModeSpec = WithImplMode(kLayerNormSpec);

constexpr OpSpec kLayerNormBackwardSpec = Resolved({
    .name = "aclnnLayerNormBackward",
    .formula = "x' = (input - mean) * rstd, g = gradOut * weight; gradInput = (g - mean(g) - x' * "
               "mean(g * x')) * rstd, gradWeight = sum(gradOut * x'), gradBias = sum(gradOut)",
    .arguments = {Input("gradOut"), Input("input"), IntsInput("normalizedShape"), Input("mean"),
                  Input("rstd"), OptionalInput("weightOptional", 1),
                  OptionalInput("biasOptional", 0), BoolsInput("outputMask"),
                  Optional(Output("gradInputOut")), Optional(Output("gradWeightOut")),
                  Optional(Output("gradBiasOut"))},
    .rules = {OutputMask("outputMask"),
              DtypeIn("gradOut", kFloatDtypes),
              DtypeIn("input", kFloatDtypes),
              DtypeIn("mean", kFloatDtypes),
              DtypeIn("rstd", kFloatDtypes),
              SameDtype("gradOut", "input"),
              DtypeIn("weightOptional", kFloatDtypes),
              DtypeOfOrFloat("weightOptional", "input"),
              DtypeIn("biasOptional", kFloatDtypes),
              DtypeIn("gradInputOut", kFloatDtypes),
              DtypeIn("gradWeightOut", kFloatDtypes),
              DtypeIn("gradBiasOut", kFloatDtypes),
              MaxRank(8),
              LastSizesOf("normalizedShape", "input"),
              ShapeIn("weightOptional", "normalizedShape"),
              ShapeIn("biasOptional", "normalizedShape"),
              SameShape("gradOut", "input"),
              CountWithoutLast("mean", "input", "normalizedShape"),
              CountWithoutLast("rstd", "input", "normalizedShape"),
              SameShape("rstd", "mean"),
              SameShape("gradInputOut", "input"),
              CountIn("gradWeightOut", "normalizedShape"),
              CountIn("gradBiasOut", "normalizedShape")},
    .chips = kAllChips,
    .operands = {"gradOut", "input", "mean", "rstd", "weightOptional"},
    .results = {"gradInputOut", "gradWeightOut"},
    .work = {.kind = &kLayerNormBackward, .names = {"gradBiasOut"}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LayerNorm, const aclTensor*, const aclIntArray*, const aclTensor*,
                      const aclTensor*, double, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(FastLayerNorm, const aclTensor*, const aclIntArray*, const aclTensor*,
                      const aclTensor*, double, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LayerNormWithImplMode, const aclTensor*, const aclIntArray*, const aclTensor*,
                      const aclTensor*, double, aclTensor*, aclTensor*, aclTensor*, int32_t);
OPENACLNN_C_FUNCTIONS(LayerNormBackward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclBoolArray*, aclTensor*, aclTensor*, aclTensor*);
