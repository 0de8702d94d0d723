// Softmax along an axis, and its gradients.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType self, aclDataType out>
OperatorCall Softmax(const Shape& shape, uint32_t seed) {
  return {"aclnnSoftmax",
          {FiniteArray(self, shape, seed), AnyAxis(shape, seed), Array(out, shape)}};
}

template <aclDataType self, aclDataType out>
OperatorCall LogSoftmax(const Shape& shape, uint32_t seed) {
  return {"aclnnLogSoftmax",
          {FiniteArray(self, shape, seed), AnyAxis(shape, seed), Array(out, shape)}};
}

template <aclDataType dtype, aclDataType out>
OperatorCall SoftmaxBackward(const Shape& shape, uint32_t seed) {
  return {"aclnnSoftmaxBackward",
          {FiniteArray(dtype, shape, seed), FiniteArray(dtype, shape, seed + 1),
           AnyAxis(shape, seed), Array(out, shape)}};
}

template <aclDataType dtype, aclDataType out>
OperatorCall LogSoftmaxBackward(const Shape& shape, uint32_t seed) {
  return {"aclnnLogSoftmaxBackward",
          {FiniteArray(dtype, shape, seed), FiniteArray(dtype, shape, seed + 1),
           AnyAxis(shape, seed), Array(out, shape)}};
}

// One batch and one head, with rows that are not too long.
Shape AsScores(const Shape& shape) {
  const Shape matrix = AsMatrix(shape);
  if (matrix[0] * matrix[1] == 0) return {0, 1, 1, 1};
  return {1, 1, matrix[0], std::min<int64_t>(matrix[1], 4096)};
}
Array ScoreMask(const Shape& scores) {
  return Array(ACL_BOOL, scores, [](int64_t i) { return static_cast<uint64_t>(i % 3 == 1); });
}

template <aclDataType dtype>
OperatorCall MaskedSoftmax(const Shape& shape, uint32_t seed) {
  const Shape scores = AsScores(shape);
  return {"aclnnScaledMaskedSoftmax",
          {FiniteArray(dtype, scores, seed), ScoreMask(scores), CallArgument(0.7), 0.0,
           Array(dtype, scores)}};
}

template <aclDataType dtype>
OperatorCall MaskedSoftmaxBackward(const Shape& shape, uint32_t seed) {
  const Shape scores = AsScores(shape);
  return {"aclnnScaledMaskedSoftmaxBackward",
          {FiniteArray(dtype, scores, seed), FiniteArray(dtype, scores, seed + 1),
           ScoreMask(scores), CallArgument(0.7), 0.0, Array(dtype, scores)}};
}

}  // namespace

std::vector<Case> SoftmaxCases() {
  return {
      {"SoftmaxFloat", Softmax<kF32, kF32>},
      {"SoftmaxBfloat16", Softmax<kBf16, kBf16>},
      {"SoftmaxDoubleOfFloat16", Softmax<kF16, kF64>},
      {"SoftmaxFloat16OfDouble", Softmax<kF64, kF16>},
      {"LogSoftmaxFloat16", LogSoftmax<kF16, kF16>},
      {"LogSoftmaxDouble", LogSoftmax<kF64, kF64>},
      {"SoftmaxBackwardFloat", SoftmaxBackward<kF32, kF32>},
      {"SoftmaxBackwardDoubleOfBfloat16", SoftmaxBackward<kBf16, kF64>},
      {"LogSoftmaxBackwardFloat", LogSoftmaxBackward<kF32, kF32>},
      {"LogSoftmaxBackwardFloat16", LogSoftmaxBackward<kF16, kF16>},
      {"MaskedSoftmaxFloat", MaskedSoftmax<kF32>},
      {"MaskedSoftmaxBfloat16", MaskedSoftmax<kBf16>},
      {"MaskedSoftmaxBackwardFloat", MaskedSoftmaxBackward<kF32>},
      {"MaskedSoftmaxBackwardFloat16", MaskedSoftmaxBackward<kF16>},
  };
}

}  // namespace openaclnn::test
