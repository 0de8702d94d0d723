#include "aclnnop/aclnn_im2col.h"

#include <algorithm>
#include <array>
#include <utility>

#include "aclnnop/aclnn_im2col_backward.h"
#include "base/ceil_div.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/parts.h"
#include "ops/pooling/columns_shape.h"
#include "ops/pooling/family.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

// The windows of a tensor of space, along height and width.
struct ColumnWindows {
  ColumnAxes axes;
  std::array<int64_t, 2> sizes, counts;

  ColumnWindows(const ColumnAxes& of, const Dims& space) : axes(of), sizes{}, counts{} {
    for (size_t i = 0; i < 2; ++i) {
      sizes[i] = space[space.size() - 2 + i];
      counts[i] = axes[i].CountWindows(sizes[i], false);
    }
  }

  // How many elements the windows reach over, from the first one of the first window on.
  int64_t Reach(size_t i) const {
    return (counts[i] - 1) * axes[i].stride + (axes[i].kernel - 1) * axes[i].dilation + 1;
  }
  bool AreInside() const {
    // What follows from the padding before the input follows from that behind it.
    return axes[0].before == 0 && axes[1].before == 0;
  }
};

// A dense or strided tensor of columns with all its axes: those before the channels' elements,
// [(batch,) channels, kernel's height and width, windows along height and width].
Value SeenAsWindows(StageList& list, const Value& columns, const ColumnWindows& windows) {
  const Dims &shape = columns->shape, &strides = columns->strides;
  const size_t rank = shape.size();
  const auto [height, width] = std::pair(windows.axes[0].kernel, windows.axes[1].kernel);
  const int64_t of_element = strides[rank - 2], of_window = strides[rank - 1];
  Dims seen(shape.begin(), shape.end() - 2), steps(strides.begin(), strides.end() - 2);
  for (const int64_t extent :
       {shape[rank - 2] / (height * width), height, width, windows.counts[0], windows.counts[1]}) {
    seen.push_back(extent);
  }
  for (const int64_t step : {height * width * of_element, width * of_element, of_element,
                             windows.counts[1] * of_window, of_window}) {
    steps.push_back(step);
  }
  return list.Seen(columns, seen, steps);
}

// The elements of all windows of a tensor in which all of them lie, in the shape of such columns.
Value SeenThroughWindows(StageList& list, const Value& space, const ColumnWindows& windows,
                         const Dims& shape) {
  const size_t rank = space->shape.size();
  Dims steps(space->strides.begin(), space->strides.end() - 2);
  for (size_t i = 0; i < 2; ++i) {
    steps.push_back(windows.axes[i].dilation * space->strides[rank - 2 + i]);
  }
  for (size_t i = 0; i < 2; ++i) {
    steps.push_back(windows.axes[i].stride * space->strides[rank - 2 + i]);
  }
  return list.Seen(space, shape, steps);
}

// A part of a tensor, from places along its last axes on.
Value PartAt(StageList& list, const Value& value, const Dims& shape,
             std::initializer_list<int64_t> places) {
  int64_t first = 0;
  size_t axis = shape.size() - places.size();
  for (const int64_t place : places) first += place * value->strides[axis++];
  return PartOf(list, value, first, shape, value->strides);
}

// The input with zeros about it, as far as windows reach.
Value WithMargins(StageList& list, const Value& self, const ColumnWindows& windows) {
  Dims shape = self->shape;
  const size_t height = shape.size() - 2;
  for (size_t i = 0; i < 2; ++i) shape[height + i] = windows.Reach(i);
  const Value padded = list.Temporary(self->dtype, shape);
  list.Add(PlanFill(0, padded));
  for (size_t i = 0; i < 2; ++i) {
    const int64_t room = windows.Reach(i) - windows.axes[i].before;
    shape[height + i] = std::min(windows.sizes[i], room);
    if (shape[height + i] <= 0) return padded;  // all windows are in the margins
  }
  list.Add(PlanMove(PartAt(list, self, shape, {0, 0}),
                    PartAt(list, padded, shape, {windows.axes[0].before, windows.axes[1].before})));
  return padded;
}

// The windows of which an element lies in the input.
struct WindowsInside {
  int64_t first, count, at;  // the windows, and where the element of the first one is
};
WindowsInside InsideAlong(const ColumnWindows& windows, size_t i, int64_t element) {
  const PoolAxis& axis = windows.axes[i];
  const int64_t place = element * axis.dilation - axis.before;  // in the first window
  const int64_t first = place < 0 ? CeilDiv(-place, axis.stride) : 0;
  const int64_t behind = windows.sizes[i] - place;
  const int64_t end = behind <= 0 ? 0 : std::min(windows.counts[i], CeilDiv(behind, axis.stride));
  return {first, end - first, place + first * axis.stride};
}

// Moves each element of the windows by itself, from where it lies in the input.
void AddElements(StageList& list, const Value& self, const Value& out,
                 const ColumnWindows& windows) {
  list.Add(PlanFill(0, out));
  for (int64_t h = 0; h < windows.axes[0].kernel; ++h) {
    const WindowsInside rows = InsideAlong(windows, 0, h);
    for (int64_t w = 0; rows.count > 0 && w < windows.axes[1].kernel; ++w) {
      const WindowsInside columns = InsideAlong(windows, 1, w);
      if (columns.count <= 0) continue;
      Dims shape = out->shape;
      const size_t rank = shape.size();
      shape[rank - 4] = shape[rank - 3] = 1;
      shape[rank - 2] = rows.count;
      shape[rank - 1] = columns.count;
      const Value to = PartAt(list, out, shape, {h, w, rows.first, columns.first});
      Value from = SeenThroughWindows(list, self, windows, shape);
      const Dims& strides = self->strides;
      from.origin += (rows.at * strides[strides.size() - 2] + columns.at * strides.back()) *
                     DtypeBytes(self->dtype);
      list.Add(PlanMove(from, to));
    }
  }
}

