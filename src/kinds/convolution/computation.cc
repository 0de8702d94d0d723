// Plans and runs.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/targets.h"
#include "kinds/convolution/plan.h"
#include "kinds/convolution/run.h"
#include "kinds/convolution/single_channel.h"
#include "kinds/operands.h"
#include "kinds/product/run.h"
#include "tensor/plan.h"

namespace openaclnn {
namespace {

class ConvolutionComputation final : public Computation {
 public:
  enum Tensor : size_t { kFirst, kWindows, kBias, kResult, kCount };

  // Products that come one after the other, with results of their own; or one gradient.
  std::vector<KernelProductPlan> products;
  std::vector<WeightGradientPlan> gradients;
  int64_t terms = 1;

  void Run(const Places& places) const override {
    const auto at = [&](Tensor tensor) {
      const Place& place = places_[tensor];
      return place.slot < 0 ? nullptr : places.First(place.slot) + place.origin;
    };
    const ConvolutionData data = {at(kFirst), at(kWindows), at(kBias), at(kResult)};
    for (const KernelProductPlan& plan : products) RunKernelProduct(plan, data);
    for (const WeightGradientPlan& plan : gradients) RunWeightGradient(plan, data);
  }

  bool HasWork() const override { return places_[kResult].walk.elements > 0; }
  // CPUs alone: without device code the engine refuses a call on a GPU, naming the operator.
  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    for (size_t k = 0; k < kCount; ++k) {
      const Place& place = places_[k];
      if (place.slot >= 0 && place.walk.elements > 0) {
        visit({place.walk, 0, place.slot, k == kResult});
      }
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", gradients.empty() ? "convolution" : "convolution by weight");
    details.AddWords("simd", ChosenSimdName());
    details.Add("terms", terms);
  }

  void SetPlace(Tensor tensor, const Value& value) {
    Place& place = places_[tensor];
    place.slot = value.slot;
    place.origin = value.origin;
    PlanAlone(*value.tensor, tensor == kResult ? 1 : 0, place.walk);
  }

 private:
  // Where a tensor is, and what is read or written of it.
  struct Place {
    int32_t slot = -1;  // there is none
    int64_t origin = 0;
    Plan walk = {};
  };

