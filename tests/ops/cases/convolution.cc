// Convolutions and their gradients.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

using IntArray = std::vector<int64_t>;

// A convolution of two groups over two axes, of steps, gaps and padding that differ; its space has
// about the sizes of a matrix.
struct Sizes {
  explicit Sizes(const Shape& shape) {
    const Shape matrix = AsMatrix(shape);
    const int64_t batches = CountOf(shape) == 0 ? 0 : 2;
    const int64_t height = std::clamp<int64_t>(matrix[0], 2, 12),
                  width = std::clamp<int64_t>(matrix[1], 1, 20);
    small = {batches, 6, height, width};
    large = {batches, 4, 2 * (height - 1), width};
  }
  // [6, 2, 2, 3], of stride [2, 1], padding [1, 1] and dilation [1, 1]: large to small, or back.
  Shape small, large;
  Shape weight = {6, 2, 2, 3};
};

template <aclDataType dtype, bool transposed>
OperatorCall Convolution(const Shape& shape, uint32_t seed) {
  const Sizes sizes(shape);
  const Shape &input = transposed ? sizes.small : sizes.large,
              &output = transposed ? sizes.large : sizes.small;
  return {
      "aclnnConvolution",
      {RandomArray(dtype, input, seed, -1, 1), RandomArray(dtype, sizes.weight, seed + 1, -1, 1),
       RandomArray(dtype, {output[1]}, seed + 2, -1, 1), IntArray{2, 1}, IntArray{1, 1},
       IntArray{1, 1}, transposed ? 1.0 : 0.0, IntArray{0, 0}, 2.0, Array(dtype, output), 0.0}};
}

template <aclDataType dtype, bool transposed>
OperatorCall ConvolutionBackward(const Shape& shape, uint32_t seed) {
  const Sizes sizes(shape);
  const Shape &input = transposed ? sizes.small : sizes.large,
              &output = transposed ? sizes.large : sizes.small;
  return {"aclnnConvolutionBackward",
          {RandomArray(dtype, output, seed, -1, 1), RandomArray(dtype, input, seed + 1, -1, 1),
           RandomArray(dtype, sizes.weight, seed + 2, -1, 1), IntArray{output[1]}, IntArray{2, 1},
           IntArray{1, 1}, IntArray{1, 1}, transposed ? 1.0 : 0.0, IntArray{0, 0}, 2.0,
           IntArray{1, 1, 1}, 0.0, Array(dtype, input), Array(dtype, sizes.weight),
           Array(dtype, {output[1]})}};
}

// Two kernels for each channel.
template <aclDataType dtype>
OperatorCall ConvDepthwise2d(const Shape& shape, uint32_t seed) {
  Shape input = Sizes(shape).small, output = input;
  output[1] = 2 * input[1];
  return {"aclnnConvDepthwise2d",
          {RandomArray(dtype, input, seed, -1, 1),
           RandomArray(dtype, {output[1], 1, 3, 3}, seed + 1, -1, 1), IntArray{3, 3},
           RandomArray(dtype, {output[1]}, seed + 2, -1, 1), IntArray{1, 1}, IntArray{1, 1},
           IntArray{1, 1}, Array(dtype, output), 0.0}};
}

// Kernels of three taps from four channels to five.
template <aclDataType dtype>
OperatorCall ConvTbc(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const int64_t time = std::clamp<int64_t>(matrix[0], 1, 40),
                batches = std::clamp<int64_t>(matrix[1], 0, 5);
  return {"aclnnConvTbc",
          {RandomArray(dtype, {time, batches, 4}, seed, -1, 1),
           RandomArray(dtype, {3, 4, 5}, seed + 1, -1, 1), RandomArray(dtype, {5}, seed + 2, -1, 1),
           1.0, Array(dtype, {time, batches, 5}), 0.0}};
}

template <aclDataType dtype>
OperatorCall ConvTbcBackward(const Shape& shape, uint32_t seed) {
  const OperatorCall call = ConvTbc<dtype>(shape, seed);
  const auto& given = call.arguments;
  return {"aclnnConvTbcBackward",
          {RandomArray(dtype, given[4].array.shape, seed + 3, -1, 1), given[0], given[1], given[2],
           1.0, 0.0, Array(dtype, given[0].array.shape), Array(dtype, given[1].array.shape),
           Array(dtype, given[2].array.shape)}};
}

}  // namespace

std::vector<Case> ConvolutionCases() {
  return {
      {"ConvolutionFloat", Convolution<kF32, false>},
      {"ConvolutionFloat16", Convolution<kF16, false>},
      {"ConvolutionBfloat16", Convolution<kBf16, false>},
      {"ConvolutionTransposed", Convolution<kF32, true>},
      {"ConvolutionTransposedBfloat16", Convolution<kBf16, true>},
      {"ConvolutionBackwardFloat", ConvolutionBackward<kF32, false>},
      {"ConvolutionBackwardFloat16", ConvolutionBackward<kF16, false>},
      {"ConvolutionBackwardTransposed", ConvolutionBackward<kF32, true>},
      {"ConvDepthwise2dFloat", ConvDepthwise2d<kF32>},
      {"ConvDepthwise2dBfloat16", ConvDepthwise2d<kBf16>},
      {"ConvTbcFloat", ConvTbc<kF32>},
      {"ConvTbcFloat16", ConvTbc<kF16>},
      {"ConvTbcBackwardFloat", ConvTbcBackward<kF32>},
  };
}

}  // namespace openaclnn::test
