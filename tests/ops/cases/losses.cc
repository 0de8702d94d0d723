// Losses and their gradients.
#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Every eleventh row is ignored.
Array Targets(aclDataType dtype, const Shape& scores) {
  return Array(dtype, {scores[0]}, [&](int64_t i) {
    return static_cast<uint64_t>(i % 11 == 0 ? 100 : i * 7 % std::max<int64_t>(scores[1], 1));
  });
}

template <aclDataType dtype, aclDataType index>
OperatorCall NllLoss(const Shape& shape, uint32_t seed) {
  const Shape scores = AsMatrix(shape);
  return {"aclnnNLLLoss",
          {Finite(dtype, scores, seed), Targets(index, scores),
           Finite(dtype, {scores[1]}, seed + 1), 1.0, 100.0, Array(dtype, {}), Array(dtype, {1})}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall NllLossBackward(const Shape& shape, uint32_t seed) {
  const Shape scores = AsMatrix(shape);
  return {"aclnnNLLLossBackward",
          {Finite(dtype, {scores[0]}, seed), Finite(dtype, scores, seed + 1),
           Targets(index, scores), Finite(dtype, {scores[1]}, seed + 2), 0.0, 100.0,
           ArrayOf(dtype, {3.0}), Array(dtype, scores)}};
}

// The weights are for the last axis.
template <aclDataType grad, aclDataType self, aclDataType target>
OperatorCall TargetBackward(const Shape& shape, uint32_t seed) {
  const Shape last(shape.end() - std::min<ptrdiff_t>(1, std::ssize(shape)), shape.end());
  return {"aclnnBinaryCrossEntropyWithLogitsTargetBackward",
          {RandomArray(grad, shape, seed), RandomArray(self, shape, seed + 1, -8, 8),
           Array(target, shape), RandomArray(grad, last, seed + 2),
           RandomArray(self, last, seed + 3), 2.0, Array(target, shape)}};
}

template <aclDataType dtype>
OperatorCall TargetBackwardWithoutWeights(const Shape& shape, uint32_t seed) {
  OperatorCall call = TargetBackward<dtype, dtype, dtype>(shape, seed);
  call.arguments[3] = call.arguments[4] = nullptr;
  return call;
}

// Tensors of two axes, whatever the shape is.
template <aclDataType dtype>
OperatorCall CrossEntropy(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = CountOf(Shape(shape.begin(), shape.end() - (shape.empty() ? 0 : 1)));
  const Shape matrix = {rows, columns};
  return {"aclnnSoftmaxCrossEntropyWithLogits",
          {FiniteArray(dtype, matrix, seed), FiniteArray(dtype, matrix, seed + 1),
           Array(dtype, {rows}), Array(dtype, matrix)}};
}

}  // namespace

std::vector<Case> LossesCases() {
  return {
      {"TargetBackwardFloat", TargetBackward<kF32, kF32, kF32>},
      {"TargetBackwardFloat16", TargetBackward<kF16, kF16, kF16>},
      {"TargetBackwardBfloat16OfFloat", TargetBackward<kF16, kF32, kBf16>},
      {"TargetBackwardWithoutWeightsBfloat16", TargetBackwardWithoutWeights<kBf16>},
      {"CrossEntropyFloat", CrossEntropy<kF32>},
      {"CrossEntropyBfloat16", CrossEntropy<kBf16>},
      {"NLLLossFloat", NllLoss<kF32, ACL_INT64>},
      {"NLLLossBfloat16", NllLoss<kBf16, ACL_UINT8>},
      {"NLLLossBackwardFloat", NllLossBackward<kF32, ACL_INT32>},
      {"NLLLossBackwardFloat16", NllLossBackward<kF16, ACL_INT64>},
  };
}

}  // namespace openaclnn::test
