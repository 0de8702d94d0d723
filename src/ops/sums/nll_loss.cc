#include "aclnnop/aclnn_nll_loss.h"

#include <array>

#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "kinds/elementwise/plan.h"
#include "kinds/index/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/family.h"
#include "ops/sums/loss_shape.h"

namespace openaclnn {

const Kernel* DivKernel();

namespace {

constexpr DtypeSet kTargetDtypes{ACL_INT64, ACL_INT32, ACL_UINT8};

enum LossArgument {
  kLossSelf,
  kLossTarget,
  kLossWeight,
  kLossReduction,
  kLossIgnoreIndex,
  kLossOut,
  kLossTotalWeight
};

// Rows along three axes, [N, H, W], and a table with columns, [N, C, H, W], as [N, HW] and
// [N, C, HW]; what has gaps is moved first.
Value AsParts(StageList& list, const Value& value) {
  const Dims& shape = value->shape;
  if (shape.size() == 3) return list.SeenDense(value, {shape[0], shape[1] * shape[2]});
  return list.SeenDense(value, {shape[0], shape[1], shape[2] * shape[3]});
}
bool HasParts(const Value& table) { return table->shape.size() == 4; }

// The losses of all rows, or their sum, or that divided by the sum of their weights.
void PlanLoss(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const int64_t reduction = call.At(kLossReduction).integer;
  const Value out = list.Given(kLossOut), total = list.Given(kLossTotalWeight);
  PickInputs losses{.index = list.Given(kLossTarget),
                    .factor = list.Given(kLossWeight),
                    .table = list.Given(kLossSelf),
                    .ignored = call.At(kLossIgnoreIndex).integer,
                    .product = out,
                    .factors = {}};
  const bool has_parts = HasParts(losses.table);
  if (has_parts) {
    losses.index = AsParts(list, Dense(list, losses.index));
    losses.table = AsParts(list, Dense(list, losses.table));
  }
  if (reduction == 0) {
    const bool has_gaps = has_parts && !out->extent.contiguous;
    if (has_gaps) losses.product = list.Temporary(out->dtype, out->shape);
    const Value dense = losses.product;
    if (has_parts) losses.product = AsParts(list, dense);
    list.Add(PlanPick(losses));
    if (has_gaps) list.Add(PlanMove(dense, out));
    list.Add(PlanFill(0, total));
    return list.Finish();
  }
  const Dims& of_rows = losses.index->shape;
  losses.product = list.Temporary(ACL_DOUBLE, of_rows);
  losses.factors = list.Temporary(ACL_DOUBLE, of_rows);
  list.Add(PlanPick(losses));
  const auto add_sum = [&list](const Value& terms, const Value& sum) {
    list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_DOUBLE, .sums = sum}));
  };
  if (reduction == kMean) {
    const Value loss = list.Temporary(ACL_DOUBLE, {}), weight = list.Temporary(ACL_DOUBLE, {});
    add_sum(losses.product, loss);
    add_sum(*losses.factors, weight);
    list.Add(PlanFormulaInDouble(DivKernel(), std::array{loss, weight}, out));
    list.Add(PlanMove(weight, total));
  } else {
    add_sum(losses.product, out);
    add_sum(*losses.factors, total);
  }
  list.Finish();
}

enum GradientArgument {
  kGradOutput,
  kGradientSelf,
  kGradientTarget,
  kGradientWeight,
  kGradientReduction,
  kGradientIgnoreIndex,
  kGradientTotalWeight,
  kGradientOut
};

void PlanGradient(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kGradientOut);
  PutInputs puts{.number = list.Given(kGradOutput),
                 .index = list.Given(kGradientTarget),
                 .factor = list.Given(kGradientWeight),
                 .divisor = list.Given(kGradientTotalWeight),
                 .divides = call.At(kGradientReduction).integer == kMean,
                 .ignored = call.At(kGradientIgnoreIndex).integer,
                 .table = out};
  if (!HasParts(out)) {
    list.Add(PlanPut(puts));
    return list.Finish();
  }
  if (puts.number->extent.elements != 1) {
    puts.number = AsParts(list, Dense(list, puts.number));
  }
  puts.index = AsParts(list, Dense(list, puts.index));
  const bool has_gaps = !out->extent.contiguous;
  const Value dense = has_gaps ? list.Temporary(out->dtype, out->shape) : out;
  puts.table = AsParts(list, dense);
  list.Add(PlanPut(puts));
  if (has_gaps) list.Add(PlanMove(dense, out));
  list.Finish();
}

