// Rows that are normalized.
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Rows of the last axis, of a tensor that has one.
template <aclDataType dtype, aclDataType of_weight>
OperatorCall LayerNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape, row = {whole.back()};
  Shape of_rows = whole;
  of_rows.back() = 1;
  return {"aclnnLayerNorm",
          {Finite(dtype, whole, seed), row, Finite(of_weight, row, seed + 1),
           Finite(of_weight, row, seed + 2), 1e-5, Array(dtype, whole), Array(ACL_FLOAT, of_rows),
           Array(ACL_FLOAT, of_rows)}};
}

// The same under other names.
template <aclDataType dtype, aclDataType of_weight>
OperatorCall FastLayerNorm(const Shape& shape, uint32_t seed) {
  OperatorCall call = LayerNorm<dtype, of_weight>(shape, seed);
  call.name = "aclnnFastLayerNorm";
  return call;
}

template <aclDataType dtype, aclDataType of_weight, int mode>
OperatorCall LayerNormWithImplMode(const Shape& shape, uint32_t seed) {
  OperatorCall call = LayerNorm<dtype, of_weight>(shape, seed);
  call.name = "aclnnLayerNormWithImplMode";
  call.arguments.emplace_back(double{mode});
  return call;
}

template <aclDataType dtype, aclDataType of_weight>
OperatorCall LayerNormBackward(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape, row = {whole.back()};
  Shape of_rows = whole;
  of_rows.back() = 1;
  return {"aclnnLayerNormBackward",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1), row,
           Finite(ACL_FLOAT, of_rows, seed + 2), Finite(ACL_FLOAT, of_rows, seed + 3),
           Finite(of_weight, row, seed + 4), nullptr, std::vector<int64_t>{1, 1, 1},
           Array(dtype, whole), Array(of_weight, row), Array(of_weight, row)}};
}

}  // namespace

std::vector<Case> NormalizationCases() {
  return {
      {"LayerNormFloat", LayerNorm<kF32, kF32>},
      {"LayerNormBfloat16", LayerNorm<kBf16, kF32>},
      {"LayerNormFloat16", LayerNorm<kF16, kF16>},
      {"FastLayerNormFloat", FastLayerNorm<kF32, kF32>},
      {"FastLayerNormBfloat16", FastLayerNorm<kBf16, kF32>},
      {"LayerNormWithImplModeFloat", LayerNormWithImplMode<kF32, kF32, 1>},
      {"LayerNormWithImplModeFloat16", LayerNormWithImplMode<kF16, kF16, 2>},
      {"LayerNormBackwardFloat", LayerNormBackward<kF32, kF32>},
      {"LayerNormBackwardBfloat16", LayerNormBackward<kBf16, kBf16>},
      {"LayerNormBackwardFloat16", LayerNormBackward<kF16, kF32>},
  };
}

}  // namespace openaclnn::test
