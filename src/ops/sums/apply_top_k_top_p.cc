#include "aclnnop/aclnn_apply_top_k_top_p.h"

#include <optional>

#include "kinds/sort/likely.h"
#include "kinds/sort/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

void PlanApplyTopKTopP(const Call& call, Executor& executor) {
  constexpr int kLogits = 0, kP = 1, kK = 2, kOut = 3;
  StageList list(call, executor);
  const Value logits = list.Given(kLogits), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  const auto if_given = [&](int argument) {
    return call.IsGiven(argument) ? std::optional(list.Given(argument)) : std::nullopt;
  };
  const Value sorted = list.Temporary(logits->dtype, logits->shape),
              indices = list.Temporary(ACL_INT64, logits->shape);
  list.Add(PlanSort({.elements = logits, .axis = 1, .values = sorted, .indices = indices}));
  list.Add(PlanLikely(
      {.elements = sorted, .indices = indices, .k = if_given(kK), .p = if_given(kP), .out = out}));
  list.Finish();
}

constexpr Kind kApplyTopKTopPKind = OnCpusAlone(InStages(PlanApplyTopKTopP));

}  // namespace

constexpr OpSpec kApplyTopKTopPSpec = Resolved({
    .name = "aclnnApplyTopKTopP",
    .formula = "out = logits, and -inf where an element is below the k-th largest one of its row, "
               "or those up to it have probabilities of at most 1 - p in all",
    .arguments = {Input("logits"), Optional(Input("p")), Optional(Input("k")), Output("out")},
    .rules = {AnyGiven("p", "k"), DtypeIn("logits", kFloatDtypes), SameDtype("p", "logits"),
              DtypeIn("k", DtypeSet(ACL_INT32)), SameDtype("out", "logits"), RankIs("logits", 2),
              ShapeOfRows("p", "logits"), ShapeOfRows("k", "logits"), SameShape("out", "logits")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kApplyTopKTopPKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ApplyTopKTopP, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*);
