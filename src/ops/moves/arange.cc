// Numbers at equal distances: aclnnArange, aclnnRange and aclnnLinspace.
#include "aclnnop/aclnn_arange.h"

#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_range.h"
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
  const Ramp ramp = RampOf(*call.At(kArangeStart).scalar, *call.At(kArangeStep).scalar, out->dtype);
  list.Add(PlanRamp(ramp, out));
  list.Finish();
}

enum LinspaceArgument { kLinspaceStart, kLinspaceEnd, kLinspaceSteps, kLinspaceOut };

void PlanLinspace(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kLinspaceOut);
  list.Add(PlanRamp(RampBetween(*call.At(kLinspaceStart).scalar, *call.At(kLinspaceEnd).scalar,
                                call.At(kLinspaceSteps).integer, out->dtype),
                    out));
  list.Finish();
}

constexpr Kind kArange = InStages(PlanArange);
constexpr Kind kLinspace = InStages(PlanLinspace);

constexpr DtypeSet kRangeDtypes = kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64);
constexpr DtypeSet kLinspaceNewerDtypes{ACL_INT16};
constexpr DtypeSet kLinspaceDtypes =
    kFloatAndDoubleDtypes | kLinspaceNewerDtypes | DtypeSet(ACL_INT8, ACL_INT32, ACL_UINT8);

}  // namespace

constexpr OpSpec kArangeSpec = Resolved({
    .name = "aclnnArange",
    .formula = "out[i] = start + i * step, as long as that is before end",
    .arguments = {ScalarInput("start"), ScalarInput("end"), ScalarInput("step"), Output("out")},
    .rules = {DtypeIn("out", kRangeDtypes), MaxRank(8), RangeOf("out", "start", "end", "step")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kArange},
});

constexpr OpSpec kRangeSpec = Resolved({
    .name = "aclnnRange",
    .formula = "out[i] = start + i * step, as long as that is not beyond end",
    .arguments = {ScalarInput("start"), ScalarInput("end"), ScalarInput("step"), Output("out")},
    .rules = {DtypeIn("out", kRangeDtypes), RankIs("out", 1),
              ClosedRangeOf("out", "start", "end", "step")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kArange},
});

constexpr OpSpec kLinspaceSpec = Resolved({
    .name = "aclnnLinspace",
    .formula = "out[i] = start + i * (end - start) / (steps - 1)",
    .arguments = {ScalarInput("start"), ScalarInput("end"), IntInput("steps"), Output("out")},
    .rules = {DtypeIn("out", kLinspaceDtypes),
              DtypeOnlyOn("out", kLinspaceNewerDtypes, kBfloat16Chips), MaxRank(8),
              HasElementsOf("out", "steps")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kLinspace},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Arange, const aclScalar*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Range, const aclScalar*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Linspace, const aclScalar*, const aclScalar*, int64_t, aclTensor*);
