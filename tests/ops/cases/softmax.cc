// Softmax along an axis, and its gradients.
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
  };
}

}  // namespace openaclnn::test
