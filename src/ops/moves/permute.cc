// Tensors with their axes in another order, or broadcast: one move.
#include "aclnnop/aclnn_permute.h"

#include <vector>

#include "aclnnop/aclnn_expand.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/rearranged_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum PermuteArgument { kPermuteSelf, kPermuteDims, kPermuteOut };

void PlanPermute(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kPermuteSelf), out = list.Given(kPermuteOut);
  const std::vector<int64_t>& dims = call.IntegersAt(kPermuteDims);
  Dims strides = self->strides;
  for (size_t a = 0; a < dims.size(); ++a) {
    strides[a] = self->strides[*AxisAt(dims[a], self->shape)];
  }
  if (out->extent.elements > 0) list.Add(PlanMove(list.Seen(self, out->shape, strides), out));
  list.Finish();
}

void PlanExpand(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0) list.Add(PlanMove(list.Given(0), out));
  list.Finish();
}

constexpr Kind kPermute = InStages(PlanPermute);
constexpr Kind kExpand = InStages(PlanExpand);

constexpr DtypeSet kPermuteNewerDtypes{ACL_COMPLEX128};
constexpr DtypeSet kExpandedDtypes =
    kFloatDtypes | DtypeSet(ACL_UINT8, ACL_INT8, ACL_INT32, ACL_INT64, ACL_BOOL);

}  // namespace

constexpr OpSpec kPermuteSpec = Resolved({
    .name = "aclnnPermute",
    .formula = "out = self, with its axes in the order of dims",
    .arguments = {Input("self"), IntsInput("dims"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes),
              DtypeOnlyOn("self", kPermuteNewerDtypes, kBfloat16Chips), SameDtype("out", "self"),
              MaxRank(8), AxesOf("dims", "self"), PermutedShape("out", "self", "dims")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kPermute},
});

constexpr OpSpec kExpandSpec = Resolved({
    .name = "aclnnExpand",
    .formula = "out = self, broadcast to size",
    .arguments = {Input("self"), IntsInput("size"), Output("out")},
    .rules = {DtypeIn("self", kExpandedDtypes), SameDtype("out", "self"),
              ExpandedShape("out", "self", "size"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kExpand},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Permute, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Expand, const aclTensor*, const aclIntArray*, aclTensor*);
