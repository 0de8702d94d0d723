// Losses that are logarithms of probabilities, and their gradients.
#include <array>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_kl_div_backward.h"
#include "aclnnop/aclnn_kl_div_target_backward.h"
#include "aclnnop/aclnn_soft_margin_loss.h"
#include "aclnnop/aclnn_soft_margin_loss_backward.h"
#include "kinds/elementwise/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/loss_shape.h"
#include "ops/sums/loss_stages.h"
#include "tensor/broadcast.h"

namespace openaclnn {

const Kernel* MulKernel();
const Kernel* LogitsEntropyKernel();
const Kernel* LogitsEntropyBackwardKernel();
const Kernel* BinaryEntropyKernel();
const Kernel* BinaryEntropyBackwardKernel();
const Kernel* DivergenceKernel();
const Kernel* DivergenceOfLogKernel();
const Kernel* DivergenceBackwardKernel();
const Kernel* DivergenceOfLogBackwardKernel();
const Kernel* DivergenceTargetBackwardKernel();
const Kernel* DivergenceOfLogTargetBackwardKernel();
const Kernel* SoftMarginKernel();
const Kernel* SoftMarginBackwardKernel();

namespace {

// The cross entropy of logits.

enum LogitsArgument {
  kLogits,
  kLogitsTarget,
  kLogitsWeight,
  kLogitsPosWeight,
  kLogitsReduction,
  kLogitsOut
};

void PlanLogitsEntropy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const std::array inputs = {list.Given(kLogits), list.Given(kLogitsTarget),
                             GivenOrOne(call, list, kLogitsWeight),
                             GivenOrOne(call, list, kLogitsPosWeight)};
  AddLosses(list, {.kernel = LogitsEntropyKernel(),
                   .inputs = inputs,
                   .reduction = call.At(kLogitsReduction).integer,
                   .out = list.Given(kLogitsOut)});
  list.Finish();
}

// Behind the gradient come the arguments of the loss.
constexpr int kBehindGrad = 1;

void PlanLogitsSlope(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kBehindGrad + kLogitsOut);
  Value grad = list.Given(0);
  if (call.IsGiven(kBehindGrad + kLogitsWeight)) {  // products of two floats are exact
    const std::array factors = {grad, list.Given(kBehindGrad + kLogitsWeight)};
    grad = list.Temporary(ACL_DOUBLE, *Broadcast(factors[0]->shape, factors[1]->shape));
    list.Add(PlanFormulaInDouble(MulKernel(), factors, grad));
  }
  const std::array inputs = {grad, list.Given(kBehindGrad + kLogits),
                             list.Given(kBehindGrad + kLogitsTarget),
                             GivenOrOne(call, list, kBehindGrad + kLogitsPosWeight)};
  Params params{};
  params.d[0] = CountOf(call.At(kBehindGrad + kLogitsReduction).integer, out->shape);
  list.Add(PlanFormulaInDouble(LogitsEntropyBackwardKernel(), inputs, out, params));
  list.Finish();
}

// That of probabilities.

enum BinaryArgument { kBinarySelf, kBinaryTarget, kBinaryWeight, kBinaryReduction, kBinaryOut };

void PlanBinaryEntropy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const std::array inputs = {list.Given(kBinarySelf), list.Given(kBinaryTarget),
                             GivenOrOne(call, list, kBinaryWeight)};
  AddLosses(list, {.kernel = BinaryEntropyKernel(),
                   .inputs = inputs,
                   .reduction = call.At(kBinaryReduction).integer,
                   .out = list.Given(kBinaryOut)});
  list.Finish();
}

void PlanBinarySlope(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kBehindGrad + kBinaryOut);
  const std::array inputs = {list.Given(0), list.Given(kBehindGrad + kBinarySelf),
                             list.Given(kBehindGrad + kBinaryTarget),
                             GivenOrOne(call, list, kBehindGrad + kBinaryWeight)};
  Params params{};
  params.d[0] = CountOf(call.At(kBehindGrad + kBinaryReduction).integer, out->shape);
  list.Add(PlanFormulaInDouble(BinaryEntropyBackwardKernel(), inputs, out, params));
  list.Finish();
}

// The divergence of Kullback and Leibler.

enum DivergenceArgument {
  kDivergenceSelf,
  kDivergenceTarget,
  kDivergenceReduction,
  kDivergenceLogTarget,
  kDivergenceOut
};

void PlanDivergence(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const bool is_log = call.FlagAt(kDivergenceLogTarget);
  AddLosses(list, {.kernel = is_log ? DivergenceOfLogKernel() : DivergenceKernel(),
                   .inputs = std::array{list.Given(kDivergenceSelf), list.Given(kDivergenceTarget)},
                   .reduction = call.At(kDivergenceReduction).integer,
                   .out = list.Given(kDivergenceOut)});
  list.Finish();
}

Params DivergenceParams(const Call& call, const Value& out) {
  Params params{};
  params.d[0] = CountOf(call.At(kBehindGrad + kDivergenceReduction).integer, out->shape);
  return params;
}

