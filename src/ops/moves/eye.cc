#include "aclnnop/aclnn_eye.h"

#include <algorithm>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/rearranged_shape.h"

namespace openaclnn {
namespace {

constexpr int kEyeOut = 2;  // argument

// Zeros, then the diagonal.
void PlanEye(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kEyeOut);
  if (out->extent.elements > 0) {
    const Dims length = {std::min(out->shape[0], out->shape[1])};
    list.Add(PlanFill(0, out));
    list.Add(PlanFill(1, PartOf(list, out, 0, length, {out->strides[0] + out->strides[1]})));
  }
  list.Finish();
}

constexpr Kind kEye = InStages(PlanEye);

}  // namespace

constexpr OpSpec kEyeSpec = Resolved({
    .name = "aclnnEye",
    .formula = "out[i, j] = 1 where i = j, else 0",
    .arguments = {IntInput("n"), IntInput("m"), Output("out")},
    .rules = {DtypeIn("out", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)), RankIs("out", 2),
              ShapeOfInts("out", "n", "m")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kEye},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Eye, int64_t, int64_t, aclTensor*);
