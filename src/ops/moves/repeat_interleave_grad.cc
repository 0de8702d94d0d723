#include "aclnnop/aclnn_repeat_interleave_grad.h"

#include <cstddef>
#include <cstdint>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/places.h"
#include "ops/index/span_shape.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum RepeatGradArgument { kRepeatGradOf, kRepeatGradTimes, kRepeatGradAxis, kRepeatGradOut };

// For each slice of `size` that are repeated the index, from 1 on, of what it came from: 0 where
// nothing did.
Value Origins(StageList& list, const Value& times, int64_t count, int64_t size) {
  const Value indices = list.Temporary(ACL_INT64, {count});
  const Value origins = list.Temporary(ACL_INT64, {size});
  list.Add(PlanRamp({.of_integers = true, .first = 1, .by = 1, .start = 0, .step = 0}, indices));
  list.Add(PlanRepeatEach({.from = indices,
                           .repeats = times,
                           .to = origins,
                           .outer = 1,
                           .count = count,
                           .size = size,
                           .inner = 1}));
  return origins;
}

void PlanRepeatInterleaveGrad(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value given = list.Given(kRepeatGradOf), out = list.Given(kRepeatGradOut);
  if (out->extent.elements == 0) return list.Finish();
  if (given->extent.elements == 0) return FinishWithZeros(list, out);
  const bool has_axes = !given->shape.empty();
  const Value terms = has_axes ? given : list.Seen(given, {1}, {1});
  const size_t axis = *AxisAt(call.At(kRepeatGradAxis).integer, given->shape);
  const int64_t size = terms->shape[axis];
  Dims shape = terms->shape, strides(shape.size(), 0);
  const int64_t count = out->extent.elements / (terms->extent.elements / size);
  strides[axis] = 1;
  // The sums, behind one of the slices that came from nothing.
  shape[axis] = 1 + count;
  const Value sums = list.Temporary(out->dtype, shape);
  list.Add(PlanFill(0, sums));
  const Value origins = Origins(list, list.Given(kRepeatGradTimes), count, size);
  list.Add(PlanReduced(
      PlacesAlong(sums, {.index = origins, .axis = axis, .strides = strides}, terms->shape, terms),
      Reduce::kSum));
  const Value asked_for = PartAlong(list, sums, axis, 1, count);
  shape[axis] = count;
  if (out->shape == shape) {
    list.Add(PlanMove(asked_for, out));
  } else {
    const Value dense = list.Temporary(out->dtype, shape);
    list.Add(PlanMove(asked_for, dense));
    list.Add(PlanMove(list.SeenDense(dense, out->shape), out));
  }
  list.Finish();
}

constexpr Kind kRepeatInterleaveGradKind = OnCpusAlone(InStages(PlanRepeatInterleaveGrad));

}  // namespace

constexpr OpSpec kRepeatInterleaveGradSpec = Resolved({
    .name = "aclnnRepeatInterleaveGrad",
    .formula = "out = the sums of yGrad over what each place along the axis axis was repeated to",
    .arguments = {Input("yGrad"), Input("repeats"), IntInput("axis"), Output("out")},
    .rules = {DtypeIn("yGrad", kFloatDtypes), DtypeIn("repeats", DtypeSet{ACL_INT64, ACL_INT32}),
              SameDtype("out", "yGrad"), MaxRank(8), DimOf("axis", "yGrad"),
              SummedShape("out", "yGrad", "repeats", "axis")},
    .chips = kBfloat16Chips,
    .axis = "axis",
    .work = {.kind = &kRepeatInterleaveGradKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RepeatInterleaveGrad, const aclTensor*, const aclTensor*, int64_t,
                      const aclTensor*);
