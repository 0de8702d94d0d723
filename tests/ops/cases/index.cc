// Elements at places that integers or masks say.
#include <iterator>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType dtype, aclDataType index>
OperatorCall Embedding(const Shape& shape, uint32_t seed) {
  const Shape weight = AsMatrix(shape);
  return {
      "aclnnEmbedding",
      {Finite(dtype, weight, seed), Places(index, {weight[0]}, weight[0]), Array(dtype, weight)}};
}

template <aclDataType dtype, aclDataType index, bool each>
OperatorCall Gather(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {each ? "aclnnGather" : "aclnnIndexSelect",
          {Finite(dtype, shape, seed), -1.0, Places(index, each ? shape : Shape{columns}, columns),
           Array(dtype, shape)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall Index(const Shape& shape, uint32_t seed) {
  const Shape whole = AsMatrix(shape);
  const int64_t points = CountOf(whole) > 0 ? whole[0] : 0;
  return {"aclnnIndex",
          {Finite(dtype, whole, seed),
           std::vector<Array>{Places(index, {points}, whole[0]), Places(index, {points}, whole[1])},
           Array(dtype, {points})}};
}

// Along the last axis, with elements of several for one place.
template <aclDataType dtype, aclDataType index, int reduce>
OperatorCall Scatter(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnScatter",
          {Finite(dtype, shape, seed), -1.0, Places(index, shape, (columns + 1) / 2),
           Finite(dtype, shape, seed + 1), double{reduce}, Array(dtype, shape)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall InplaceScatter(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, index, 0>(shape, seed);
  call.name = "aclnnInplaceScatter";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype, int reduce>
OperatorCall ScatterValue(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, ACL_INT64, reduce>(shape, seed);
  call.name = "aclnnScatterValue";
  call.arguments[3] = CallArgument(1.5);
  return call;
}

template <aclDataType dtype>
OperatorCall InplaceScatterValue(const Shape& shape, uint32_t seed) {
  OperatorCall call = ScatterValue<dtype, 1>(shape, seed);
  call.name = "aclnnInplaceScatterValue";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype>
OperatorCall ScatterAdd(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, ACL_INT64, 1>(shape, seed);
  call.name = "aclnnScatterAdd";
  call.arguments.erase(call.arguments.begin() + 4);
  return call;
}

template <aclDataType dtype, aclDataType index>
OperatorCall IndexCopy(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnIndexCopy",
          {Finite(dtype, shape, seed), -1.0, Places(index, {columns}, columns),
           Finite(dtype, shape, seed + 1), Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall InplaceIndexCopy(const Shape& shape, uint32_t seed) {
  OperatorCall call = IndexCopy<dtype, ACL_INT64>(shape, seed);
  call.name = "aclnnInplaceIndexCopy";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype, aclDataType index, bool accumulate>
OperatorCall IndexPut(const Shape& shape, uint32_t seed) {
  const Shape whole = AsMatrix(shape);
  return {"aclnnIndexPutImpl",
          {Finite(dtype, whole, seed),
           std::vector<Array>{Places(index, {whole[0]}, (whole[0] + 1) / 2)},
           Finite(dtype, whole, seed + 1), accumulate ? 1.0 : 0.0, 0.0}};
}

template <aclDataType dtype, aclDataType index, bool scales>
OperatorCall EmbeddingDenseBackward(const Shape& shape, uint32_t seed) {
  const Shape grad = AsMatrix(shape);
  return {"aclnnEmbeddingDenseBackward",
          {Finite(dtype, grad, seed), Places(index, {grad[0]}, 5), 6.0, 1.0, scales ? 1.0 : 0.0,
           Array(dtype, {6, grad[1]})}};
}

// All are taken, so that all of the output is written.
template <aclDataType dtype, aclDataType mask>
OperatorCall MaskedSelect(const Shape& shape, uint32_t seed) {
  const Array all(mask, shape, [](int64_t) { return uint64_t{1}; });
  return {"aclnnMaskedSelect", {Finite(dtype, shape, seed), all, Array(dtype, {CountOf(shape)})}};
}

template <aclDataType dtype, aclDataType of_mask>
OperatorCall InplaceMaskedScatter(const Shape& shape, uint32_t seed) {
  const Array mask(of_mask, shape, [](int64_t i) { return static_cast<uint64_t>(i % 3 != 1); });
  return {"aclnnInplaceMaskedScatter",
          {Finite(dtype, shape, seed), mask, Finite(dtype, shape, seed + 1)}};
}

template <aclDataType dtype, bool by_axis>
OperatorCall Nonzero(const Shape& shape, uint32_t /*seed*/) {
  const Array ones(dtype, shape,
                   [](int64_t i) { return BitsOf(dtype, 1.0 + static_cast<double>(i % 3)); });
  const int64_t count = CountOf(shape), axes = std::ssize(shape);
  return {by_axis ? "aclnnNonzeroV2" : "aclnnNonzero",
          {ones, Array(ACL_INT64, by_axis ? Shape{axes, count} : Shape{count, axes})}};
}

}  // namespace

std::vector<Case> IndexCases() {
  return {
      {"EmbeddingFloat", Embedding<kF32, ACL_INT64>},
      {"EmbeddingBfloat16", Embedding<kBf16, ACL_INT32>},
      {"EmbeddingDenseBackwardFloat", EmbeddingDenseBackward<kF32, ACL_INT64, false>},
      {"EmbeddingDenseBackwardBfloat16", EmbeddingDenseBackward<kBf16, ACL_INT32, true>},
      {"ScatterFloat", Scatter<kF32, ACL_INT64, 0>},
      {"ScatterTimesFloat16", Scatter<kF16, ACL_INT32, 2>},
      {"InplaceScatterInt32", InplaceScatter<ACL_INT32, ACL_INT64>},
      {"ScatterValueFloat", ScatterValue<kF32, 0>},
      {"InplaceScatterValueDouble", InplaceScatterValue<ACL_DOUBLE>},
      {"ScatterAddFloat", ScatterAdd<kF32>},
      {"ScatterAddInt8", ScatterAdd<ACL_INT8>},
      {"IndexCopyFloat16", IndexCopy<kF16, ACL_INT32>},
      {"InplaceIndexCopyFloat", InplaceIndexCopy<kF32>},
      {"IndexPutFloat", IndexPut<kF32, ACL_INT64, false>},
      {"IndexPutAddsBfloat16", IndexPut<kBf16, ACL_INT32, true>},
      {"MaskedSelectFloat", MaskedSelect<kF32, ACL_BOOL>},
      {"MaskedSelectBfloat16", MaskedSelect<kBf16, ACL_UINT8>},
      {"InplaceMaskedScatterFloat", InplaceMaskedScatter<kF32, ACL_BOOL>},
      {"InplaceMaskedScatterInt8", InplaceMaskedScatter<ACL_INT8, ACL_UINT8>},
      {"NonzeroFloat", Nonzero<kF32, false>},
      {"NonzeroV2Bfloat16", Nonzero<kBf16, true>},
      {"GatherFloat", Gather<kF32, ACL_INT64, true>},
      {"GatherInt8", Gather<ACL_INT8, ACL_INT32, true>},
      {"IndexFloat", Index<kF32, ACL_INT64>},
      {"IndexSelectFloat", Gather<kF32, ACL_INT64, false>},
      {"IndexSelectInt16", Gather<ACL_INT16, ACL_INT32, false>},
  };
}

}  // namespace openaclnn::test
