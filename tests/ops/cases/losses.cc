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

Array ClassWeights(const Shape& scores, uint32_t seed) {
  return RandomArray(kF32, {scores[1]}, seed, 0.5, 2);
}

template <aclDataType dtype, aclDataType index>
OperatorCall CrossEntropyOfClasses(const Shape& shape, uint32_t seed) {
  const Shape scores = AsMatrix(shape);
  return {"aclnnCrossEntropyLoss",
          {FiniteArray(dtype, scores, seed), Targets(index, scores), ClassWeights(scores, seed + 1),
           "none", 100.0, CallArgument(0.25), CallArgument(0.0), 0.0, Array(dtype, {scores[0]}),
           Array(dtype, scores), Array(dtype, {1}), Array(dtype, {1})}};
}

template <aclDataType dtype>
OperatorCall CrossEntropyOfClassesGrad(const Shape& shape, uint32_t seed) {
  const Shape scores = AsMatrix(shape);
  return {"aclnnCrossEntropyLossGrad",
          {Finite(dtype, {1}, seed), Finite(dtype, scores, seed + 1), Targets(ACL_INT64, scores),
           nullptr, nullptr, nullptr, "mean", 100.0, CallArgument(0.0), CallArgument(0.0),
           Array(dtype, scores)}};
}

// Sequences of all lengths up to T, with up to five targets.
struct Sequences {
  explicit Sequences(const Shape& shape) {
    const Shape matrix = AsMatrix(shape);
    if (matrix[0] * matrix[1] > 0) {
      batch = matrix[0] % 3 == 0 ? 3 : matrix[0] % 2 == 0 ? 2 : 1;
      steps = matrix[0] / batch;
      classes = std::max<int64_t>(2, matrix[1]);
    }
    for (int64_t n = 0; n < batch; ++n) {
      lengths.push_back(steps - n % steps);
      targets.push_back(std::min<int64_t>(5, lengths.back()) - n % 2);
    }
    for (const int64_t of_one : targets) longest = std::max(longest, of_one);
  }
  Shape LogProbs() const { return {steps, batch, classes}; }
  Shape LogAlpha() const { return {batch, steps, (2 * longest + 8) / 8 * 8}; }
  Array Rows(aclDataType dtype) const { return Places(dtype, {batch, longest + 1}, classes); }

  int64_t batch = 0, steps = 1, classes = 2, longest = 0;
  std::vector<int64_t> lengths, targets;
};

template <aclDataType dtype, aclDataType index>
OperatorCall Ctc(const Shape& shape, uint32_t seed) {
  const Sequences all(shape);
  return {"aclnnCtcLoss",
          {Finite(dtype, all.LogProbs(), seed), all.Rows(index), all.lengths, all.targets, 0.0, 0.0,
           Array(dtype, {all.batch}), Array(dtype, all.LogAlpha())}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall CtcBackward(const Shape& shape, uint32_t seed) {
  const Sequences all(shape);
  return {"aclnnCtcLossBackward",
          {Finite(dtype, {all.batch}, seed), Finite(dtype, all.LogProbs(), seed + 1),
           all.Rows(index), all.lengths, all.targets, Finite(dtype, {all.batch}, seed + 2),
           Finite(dtype, all.LogAlpha(), seed + 3), 1.0, 0.0, Array(dtype, all.LogProbs())}};
}

template <aclDataType dtype, aclDataType index, int reduction>
OperatorCall MultilabelMargin(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const Shape scores = {matrix[0], std::max<int64_t>(1, matrix[1])};
  const Array targets(index, scores, [&](int64_t i) {
    const int64_t k = i % scores[1];
    return k < 3 && k < i / scores[1] % 5 ? static_cast<uint64_t>(i * 7 % scores[1]) : ~uint64_t{0};
  });
  return {"aclnnMultilabelMarginLoss",
          {Finite(dtype, scores, seed), targets, double{reduction},
           Array(dtype, reduction == 0 ? Shape{scores[0]} : Shape{}), Array(dtype, scores)}};
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
      {"CrossEntropyOfClassesFloat", CrossEntropyOfClasses<kF32, ACL_INT64>},
      {"CrossEntropyOfClassesFloat16", CrossEntropyOfClasses<kF16, ACL_INT32>},
      {"CrossEntropyOfClassesGradFloat", CrossEntropyOfClassesGrad<kF32>},
      {"CrossEntropyOfClassesGradBfloat16", CrossEntropyOfClassesGrad<kBf16>},
      {"MultilabelMarginFloat", MultilabelMargin<kF32, ACL_INT64, 0>},
      {"MultilabelMarginFloat16", MultilabelMargin<kF16, ACL_INT32, 1>},
      {"CtcLossFloat", Ctc<kF32, ACL_INT64>},
      {"CtcLossBfloat16", Ctc<kBf16, ACL_INT32>},
      {"CtcLossDouble", Ctc<kF64, ACL_FLOAT>},
      {"CtcLossBackwardFloat", CtcBackward<kF32, ACL_INT64>},
      {"CtcLossBackwardFloat16", CtcBackward<kF16, ACL_INT32>},
  };
}

}  // namespace openaclnn::test
