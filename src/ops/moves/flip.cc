#include "aclnnop/aclnn_flip.h"

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum FlipArgument { kFlipSelf, kFlipDims, kFlipOut };

// The axes of the input are walked backwards, from their ends on.
void PlanFlip(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kFlipSelf), out = list.Given(kFlipOut);
  if (out->extent.elements > 0) {
    Dims strides = self->strides;
    int64_t first = 0;
    for (const int64_t dim : call.IntegersAt(kFlipDims)) {
      if (strides.empty()) break;  // without axes there is one element
      const size_t axis = *AxisAt(dim, self->shape);
      first += (self->shape[axis] - 1) * strides[axis];
      strides[axis] = -strides[axis];
    }
    list.Add(PlanMove(PartOf(list, self, first, self->shape, strides), out));
  }
  list.Finish();
}

constexpr Kind kFlip = InStages(PlanFlip);

constexpr DtypeSet kFlippedDtypes =
    kFloatAndDoubleDtypes | kIntegerDtypes | kComplexDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kFlipSpec = Resolved({
    .name = "aclnnFlip",
    .formula = "out = self, backwards along the axes in dims",
    .arguments = {Input("self"), IntsInput("dims"), Output("out")},
    .rules = {DtypeIn("self", kFlippedDtypes), SameDtype("out", "self"), SameShape("out", "self"),
              MaxRank(8), AxesOf("dims", "self")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kFlip},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Flip, const aclTensor*, const aclIntArray*, aclTensor*);
