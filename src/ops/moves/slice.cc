// Parts of tensors, from place to place along axes.
#include "aclnnop/aclnn_slice.h"

#include <algorithm>

#include "aclnnop/aclnn_slice_v2.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/slice_shape.h"

namespace openaclnn {
namespace {

void PlanSlice(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(call.spec.operands_at[0]);
  const Value out = list.Given(call.spec.results_at[0]);
  const Rule& rule = *std::ranges::find_if(RulesOf(call.spec), [](const Rule& one) {
    return one.Is(rules::kSlicedShape) || one.Is(rules::kSlicedShapes);
  });
  Dims strides = self->strides;
  int64_t first = 0;
  for (const AxisSlice& slice : SlicesOf(rule, call.arguments)) {
    if (slice.count > 0) first += slice.start * strides[slice.axis];
    strides[slice.axis] *= slice.count > 1 ? slice.step : 1;
  }
  if (out->extent.elements > 0) {
    list.Add(PlanMove(PartOf(list, self, first, out->shape, strides), out));
  }
  list.Finish();
}

constexpr Kind kSlice = InStages(PlanSlice);
constexpr DtypeSet kSlicedDtypes =
    kFloatDtypes | DtypeSet{ACL_INT32, ACL_INT64, ACL_INT8, ACL_UINT8, ACL_BOOL};

}  // namespace

constexpr OpSpec kSliceSpec = Resolved({
    .name = "aclnnSlice",
    .formula = "out = self at the places from start to end, each step, along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), IntInput("start"), IntInput("end"),
                  IntInput("step"), Output("out")},
    .rules = {DtypeIn("self", kSlicedDtypes), MinRank("self", 1), MaxRank(8), DimOf("dim", "self"),
              IntBetween("step", 1, INT64_MAX), SameDtype("out", "self"),
              SlicedShape("out", "self", "dim", "start")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kSlice},
});

constexpr OpSpec kSliceV2Spec = Resolved({
    .name = "aclnnSliceV2",
    .formula = "out = self at the places from starts to ends, each of steps, along axes",
    .arguments = {Input("self"), IntsInput("starts"), IntsInput("ends"), IntsInput("axes"),
                  IntsInput("steps"), Output("out")},
    .rules = {DtypeIn("self", kSlicedDtypes), SameDtype("out", "self"), MaxRank(8),
              SameCount("starts", "ends"), SameCount("starts", "axes"),
              SameCount("starts", "steps"), AxesOf("axes", "self"),
              SlicedShapes("out", "self", "axes", "starts")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kSlice},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Slice, const aclTensor*, int64_t, int64_t, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(SliceV2, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, aclTensor*);
