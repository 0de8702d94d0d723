#include "aclnnop/aclnn_cat.h"

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/concatenated.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum CatArgument { kTensors, kDim, kOut };

// Each member is moved to its part of `out`, and converted once.
void PlanCat(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kOut);
  const size_t axis = *AxisAt(call.At(kDim).integer, out->shape);
  int64_t before = 0;
  const auto count = static_cast<int>(call.TensorsAt(kTensors).size());
  for (int i = 0; i < count; ++i) {
    const Value member = list.Member(kTensors, i);
    if (member->extent.elements == 0) continue;
    list.Add(PlanMove(member, PartAlong(list, out, axis, before, member->shape[axis])));
    before += member->shape[axis];
  }
  list.Finish();
}

constexpr Kind kCat = InStages(PlanCat);

constexpr DtypeSet kCatDtypes =
    kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL, ACL_COMPLEX64);
constexpr Chips kWithUnsigned{Chip::kAscend950};

}  // namespace

constexpr OpSpec kCatSpec = Resolved({
    .name = "aclnnCat",
    .formula = "out = tensors, one after the other along the axis dim",
    .arguments = {Inputs("tensors"), IntInput("dim"), Output("out")},
    .rules = {HasMembers("tensors"), DtypeIn("tensors", kCatDtypes | kUnsignedDtypes),
              DtypeOnlyOn("tensors", kUnsignedDtypes, kWithUnsigned),
              DtypeIn("out", kCatDtypes | kUnsignedDtypes),
              DtypeOnlyOn("out", kUnsignedDtypes, kWithUnsigned),
              PromotesInto("tensors", {}, kCatDtypes | kUnsignedDtypes),
              PromotedCastable("out", "tensors", {}), SameFormat("tensors", "out"), MaxRank(8),
              Concatenated("out", "tensors", "dim")},
    .chips = kAllChips,
    .axis = "dim",
    .work = {.kind = &kCat},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cat, const aclTensorList*, int64_t, aclTensor*);