void PlanDivergenceSlope(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kBehindGrad + kDivergenceOut);
  const bool is_log = call.FlagAt(kBehindGrad + kDivergenceLogTarget);
  list.Add(
      PlanFormulaInDouble(is_log ? DivergenceOfLogBackwardKernel() : DivergenceBackwardKernel(),
                          std::array{list.Given(0), list.Given(kBehindGrad + kDivergenceTarget)},
                          out, DivergenceParams(call, out)));
  list.Finish();
}

void PlanDivergenceTargetSlope(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kBehindGrad + kDivergenceOut);
  const bool is_log = call.FlagAt(kBehindGrad + kDivergenceLogTarget);
  const std::array inputs = {list.Given(0), list.Given(kBehindGrad + kDivergenceSelf),
                             list.Given(kBehindGrad + kDivergenceTarget)};
  list.Add(PlanFormulaInDouble(
      is_log ? DivergenceOfLogTargetBackwardKernel() : DivergenceTargetBackwardKernel(), inputs,
      out, DivergenceParams(call, out)));
  list.Finish();
}

// The soft margin.

enum MarginArgument { kMarginSelf, kMarginTarget, kMarginReduction, kMarginOut };

void PlanSoftMargin(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddLosses(list, {.kernel = SoftMarginKernel(),
                   .inputs = std::array{list.Given(kMarginSelf), list.Given(kMarginTarget)},
                   .reduction = call.At(kMarginReduction).integer,
                   .out = list.Given(kMarginOut)});
  list.Finish();
}

void PlanSoftMarginSlope(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kBehindGrad + kMarginOut);
  Params params{};
  params.d[0] = CountOf(call.At(kBehindGrad + kMarginReduction).integer, out->shape);
  list.Add(PlanFormulaInDouble(SoftMarginBackwardKernel(),
                               std::array{list.Given(0), list.Given(kBehindGrad + kMarginSelf),
                                          list.Given(kBehindGrad + kMarginTarget)},
                               out, params));
  list.Finish();
}

constexpr Kind kLogitsEntropy = InStages(PlanLogitsEntropy),
               kLogitsSlope = InStages(PlanLogitsSlope),
               kBinaryEntropy = InStages(PlanBinaryEntropy),
               kBinarySlope = InStages(PlanBinarySlope), kDivergence = InStages(PlanDivergence),
               kDivergenceSlope = InStages(PlanDivergenceSlope),
               kDivergenceTargetSlope = InStages(PlanDivergenceTargetSlope),
               kSoftMargin = InStages(PlanSoftMargin),
               kSoftMarginSlope = InStages(PlanSoftMarginSlope);

}  // namespace

constexpr OpSpec kBinaryCrossEntropyWithLogitsSpec = Resolved({
    .name = "aclnnBinaryCrossEntropyWithLogits",
    .formula = "out = -weight (posWeight * target * log_sigmoid(self) + (1 - target) * "
               "log_sigmoid(-self)), its mean, or its sum",
    .arguments = {Input("self"), Input("target"), Optional(Input("weightOptional")),
                  Optional(Input("posWeightOptional")), IntInput("reduction"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("weightOptional", kFloatDtypes), DtypeIn("posWeightOptional", kFloatDtypes),
              SameDtype("out", "target"), IntIn("reduction", 0, 1, 2), MaxRank(8),
              SameShape("target", "self"), BroadcastsTo("weightOptional", "target"),
              BroadcastsTo("posWeightOptional", "target"), LossShape("out", "target", "reduction")},
    .chips = kAllChips,
    .operands = {"self", "target", "weightOptional", "posWeightOptional"},
    .results = {"out"},
    .work = {.kind = &kLogitsEntropy},
});

constexpr OpSpec kBinaryCrossEntropyWithLogitsBackwardSpec = Resolved({
    .name = "aclnnBinaryCrossEntropyWithLogitsBackward",
    .formula = "out = gradOutput * weight * ((1 - target) * sigmoid(self) - posWeight * target * "
               "sigmoid(-self)) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"),
                  Optional(Input("weightOptional")), Optional(Input("posWeightOptional")),
                  IntInput("reduction"), Output("out")},
    .rules = {MaxRank(8), DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("weightOptional", kFloatDtypes),
              DtypeIn("posWeightOptional", kFloatDtypes), SameDtype("out", "target"),
              SameShape("target", "self"), SameShape("out", "self"),
              BroadcastsTo("gradOutput", "self"), BroadcastsTo("weightOptional", "self"),
              BroadcastsTo("posWeightOptional", "self"), IntIn("reduction", 0, 1, 2)},
    .chips = kAllChips,
    .operands = {"gradOutput", "self", "target", "weightOptional", "posWeightOptional"},
    .results = {"out"},
    .work = {.kind = &kLogitsSlope},
});