enum Im2colArgument { kIm2colSelf, kIm2colKernel, kIm2colOut = 5 };

void PlanIm2col(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kIm2colSelf);
  if (self->extent.elements > 0) {
    const ColumnWindows windows(ColumnAxesOf(call.arguments.subspan(kIm2colKernel)), self->shape);
    const Value out = SeenAsWindows(list, list.Given(kIm2colOut), windows);
    const auto number = [](int64_t count) { return static_cast<double>(count); };
    const double plane = number(windows.Reach(0)) * number(windows.Reach(1));
    const double planes = number(self->extent.elements / windows.sizes[0] / windows.sizes[1]);
    if (windows.AreInside()) {
      list.Add(PlanMove(SeenThroughWindows(list, self, windows, out->shape), out));
    } else if (planes * plane <=
               number(out->extent.elements)) {  // the copy is no larger than the result
      const Value padded = WithMargins(list, self, windows);
      list.Add(PlanMove(SeenThroughWindows(list, padded, windows, out->shape), out));
    } else {
      AddElements(list, self, out, windows);
    }
  }
  list.Finish();
}

// Where in the input the elements of windows are, one element of all windows after the other.
AxisTaps WindowTaps(const ColumnWindows& windows, size_t i) {
  const PoolAxis& axis = windows.axes[i];
  AxisTaps taps;
  for (int64_t place = 0; place < windows.sizes[i]; ++place) {
    for (int64_t element = 0; element < axis.kernel; ++element) {
      const int64_t at = place + axis.before - element * axis.dilation;
      if (at < 0) break;
      if (at % axis.stride != 0 || at / axis.stride >= windows.counts[i]) continue;
      taps.Add(element * windows.counts[i] + at / axis.stride, 1);
    }
    taps.EndPlace();
  }
  return taps;
}

enum Im2colBackwardArgument { kColumnsGrad, kColumnsSizes, kColumnsKernel, kColumnsOut = 6 };

// A result is a sum over height and width of what its windows have for it. So the gradients lie as
// an image of height and width whose lines are those of one element of the windows.
void PlanIm2colBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value grad = list.Given(kColumnsGrad), out = list.Given(kColumnsOut);
  if (out->extent.elements > 0) {
    const ColumnWindows windows(ColumnAxesOf(call.arguments.subspan(kColumnsKernel)), out->shape);
    const Value columns = SeenAsWindows(list, grad, windows);
    Dims shape = columns->shape, steps = columns->strides;
    const size_t width = shape.size() - 3;  // of the kernel; then come the windows
    std::swap(shape[width], shape[width + 1]);
    std::swap(steps[width], steps[width + 1]);
    const Value image = list.Temporary(grad->dtype, shape);
    list.Add(PlanMove(list.Seen(columns, shape, steps), image));
    Dims space(out->shape);
    for (size_t i = 0; i < 2; ++i) {
      space[space.size() - 2 + i] = windows.axes[i].kernel * windows.counts[i];
    }
    AddResampled(list, list.SeenDense(image, space), out, 2,
                 {SameTaps(1), WindowTaps(windows, 0), WindowTaps(windows, 1)});
  }
  list.Finish();
}

constexpr Kind kIm2col = OnCpusAlone(InStages(PlanIm2col)),
               kIm2colBackward = OnCpusAlone(InStages(PlanIm2colBackward));

constexpr DtypeSet kColumnsOnA5{ACL_INT8,   ACL_UINT8,  ACL_INT16,     ACL_UINT16,
                                ACL_INT32,  ACL_UINT32, ACL_INT64,     ACL_UINT64,
                                ACL_DOUBLE, ACL_BOOL,   ACL_COMPLEX32, ACL_COMPLEX64};

}  // namespace

constexpr OpSpec kIm2colSpec = Resolved({
    .name = "aclnnIm2col",
    .formula = "out = the elements of each window of self in a column, 0 beyond its ends",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("dilation"),
                  IntsInput("padding"), IntsInput("stride"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kColumnsOnA5),
              DtypeOnlyOn("self", kColumnsOnA5, Chips(Chip::kAscend950)), SameDtype("out", "self"),
              ColumnsShape("out", "self", "kernelSize")},
    .chips = kPoolingSinceA2,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kIm2col},
});

constexpr OpSpec kIm2colBackwardSpec = Resolved({
    .name = "aclnnIm2colBackward",
    .formula = "out = the sum of what the columns of gradOutput have for each element",
    .arguments = {Input("gradOutput"), IntsInput("inputSize"), IntsInput("kernelSize"),
                  IntsInput("dilation"), IntsInput("padding"), IntsInput("stride"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("out", "gradOutput"),
              FoldedShape("out", "gradOutput", "inputSize")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kIm2colBackward},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Im2col, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Im2colBackward, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, aclTensor*);
