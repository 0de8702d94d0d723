// What the arguments of a convolution say, and the rules about its shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/op_spec.h"
#include "engine/rules/rule.h"
#include "kinds/convolution/plan.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace openaclnn {

// The arguments that rules about shapes and plans ask for: Work::names. All but the first two may
// be missing.
enum ConvolutionRole : size_t {
  kInputOf,
  kWeightOf,
  kStrideOf,
  kPaddingOf,
  kDilationOf,
  kTransposedOf,
  kOutputPaddingOf,
  kGroupsOf,
};

// How tensors lie: Work::options.
enum ConvolutionOption : size_t { kTensorLayout };
enum ConvolutionLayout : int64_t {
  kChannelsFirst,  // [batch, channel, space...], kernels [channel, channel of a group, taps...]
  kDepthwise,      // the same, with a group for each channel of the input
  kTimeFirst,      // [time, batch, channel], kernels [tap, channel of the input, of the output]
};

// The axes of a tensor, or of a kernel, with the channels first: [batch, channel, space...].
Dims ChannelsFirst(const Dims& dims, ConvolutionLayout layout, bool is_kernel);

// A call whose arguments fit together.
struct ConvolutionShape {
  Dims input, weight;  // with the channels first
  std::vector<KernelSteps> steps;
  std::vector<int64_t> padding;  // of both sides together
  std::vector<int64_t> output_padding;
  int64_t groups = 1;
  bool transposed = false;

  int64_t OutputChannels() const { return transposed ? weight[1] * groups : weight[0]; }
  // With the channels first. An axis may be below 1.
  Dims Output() const;
};
ConvolutionLayout LayoutOf(const OpSpec& spec);
ConvolutionShape ConvolutionShapeOf(const OpSpec& spec, std::span<const Argument> arguments);

namespace rules {
extern const RuleType kSpatialAxes, kStepsFor, kPaddingFor, kOutputPaddingFor, kNoOutputPadding,
    kConvolutionChannels, kKernelFits, kChannelBias, kConvolvedShape, kTapsOf, kBiasSizes;
}  // namespace rules

// `a` has one to three axes of space, and `b` as many.
constexpr Rule SpatialAxes(std::string_view a, std::string_view b) {
  return {.type = &rules::kSpatialAxes, .names = {a, b}};
}
// `a`, an aclIntArray, has a number of at least 1 for each axis of space of `tensor`.
constexpr Rule StepsFor(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kStepsFor, .names = {a, tensor}};
}
// The same of at least 0, or two for each axis, of its two sides, where there are at most two axes.
constexpr Rule PaddingFor(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kPaddingFor, .names = {a, tensor}};
}
// If `transposed`: a number for each axis, at least 0 and below its stride or its dilation.
constexpr Rule OutputPaddingFor(std::string_view a, std::string_view tensor,
                                std::string_view transposed) {
  return {.type = &rules::kOutputPaddingFor, .names = {a, tensor, transposed}};
}
// Else all are 0.
constexpr Rule NoOutputPadding(std::string_view a, std::string_view transposed) {
  return {.type = &rules::kNoOutputPadding, .names = {a, transposed}};
}
// The channels of input, kernel and groups fit together.
constexpr Rule ConvolutionChannels(std::string_view input, std::string_view weight) {
  return {.type = &rules::kConvolutionChannels, .names = {input, weight}};
}
// The input with its padding is at least as long as the kernel with its gaps.
constexpr Rule KernelFits(std::string_view weight, std::string_view input) {
  return {.type = &rules::kKernelFits, .names = {weight, input}};
}
// `a` has one axis, with an element for each channel of the output.
constexpr Rule ChannelBias(std::string_view a, std::string_view input, std::string_view weight) {
  return {.type = &rules::kChannelBias, .names = {a, input, weight}};
}
// `a` has the shape of the output.
constexpr Rule ConvolvedShape(std::string_view a, std::string_view input, std::string_view weight) {
  return {.type = &rules::kConvolvedShape, .names = {a, input, weight}};
}
// `a`, an aclIntArray, has the sizes of the kernel.
constexpr Rule TapsOf(std::string_view a, std::string_view weight) {
  return {.type = &rules::kTapsOf, .names = {a, weight}};
}
// `a`, an aclIntArray, has the number of channels of the output if a gradient by a bias is wanted.
constexpr Rule BiasSizes(std::string_view a, std::string_view wanted) {
  return {.type = &rules::kBiasSizes, .names = {a, wanted}};
}

}  // namespace openaclnn