constexpr Kind kLoss = InStages(PlanLoss), kLossGradient = InStages(PlanGradient);
constexpr Kind kLoss2d = OnCpusAlone(kLoss), kLossGradient2d = OnCpusAlone(kLossGradient);

}  // namespace

constexpr OpSpec kNLLLossSpec = Resolved({
    .name = "aclnnNLLLoss",
    .formula = "out = -weight[target] * self[target], its sum, or its mean",
    .arguments = {Input("self"), Input("target"), Input("weight"), IntInput("reduction"),
                  IntInput("ignoreIndex"), Output("out"), Output("totalWeightOut")},
    .rules = {SameDtype("weight", "self"), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kTargetDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              DtypeIn("totalWeightOut", kFloatAndDoubleDtypes), IntIn("reduction", 0, 1, 2),
              MinRank("self", 1), MaxRank(2), ShapeOfRows("target", "self"),
              RowOf("weight", "self"), LossShape("out", "target", "reduction"),
              OneElement("totalWeightOut")},
    .chips = kAllBut310P,
    .operands = {"self", "target", "weight"},
    .results = {"out", "totalWeightOut"},
    .reduction = "reduction",
    .work = {.kind = &kLoss},
});

constexpr OpSpec kNLLLossBackwardSpec = Resolved({
    .name = "aclnnNLLLossBackward",
    .formula =
        "out = -gradOutput * weight[target] at target, divided by totalWeight for a mean, else 0",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), Input("weight"),
                  IntInput("reduction"), IntInput("ignoreIndex"), Input("totalWeight"),
                  Output("out")},
    .rules = {SameDtype("weight", "self"), SameDtype("gradOutput", "self"),
              SameDtype("totalWeight", "self"), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kTargetDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              IntIn("reduction", 0, 1, 2), MinRank("self", 1), MaxRank(2),
              ShapeOfRows("target", "self"), RowOf("weight", "self"), OneElement("totalWeight"),
              LossShape("gradOutput", "target", "reduction"), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "target", "weight", "totalWeight"},
    .results = {"out"},
    .reduction = "reduction",
    .work = {.kind = &kLossGradient},
});

constexpr OpSpec kNLLLoss2dSpec = Resolved({
    .name = "aclnnNLLLoss2d",
    .formula = "out = -weight[target] * self[target], its sum, or its mean",
    .arguments = {Input("self"), Input("target"), Input("weight"), IntInput("reduction"),
                  IntInput("ignoreIndex"), Output("out"), Output("totalWeightOut")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kTargetDtypes),
              SameDtype("weight", "self"), SameDtype("out", "self"),
              SameDtype("totalWeightOut", "self"), RankIs("self", 4), RankIs("target", 3),
              ShapeOfPixels("target", "self"), ClassesOf("weight", "self"),
              IntIn("reduction", 0, 1, 2), LossShape("out", "target", "reduction"),
              OneElement("totalWeightOut")},
    .chips = kAllChips,
    .operands = {"self", "target", "weight"},
    .results = {"out", "totalWeightOut"},
    .reduction = "reduction",
    .work = {.kind = &kLoss2d},
});

constexpr OpSpec kNLLLoss2dBackwardSpec = Resolved({
    .name = "aclnnNLLLoss2dBackward",
    .formula =
        "out = -gradOutput * weight[target] at target, divided by totalWeight for a mean, else 0",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), Input("weight"),
                  IntInput("reduction"), IntInput("ignoreIndex"), Input("totalWeight"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kTargetDtypes),
              SameDtype("gradOutput", "self"), SameDtype("weight", "self"),
              SameDtype("totalWeight", "self"), SameDtype("out", "self"), RankIs("target", 3),
              RankIs("self", 4), ClassesOf("weight", "self"), ShapeOfPixels("target", "self"),
              OneElement("totalWeight"), LossShape("gradOutput", "target", "reduction"),
              IntIn("reduction", 0, 1, 2), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "target", "weight", "totalWeight"},
    .results = {"out"},
    .reduction = "reduction",
    .work = {.kind = &kLossGradient2d},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(NLLLoss, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      int64_t, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NLLLossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, int64_t, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NLLLoss2d, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      int64_t, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NLLLoss2dBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, int64_t, aclTensor*, aclTensor*);