  std::array<Place, kCount> places_;
};

// How one axis is walked: its tensor's sizes and strides, or 1 where there is no such axis.
struct SpatialAxis {
  int64_t size = 1, stride = 0;
};

// Axis i of the three axes of space of a tensor, of which the last ones are there.
SpatialAxis AxisOf(const Tensor& tensor, size_t i) {
  const size_t first = kSpatialAxes + 2 - tensor.shape.size();
  if (i < first) return {};
  return {tensor.shape[i - first + 2], tensor.strides[i - first + 2]};
}
KernelSteps StepsOf(std::span<const KernelSteps> steps, size_t i) {
  const size_t first = kSpatialAxes - steps.size();
  return i < first ? KernelSteps() : steps[i - first];
}

// Channels of one group of a tensor, where axis 1 has them.
Windows WindowsOf(const Tensor& tensor, int64_t groups) {
  return {.item = DtypeBytes(tensor.dtype),
          .batches = tensor.shape[0],
          .batch_stride = tensor.strides[0],
          .channels = tensor.shape[1] / groups,
          .channel_stride = tensor.strides[1]};
}
WindowedOperand WindowedOf(const Tensor& tensor, int64_t groups) {
  const Windows windows = WindowsOf(tensor, groups);
  return {windows, tensor.dtype, windows.channels * windows.channel_stride};
}

// The kernel with rows along one of its first two axes.
KernelOperand KernelOf(const Tensor& kernel, int64_t groups, bool rows_first) {
  const size_t row = rows_first ? 0 : 1;
  return {.dtype = kernel.dtype,
          .group_stride = kernel.shape[0] / groups * kernel.strides[0],
          .row_stride = kernel.strides[row],
          .channel_stride = kernel.strides[1 - row]};
}

// All combinations of what the axes have, the last axis innermost.
std::vector<int64_t> AllSums(const std::array<std::vector<int64_t>, kSpatialAxes>& of_axes) {
  std::vector<int64_t> sums = {0};
  for (const std::vector<int64_t>& of_axis : of_axes) {
    std::vector<int64_t> next;
    for (const int64_t sum : sums) {
      for (const int64_t one : of_axis) next.push_back(sum + one);
    }
    sums = std::move(next);
  }
  return sums;
}

void SetTaps(const std::array<std::vector<int64_t>, kSpatialAxes>& of_axes, int64_t channels,
             KernelOperand& kernel) {
  kernel.taps = AllSums(of_axes);
  const int64_t taps = std::ssize(kernel.taps);
  if (taps == 0) return;
  const int64_t step = taps > 1 ? kernel.taps[1] - kernel.taps[0] : kernel.channel_stride;
  for (int64_t i = 1; i < taps; ++i) {
    if (kernel.taps[static_cast<size_t>(i)] != kernel.taps[0] + i * step) return;
  }
  if (channels <= 1 || kernel.channel_stride == taps * step) kernel.step = step;
}

// One axis of a product with a kernel: windows, taps and results.
struct AxisOfProduct {
  WindowAxis windows;
  std::vector<int64_t> taps;  // items of the kernel
  int64_t origin, stride;     // of results
};

AxisOfProduct PlainAxis(const SpatialAxis& input, const SpatialAxis& kernel,
                        const SpatialAxis& output, const KernelSteps& steps) {
  AxisOfProduct axis{{.positions = output.size,
                      .size = input.size,
                      .step = steps.stride,
                      .stride = input.stride,
                      .offsets = {}},
                     {},
                     0,
                     output.stride};
  for (int64_t t = 0; t < kernel.size; ++t) {
    axis.windows.offsets.push_back(t * steps.dilation - steps.padding);
    axis.taps.push_back(t * kernel.stride);
  }
  return axis;
}

// The same of a transposed convolution, of every stride-th result from `phase` on: those that meet
// the same taps.
AxisOfProduct TransposedAxis(const SpatialAxis& input, const SpatialAxis& kernel,
                             const SpatialAxis& output, const KernelSteps& steps, int64_t phase) {
  AxisOfProduct axis{{.positions = CeilDiv(std::max<int64_t>(0, output.size - phase), steps.stride),
                      .size = input.size,
                      .step = 1,
                      .stride = input.stride,
                      .offsets = {}},
                     {},
                     phase * output.stride,
                     steps.stride * output.stride};
  for (int64_t t = 0; t < kernel.size; ++t) {
    const int64_t distance = phase + steps.padding - t * steps.dilation;
    if (distance % steps.stride != 0) continue;
    axis.windows.offsets.push_back(distance / steps.stride);
    axis.taps.push_back(t * kernel.stride);
  }
  return axis;
}

// Whether windows and results go along two axes as along one, `inner` of them the last one.
bool IsOne(const AxisOfProduct& outer, const AxisOfProduct& inner) {
  const auto is_whole = [](const WindowAxis& axis) {
    return axis.offsets == Dims{0} && axis.step == 1 && axis.positions == axis.size;
  };
  return is_whole(outer.windows) && is_whole(inner.windows) &&
         outer.windows.stride == inner.windows.size * inner.windows.stride &&
         outer.stride == inner.windows.size * inner.stride;
}

// Axes that windows and results go along as along one become that, the last one.
void MergeAxes(std::array<AxisOfProduct, kSpatialAxes>& axes) {
  AxisOfProduct& inner = axes[kSpatialAxes - 1];
  for (size_t i = kSpatialAxes - 1; i-- > 0;) {
    AxisOfProduct& outer = axes[i];
    const bool is_whole = outer.windows.offsets == Dims{0};
    if (is_whole && outer.windows.positions == 1 && outer.windows.size == 1) continue;
    if (!IsOne(outer, inner)) return;
    inner.windows.positions *= outer.windows.positions;
    inner.windows.size *= outer.windows.size;
    outer.windows = WindowAxis();
    outer.stride = 0;
  }
}

// The same of windows of one tap, each of whose positions meets an element of its own.
void MergeAxes(Windows& windows) {
  WindowAxis& inner = windows.axes[kSpatialAxes - 1];
  for (size_t i = kSpatialAxes - 1; i-- > 0;) {
    WindowAxis& outer = windows.axes[i];
    if (outer.positions == 1) continue;
    if (outer.stride != inner.positions * inner.stride) return;
    inner.positions = inner.size = inner.positions * outer.positions;
    outer = WindowAxis();
  }
}

void SetAxes(std::array<AxisOfProduct, kSpatialAxes>& axes, KernelProductPlan& plan) {
  std::array<std::vector<int64_t>, kSpatialAxes> taps;
  for (size_t i = 0; i < kSpatialAxes; ++i) taps[i] = axes[i].taps;
  SetTaps(taps, plan.windows.windows.channels, plan.weights);
  MergeAxes(axes);
  for (size_t i = 0; i < kSpatialAxes; ++i) {
    plan.windows.windows.axes[i] = axes[i].windows;
    plan.result.origin += axes[i].origin;
    plan.result.strides[i] = axes[i].stride;
  }
}

KernelProductPlan PlanProduct(const ConvolutionInputs& inputs) {
  const Tensor &weight = *inputs.weight.tensor, &output = *inputs.output.tensor;
  const int64_t rows = output.shape[1] / inputs.groups;
  KernelProductPlan plan{.groups = inputs.groups,
                         .rows = rows,
                         .weights = KernelOf(weight, inputs.groups, !inputs.transposed),
                         .windows = WindowedOf(*inputs.input.tensor, inputs.groups),
                         .bias = {},
                         .result = {.dtype = output.dtype,
                                    .group_stride = rows * output.strides[1],
                                    .row_stride = output.strides[1],
                                    .batch_stride = output.strides[0]}};
  if (inputs.bias) {
    plan.bias = {.dtype = (*inputs.bias)->dtype, .stride = (*inputs.bias)->strides[0]};
  }
  return plan;
}

// All phases of a transposed convolution, which others have one of.
void AddProducts(const ConvolutionInputs& inputs, std::vector<KernelProductPlan>& products) {
  std::array<int64_t, kSpatialAxes> phases, phase = {};
  for (size_t i = 0; i < kSpatialAxes; ++i) {
    const int64_t size = AxisOf(*inputs.output.tensor, i).size;
    phases[i] = inputs.transposed ? std::min(size, StepsOf(inputs.steps, i).stride) : 1;
    if (phases[i] == 0) return;
  }
  do {
    std::array<AxisOfProduct, kSpatialAxes> axes;
    for (size_t i = 0; i < kSpatialAxes; ++i) {
      const SpatialAxis input = AxisOf(*inputs.input.tensor, i),
                        kernel = AxisOf(*inputs.weight.tensor, i),
                        output = AxisOf(*inputs.output.tensor, i);
      const KernelSteps steps = StepsOf(inputs.steps, i);
      axes[i] = inputs.transposed ? TransposedAxis(input, kernel, output, steps, phase[i])
                                  : PlainAxis(input, kernel, output, steps);
    }
    SetAxes(axes, products.emplace_back(PlanProduct(inputs)));
    for (size_t i = kSpatialAxes; i-- > 0 && ++phase[i] == phases[i] && i > 0;) phase[i] = 0;
  } while (phase[0] < phases[0]);
}

// Terms of all results.
int64_t CountTerms(std::initializer_list<int64_t> factors) {
  int64_t terms = 1;
  for (const int64_t factor : factors) {
    if (__builtin_mul_overflow(terms, factor, &terms)) return INT64_MAX;
  }
  return terms;
}

Stage StageOf(std::unique_ptr<ConvolutionComputation> made) {
  const int64_t terms = made->terms;
  return {.computation = std::move(made), .elements = terms, .cost = kProductCost};
}

}  // namespace

Stage PlanConvolution(const ConvolutionInputs& inputs) {
  ApplySimdSetting();
  using Made = ConvolutionComputation;
  auto made = std::make_unique<Made>();
  made->SetPlace(Made::kFirst, inputs.weight);
  made->SetPlace(Made::kWindows, inputs.input);
  if (inputs.bias) made->SetPlace(Made::kBias, *inputs.bias);
  made->SetPlace(Made::kResult, inputs.output);
  AddProducts(inputs, made->products);
  // Each element of one of the two meets the whole kernel.
  const Tensor& meets = inputs.transposed ? *inputs.input.tensor : *inputs.output.tensor;
  made->terms = CountTerms({meets.extent.elements, inputs.weight->extent.elements, 1}) /
                std::max<int64_t>(1, inputs.weight->shape[0]);
  return StageOf(std::move(made));
}

Stage PlanWeightGradient(const WeightGradientInputs& inputs) {
  ApplySimdSetting();
  using Made = ConvolutionComputation;
  auto made = std::make_unique<Made>();
  const Value &of_rows = inputs.transposed ? inputs.input : inputs.grad_output,
              &windows = inputs.transposed ? inputs.grad_output : inputs.input;
  made->SetPlace(Made::kFirst, of_rows);
  made->SetPlace(Made::kWindows, windows);
  made->SetPlace(Made::kResult, inputs.by_weight);
  const Tensor& kernel = *inputs.by_weight.tensor;
  WeightGradientPlan& plan = made->gradients.emplace_back();
  plan.groups = inputs.groups;
  plan.rows = kernel.shape[0] / inputs.groups;
  plan.of_rows = WindowedOf(*of_rows.tensor, inputs.groups);
  plan.windows = WindowedOf(*windows.tensor, inputs.groups);
  plan.result = KernelOf(kernel, inputs.groups, true);
  std::array<AxisOfProduct, kSpatialAxes> axes;
  std::array<std::vector<int64_t>, kSpatialAxes> taps;
  for (size_t i = 0; i < kSpatialAxes; ++i) {
    const SpatialAxis of_row = AxisOf(*of_rows.tensor, i);
    axes[i] =
        PlainAxis(AxisOf(*windows.tensor, i), AxisOf(kernel, i), of_row, StepsOf(inputs.steps, i));
    taps[i] = axes[i].taps;
  }
  SetTaps(taps, plan.windows.windows.channels, plan.result);
  MergeAxes(axes);
  for (size_t i = 0; i < kSpatialAxes; ++i) {
    plan.windows.windows.axes[i] = axes[i].windows;
    plan.of_rows.windows.axes[i] = {.positions = axes[i].windows.positions,
                                    .size = axes[i].windows.positions,
                                    .step = 1,
                                    .stride = axes[i].stride,
                                    .offsets = {0}};
  }
  // Those of groups of one channel are walked together with the windows.
  if (!HasSingleChannels(plan)) MergeAxes(plan.of_rows.windows);
  made->terms = CountTerms({of_rows->extent.elements, kernel.extent.elements, 1}) /
                std::max<int64_t>(1, kernel.shape[0]);
  return StageOf(std::move(made));
}

}  // namespace openaclnn
