// Variances, medians and the like: what is known of rows.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Over the last axis, which has elements.
Shape WithElementsLast(Shape shape) {
  if (!shape.empty()) shape.back() = std::max<int64_t>(1, shape.back());
  return shape;
}
Shape WithoutLast(Shape shape) {
  if (!shape.empty()) shape.pop_back();
  return shape;
}
const std::vector<int64_t> kLastAxis = {-1};

template <aclDataType dtype>
OperatorCall Spread(const char* name, const Shape& shape, uint32_t seed, int results) {
  OperatorCall call = {name, {Finite(dtype, shape, seed), kLastAxis, 1.0, 0.0}};
  for (int k = 0; k < results; ++k) call.arguments.emplace_back(Array(dtype, WithoutLast(shape)));
  return call;
}

template <aclDataType dtype>
OperatorCall LogSumExp(const Shape& shape, uint32_t seed) {
  return {"aclnnLogSumExp",
          {Finite(dtype, shape, seed), kLastAxis, 0.0, Array(dtype, WithoutLast(shape))}};
}

template <aclDataType dtype>
OperatorCall Aminmax(const Shape& of_any, uint32_t seed) {
  const Shape shape = WithElementsLast(of_any), out = WithoutLast(shape);
  return {"aclnnAminmax",
          {RandomArray(dtype, shape, seed), kLastAxis, 0.0, Array(dtype, out), Array(dtype, out)}};
}

template <aclDataType dtype>
OperatorCall AminmaxDim(const Shape& shape, uint32_t seed) {
  OperatorCall call = Aminmax<dtype>(shape, seed);
  call.name = "aclnnAminmaxDim";
  call.arguments[1] = CallArgument(-1.0);
  return call;
}

template <aclDataType dtype>
OperatorCall AminmaxAll(const Shape& shape, uint32_t seed) {
  return {"aclnnAminmaxAll", {RandomArray(dtype, shape, seed), Array(dtype, {}), Array(dtype, {})}};
}

template <aclDataType dtype>
OperatorCall Median(const char* name, const Shape& shape, uint32_t seed) {
  return {name, {RandomArray(dtype, shape, seed), Array(dtype, {1})}};
}

template <aclDataType dtype>
OperatorCall MedianDim(const char* name, const Shape& of_any, uint32_t seed) {
  const Shape shape = WithElementsLast(of_any), out = WithoutLast(shape);
  return {name,
          {RandomArray(dtype, shape, seed), -1.0, 0.0, Array(dtype, out), Array(ACL_INT64, out)}};
}

template <aclDataType dtype>
OperatorCall Kthvalue(const Shape& shape, uint32_t seed) {
  OperatorCall call = MedianDim<dtype>("aclnnKthvalue", shape, seed);
  call.arguments.insert(call.arguments.begin() + 1, CallArgument(1.0));
  return call;
}

template <aclDataType dtype>
OperatorCall Argsort(const Shape& shape, uint32_t seed) {
  return {"aclnnArgsort", {RandomArray(dtype, shape, seed), -1.0, 1.0, Array(ACL_INT64, shape)}};
}

template <aclDataType dtype, aclDataType out>
OperatorCall Trace(const Shape& shape, uint32_t seed) {
  return {"aclnnTrace", {Finite(dtype, AsMatrix(shape), seed), Array(out, {})}};
}

template <aclDataType dtype>
OperatorCall IsInScalarTensor(const Shape& shape, uint32_t seed) {
  return {
      "aclnnIsInScalarTensor",
      {{3.0, ACL_FLOAT}, RandomArray(dtype, shape, seed, -8, 8), 0.0, 0.0, Array(ACL_BOOL, {})}};
}

template <aclDataType dtype>
OperatorCall Equal(const Shape& shape, uint32_t seed) {
  return {"aclnnEqual",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed), Array(ACL_BOOL, {1})}};
}

}  // namespace

std::vector<Case> RanksCases() {
  return {
      {"StdFloat", [](const Shape& s, uint32_t n) { return Spread<kF32>("aclnnStd", s, n, 1); }},
      {"StdMeanCorrectionFloat16",
       [](const Shape& s, uint32_t n) { return Spread<kF16>("aclnnStdMeanCorrection", s, n, 2); }},
      {"VarFloat", [](const Shape& s, uint32_t n) { return Spread<kF32>("aclnnVar", s, n, 1); }},
      {"VarCorrectionBfloat16",
       [](const Shape& s, uint32_t n) { return Spread<kBf16>("aclnnVarCorrection", s, n, 1); }},
      {"VarMeanFloat",
       [](const Shape& s, uint32_t n) { return Spread<kF32>("aclnnVarMean", s, n, 2); }},
      {"LogSumExpFloat", LogSumExp<kF32>},
      {"LogSumExpBfloat16", LogSumExp<kBf16>},
      {"AminmaxFloat", Aminmax<kF32>},
      {"AminmaxDimInt16", AminmaxDim<ACL_INT16>},
      {"AminmaxAllFloat16", AminmaxAll<kF16>},
      {"MedianFloat", [](const Shape& s, uint32_t n) { return Median<kF32>("aclnnMedian", s, n); }},
      {"NanMedianBfloat16",
       [](const Shape& s, uint32_t n) { return Median<kBf16>("aclnnNanMedian", s, n); }},
      {"MedianDimFloat16",
       [](const Shape& s, uint32_t n) { return MedianDim<kF16>("aclnnMedianDim", s, n); }},
      {"NanMedianDimFloat",
       [](const Shape& s, uint32_t n) { return MedianDim<kF32>("aclnnNanMedianDim", s, n); }},
      {"KthvalueInt32", Kthvalue<ACL_INT32>},
      {"ArgsortFloat", Argsort<kF32>},
      {"TraceFloat", Trace<kF32, kF32>},
      {"TraceInt8", Trace<ACL_INT8, ACL_INT64>},
      {"IsInScalarTensorFloat", IsInScalarTensor<kF32>},
      {"IsInScalarTensorInt32", IsInScalarTensor<ACL_INT32>},
      {"EqualFloat", Equal<kF32>},
      {"EqualInt64", Equal<ACL_INT64>},
  };
}

}  // namespace openaclnn::test