constexpr OpSpec kBinaryCrossEntropySpec = Resolved({
    .name = "aclnnBinaryCrossEntropy",
    .formula =
        "out = -weight (target * log(self) + (1 - target) * log(1 - self)), its mean, or its "
        "sum",
    .arguments = {Input("self"), Input("target"), Optional(Input("weight")), IntInput("reduction"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("target", "self"),
              SameDtype("weight", "self"), SameDtype("out", "self"), SameShape("target", "self"),
              IntIn("reduction", 0, 1, 2), MaxRank(8), BroadcastsTo("weight", "self"),
              LossShape("out", "self", "reduction")},
    .chips = kAllChips,
    .operands = {"self", "target", "weight"},
    .results = {"out"},
    .work = {.kind = &kBinaryEntropy},
});

constexpr OpSpec kBinaryCrossEntropyBackwardSpec = Resolved({
    .name = "aclnnBinaryCrossEntropyBackward",
    .formula = "out = gradOutput * weight * (self - target) / (self * (1 - self)) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"),
                  Optional(Input("weightOptional")), IntInput("reduction"), Output("out")},
    .rules = {MaxRank(8), DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("weightOptional", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), SameShape("out", "self"),
              BroadcastsTo("target", "self"), BroadcastsTo("weightOptional", "self"),
              BroadcastsTo("gradOutput", "self"), IntIn("reduction", 0, 1, 2)},
    .chips = kAllChips,
    .operands = {"gradOutput", "self", "target", "weightOptional"},
    .results = {"out"},
    .work = {.kind = &kBinarySlope},
});

constexpr OpSpec kKlDivSpec = Resolved({
    .name = "aclnnKlDiv",
    .formula =
        "out = target * (log(target) - self), or exp(target) * (target - self), its mean, its "
        "sum, or that for each batch",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), BoolInput("logTarget"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), MaxRank(8), IntIn("reduction", 0, 1, 2, 3),
              Broadcasts("self", "target"),
              LossShapeOfBoth("out", "self", "target", "reduction", 1)},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"out"},
    .work = {.kind = &kDivergence},
});

constexpr OpSpec kKlDivBackwardSpec = Resolved({
    .name = "aclnnKlDivBackward",
    .formula = "out = -gradOutput * target, or -gradOutput * exp(target), / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), IntInput("reduction"),
                  BoolInput("logTarget"), Output("out")},
    .rules = {SameDtype("out", "self"), DtypeIn("gradOutput", kFloatDtypes),
              DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes), MaxRank(8),
              SameShape("out", "self"), BroadcastsTo("gradOutput", "self"),
              BroadcastsTo("target", "self"), IntIn("reduction", 0, 1, 2, 3)},
    .chips = kBfloat16Chips,
    .operands = {"gradOutput", "target"},
    .results = {"out"},
    .work = {.kind = &kDivergenceSlope},
});

constexpr OpSpec kKlDivTargetBackwardSpec = Resolved({
    .name = "aclnnKlDivTargetBackward",
    .formula = "gradTarget = gradOutput * (log(target) - self + 1), or gradOutput * exp(target) * "
               "(target - self + 1), / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), IntInput("reduction"),
                  BoolInput("logTarget"), Output("gradTarget")},
    .rules = {SameDtype("gradTarget", "target"), DtypeIn("gradOutput", kFloatDtypes),
              DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes), MaxRank(8),
              SameShape("gradTarget", "target"), BroadcastsTo("gradOutput", "target"),
              BroadcastsTo("self", "target"), IntIn("reduction", 0, 1, 2, 3)},
    .chips = kBfloat16Chips,
    .operands = {"gradOutput", "self", "target"},
    .results = {"gradTarget"},
    .work = {.kind = &kDivergenceTargetSlope},
});

constexpr OpSpec kSoftMarginLossSpec = Resolved({
    .name = "aclnnSoftMarginLoss",
    .formula = "out = log(1 + exp(-target * self)), its mean, or its sum",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntIn("reduction", 0, 1, 2), MaxRank(8),
              Broadcasts("self", "target"),
              LossShapeOfBoth("out", "self", "target", "reduction", 0)},
    .chips = kAllChips,
    .operands = {"self", "target"},
    .results = {"out"},
    .work = {.kind = &kSoftMargin},
});

constexpr OpSpec kSoftMarginLossBackwardSpec = Resolved({
    .name = "aclnnSoftMarginLossBackward",
    .formula = "out = -gradOutput * target * sigmoid(-target * self) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), IntInput("reduction"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("out", kFloatDtypes), MaxRank(8),
              BroadcastShape("out", "gradOutput", "self", "target"), IntIn("reduction", 0, 1, 2)},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "self", "target"},
    .results = {"out"},
    .work = {.kind = &kSoftMarginSlope},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BinaryCrossEntropyWithLogits, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(BinaryCrossEntropyWithLogitsBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(BinaryCrossEntropy, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(BinaryCrossEntropyBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(KlDiv, const aclTensor*, const aclTensor*, int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(KlDivBackward, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(KlDivTargetBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftMarginLoss, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftMarginLossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);
