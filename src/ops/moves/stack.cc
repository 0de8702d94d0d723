#include "aclnnop/aclnn_stack.h"

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/concatenated.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/rearranged_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum StackArgument { kStackTensors, kStackDim, kStackOut };

// Each member is moved to its place along the new axis, and converted once.
void PlanStack(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kStackOut);
  const size_t axis = *AxisAt(call.At(kStackDim).integer, out->shape);
  Dims strides;
  for (size_t a = 0; a < out->strides.size(); ++a) {
    if (a != axis) strides.push_back(out->strides[a]);
  }
  const auto count = static_cast<int>(call.TensorsAt(kStackTensors).size());
  for (int i = 0; i < count; ++i) {
    const Value member = list.Member(kStackTensors, i);
    if (member->extent.elements == 0) continue;
    list.Add(PlanMove(member, PartOf(list, out, i * out->strides[axis], member->shape, strides)));
  }
  list.Finish();
}

constexpr Kind kStack = InStages(PlanStack);

}  // namespace

constexpr OpSpec kStackSpec = Resolved({
    .name = "aclnnStack",
    .formula = "out = tensors, one after the other along a new axis dim",
    .arguments = {Inputs("tensors"), IntInput("dim"), Output("out")},
    .rules = {HasMembers("tensors"), DtypeIn("tensors", kMovedDtypes), DtypeIn("out", kMovedDtypes),
              PromotesInto("tensors", {}, kMovedDtypes), PromotedCastable("out", "tensors", {}),
              MaxRank(8), Stacked("out", "tensors", "dim")},
    .chips = kAllChips,
    .axis = "dim",
    .work = {.kind = &kStack},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Stack, const aclTensorList*, int64_t, aclTensor*);
