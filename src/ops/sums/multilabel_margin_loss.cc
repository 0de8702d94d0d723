#include "aclnnop/aclnn_multilabel_margin_loss.h"

#include "kinds/margins/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/family.h"
#include "ops/sums/loss_stages.h"
#include "ops/sums/margin_shape.h"

namespace openaclnn {
namespace {

// A row, or one number, as a matrix of one row.
Value AsRowsOfClasses(StageList& list, const Value& value) {
  if (value->shape.size() == 2) return value;
  const bool is_one = value->shape.empty();
  return list.Seen(value, {1, is_one ? 1 : value->shape[0]}, {0, is_one ? 0 : value->strides[0]});
}

void PlanMultilabelMarginLoss(const Call& call, Executor& executor) {
  constexpr int kSelf = 0, kTarget = 1, kReduction = 2, kOut = 3, kIsTarget = 4;
  StageList list(call, executor);
  const Value scores = AsRowsOfClasses(list, list.Given(kSelf)), out = list.Given(kOut);
  const int64_t reduction = call.At(kReduction).integer;
  const Value losses = list.Temporary(ACL_DOUBLE, {scores->shape[0]});
  if (scores->extent.elements > 0) {
    const Value targets = DenseAs(list, ACL_INT64, list.Given(kTarget));
    list.Add(PlanMargins({.scores = scores,
                          .targets = targets,
                          .losses = losses,
                          .mask = AsRowsOfClasses(list, list.Given(kIsTarget)),
                          .operator_name = call.spec.name,
                          .name_of_targets = call.spec.arguments[kTarget].name}));
  }
  if (reduction == kEachLoss && out->shape == losses->shape) {
    if (out->extent.elements > 0) list.Add(PlanMove(losses, out));
  } else {
    list.Add(PlanSums({.terms = losses,
                       .axes = {},
                       .dtype = ACL_DOUBLE,
                       .averages = reduction == kMeanLoss,
                       .sums = out}));
  }
  list.Finish();
}

constexpr Kind kMultilabelMarginKind = OnCpusAlone(InStages(PlanMultilabelMarginLoss));

}  // namespace

constexpr OpSpec kMultilabelMarginLossSpec = Resolved({
    .name = "aclnnMultilabelMarginLoss",
    .formula = "out = the sum over targets j and other classes i of max(0, 1 - (self[j] - "
               "self[i])) / C, its sum, or its mean; isTarget = 1 for targets, else 0",
    .arguments = {Input("self"), Input("target"), IntInput("reduction"), Output("out"),
                  Output("isTarget")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("target", DtypeSet(ACL_INT64, ACL_INT32)),
              SameDtype("out", "self"), SameDtype("isTarget", "self"),
              MarginTargets("target", "self"), MarginLossShape("out", "self", "reduction"),
              MarginMask("isTarget", "target"), IntIn("reduction", 0, 1, 2)},
    .chips = kAllBut310P,
    .work = {.kind = &kMultilabelMarginKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MultilabelMarginLoss, const aclTensor*, const aclTensor*, int64_t, aclTensor*,
                      aclTensor*);
