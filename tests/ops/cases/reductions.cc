// Sums, extremes, scans and sorted rows.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType self, aclDataType sum, Over over>
OperatorCall ReduceSum(const Shape& shape, uint32_t seed) {
  return Reduction<self, sum, over>("aclnnReduceSum", shape, seed);
}

template <aclDataType self, aclDataType sum, Over over>
OperatorCall Mean(const Shape& shape, uint32_t seed) {
  return Reduction<self, sum, over>("aclnnMean", shape, seed);
}

// The same without a dtype, and with elements along the axis.
template <aclDataType self, aclDataType out, Over over>
OperatorCall Extremes(const char* name, Shape shape, uint32_t seed) {
  if (!shape.empty()) {
    int64_t& along = over == Over::kFirst ? shape.front() : shape.back();
    along = std::max<int64_t>(1, along);
  }
  OperatorCall call = Reduction<self, out, over>(name, shape, seed);
  call.arguments[0] = RandomArray(self, shape, seed);
  call.arguments.erase(call.arguments.begin() + 3);
  return call;
}

template <aclDataType self, aclDataType out, Over over>
OperatorCall All(const Shape& shape, uint32_t seed) {
  return Extremes<self, out, over>("aclnnAll", shape, seed);
}

template <aclDataType self, Over over>
OperatorCall Any(const Shape& shape, uint32_t seed) {
  return Extremes<self, ACL_BOOL, over>("aclnnAny", shape, seed);
}

template <aclDataType dtype, Over over>
OperatorCall Amax(const Shape& shape, uint32_t seed) {
  return Extremes<dtype, dtype, over>("aclnnAmax", shape, seed);
}

