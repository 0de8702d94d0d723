// Convolutions and their gradients as stages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// How a kernel moves along one axis. `padding` is that before the first element.
struct KernelSteps {
  int64_t stride = 1, padding = 0, dilation = 1;
};

// Tensors are [batch, channel, axes of space...], of one to three axes of space, in any layout.
// Kernels are [channel of the output, channel of the input in its group, taps...]; if it is
// transposed, [channel of the input, channel of the output in its group, taps...].
//
//   output[o] = bias + the sum over taps t of input[o * stride - padding + t * dilation] *
//   weight[t]
//
// and, if it is transposed, the sum over elements i and taps t with
// i * stride - padding + t * dilation = o of input[i] * weight[t].
struct ConvolutionInputs {
  Value input, weight;
  std::optional<Value> bias = {};
  Value output;
  std::span<const KernelSteps> steps;  // an axis each
  int64_t groups = 1;
  bool transposed = false;
};
// The gradient by the input of a convolution is the transposed one of the gradient by its output,
// and the other way round.
OPENACLNN_SHARED Stage PlanConvolution(const ConvolutionInputs& inputs);

// The gradient by the weight.
struct WeightGradientInputs {
  Value input, grad_output, by_weight;
  std::span<const KernelSteps> steps;
  int64_t groups = 1;
  bool transposed = false;
};
OPENACLNN_SHARED Stage PlanWeightGradient(const WeightGradientInputs& inputs);

}  // namespace openaclnn
