// Parts of a tensor along an axis, each moved to a tensor of its own.
#include "aclnnop/aclnn_split_tensor.h"
#include "aclnnop/aclnn_split_with_size.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/split_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum SplitArgument { kSplitSelf, kSplitSizes, kSplitDim, kSplitOut };

void PlanSplit(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kSplitSelf);
  const size_t axis = *AxisAt(call.At(kSplitDim).integer, self->shape);
  int64_t before = 0;
  const auto count = static_cast<int>(call.TensorsAt(kSplitOut).size());
  for (int k = 0; k < count; ++k) {
    const Value part = list.Member(kSplitOut, k);
    const int64_t size = part->shape[axis];
    if (part->extent.elements > 0) {
      list.Add(PlanMove(PartAlong(list, self, axis, before, size), part));
    }
    before += size;
  }
  list.Finish();
}

constexpr Kind kSplit = InStages(PlanSplit);

}  // namespace

constexpr OpSpec kSplitTensorSpec = Resolved({
    .name = "aclnnSplitTensor",
    .formula = "out = self, in parts of splitSections along the axis dim",
    .arguments = {Input("self"), IntInput("splitSections"), IntInput("dim"), Outputs("out")},
    .rules = {DtypeIn("self", kMovedDtypes), DtypeIn("out", kMovedDtypes), Castable("self", "out"),
              MaxRank(8), SplitEvenly("out", "self", "splitSections", "dim")},
    .chips = kAllChips,
    .axis = "dim",
    .work = {.kind = &kSplit},
});

constexpr OpSpec kSplitWithSizeSpec = Resolved({
    .name = "aclnnSplitWithSize",
    .formula = "out = self, in parts of the sizes in splitSize along the axis dim",
    .arguments = {Input("self"), IntsInput("splitSize"), IntInput("dim"), Outputs("out")},
    .rules = {DtypeIn("self", kMovedDtypes), DtypeIn("out", kMovedDtypes), Castable("self", "out"),
              MaxRank(8), SplitBySizes("out", "self", "splitSize", "dim")},
    .chips = kAllBut310P,
    .axis = "dim",
    .work = {.kind = &kSplit},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SplitTensor, const aclTensor*, uint64_t, int64_t, aclTensorList*);
OPENACLNN_C_FUNCTIONS(SplitWithSize, const aclTensor*, const aclIntArray*, int64_t, aclTensorList*);
