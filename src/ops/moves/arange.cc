#include "aclnnop/aclnn_arange.h"

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/range_shape.h"

namespace openaclnn {
namespace {

enum ArangeArgument { kArangeStart, kArangeEnd, kArangeStep, kArangeOut };

void PlanArange(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kArangeOut);
  const Ramp ramp =
      RampOf(*call.At(kArangeStart).scalar, *call.At(kArangeStep).scalar, out->dtype);
  list.Add(PlanRamp(ramp, out));
  list.Finish();
}

constexpr Kind kArange = InStages(PlanArange);

}  // namespace

constexpr OpSpec kArangeSpec = Resolved({
    .name = "aclnnArange",
    .formula = "out[i] = start + i * step, as long as that is before end",
    .arguments = {ScalarInput("start"), ScalarInput("end"), ScalarInput("step"), Output("out")},
    .rules = {DtypeIn("out", kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64)),
              RankIs("out", 1), RangeOf("out", "start", "end", "step")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kArange},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Arange, const aclScalar*, const aclScalar*, const aclScalar*, aclTensor*);
