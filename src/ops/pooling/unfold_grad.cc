#include "aclnnop/aclnn_unfold_grad.h"

#include <algorithm>
#include <cstdint>

#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/pooling/family.h"
#include "ops/pooling/unfolded_shape.h"
#include "ops/resampling/resized_shape.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

// Where among the elements of windows, one element of all windows after the other, those are that
// lie at each place.
AxisTaps UnfoldedTaps(int64_t places, int64_t windows, int64_t size, int64_t step) {
  AxisTaps taps;
  for (int64_t place = 0; place < places; ++place) {
    for (int64_t element = place % step; element < size && element <= place; element += step) {
      const int64_t window = (place - element) / step;
      if (window < windows) taps.Add(element * windows + window, 1);
    }
    taps.EndPlace();
  }
  return taps;
}

void PlanUnfoldGrad(const Call& call, Executor& executor) {
  constexpr int kGrad = 0, kDim = 2, kSize = 3, kStep = 4, kOut = 5;
  StageList list(call, executor);
  const Value grad = list.Given(kGrad), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  const Dims& shape = out->shape;
  const int64_t dim = call.At(kDim).integer, size = call.At(kSize).integer;
  const size_t axis = static_cast<size_t>(dim < 0 ? dim + std::ssize(shape) : dim);
  int64_t outer = 1, inner = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i < axis) outer *= shape[i];
    if (i > axis) inner *= shape[i];
  }
  const int64_t windows = grad->shape[axis];
  // [outer, windows, inner, size] becomes [outer, inner, size, windows].
  const Value dense = Dense(list, grad),
              turned = list.Temporary(grad->dtype, {outer, inner, size, windows});
  list.Add(PlanMove(
      list.Seen(dense, turned->shape, {windows * inner * size, size, 1, inner * size}), turned));
  const Value written = DenseResultAs(list, out->dtype, out);
  const int64_t places = shape[axis];
  AddResampled(
      list, list.SeenDense(turned, {outer, inner, size * windows}),
      list.Seen(written, {outer, inner, places}, {places * inner, 1, inner}), 1,
      {SameTaps(1), SameTaps(1), UnfoldedTaps(places, windows, size, call.At(kStep).integer)});
  MoveResult(list, written, out);
  list.Finish();
}

constexpr Kind kUnfoldGradKind = OnCpusAlone(InStages(PlanUnfoldGrad));

}  // namespace

constexpr OpSpec kUnfoldGradSpec = Resolved({
    .name = "aclnnUnfoldGrad",
    .formula = "gradIn = the sum of what the windows of gradOut have for each place",
    .arguments = {Input("gradOut"), IntsInput("inputSizes"), IntInput("dim"), IntInput("size"),
                  IntInput("step"), Output("gradIn")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("gradIn", "gradOut"),
              UnfoldedShape("gradOut", "inputSizes", "dim", "gradIn"),
              ShapeOfSizes("gradIn", "inputSizes")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOut"},
    .results = {"gradIn"},
    .work = {.kind = &kUnfoldGradKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(UnfoldGrad, const aclTensor*, const aclIntArray*, int64_t, int64_t, int64_t,
                      const aclTensor*);