template <aclDataType dtype, Over over>
OperatorCall Amin(const Shape& shape, uint32_t seed) {
  return Extremes<dtype, dtype, over>("aclnnAmin", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Max(const Shape& shape, uint32_t seed) {
  return {"aclnnMax", {RandomArray(self, shape, seed), Array(out, {})}};
}

template <aclDataType self, aclDataType out>
OperatorCall Min(const Shape& shape, uint32_t seed) {
  return {"aclnnMin", {RandomArray(self, shape, seed), Array(out, {})}};
}

template <aclDataType self, aclDataType out, Over over>
OperatorCall Positions(const char* name, const Shape& shape, uint32_t seed) {
  OperatorCall call = Extremes<self, out, over>(name, shape, seed);
  call.arguments[1] = over == Over::kFirst ? 0.0 : -1.0;
  return call;
}

template <aclDataType self, aclDataType out, Over over>
OperatorCall ArgMax(const Shape& shape, uint32_t seed) {
  return Positions<self, out, over>("aclnnArgMax", shape, seed);
}

template <aclDataType self, aclDataType out, Over over>
OperatorCall ArgMin(const Shape& shape, uint32_t seed) {
  return Positions<self, out, over>("aclnnArgMin", shape, seed);
}

template <aclDataType self, Over over>
OperatorCall MaxDim(const Shape& shape, uint32_t seed) {
  OperatorCall call = Positions<self, self, over>("aclnnMaxDim", shape, seed);
  call.arguments.emplace_back(Array(ACL_INT64, call.arguments[3].array.shape));
  return call;
}

template <aclDataType self, Over over>
OperatorCall MinDim(const Shape& shape, uint32_t seed) {
  OperatorCall call = MaxDim<self, over>(shape, seed);
  call.name = "aclnnMinDim";
  return call;
}

template <aclDataType self, aclDataType product>
OperatorCall Prod(const Shape& shape, uint32_t seed) {
  return {"aclnnProd", {Finite(self, shape, seed), {0.0, product}, Array(product, {})}};
}

template <aclDataType self, aclDataType product, Over over>
OperatorCall ProdDim(const Shape& shape, uint32_t seed) {
  OperatorCall call = Reduction<self, product, over>("aclnnProdDim", shape, seed);
  call.arguments[1] = over == Over::kFirst ? 0.0 : -1.0;
  return call;
}

template <aclDataType self, aclDataType sum, Over over>
OperatorCall ReduceNansum(const Shape& shape, uint32_t seed) {
  return Reduction<self, sum, over>("aclnnReduceNansum", shape, seed);
}

template <aclDataType self, aclDataType sum, Over over>
OperatorCall Cumsum(const Shape& shape, uint32_t seed) {
  return {"aclnnCumsum",
          {Finite(self, shape, seed),
           over == Over::kFirst ? 0.0 : -1.0,
           {0.0, sum},
           Array(sum, shape)}};
}

template <aclDataType self, aclDataType product, Over over>
OperatorCall Cumprod(const Shape& shape, uint32_t seed) {
  return {"aclnnCumprod",
          {Finite(self, shape, seed),
           {over == Over::kFirst ? 0.0 : -1.0, ACL_INT64},
           {0.0, product},
           Array(product, shape)}};
}

template <aclDataType self, Over over>
OperatorCall InplaceCumprod(const Shape& shape, uint32_t seed) {
  OperatorCall call = Cumprod<self, self, over>(shape, seed);
  call.name = "aclnnInplaceCumprod";
  call.arguments.erase(call.arguments.begin() + 2, call.arguments.end());
  return call;
}

template <aclDataType self, aclDataType values, aclDataType indices, Over over>
OperatorCall Cummax(const Shape& shape, uint32_t seed) {
  return {"aclnnCummax",
          {RandomArray(self, shape, seed), over == Over::kFirst ? 0.0 : -1.0, Array(values, shape),
           Array(indices, shape)}};
}

template <aclDataType self, aclDataType values, aclDataType indices, Over over>
OperatorCall Cummin(const Shape& shape, uint32_t seed) {
  OperatorCall call = Cummax<self, values, indices, over>(shape, seed);
  call.name = "aclnnCummin";
  return call;
}

template <aclDataType self, Over over, int order>
OperatorCall Norm(const Shape& shape, uint32_t seed) {
  OperatorCall call = Reduction<self, ACL_FLOAT, over>("aclnnNorm", shape, seed);
  call.arguments.erase(call.arguments.begin() + 3);
  call.arguments.insert(call.arguments.begin() + 1, CallArgument(order > 3    ? kInfinity
                                                                 : order < -3 ? -1.5
                                                                              : order));
  return call;
}

template <aclDataType self, Over over>
OperatorCall VectorNorm(const Shape& shape, uint32_t seed) {
  OperatorCall call = Reduction<self, self, over>("aclnnLinalgVectorNorm", shape, seed);
  call.arguments.insert(call.arguments.begin() + 1, CallArgument(3.0));
  return call;
}

template <aclDataType self, aclDataType values, Over over, bool descending>
OperatorCall Sort(const Shape& shape, uint32_t seed) {
  return {"aclnnSort",
          {RandomArray(self, shape, seed), 1.0, over == Over::kFirst ? 0.0 : -1.0,
           descending ? 1.0 : 0.0, Array(values, shape), Array(ACL_INT64, shape)}};
}

template <aclDataType dtype>
OperatorCall ApplyTopKTopP(const Shape& shape, uint32_t seed) {
  const Shape rows = AsMatrix(shape), of_rows = {rows[0]};
  return {"aclnnApplyTopKTopP",
          {RandomArray(dtype, rows, seed, -4, 4), RandomArray(dtype, of_rows, seed + 1, 0, 1),
           Places(ACL_INT32, of_rows, rows[1]), Array(dtype, rows)}};
}

template <aclDataType self, Over over>
OperatorCall Topk(const Shape& shape, uint32_t seed) {
  Shape few = shape;
  if (!few.empty()) {
    int64_t& along = over == Over::kFirst ? few.front() : few.back();
    along = std::min<int64_t>(3, along);
  }
  const int64_t k = few.empty() ? 1 : over == Over::kFirst ? few.front() : few.back();
  return {"aclnnTopk",
          {RandomArray(self, shape, seed), static_cast<double>(k),
           over == Over::kFirst ? 0.0 : -1.0, 1.0, 1.0, Array(self, few), Array(ACL_INT64, few)}};
}

}  // namespace

std::vector<Case> ReductionsCases() {
  return {
      {"ReduceSumLastFloat", ReduceSum<kF32, kF32, Over::kLast>},
      {"ReduceSumFirstFloat", ReduceSum<kF32, kF32, Over::kFirst>},
      {"ReduceSumAllBfloat16", ReduceSum<kBf16, kBf16, Over::kAll>},
      {"ReduceSumFirstFloat16", ReduceSum<kF16, kF16, Over::kFirst>},
      {"ReduceSumLastDoubleOfInt32", ReduceSum<ACL_INT32, kF64, Over::kLast>},
      {"ReduceSumAllInt64OfInt8", ReduceSum<ACL_INT8, ACL_INT64, Over::kAll>},
      {"ReduceSumFirstInt32OfFloat", ReduceSum<kF32, ACL_INT32, Over::kFirst>},
      {"MeanLastFloat16", Mean<kF16, kF16, Over::kLast>},
      {"MeanFirstDouble", Mean<kF64, kF64, Over::kFirst>},
      {"AllLastFloat", All<kF32, ACL_BOOL, Over::kLast>},
      {"AllFirstBool", All<ACL_BOOL, ACL_UINT8, Over::kFirst>},
      {"AnyAllFloat16", Any<kF16, Over::kAll>},
      {"AmaxLastFloat", Amax<kF32, Over::kLast>},
      {"AmaxFirstBfloat16", Amax<kBf16, Over::kFirst>},
      {"AminFirstDouble", Amin<kF64, Over::kFirst>},
      {"AminLastInt8", Amin<ACL_INT8, Over::kLast>},
      {"MaxFloat", Max<kF32, kF32>},
      {"MinInt64OfFloat16", Min<kF16, ACL_INT64>},
      {"ArgMaxLastFloat", ArgMax<kF32, ACL_INT64, Over::kLast>},
      {"ArgMaxFirstFloat16", ArgMax<kF16, ACL_INT32, Over::kFirst>},
      {"ArgMinFirstInt64", ArgMin<ACL_INT64, ACL_INT64, Over::kFirst>},
      {"ArgMinLastUint8", ArgMin<ACL_UINT8, ACL_INT64, Over::kLast>},
      {"MaxDimFirstFloat", MaxDim<kF32, Over::kFirst>},
      {"MinDimLastBfloat16", MinDim<kBf16, Over::kLast>},
      {"ProdFloat", Prod<kF32, kF32>},
      {"ProdDimFirstFloat16", ProdDim<kF16, kF16, Over::kFirst>},
      {"ProdDimLastInt64OfFloat", ProdDim<kF32, ACL_INT64, Over::kLast>},
      {"ReduceNansumLastBfloat16", ReduceNansum<kBf16, kF32, Over::kLast>},
      {"CumsumLastFloat", Cumsum<kF32, kF32, Over::kLast>},
      {"CumsumFirstFloat16", Cumsum<kF16, kF32, Over::kFirst>},
      {"CumsumLastInt32OfDouble", Cumsum<kF64, ACL_INT32, Over::kLast>},
      {"CumprodLastFloat", Cumprod<kF32, kF32, Over::kLast>},
      {"CumprodFirstBfloat16", Cumprod<kBf16, kBf16, Over::kFirst>},
      {"CumprodLastUint16OfFloat", Cumprod<kF32, ACL_UINT16, Over::kLast>},
      {"InplaceCumprodFirstDouble", InplaceCumprod<kF64, Over::kFirst>},
      {"InplaceCumprodLastFloat16", InplaceCumprod<kF16, Over::kLast>},
      {"CummaxLastFloat", Cummax<kF32, kF32, ACL_INT64, Over::kLast>},
      {"CummaxFirstUint8", Cummax<ACL_UINT8, ACL_UINT8, ACL_INT32, Over::kFirst>},
      {"CumminFirstFloat16", Cummin<kF16, kF32, ACL_INT64, Over::kFirst>},
      {"CumminLastInt64", Cummin<ACL_INT64, ACL_INT64, ACL_INT32, Over::kLast>},
      {"NormLastFloatOfOrder0", Norm<kF32, Over::kLast, 0>},
      {"NormFirstFloatOfOrder1", Norm<kF32, Over::kFirst, 1>},
      {"NormAllFloat16OfOrder2", Norm<kF16, Over::kAll, 2>},
      {"NormLastBfloat16OfOrderInf", Norm<kBf16, Over::kLast, 4>},
      {"NormLastFloatBelow0", Norm<kF32, Over::kLast, -4>},
      {"VectorNormFirstFloat", VectorNorm<kF32, Over::kFirst>},
      {"SortLastFloat", Sort<kF32, kF32, Over::kLast, false>},
      {"SortFirstInt64OfInt8", Sort<ACL_INT8, ACL_INT64, Over::kFirst, true>},
      {"ApplyTopKTopPFloat", ApplyTopKTopP<kF32>},
      {"TopkLastBfloat16", Topk<kBf16, Over::kLast>},
      {"TopkFirstDouble", Topk<kF64, Over::kFirst>},
  };
}

}  // namespace openaclnn::test
