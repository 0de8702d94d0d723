#include "tests/ops/cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <random>

#include "base/dtype.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "ops/registry.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

template <aclDataType dtype>
OperatorCall Hardtanh(const Shape& shape, uint32_t seed) {
  return {"aclnnHardtanhBackward",
          {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1), -1.25, 2.0,
           Array(dtype, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Softplus(const Shape& shape, uint32_t seed) {
  return {"aclnnSoftplusBackward",
          {RandomArray(grad, shape, seed), RandomArray(self, shape, seed + 1, -20, 20), 1.25, 3.0,
           Array(out, shape)}};
}

template <aclDataType dtype>
OperatorCall PreluOneWeight(const Shape& shape, uint32_t seed) {
  return {"aclnnPreluBackward",
          {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1),
           ArrayOf(dtype, {1, 1}, {0.3}), Array(dtype, shape), Array(dtype, {1, 1})}};
}

template <aclDataType dtype>
OperatorCall PreluChannels(const Shape& shape, uint32_t seed) {
  if (shape.size() < 2) return PreluOneWeight<dtype>(shape, seed);
  const Shape channels = {shape[1]};
  return {
      "aclnnPreluBackward",
      {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1),
       RandomArray(dtype, channels, seed + 2, -1, 1), Array(dtype, shape), Array(dtype, channels)}};
}

template <aclDataType self, aclDataType weight, aclDataType out>
OperatorCall PreluForward(const Shape& shape, uint32_t seed) {
  const Shape channels = {shape.size() < 2 ? 1 : shape[1]};
  return {"aclnnPrelu",
          {RandomArray(self, shape, seed), RandomArray(weight, channels, seed + 1, -1, 1),
           Array(out, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Gelu(const Shape& shape, uint32_t seed, const char* approximate) {
  return {"aclnnGeluBackwardV2",
          {RandomArray(grad, shape, seed), RandomArray(self, shape, seed + 1), approximate,
           Array(out, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall GeluNone(const Shape& shape, uint32_t seed) {
  return Gelu<grad, self, out>(shape, seed, "none");
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall GeluTanh(const Shape& shape, uint32_t seed) {
  return Gelu<grad, self, out>(shape, seed, "tanh");
}

template <aclDataType dtype>
OperatorCall GeluForward(const Shape& shape, uint32_t seed) {
  return {"aclnnGeluV2", {RandomArray(dtype, shape, seed), 0.0, Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall Logit(const Shape& shape, uint32_t seed) {
  return {"aclnnLogitGrad",
          {RandomArray(dtype, shape, seed, -0.2, 1.2), RandomArray(dtype, shape, seed + 1), 0.0625,
           Array(dtype, shape)}};
}

template <aclDataType self, aclDataType out>
OperatorCall Unary(const char* name, const Shape& shape, uint32_t seed,
                   std::vector<CallArgument> numbers = {}) {
  OperatorCall call = {name, {RandomArray(self, shape, seed, -8, 8)}};
  call.arguments.insert(call.arguments.end(), numbers.begin(), numbers.end());
  call.arguments.emplace_back(Array(out, shape));
  return call;
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Gradient(const char* name, const Shape& shape, uint32_t seed,
                      std::vector<CallArgument> numbers = {}) {
  OperatorCall call = Unary<grad, out>(name, shape, seed, std::move(numbers));
  call.arguments.insert(call.arguments.begin() + 1, RandomArray(self, shape, seed + 1, -8, 8));
  return call;
}

// Finite numbers, of which a sum is one.
Array Finite(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::mt19937 random(seed);
  return Array(dtype, shape, [&](int64_t) {
    return BitsOf(dtype, std::ldexp(static_cast<double>(random() >> 8), -22) - 2);
  });
}
// A matrix of as many elements.
Shape AsMatrix(const Shape& shape) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {CountOf(Shape(shape.begin(), shape.end() - (shape.empty() ? 0 : 1))), columns};
}

enum class Over { kFirst, kLast, kAll };
template <aclDataType self, aclDataType sum, Over over>
OperatorCall Reduction(const char* name, const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims;
  Shape kept;
  if (over != Over::kAll) {
    dims = {over == Over::kFirst ? 0 : -1};
    kept = shape;
    if (!kept.empty()) kept.erase(over == Over::kFirst ? kept.begin() : kept.end() - 1);
  }
  return {name, {Finite(self, shape, seed), dims, 0.0, {0.0, sum}, Array(sum, kept)}};
}
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

template <aclDataType a, aclDataType b, aclDataType out>
OperatorCall Matmul(const Shape& shape, uint32_t seed) {
  Shape first = shape.empty() ? Shape{1} : shape;
  while (first.size() > 6) {  // axes, at most
    first[1] *= first[0];
    first.erase(first.begin());
  }
  Shape product = first;
  product.back() = 5;
  return {
      "aclnnMatmul",
      {Finite(a, first, seed), Finite(b, {first.back(), 5}, seed + 1), Array(out, product), 0.0}};
}
template <aclDataType dtype>
OperatorCall MatmulWeightNz(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnMatmulWeightNz",
          {Finite(dtype, {7, second[0]}, seed), Finite(dtype, second, seed + 1),
           Array(dtype, {7, second[1]}), 0.0}};
}
template <aclDataType dtype>
OperatorCall AddmmWeightNz(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape), out = {first[0], 7};
  return {"aclnnAddmmWeightNz",
          {Finite(ACL_FLOAT, {7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, Array(dtype, out), 0.0}};
}
template <aclDataType dtype>
OperatorCall BatchMatMulWeightNz(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnBatchMatMulWeightNz",
          {Finite(dtype, {2, first[0], first[1]}, seed), Finite(dtype, {1, first[1], 5}, seed + 1),
           Array(ACL_FLOAT, {2, first[0], 5}), 0.0}};
}
template <aclDataType dtype>
OperatorCall TransMatmulWeight(const Shape& shape, uint32_t seed) {
  return {"aclnnTransMatmulWeight", {Finite(dtype, AsMatrix(shape), seed)}};
}
template <aclDataType dtype>
OperatorCall Mm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnMm",
          {Finite(dtype, {7, second[0]}, seed), Finite(dtype, second, seed + 1),
           Array(dtype, {7, second[1]}), 1.0}};
}
template <aclDataType dtype>
OperatorCall Addmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape), out = {first[0], 7};
  return {"aclnnAddmm",
          {Finite(dtype, {7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, Array(dtype, out), 0.0}};
}
template <aclDataType a, aclDataType b, aclDataType out>
OperatorCall BatchMatMul(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnBatchMatMul",
          {Finite(a, {2, first[0], first[1]}, seed), Finite(b, {1, first[1], 5}, seed + 1),
           Array(out, {2, first[0], 5}), 0.0}};
}
template <aclDataType dtype>
OperatorCall Baddbmm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnBaddbmm",
          {Finite(dtype, {3, 1}, seed + 2), Finite(dtype, {1, 3, second[0]}, seed),
           Finite(dtype, {2, second[0], second[1]}, seed + 1), 0.5, -2.0,
           Array(dtype, {2, 3, second[1]}), 0.0}};
}
template <aclDataType dtype>
OperatorCall InplaceBaddbmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceBaddbmm",
          {Finite(dtype, {2, first[0], 7}, seed + 2), Finite(dtype, {2, first[0], first[1]}, seed),
           Finite(dtype, {2, first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}
// A weight of integers for x of the shape of a matrix, whose rows have eight times as many
// elements, and 16 columns; of INT32 with eight integers in each, in groups of `group` rows.
template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuant(const char* name, const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  const bool in_groups = group != 0 && group < k;
  const Shape scales = {in_groups ? (k + group - 1) / group : 1, 16};
  OperatorCall call = {
      name,
      {Finite(dtype, {m, k}, seed),
       RandomPatterns(weight, {k, weight == ACL_INT32 ? 2 : 16}, seed + 1),
       RandomArray(dtype, scales, seed + 2, -1, 1), RandomArray(dtype, scales, seed + 3, -4, 4),
       nullptr, nullptr, RandomArray(dtype == ACL_BF16 ? ACL_FLOAT : dtype, {16}, seed + 4, -9, 9),
       in_groups ? double{group} : 0.0, Array(dtype, {m, 16})}};
  return call;
}
template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuantV2(const Shape& shape, uint32_t seed) {
  return WeightQuant<dtype, weight, group>("aclnnWeightQuantBatchMatmulV2", shape, seed);
}
template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuantV3(const Shape& shape, uint32_t seed) {
  OperatorCall call =
      WeightQuant<dtype, weight, group>("aclnnWeightQuantBatchMatmulV3", shape, seed);
  call.arguments.insert(call.arguments.end() - 1, 1.0);
  return call;
}
// Two heads of queries that share one of keys, and as many keys as queries and 3; a mask, and a
// bias for each head where the dtype is FLOAT.
template <aclDataType dtype>
OperatorCall FlashAttention(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const int64_t queries = std::min<int64_t>(matrix[0], 60), keys = queries + 3,
                size = std::min<int64_t>(matrix[1], 40);
  const bool has_bias = dtype == ACL_FLOAT;
  return {"aclnnFlashAttentionScore",
          {RandomArray(dtype, {1, 2, queries, size}, seed, -1, 1),
           RandomArray(dtype, {1, 1, keys, size}, seed + 1, -1, 1),
           RandomArray(dtype, {1, 1, keys, size}, seed + 2, -1, 1),
           has_bias ? CallArgument(RandomArray(dtype, {1, 2, queries, keys}, seed + 3, -1, 1))
                    : nullptr,
           nullptr,
           nullptr,
           RandomPatterns(ACL_BOOL, {queries, keys}, seed + 4),
           nullptr,
           0.5,
           1.0,
           1000.0,
           2.0,
           2.0,
           "BNSD",
           0.0,
           0.0,
           Array(ACL_FLOAT, {1, 2, queries, 8}),
           Array(ACL_FLOAT, {1, 2, queries, 8}),
           nullptr,
           Array(dtype, {1, 2, queries, size})}};
}
// Its gradients, with maxima and sums that are near those of such a call.
template <aclDataType dtype>
OperatorCall FlashAttentionGrad(const Shape& shape, uint32_t seed) {
  const OperatorCall call = FlashAttention<dtype>(shape, seed);
  const auto& given = call.arguments;
  const Shape query = given[0].array.shape, rows = {1, 2, query[2], 8};
  const Array bias = given[3].is_null ? Array(dtype, {0}) : given[3].array;
  return {"aclnnFlashAttentionScoreGrad",
          {given[0],
           given[1],
           given[2],
           RandomArray(dtype, query, seed + 5, -1, 1),
           given[3],
           nullptr,
           nullptr,
           given[6],
           RandomArray(ACL_FLOAT, rows, seed + 6, 2, 3),
           RandomArray(ACL_FLOAT, rows, seed + 7, 1, 9),
           nullptr,
           RandomArray(dtype, query, seed + 8, -1, 1),
           nullptr,
           0.5,
           1.0,
           1000.0,
           2.0,
           2.0,
           "BNSD",
           0.0,
           0.0,
           Array(dtype, query),
           Array(dtype, given[1].array.shape),
           Array(dtype, given[2].array.shape),
           Array(dtype, bias.shape)}};
}
template <aclDataType factors, aclDataType out>
OperatorCall QuantMatmulV4(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  const bool is_packed = factors == ACL_INT32;
  return {"aclnnQuantMatmulV4",
          {RandomPatterns(factors, {m, is_packed ? k / 8 : k}, seed),
           RandomPatterns(factors, {k, is_packed ? 2 : 16}, seed + 1),
           RandomArray(ACL_FLOAT, {16}, seed + 2, -0.01, 0.01), nullptr,
           RandomArray(ACL_FLOAT, {m}, seed + 3, -2, 2), RandomArray(out, {16}, seed + 4, -50, 50),
           0.0, 0.0, Array(out, {m, 16})}};
}
template <aclDataType out>
OperatorCall QuantMatmulV5(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  constexpr bool kIsScaled = out == ACL_INT8;
  OperatorCall call = {
      "aclnnQuantMatmulV5",
      {RandomPatterns(ACL_INT8, {m, k}, seed), RandomPatterns(ACL_INT8, {16, k}, seed + 1), nullptr,
       RandomArray(ACL_FLOAT, {16}, seed + 2, -0.01, 0.01), nullptr, nullptr, nullptr, nullptr,
       RandomPatterns(ACL_INT32, {16}, seed + 4), 0.0, 1.0, 0.0, Array(out, {m, 16})}};
  if (kIsScaled) {
    const Array scales = call.arguments[3].array;
    call.arguments[3] = Array(ACL_UINT64, {16}, [&scales](int64_t i) { return scales.Bits(i); });
    call.arguments[6] = RandomArray(ACL_FLOAT, {1}, seed + 5, -20, 20);
  }
  return call;
}
// Three groups of rows, with a bias.
std::vector<CallArgument> GroupsOfRows(const Array& x, const Array& weight, const Array& bias,
                                       aclDataType out) {
  const int64_t m = x.shape[0];
  const Array ends(ACL_INT64, {3}, [m](int64_t i) { return static_cast<uint64_t>(m * i / 3); });
  const auto list = [](const Array& array) { return CallArgument(std::vector<Array>{array}); };
  std::vector<CallArgument> arguments = {list(x), list(weight), list(bias)};
  arguments.resize(19, nullptr);
  arguments[8] = ends;
  for (const size_t integer : {12, 13, 14, 15}) arguments[integer] = 0.0;
  arguments[12] = 2.0;
  arguments[16] = list(Array(out, {m, 16}));
  return arguments;
}
// At most as many columns as a factor of groups has.
Shape WithShortRows(const Shape& shape) {
  Shape matrix = AsMatrix(shape);
  matrix[1] = std::min<int64_t>(matrix[1], 65535);
  return matrix;
}
template <aclDataType dtype, aclDataType bias>
OperatorCall GroupedMatmulV4(const Shape& shape, uint32_t seed) {
  const Shape first = WithShortRows(shape);
  return {"aclnnGroupedMatmulV4",
          GroupsOfRows(Finite(dtype, first, seed), Finite(dtype, {3, first[1], 16}, seed + 1),
                       Finite(bias, {3, 16}, seed + 2), dtype)};
}
// Products of integers, with an activation.
OperatorCall GroupedMatmulV5(const Shape& shape, uint32_t seed) {
  const Shape first = WithShortRows(shape);
  std::vector<CallArgument> arguments = GroupsOfRows(
      RandomPatterns(ACL_INT8, first, seed), RandomPatterns(ACL_INT8, {3, first[1], 16}, seed + 1),
      RandomPatterns(ACL_INT32, {3, 16}, seed + 2), ACL_FLOAT16);
  arguments[3] = std::vector<Array>{RandomArray(ACL_FLOAT, {3, 16}, seed + 3, -0.01, 0.01)};
  arguments[7] = std::vector<Array>{RandomArray(ACL_FLOAT, {first[0]}, seed + 4, -2, 2)};
  arguments[15] = 5.0;
  arguments.insert(arguments.begin() + 16, nullptr);
  return {"aclnnGroupedMatmulV5", arguments};
}
// Products of INT8 by four bits, with scales for two groups of k.
OperatorCall GroupedMatmulOfInt4(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = first[0], k = std::clamp<int64_t>(first[1], 1, 500) * 4;
  std::vector<CallArgument> arguments = GroupsOfRows(
      RandomPatterns(ACL_INT8, {m, k}, seed), RandomPatterns(ACL_INT32, {3, k, 2}, seed + 1),
      RandomArray(ACL_FLOAT, {3, 16}, seed + 2, -50, 50), ACL_BF16);
  const Array scales = RandomArray(ACL_FLOAT, {96}, seed + 3, -0.01, 0.01);
  const Array words(ACL_UINT64, {3, 2, 16}, [&scales](int64_t i) { return scales.Bits(i); });
  arguments[3] = std::vector<Array>{words};
  arguments[7] = std::vector<Array>{RandomArray(ACL_FLOAT, {m}, seed + 4, -2, 2)};
  return {"aclnnGroupedMatmulV4", arguments};
}
OperatorCall TransQuantParam(const Shape& shape, uint32_t seed) {
  const int64_t n = std::max<int64_t>(AsMatrix(shape)[1], 1);
  return {"aclnnTransQuantParamV3",
          {RandomPatterns(ACL_FLOAT, {n}, seed), RandomArray(ACL_FLOAT, {n}, seed + 1, -300, 300),
           1.0, Array(ACL_UINT64, {n})}};
}
template <aclDataType dtype>
OperatorCall Mv(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnMv",
          {Finite(dtype, first, seed), Finite(dtype, {first[1]}, seed + 1),
           Array(dtype, {first[0]}), 0.0}};
}
template <aclDataType dtype>
OperatorCall Addbmm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnAddbmm",
          {Finite(dtype, {3, 1}, seed + 2), Finite(dtype, {1, 3, second[0]}, seed),
           Finite(dtype, {2, second[0], second[1]}, seed + 1), 0.5, -2.0,
           Array(dtype, {3, second[1]}), 0.0}};
}
template <aclDataType dtype>
OperatorCall InplaceAddbmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceAddbmm",
          {Finite(dtype, {first[0], 7}, seed + 2), Finite(dtype, {3, first[0], first[1]}, seed),
           Finite(dtype, {3, first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}
template <aclDataType self, aclDataType mat, aclDataType vec, aclDataType out>
OperatorCall Addmv(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnAddmv",
          {Finite(self, {first[0]}, seed + 2),
           Finite(mat, first, seed),
           Finite(vec, {first[1]}, seed + 1),
           {-2.0, ACL_INT8},
           {3.0, ACL_INT8},
           Array(out, {first[0]}),
           0.0}};
}
template <aclDataType dtype>
OperatorCall Dot(const Shape& shape, uint32_t seed) {
  const Shape whole = {CountOf(shape)};
  return {"aclnnDot",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1), Array(dtype, {})}};
}
template <aclDataType self, aclDataType vec2, aclDataType out>
OperatorCall Ger(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {
      "aclnnGer",
      {Finite(self, {result[0]}, seed), Finite(vec2, {result[1]}, seed + 1), Array(out, result)}};
}
template <aclDataType self, aclDataType vec1, aclDataType vec2, aclDataType out>
OperatorCall Addr(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {"aclnnAddr",
          {Finite(self, {result[1]}, seed),
           Finite(vec1, {result[0]}, seed + 1),
           Finite(vec2, {result[1]}, seed + 2),
           {3.0, ACL_INT8},
           {-2.0, ACL_INT8},
           Array(out, result)}};
}
template <aclDataType dtype>
OperatorCall InplaceAddr(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {"aclnnInplaceAddr",
          {Finite(dtype, result, seed), Finite(dtype, {result[0]}, seed + 1),
           Finite(dtype, {result[1]}, seed + 2), nullptr, nullptr}};
}
template <aclDataType dtype>
OperatorCall InplaceAddmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceAddmm",
          {Finite(dtype, {first[0], 7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}

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

// Three tensors along an axis, two of which are alike.
template <aclDataType first, aclDataType second, aclDataType out, int axis>
OperatorCall Cat(const Shape& shape, uint32_t seed) {
  const Shape one = shape.empty() ? Shape{1} : shape;
  const size_t along = axis < 0 ? one.size() - 1 : 0;
  Shape all = one;
  all[along] = 3 * one[along];
  return {"aclnnCat",
          {std::vector<Array>{Finite(first, one, seed), Finite(second, one, seed + 1),
                              Finite(first, one, seed + 2)},
           double{axis}, Array(out, all)}};
}

template <aclDataType out>
OperatorCall Arange(const Shape& shape, uint32_t /*seed*/) {
  const auto count = static_cast<double>(CountOf(shape));
  return {"aclnnArange",
          {{-3, ACL_INT64},
           {count * 2 - 3, ACL_DOUBLE},
           {2.0, ACL_FLOAT},
           Array(out, {CountOf(shape)})}};
}
template <aclDataType out>
OperatorCall Range(const Shape& shape, uint32_t seed) {
  OperatorCall call = Arange<out>(shape, seed);
  call.name = "aclnnRange";
  call.arguments[1].number -= 1;
  if (CountOf(shape) > 0) return call;
  call.arguments[1].number = -3;
  call.arguments[3].array = Array(out, {1});
  return call;
}
template <aclDataType out>
OperatorCall Linspace(const Shape& shape, uint32_t /*seed*/) {
  return {"aclnnLinspace",
          {{-3, ACL_INT8},
           {117.3, ACL_DOUBLE},
           static_cast<double>(CountOf(shape)),
           Array(out, shape)}};
}
template <aclDataType dtype>
OperatorCall Permute(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims(shape.size());
  for (size_t a = 0; a < shape.size(); ++a) dims[a] = static_cast<int64_t>(shape.size() - 1 - a);
  const Shape turned(shape.rbegin(), shape.rend());
  return {"aclnnPermute", {RandomPatterns(dtype, shape, seed), dims, Array(dtype, turned)}};
}
template <aclDataType dtype>
OperatorCall Expand(const Shape& shape, uint32_t seed) {
  Shape one = shape;
  if (!one.empty()) one[0] = 1;
  return {"aclnnExpand", {RandomPatterns(dtype, one, seed), shape, Array(dtype, shape)}};
}
template <aclDataType dtype, bool is_upper, int diagonal>
OperatorCall OfTriangle(const Shape& shape, uint32_t seed) {
  Shape matrices = shape;
  while (matrices.size() < 2) matrices.insert(matrices.begin(), 1);
  return {is_upper ? "aclnnTriu" : "aclnnTril",
          {RandomPatterns(dtype, matrices, seed), double{diagonal}, Array(dtype, matrices)}};
}
template <aclDataType dtype, bool is_upper>
OperatorCall InplaceTriangle(const Shape& shape, uint32_t seed) {
  OperatorCall call = OfTriangle<dtype, is_upper, 0>(shape, seed);
  call.name = is_upper ? "aclnnInplaceTriu" : "aclnnInplaceTril";
  call.arguments.pop_back();
  return call;
}
// With more at one end of the last axis, and fewer or more at the ends of that before it.
template <aclDataType dtype>
OperatorCall ConstantPadNd(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape padded = whole;
  std::vector<int64_t> pad = {2, 1};
  padded.back() += 3;
  if (whole.size() > 1) {
    const int64_t cut = std::min<int64_t>(1, whole[whole.size() - 2]);
    pad.insert(pad.end(), {-cut, 3});
    padded[whole.size() - 2] += 3 - cut;
  }
  return {"aclnnConstantPadNd",
          {RandomPatterns(dtype, whole, seed), pad, {1.0, ACL_BOOL}, Array(dtype, padded)}};
}

template <aclDataType dtype, aclDataType out, int axis>
OperatorCall Stack(const Shape& shape, uint32_t seed) {
  Shape all = shape;
  all.insert(axis < 0 ? all.end() : all.begin(), 2);
  return {"aclnnStack",
          {std::vector<Array>{RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1)},
           double{axis}, Array(out, all)}};
}
// Twice along the last axis, three times along one before the first.
template <aclDataType dtype>
OperatorCall Repeat(const Shape& shape, uint32_t seed) {
  Shape repeats(shape.size() + 1, 1), all = shape;
  repeats.back() = 2;
  repeats[0] = 3;
  if (!all.empty()) all.back() *= 2;
  all.insert(all.begin(), 3);
  return {"aclnnRepeat", {RandomPatterns(dtype, shape, seed), repeats, Array(dtype, all)}};
}
template <aclDataType dtype>
OperatorCall RepeatInterleaveInt(const Shape& shape, uint32_t seed) {
  const int64_t size = 3 * CountOf(shape);
  return {
      "aclnnRepeatInterleaveInt",
      {RandomPatterns(dtype, shape, seed), 3.0, static_cast<double>(size), Array(dtype, {size})}};
}
template <aclDataType dtype, int axis>
OperatorCall RepeatInterleaveIntWithDim(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape all = whole;
  int64_t& size = axis < 0 ? all.back() : all[0];
  size *= 2;
  return {"aclnnRepeatInterleaveIntWithDim",
          {RandomPatterns(dtype, whole, seed), 2.0, double{axis}, static_cast<double>(size),
           Array(dtype, all)}};
}
// How often each of so many elements comes, from none to 3 times, and the sum.
struct TimesOfEach {
  Array times;
  int64_t sum;
};
TimesOfEach TimesOf(aclDataType dtype, int64_t count, uint32_t seed) {
  TimesOfEach of{Array(dtype, {count}), 0};
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t times = (static_cast<uint64_t>(i) * 7 + seed) % 4;
    of.times.SetBits(i, times);
    of.sum += static_cast<int64_t>(times);
  }
  return of;
}
template <aclDataType dtype, aclDataType of_times>
OperatorCall RepeatInterleave(const Shape& shape, uint32_t seed) {
  const auto [times, sum] = TimesOf(of_times, CountOf(shape), seed);
  return {
      "aclnnRepeatInterleave",
      {RandomPatterns(dtype, shape, seed), times, static_cast<double>(sum), Array(dtype, {sum})}};
}
template <aclDataType dtype, aclDataType of_times, int axis>
OperatorCall RepeatInterleaveWithDim(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape all = whole;
  int64_t& size = axis < 0 ? all.back() : all[0];
  const auto [times, sum] = TimesOf(of_times, size, seed);
  size = sum;
  return {"aclnnRepeatInterleaveWithDim",
          {RandomPatterns(dtype, whole, seed), times, double{axis}, static_cast<double>(sum),
           Array(dtype, all)}};
}
template <aclDataType of_times>
OperatorCall RepeatInterleaveTensor(const Shape& shape, uint32_t seed) {
  const auto [times, sum] = TimesOf(of_times, CountOf(shape), seed);
  return {"aclnnRepeatInterleaveTensor", {times, static_cast<double>(sum), Array(of_times, {sum})}};
}
// In two parts along the first or the last axis, the second the larger one by up to 1.
template <aclDataType dtype, aclDataType out, int axis>
OperatorCall SplitWithSize(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape first = whole, second = whole;
  int64_t& smaller = axis < 0 ? first.back() : first[0];
  int64_t& rest = axis < 0 ? second.back() : second[0];
  smaller /= 2;
  rest -= smaller;
  return {"aclnnSplitWithSize",
          {RandomArray(dtype, whole, seed), std::vector<int64_t>{smaller, rest}, double{axis},
           std::vector<Array>{Array(out, first), Array(out, second)}}};
}
template <aclDataType dtype>
OperatorCall SplitTensor(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  const int64_t size = whole.back(), section = (size + 1) / 2;
  std::vector<Array> parts;
  for (int64_t before = 0; before < size || parts.empty(); before += section) {
    Shape part = whole;
    part.back() = std::min(section, size - before);
    parts.emplace_back(dtype, part);
    if (section == 0) break;
  }
  return {"aclnnSplitTensor",
          {RandomPatterns(dtype, whole, seed), static_cast<double>(section), -1.0, parts}};
}
template <aclDataType dtype>
OperatorCall Eye(const Shape& shape, uint32_t /*seed*/) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = columns == 0 ? 2 : CountOf(shape) / columns;
  return {"aclnnEye",
          {static_cast<double>(rows), static_cast<double>(columns), Array(dtype, {rows, columns})}};
}
template <aclDataType dtype>
OperatorCall Flip(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims = {-1};
  if (shape.size() > 1) dims.push_back(0);
  return {"aclnnFlip", {RandomPatterns(dtype, shape, seed), dims, Array(dtype, shape)}};
}
// Along the first and the last axis, or of all elements in one row.
template <aclDataType dtype, bool in_one_row>
OperatorCall Roll(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims, shifts = {2};
  if (!in_one_row && !shape.empty()) dims = {-1};
  if (!in_one_row && shape.size() > 1) dims.push_back(0), shifts.push_back(-1);
  return {"aclnnRoll", {RandomPatterns(dtype, shape, seed), shifts, dims, Array(dtype, shape)}};
}

// Places along an axis of so many elements.
Array Places(aclDataType dtype, const Shape& shape, int64_t extent) {
  return Array(dtype, shape, [extent](int64_t i) {
    return static_cast<uint64_t>(i * 7 % std::max<int64_t>(extent, 1));
  });
}
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

// Three tensors of a list, of which one has more elements and one none.
std::vector<Shape> ShapesOfMembers(const Shape& shape) {
  Shape more = shape, none = {0, 3};
  more.insert(more.begin(), 3);
  if (more.size() > 8) more.pop_back();
  return {shape, none, more};
}
std::vector<Array> Members(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::vector<Array> members;
  for (const Shape& of_member : ShapesOfMembers(shape)) {
    members.push_back(Finite(dtype, of_member, seed++));
  }
  return members;
}
std::vector<Array> ResultMembers(aclDataType dtype, const Shape& shape) {
  std::vector<Array> members;
  for (const Shape& of_member : ShapesOfMembers(shape)) members.emplace_back(dtype, of_member);
  return members;
}

// A call of lists with what the operator has besides, if anything.
template <aclDataType dtype, size_t lists>
OperatorCall OfLists(const char* name, const Shape& shape, uint32_t seed,
                     const std::vector<CallArgument>& number = {}) {
  OperatorCall call{name, {}};
  for (size_t k = 0; k < lists; ++k) {
    call.arguments.emplace_back(Members(dtype, shape, seed));
    seed += 3;
  }
  call.arguments.insert(call.arguments.end(), number.begin(), number.end());
  call.arguments.emplace_back(ResultMembers(dtype, shape));
  return call;
}
CallArgument NumbersOfMembers(aclDataType dtype) { return ArrayOf(dtype, {3, -0.7, 2}); }

template <aclDataType dtype>
OperatorCall ForeachNorm(const Shape& shape, uint32_t seed) {
  return {
      "aclnnForeachNorm",
      {Members(dtype, shape, seed), {2.0, ACL_DOUBLE}, std::vector<Array>(3, Array(dtype, {}))}};
}

template <aclDataType dtype>
OperatorCall ForeachNonFiniteCheckAndUnscale(const Shape& shape, uint32_t seed) {
  return {"aclnnForeachNonFiniteCheckAndUnscale",
          {Members(dtype, shape, seed), Array(ACL_FLOAT, {1}), ArrayOf(ACL_FLOAT, {0.3})}};
}

template <aclDataType dtype, bool amsgrad>
OperatorCall ApplyAdamWV2(const Shape& shape, uint32_t seed) {
  const auto sizes = [&](uint32_t more) { return RandomArray(dtype, shape, seed + more, 0, 1); };
  return {"aclnnApplyAdamWV2",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1), sizes(2), sizes(3),
           Finite(dtype, shape, seed + 4), ArrayOf(ACL_FLOAT, {3}), 0.01, 0.9, 0.999, 0.1, 1e-8,
           amsgrad ? 1.0 : 0.0, 0.0}};
}

OperatorCall AmpUpdateScale(const Shape&, uint32_t seed) {
  return {"aclnnAmpUpdateScale",
          {ArrayOf(ACL_FLOAT, {64}), ArrayOf(ACL_INT32, {double(seed % 4)}),
           ArrayOf(ACL_FLOAT, {double(seed % 2)}), 2.0, 0.5, 3.0, Array(ACL_FLOAT, {1}),
           Array(ACL_INT32, {1})}};
}

// As rows whose length is a multiple of 8, so that four bits may be packed.
Shape AsRowsOfEight(const Shape& shape) {
  Shape rows = shape.empty() ? Shape{1} : shape;
  rows.back() *= 8;
  if (rows.size() == 1) rows.insert(rows.begin(), 1);
  return rows;
}
Array PackedArray(aclDataType dtype, Shape shape) {
  if (dtype == ACL_INT32) shape.back() /= 8;
  return Array(dtype, shape);
}
template <aclDataType dtype, aclDataType out, bool squares>
OperatorCall AscendQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape);
  const double axis = squares ? -2 : -1;
  const Shape scales = {whole[whole.size() - (squares ? 2 : 1)]};
  constexpr double kSpread = out == ACL_INT8 ? 100 : 6;
  const std::array modes = {"round", "floor", "ceil", "trunc"};
  return {"aclnnAscendQuantV3",
          {RandomArray(dtype, whole, seed, -kSpread, kSpread),
           RandomArray(dtype, scales, seed + 1, -2, 2), RandomArray(dtype, scales, seed + 2, -3, 3),
           squares ? 1.0 : 0.0, modes[seed % modes.size()], double{out}, axis,
           PackedArray(out, whole)}};
}
template <aclDataType self, aclDataType scale, aclDataType out>
OperatorCall AscendAntiQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape), scales = {whole.back()};
  return {"aclnnAscendAntiQuant",
          {RandomPatterns(self, PackedArray(self, whole).shape, seed),
           RandomArray(scale, scales, seed + 1, -2, 2), RandomArray(scale, scales, seed + 2, -9, 9),
           double{out}, 0.0, Array(out, whole)}};
}
template <aclDataType dtype, aclDataType out, bool smooths>
OperatorCall DynamicQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape);
  OperatorCall call = {"aclnnDynamicQuant",
                       {Finite(dtype, whole, seed), nullptr, PackedArray(out, whole),
                        Array(ACL_FLOAT, Shape(whole.begin(), whole.end() - 1))}};
  if (smooths) call.arguments[1] = Finite(dtype, {whole.back()}, seed + 1);
  return call;
}
template <aclDataType out>
OperatorCall ConvertWeight(const Shape& shape, uint32_t seed) {
  Shape whole = AsRowsOfEight(AsMatrix(shape));
  whole = {std::max<int64_t>(whole[0], 1), std::max<int64_t>(whole[1], 8)};  // it has elements
  return {"aclnnConvertWeightToINT4Pack",
          {RandomPatterns(ACL_INT32, whole, seed), PackedArray(out, whole)}};
}

// What is half of a tensor has an axis.
Shape AsHalf(const Shape& shape) { return shape.empty() ? Shape{1} : shape; }
// The shape of a tensor whose halves along the axis have this one.
Shape Doubled(const Shape& shape, int axis) {
  Shape whole = AsHalf(shape);
  whole[static_cast<size_t>(axis < 0 ? std::ssize(whole) + axis : axis)] *= 2;
  return whole;
}
template <aclDataType self, aclDataType out, int axis>
OperatorCall Glu(const Shape& shape, uint32_t seed) {
  return {"aclnnGlu",
          {RandomArray(self, Doubled(shape, axis), seed, -8, 8), double{axis},
           Array(out, AsHalf(shape))}};
}
template <aclDataType dtype, int axis>
OperatorCall GatedGradient(const char* name, const Shape& shape, uint32_t seed) {
  const Shape whole = Doubled(shape, axis);
  return {name,
          {RandomArray(dtype, AsHalf(shape), seed), RandomArray(dtype, whole, seed + 1, -8, 8),
           double{axis}, Array(dtype, whole)}};
}
template <aclDataType dtype, int axis>
OperatorCall GluBackward(const Shape& shape, uint32_t seed) {
  return GatedGradient<dtype, axis>("aclnnGluBackward", shape, seed);
}
template <aclDataType dtype, int axis>
OperatorCall SwiGluGrad(const Shape& shape, uint32_t seed) {
  return GatedGradient<dtype, axis>("aclnnSwiGluGrad", shape, seed);
}
template <aclDataType dtype>
OperatorCall GeGlu(const Shape& shape, uint32_t seed) {
  const Array out(dtype, AsHalf(shape));
  return {"aclnnGeGluV3",
          {RandomArray(dtype, Doubled(shape, -1), seed, -8, 8), -1.0, 0.0, 1.0, out, out}};
}
template <aclDataType dtype>
OperatorCall GeGluBackward(const Shape& shape, uint32_t seed) {
  const Shape half = AsHalf(shape), whole = Doubled(shape, 0);
  return {"aclnnGeGluBackward",
          {RandomArray(dtype, half, seed), RandomArray(dtype, whole, seed + 1, -8, 8),
           RandomArray(dtype, half, seed + 2), 0.0, 1.0, Array(dtype, whole)}};
}
// Tensors of pairs, as the last axis may not be long.
template <aclDataType dtype>
OperatorCall FatreluMul(const Shape& shape, uint32_t seed) {
  return {"aclnnFatreluMul",
          {RandomArray(dtype, {CountOf(shape), 2}, seed), ArrayOf(dtype, {1}, {0.5}),
           Array(dtype, {CountOf(shape), 1})}};
}

template <aclDataType self, aclDataType out>
OperatorCall LeakyRelu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnLeakyRelu", shape, seed, {0.01});
}
template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall LeakyReluBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnLeakyReluBackward", shape, seed, {0.01, 0.0});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall AddRelu(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnAddRelu", shape, seed, {{3.0, ACL_INT32}});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Add(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnAdd", shape, seed, {{1.0, ACL_INT32}});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Sub(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnSub", shape, seed, {{3.0, ACL_INT32}});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Mul(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMul", shape, seed);
}
// The second factor, or the divisor, is for the last axis.
template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall OfThree(const char* name, const Shape& shape, uint32_t seed, CallArgument value) {
  const Shape last(shape.end() - std::min<ptrdiff_t>(1, std::ssize(shape)), shape.end());
  return {name,
          {RandomArray(self, shape, seed), RandomArray(tensor1, shape, seed + 1),
           RandomArray(tensor2, last, seed + 2), value, Array(out, shape)}};
}
template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall Addcmul(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcmul", shape, seed, {1.0, ACL_INT8});
}
template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall ScaledAddcmul(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcmul", shape, seed, {-3.0, ACL_INT32});
}
template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall Addcdiv(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcdiv", shape, seed, {-3.0, ACL_INT32});
}
template <aclDataType dtype, aclDataType out>
OperatorCall Lerps(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, out>("aclnnLerps", shape, seed, {0.3});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Maximum(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMaximum", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Minimum(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMinimum", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Div(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnDiv", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Adds(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnAdds", shape, seed, {{100.0, ACL_INT32}, {1.0, ACL_INT32}});
}
template <aclDataType self, aclDataType out>
OperatorCall Muls(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnMuls", shape, seed, {0.3});
}
template <aclDataType self, aclDataType out>
OperatorCall Divs(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnDivs", shape, seed, {{-7.0, ACL_INT8}});
}
template <aclDataType self, aclDataType out>
OperatorCall Clamp(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnClamp", shape, seed, {{-1.5, ACL_DOUBLE}, {100.0, ACL_INT32}});
}
template <aclDataType self, aclDataType out>
OperatorCall ClampMin(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnClampMin", shape, seed, {{0.1, ACL_DOUBLE}});
}
template <aclDataType self, aclDataType out>
OperatorCall GtScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnGtScalar", shape, seed, {{1.0, ACL_INT8}});
}
template <aclDataType self, aclDataType out>
OperatorCall NeScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnNeScalar", shape, seed, {{1.0, ACL_INT8}});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall GeTensor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnGeTensor", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall LogicalOr(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnLogicalOr", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall BitwiseXor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnBitwiseXorTensor", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Rsub(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnRsub", shape, seed, {{3.0, ACL_INT32}});
}
template <aclDataType self, aclDataType out>
OperatorCall Rsubs(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnRsubs", shape, seed, {{100.0, ACL_INT32}, {1.0, ACL_INT32}});
}
template <aclDataType dtype>
OperatorCall Round(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnRound", shape, seed);
}
template <aclDataType self>
OperatorCall IsFinite(const Shape& shape, uint32_t seed) {
  return Unary<self, ACL_BOOL>("aclnnIsFinite", shape, seed);
}
template <aclDataType dtype>
OperatorCall NanToNum(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnNanToNum", shape, seed, {0.5, 7.0, -7.0});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall FloorDivide(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnFloorDivide", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall DivMods(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnDivMods", shape, seed, {{-0.3, ACL_FLOAT}, 1.0});
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Remainder(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnRemainderTensorTensor", shape, seed);
}
template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall PowTensorTensor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnPowTensorTensor", shape, seed);
}
template <aclDataType self>
OperatorCall MaskedFillScalar(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceMaskedFillScalar",
          {RandomArray(self, shape, seed), RandomArray(ACL_BOOL, shape, seed + 1), {0.3}}};
}
template <aclDataType self>
OperatorCall MaskedFillTensor(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceMaskedFillTensor",
          {RandomArray(self, shape, seed), RandomArray(ACL_BOOL, shape, seed + 1),
           ArrayOf(ACL_FLOAT, {}, {0.3})}};
}
template <aclDataType self, aclDataType out>
OperatorCall PowTensorScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnPowTensorScalar", shape, seed, {{7.0, ACL_INT8}});
}
template <aclDataType self, aclDataType out>
OperatorCall Square(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnPowTensorScalar", shape, seed, {{2.0, ACL_INT8}});
}
template <aclDataType exponent, aclDataType out>
OperatorCall PowScalarTensor(const Shape& shape, uint32_t seed) {
  OperatorCall call = Unary<exponent, out>("aclnnPowScalarTensor", shape, seed);
  call.arguments.insert(call.arguments.begin(), CallArgument(-3.0, ACL_INT8));
  return call;
}
template <aclDataType dtype>
OperatorCall Hardsigmoid(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnHardsigmoid", shape, seed);
}
template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall HardsigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnHardsigmoidBackward", shape, seed);
}
template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall HardshrinkBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnHardshrinkBackward", shape, seed, {0.5});
}
template <aclDataType self, aclDataType out>
OperatorCall Softshrink(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSoftshrink", shape, seed, {0.5});
}
template <aclDataType self, aclDataType out>
OperatorCall Hardswish(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnHardswish", shape, seed);
}
template <aclDataType dtype>
OperatorCall HardswishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnHardswishBackward", shape, seed);
}
template <aclDataType dtype>
OperatorCall HardswishBackwardV2(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnHardswishBackwardV2", shape, seed);
}
template <aclDataType dtype>
OperatorCall HardtanhForward(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnHardtanh", shape, seed, {-1.25, 2.0});
}
template <aclDataType dtype>
OperatorCall LogSigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnLogSigmoidBackward", shape, seed,
                                       {Array(ACL_FLOAT, {0})});
}
template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall MishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnMishBackward", shape, seed);
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
template <aclDataType self, aclDataType out>
OperatorCall Exp(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnExp", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Sqrt(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSqrt", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Neg(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnNeg", shape, seed);
}
template <aclDataType dtype>
OperatorCall Abs(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnAbs", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Sin(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSin", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Erfinv(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnErfinv", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Tanh(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnTanh", shape, seed);
}
template <aclDataType dtype>
OperatorCall TanhBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnTanhBackward", shape, seed);
}
template <aclDataType dtype>
OperatorCall Relu(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnRelu", shape, seed);
}
template <aclDataType self, aclDataType out>
OperatorCall Sigmoid(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSigmoid", shape, seed);
}
template <aclDataType grad, aclDataType output, aclDataType out>
OperatorCall SigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, output, out>("aclnnSigmoidBackward", shape, seed);
}
template <aclDataType dtype>
OperatorCall Silu(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnSilu", shape, seed);
}
template <aclDataType dtype>
OperatorCall SwishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnSwishBackward", shape, seed, {nullptr});
}
template <aclDataType self, aclDataType out>
OperatorCall Threshold(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnThreshold", shape, seed, {-1.0, 7.0});
}
template <aclDataType dtype>
OperatorCall ThresholdBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnThresholdBackward", shape, seed, {-1.5});
}

template <aclDataType self, aclDataType out>
OperatorCall Elu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnElu", shape, seed, {1.5, 0.5, 1.25});
}
template <aclDataType dtype, bool is_result>
OperatorCall EluBackward(const Shape& shape, uint32_t seed) {
  return {"aclnnEluBackward",
          {RandomArray(dtype, shape, seed), 1.5, 0.5, 1.25, is_result ? 1.0 : 0.0,
           RandomArray(dtype, shape, seed + 1), Array(dtype, shape)}};
}
template <aclDataType self, aclDataType out>
OperatorCall Selu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSelu", shape, seed);
}
template <aclDataType dtype>
OperatorCall SeluBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnSeluBackward", shape, seed);
}

// Without infinities and NaNs, which would make whole rows NaN.
Array FiniteArray(aclDataType dtype, const Shape& shape, uint32_t seed) {
  Array array = RandomArray(dtype, shape, seed, -8, 8);
  for (int64_t i = 0; i < array.size(); ++i) {
    if (!(std::fabs(array.Value(i)) < 9)) array.SetBits(i, BitsOf(dtype, 1.5));
  }
  return array;
}
// Along another axis for another seed.
double AnyAxis(const Shape& shape, uint32_t seed) {
  return shape.empty() ? 0 : static_cast<double>(seed % shape.size());
}

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

constexpr aclDataType kF32 = ACL_FLOAT, kF16 = ACL_FLOAT16, kBf16 = ACL_BF16, kF64 = ACL_DOUBLE;

// On a GPU those that have device code.
std::vector<Case> WithCodeHere(std::vector<Case> cases) {
  const auto lacks_code = [](const Case& c) {
    return FindOperator(c.call({3}, 1).name)->spec->work.kind->runs_on_cpus_alone;
  };
  if (OnGpu()) std::erase_if(cases, lacks_code);
  return cases;
}

}  // namespace

const std::vector<Case>& AllCases() {
  static const std::vector<Case> cases = WithCodeHere({
      {"HardtanhFloat", Hardtanh<kF32>},
      {"HardtanhFloat16", Hardtanh<kF16>},
      {"HardtanhBfloat16", Hardtanh<kBf16>},
      {"SoftplusFloat", Softplus<kF32, kF32, kF32>},
      {"SoftplusFloat16", Softplus<kF16, kF16, kF16>},
      {"SoftplusBfloat16", Softplus<kBf16, kBf16, kBf16>},
      {"SoftplusDouble", Softplus<kF64, kF64, kF64>},
      {"SoftplusFloatOfInt32", Softplus<kF32, ACL_INT32, kF32>},
      {"SoftplusFloatOfInt8", Softplus<kBf16, ACL_INT8, kF32>},
      {"SoftplusDoubleOfBool", Softplus<kF32, ACL_BOOL, kF64>},
      {"SoftplusFloat16OfDouble", Softplus<kF16, kF64, kF16>},
      {"SoftplusBfloat16OfInt64", Softplus<kF64, ACL_INT64, kBf16>},
      {"PreluOneWeightFloat", PreluOneWeight<kF32>},
      {"PreluOneWeightFloat16", PreluOneWeight<kF16>},
      {"PreluChannelsFloat", PreluChannels<kF32>},
      {"PreluChannelsFloat16", PreluChannels<kF16>},
      {"PreluChannelsBfloat16", PreluChannels<kBf16>},
      {"EluFloat", Elu<kF32, kF32>},
      {"EluFloat16OfDouble", Elu<kF64, kF16>},
      {"EluBackwardBfloat16", EluBackward<kBf16, false>},
      {"EluBackwardOfResultFloat", EluBackward<kF32, true>},
      {"GeluNoneFloat", GeluNone<kF32, kF32, kF32>},
      {"GeluNoneFloat16", GeluNone<kF16, kF16, kF16>},
      {"GeluNoneBfloat16", GeluNone<kBf16, kBf16, kBf16>},
      {"GeluNoneFloatOfBfloat16", GeluNone<kF16, kBf16, kF32>},
      {"GeluNoneFloat16OfInt8", GeluNone<kF16, ACL_INT8, kF16>},
      {"GeluTanhFloat", GeluTanh<kF32, kF32, kF32>},
      {"GeluTanhFloat16", GeluTanh<kF16, kF16, kF16>},
      {"GeluTanhBfloat16", GeluTanh<kBf16, kBf16, kBf16>},
      {"GeluTanhBfloat16OfBool", GeluTanh<ACL_BOOL, kBf16, kBf16>},
      {"TargetBackwardFloat", TargetBackward<kF32, kF32, kF32>},
      {"TargetBackwardFloat16", TargetBackward<kF16, kF16, kF16>},
      {"TargetBackwardBfloat16OfFloat", TargetBackward<kF16, kF32, kBf16>},
      {"TargetBackwardWithoutWeightsBfloat16", TargetBackwardWithoutWeights<kBf16>},
      {"ExpFloat", Exp<kF32, kF32>},
      {"ExpFloat16OfBool", Exp<ACL_BOOL, kF16>},
      {"SqrtBfloat16OfFloat", Sqrt<kF32, kBf16>},
      {"SqrtDoubleOfInt32", Sqrt<ACL_INT32, kF64>},
      {"NegFloatOfInt8", Neg<ACL_INT8, kF32>},
      {"NegInt16OfInt8", Neg<ACL_INT8, ACL_INT16>},
      {"NegFloat16", Neg<kF16, kF16>},
      {"AbsBool", Abs<ACL_BOOL>},
      {"AbsInt8", Abs<ACL_INT8>},
      {"AbsBfloat16", Abs<kBf16>},
      {"SinFloatOfInt64", Sin<ACL_INT64, kF32>},
      {"SinDouble", Sin<kF64, kF64>},
      {"ErfinvDoubleOfFloat16", Erfinv<kF16, kF64>},
      {"GeluForwardFloat", GeluForward<kF32>},
      {"GeluForwardFloat16", GeluForward<kF16>},
      {"AddReluFloat", AddRelu<kF32, kF32, kF32>},
      {"AddReluBfloat16OfInt32", AddRelu<ACL_INT32, kF16, kBf16>},
      {"AddReluInt16OfInt8", AddRelu<ACL_INT8, ACL_UINT8, ACL_INT16>},
      {"AddFloat", Add<kF32, kF32, kF32>},
      {"AddBfloat16", Add<kBf16, kBf16, kBf16>},
      {"AddFloat16OfInt32", Add<ACL_INT32, kF16, kF16>},
      {"AddBool", Add<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"AddsInt8", Adds<ACL_INT8, ACL_INT8>},
      {"AddsDouble", Adds<kF64, kF64>},
      {"SubFloatOfBfloat16", Sub<kBf16, kF32, kF32>},
      {"SubInt64OfUint8", Sub<ACL_UINT8, ACL_INT8, ACL_INT64>},
      {"MulFloat16", Mul<kF16, kF16, kF16>},
      {"MulDoubleOfInt16", Mul<ACL_INT16, ACL_INT32, kF64>},
      {"MulsFloat", Muls<kF32, kF32>},
      {"MulsBfloat16OfInt64", Muls<ACL_INT64, kBf16>},
      {"DivFloat", Div<kF32, kF32, kF32>},
      {"DivFloatOfInt8", Div<ACL_INT8, ACL_INT32, kF32>},
      {"DivInt16OfInt64", Div<ACL_INT64, ACL_INT64, ACL_INT16>},
      {"DivsFloat16", Divs<kF16, kF16>},
      {"DivsInt32", Divs<ACL_INT32, ACL_INT32>},
      {"ClampFloat", Clamp<kF32, kF32>},
      {"ClampBfloat16", Clamp<kBf16, kBf16>},
      {"ClampInt8OfInt32", Clamp<ACL_INT32, ACL_INT8>},
      {"ClampMinDoubleOfFloat16", ClampMin<kF16, kF64>},
      {"ClampMinFloat16OfInt64", ClampMin<ACL_INT64, kF16>},
      {"GtScalarBoolOfFloat", GtScalar<kF32, ACL_BOOL>},
      {"GtScalarFloat16", GtScalar<kF16, kF16>},
      {"GtScalarBoolOfUint64", GtScalar<ACL_UINT64, ACL_BOOL>},
      {"GtScalarDoubleOfInt16", GtScalar<ACL_INT16, kF64>},
      {"NeScalarFloat16", NeScalar<kF16, kF16>},
      {"GeTensorBoolOfFloat", GeTensor<kF32, kF32, ACL_BOOL>},
      {"GeTensorBfloat16OfInt64", GeTensor<kF32, ACL_INT64, kBf16>},
      {"GeTensorBoolOfUint64", GeTensor<ACL_UINT64, ACL_UINT64, ACL_BOOL>},
      {"LogicalOrBool", LogicalOr<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"LogicalOrInt32OfBfloat16", LogicalOr<kBf16, ACL_BOOL, ACL_INT32>},
      {"BitwiseXorBool", BitwiseXor<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"BitwiseXorInt16OfInt8", BitwiseXor<ACL_INT8, ACL_INT16, ACL_INT16>},
      {"RsubFloat", Rsub<kF32, kF32, kF32>},
      {"RsubsFloat16", Rsubs<kF16, kF16>},
      {"RsubsInt8", Rsubs<ACL_INT8, ACL_INT8>},
      {"RoundFloat", Round<kF32>},
      {"RoundBfloat16", Round<kBf16>},
      {"IsFiniteFloat16", IsFinite<kF16>},
      {"NanToNumFloat16", NanToNum<kF16>},
      {"FloorDivideFloat", FloorDivide<kF32, kF32, kF32>},
      {"FloorDivideInt32OfInt8", FloorDivide<ACL_INT8, ACL_INT32, ACL_INT32>},
      {"DivModsFloat16", DivMods<kF16, kF16>},
      {"RemainderFloat", Remainder<kF32, kF32, kF32>},
      {"RemainderBfloat16", Remainder<kBf16, kBf16, kBf16>},
      {"RemainderDouble", Remainder<kF64, kF64, kF64>},
      {"RemainderInt64OfInt32", Remainder<ACL_INT32, ACL_INT64, ACL_INT64>},
      {"PowTensorTensorFloat", PowTensorTensor<kF32, kF32, kF32>},
      {"PowTensorTensorInt16OfInt8", PowTensorTensor<ACL_INT8, ACL_INT16, ACL_INT16>},
      {"MaskedFillScalarFloat", MaskedFillScalar<kF32>},
      {"MaskedFillScalarInt64", MaskedFillScalar<ACL_INT64>},
      {"MaskedFillTensorFloat", MaskedFillTensor<kF32>},
      {"PowTensorScalarFloat", PowTensorScalar<kF32, kF32>},
      {"PowTensorScalarFloat16OfBfloat16", PowTensorScalar<kBf16, kF16>},
      {"PowTensorScalarDouble", PowTensorScalar<kF64, kF64>},
      {"PowTensorScalarUint32OfInt16", PowTensorScalar<ACL_INT16, ACL_UINT32>},
      {"SquareFloat", Square<kF32, kF32>},
      {"SquareBfloat16", Square<kBf16, kBf16>},
      {"PowScalarTensorFloat", PowScalarTensor<kF32, kF32>},
      {"PowScalarTensorInt64OfInt32", PowScalarTensor<ACL_INT32, ACL_INT64>},
      {"AddcmulFloat", Addcmul<kF32, kF32, kF32, kF32>},
      {"AddcmulFloat16", Addcmul<kF16, kF16, kF16, kF16>},
      {"AddcmulBfloat16", ScaledAddcmul<kBf16, kBf16, kBf16, kBf16>},
      {"AddcmulDoubleOfFloat", ScaledAddcmul<kF32, kF64, kF16, kF64>},
      {"AddcmulFloat16OfInt32", ScaledAddcmul<kF16, ACL_INT32, kF16, kF16>},
      {"AddcmulInt64OfUint8", ScaledAddcmul<ACL_INT32, ACL_UINT8, ACL_UINT8, ACL_INT64>},
      {"AddcdivFloat", Addcdiv<kF32, kF32, kF32, kF32>},
      {"AddcdivBfloat16", Addcdiv<kBf16, kBf16, kBf16, kBf16>},
      {"AddcdivFloatOfInt64", Addcdiv<ACL_INT64, kF16, ACL_INT64, kF32>},
      {"AddcdivInt32OfInt64", Addcdiv<ACL_INT64, ACL_INT64, ACL_INT64, ACL_INT32>},
      {"LerpsFloat", Lerps<kF32, kF32>},
      {"LerpsFloat16", Lerps<kF16, kF16>},
      {"LerpsDoubleOfBfloat16", Lerps<kBf16, kF64>},
      {"MaximumFloat", Maximum<kF32, kF32, kF32>},
      {"MaximumBfloat16", Maximum<kBf16, kBf16, kBf16>},
      {"MaximumInt32OfInt8", Maximum<ACL_INT8, ACL_INT32, ACL_INT32>},
      {"MinimumDouble", Minimum<kF64, kF64, kF64>},
      {"MinimumFloat16OfInt64", Minimum<ACL_INT64, kF16, kF16>},
      {"MinimumBool", Minimum<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"HardsigmoidFloat", Hardsigmoid<kF32>},
      {"HardsigmoidInt32", Hardsigmoid<ACL_INT32>},
      {"HardsigmoidBackwardDoubleOfFloat16", HardsigmoidBackward<kF32, kF16, kF64>},
      {"HardshrinkBackwardFloat16", HardshrinkBackward<kF16, kF16, kF16>},
      {"HardshrinkBackwardBfloat16OfFloat", HardshrinkBackward<kF32, kF16, kBf16>},
      {"SoftshrinkFloat", Softshrink<kF32, kF32>},
      {"SoftshrinkFloat16OfFloat", Softshrink<kF32, kF16>},
      {"FatreluMulFloat16", FatreluMul<kF16>},
      {"GeGluFloat", GeGlu<kF32>},
      {"GeGluBackwardBfloat16", GeGluBackward<kBf16>},
      {"GluFloat", Glu<kF32, kF32, -1>},
      {"GluFloat16OfDouble", Glu<kF64, kF16, 0>},
      {"GluDoubleOfBfloat16", Glu<kBf16, kF64, -1>},
      {"GluBackwardFloat", GluBackward<kF32, -1>},
      {"GluBackwardDouble", GluBackward<kF64, 0>},
      {"SwiGluGradFloat16", SwiGluGrad<kF16, 0>},
      {"HardswishFloat", Hardswish<kF32, kF32>},
      {"HardswishFloat16OfBfloat16", Hardswish<kBf16, kF16>},
      {"HardswishBackwardFloat", HardswishBackward<kF32>},
      {"HardswishBackwardBfloat16", HardswishBackward<kBf16>},
      {"HardswishBackwardV2Float16", HardswishBackwardV2<kF16>},
      {"HardtanhForwardFloat", HardtanhForward<kF32>},
      {"HardtanhForwardDouble", HardtanhForward<kF64>},
      {"HardtanhForwardInt16", HardtanhForward<ACL_INT16>},
      {"LeakyReluFloat", LeakyRelu<kF32, kF32>},
      {"LeakyReluBfloat16OfDouble", LeakyRelu<kF64, kBf16>},
      {"LeakyReluBackwardDoubleOfFloat16", LeakyReluBackward<kF16, kF32, kF64>},
      {"LogSigmoidBackwardFloat", LogSigmoidBackward<kF32>},
      {"LogitFloat", Logit<kF32>},
      {"LogitFloat16", Logit<kF16>},
      {"LogitBfloat16", Logit<kBf16>},
      {"MishBackwardFloat16OfFloat", MishBackward<kBf16, kF32, kF16>},
      {"PreluForwardFloat", PreluForward<kF32, kF32, kF32>},
      {"PreluForwardBfloat16", PreluForward<kBf16, kBf16, kBf16>},
      {"PreluForwardFloat16OfFloat", PreluForward<kF32, kBf16, kF16>},
      {"ReluFloat", Relu<kF32>},
      {"ReluInt8", Relu<ACL_INT8>},
      {"ReluInt64", Relu<ACL_INT64>},
      {"SeluFloat16", Selu<kF16, kF16>},
      {"SeluInt8OfInt32", Selu<ACL_INT32, ACL_INT8>},
      {"SeluBackwardInt8", SeluBackward<ACL_INT8>},
      {"SeluBackwardInt32", SeluBackward<ACL_INT32>},
      {"SigmoidFloat16", Sigmoid<kF16, kF16>},
      {"SigmoidDoubleOfInt32", Sigmoid<ACL_INT32, kF64>},
      {"SigmoidBackwardBfloat16", SigmoidBackward<kBf16, kBf16, kBf16>},
      {"SiluFloat", Silu<kF32>},
      {"SiluBfloat16", Silu<kBf16>},
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
      {"CrossEntropyFloat", CrossEntropy<kF32>},
      {"CrossEntropyBfloat16", CrossEntropy<kBf16>},
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
      {"NormLastFloatOfOrder0", Norm<kF32, Over::kLast, 0>},
      {"NormFirstFloatOfOrder1", Norm<kF32, Over::kFirst, 1>},
      {"NormAllFloat16OfOrder2", Norm<kF16, Over::kAll, 2>},
      {"NormLastBfloat16OfOrderInf", Norm<kBf16, Over::kLast, 4>},
      {"NormLastFloatBelow0", Norm<kF32, Over::kLast, -4>},
      {"VectorNormFirstFloat", VectorNorm<kF32, Over::kFirst>},
      {"SortLastFloat", Sort<kF32, kF32, Over::kLast, false>},
      {"SortFirstInt64OfInt8", Sort<ACL_INT8, ACL_INT64, Over::kFirst, true>},
      {"TopkLastBfloat16", Topk<kBf16, Over::kLast>},
      {"TopkFirstDouble", Topk<kF64, Over::kFirst>},
      {"MatmulFloat", Matmul<kF32, kF32, kF32>},
      {"MatmulFloat16OfBfloat16", Matmul<kBf16, kF32, kF16>},
      {"MmFloat", Mm<kF32>},
      {"MmBfloat16", Mm<kBf16>},
      {"AddmmFloat", Addmm<kF32>},
      {"AddmmFloat16", Addmm<kF16>},
      {"InplaceAddmmFloat", InplaceAddmm<kF32>},
      {"BaddbmmFloat", Baddbmm<kF32>},
      {"BaddbmmFloat16", Baddbmm<kF16>},
      {"InplaceBaddbmmBfloat16", InplaceBaddbmm<kBf16>},
      {"BatchMatMulFloat", BatchMatMul<kF32, kF32, kF32>},
      {"BatchMatMulFloatOfBfloat16", BatchMatMul<kBf16, kBf16, kF32>},
      {"MvFloat", Mv<kF32>},
      {"MvFloat16", Mv<kF16>},
      {"AscendQuantFloat", AscendQuant<kF32, ACL_INT8, false>},
      {"AscendQuantBfloat16Twice", AscendQuant<kBf16, ACL_INT8, true>},
      {"AscendQuantFloat16ToInt4", AscendQuant<kF16, ACL_INT4, false>},
      {"AscendQuantFloatToInt32", AscendQuant<kF32, ACL_INT32, true>},
      {"AscendAntiQuantFloat16", AscendAntiQuant<ACL_INT8, kF32, kF16>},
      {"AscendAntiQuantBfloat16OfInt32", AscendAntiQuant<ACL_INT32, kBf16, kBf16>},
      {"DynamicQuantFloat16", DynamicQuant<kF16, ACL_INT8, false>},
      {"DynamicQuantBfloat16Smoothed", DynamicQuant<kBf16, ACL_INT8, true>},
      {"DynamicQuantFloat16ToInt4", DynamicQuant<kF16, ACL_INT4, true>},
      {"DynamicQuantBfloat16ToInt32", DynamicQuant<kBf16, ACL_INT32, false>},
      {"WeightQuantFloat16OfInt8", WeightQuantV2<kF16, ACL_INT8, 32>},
      {"WeightQuantBfloat16OfInt8", WeightQuantV2<kBf16, ACL_INT8, 0>},
      {"WeightQuantFloat16OfInt32", WeightQuantV2<kF16, ACL_INT32, 64>},
      {"WeightQuantV3Bfloat16OfInt8", WeightQuantV3<kBf16, ACL_INT8, 32>},
      {"QuantMatmulToBfloat16", QuantMatmulV4<ACL_INT8, kBf16>},
      {"QuantMatmulOfInt32ToFloat16", QuantMatmulV4<ACL_INT32, kF16>},
      {"QuantMatmulV5ToInt8", QuantMatmulV5<ACL_INT8>},
      {"QuantMatmulV5ToInt32", QuantMatmulV5<ACL_INT32>},
      {"FlashAttentionFloat", FlashAttention<kF32>},
      {"FlashAttentionFloat16", FlashAttention<kF16>},
      {"FlashAttentionBfloat16", FlashAttention<kBf16>},
      {"GroupedMatmulFloat", GroupedMatmulV4<kF32, kF32>},
      {"GroupedMatmulBfloat16", GroupedMatmulV4<kBf16, kF32>},
      {"GroupedMatmulV5OfInt8", GroupedMatmulV5},
      {"FlashAttentionGradFloat", FlashAttentionGrad<kF32>},
      {"FlashAttentionGradBfloat16", FlashAttentionGrad<kBf16>},
      {"GroupedMatmulOfInt4", GroupedMatmulOfInt4},
      {"TransQuantParamV3", TransQuantParam},
      {"ConvertWeightToInt4", ConvertWeight<ACL_INT4>},
      {"ConvertWeightToInt32", ConvertWeight<ACL_INT32>},
      {"AddbmmFloat", Addbmm<kF32>},
      {"AddbmmFloat16", Addbmm<kF16>},
      {"InplaceAddbmmBfloat16", InplaceAddbmm<kBf16>},
      {"AddmvFloat", Addmv<kF32, kF32, kF32, kF32>},
      {"AddmvBfloat16", Addmv<kBf16, kBf16, kBf16, kBf16>},
      {"AddmvDouble", Addmv<ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE>},
      {"AddmvInt32", Addmv<ACL_INT32, ACL_INT32, ACL_INT32, ACL_INT32>},
      {"AddmvInt64OfNarrower", Addmv<ACL_INT16, ACL_INT8, ACL_UINT8, ACL_INT64>},
      {"AddmvFloatOfIntegers", Addmv<kF32, ACL_INT8, ACL_INT8, kF32>},
      {"AddmvFloat16OfInt32", Addmv<kF32, ACL_INT32, kF16, kF16>},
      {"DotFloat", Dot<kF32>},
      {"DotFloat16", Dot<kF16>},
      {"DotBfloat16", Dot<kBf16>},
      {"DotInt8", Dot<ACL_INT8>},
      {"DotInt32", Dot<ACL_INT32>},
      {"MatmulWeightNzFloat", MatmulWeightNz<kF32>},
      {"AddmmWeightNzFloat16", AddmmWeightNz<kF16>},
      {"BatchMatMulWeightNzBfloat16", BatchMatMulWeightNz<kBf16>},
      {"TransMatmulWeightFloat16", TransMatmulWeight<kF16>},
      {"TransMatmulWeightInt8", TransMatmulWeight<ACL_INT8>},
      {"GerFloat", Ger<kF32, kF32, kF32>},
      {"GerInt16", Ger<ACL_INT16, ACL_INT16, ACL_INT16>},
      {"GerFloatOfInt8", Ger<kF32, ACL_INT8, kF32>},
      {"AddrFloat", Addr<kF32, kF32, kF32, kF32>},
      {"AddrFloat16", Addr<kF16, kF16, kF16, kF16>},
      {"AddrDouble", Addr<ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE>},
      {"AddrInt32", Addr<ACL_INT32, ACL_INT32, ACL_INT8, ACL_INT64>},
      {"AddrFloatOfInt32", Addr<ACL_INT32, kF32, kF32, kF32>},
      {"InplaceAddrBfloat16", InplaceAddr<kBf16>},
      {"CatFloat", Cat<kF32, kF32, kF32, 0>},
      {"CatInt8", Cat<ACL_INT8, ACL_INT8, ACL_INT8, -1>},
      {"CatFloatOfInt32AndFloat16", Cat<ACL_INT32, kF16, kF32, -1>},
      {"ArangeFloat", Arange<kF32>},
      {"ArangeFloat16", Arange<kF16>},
      {"ArangeDouble", Arange<kF64>},
      {"ArangeInt32", Arange<ACL_INT32>},
      {"ArangeInt64", Arange<ACL_INT64>},
      {"RangeFloat", Range<kF32>},
      {"RangeInt64", Range<ACL_INT64>},
      {"LinspaceFloat", Linspace<kF32>},
      {"LinspaceBfloat16", Linspace<kBf16>},
      {"LinspaceInt8", Linspace<ACL_INT8>},
      {"TriuFloat", OfTriangle<kF32, true, 1>},
      {"TriuInt8", OfTriangle<ACL_INT8, true, -2>},
      {"InplaceTriuFloat16", InplaceTriangle<kF16, true>},
      {"TrilDouble", OfTriangle<kF64, false, 0>},
      {"TrilBfloat16", OfTriangle<kBf16, false, -1>},
      {"InplaceTrilFloat", InplaceTriangle<kF32, false>},
      {"ConstantPadNdFloat", ConstantPadNd<kF32>},
      {"ConstantPadNdUint8", ConstantPadNd<ACL_UINT8>},
      {"ConstantPadNdInt64", ConstantPadNd<ACL_INT64>},
      {"StackFloat", Stack<kF32, kF32, 0>},
      {"StackFloatOfFloat16", Stack<kF16, kF32, -1>},
      {"RepeatFloat", Repeat<kF32>},
      {"RepeatBool", Repeat<ACL_BOOL>},
      {"RepeatInterleaveIntFloat16", RepeatInterleaveInt<kF16>},
      {"RepeatInterleaveIntInt64", RepeatInterleaveInt<ACL_INT64>},
      {"RepeatInterleaveIntWithDimFloat", RepeatInterleaveIntWithDim<kF32, 0>},
      {"RepeatInterleaveIntWithDimInt8", RepeatInterleaveIntWithDim<ACL_INT8, -1>},
      {"RepeatInterleaveFloat", RepeatInterleave<kF32, ACL_INT64>},
      {"RepeatInterleaveInt8", RepeatInterleave<ACL_INT8, ACL_INT32>},
      {"RepeatInterleaveWithDimFloat16", RepeatInterleaveWithDim<kF16, ACL_INT64, 0>},
      {"RepeatInterleaveWithDimInt64", RepeatInterleaveWithDim<ACL_INT64, ACL_INT32, -1>},
      {"RepeatInterleaveTensorInt32", RepeatInterleaveTensor<ACL_INT32>},
      {"RepeatInterleaveTensorInt64", RepeatInterleaveTensor<ACL_INT64>},
      {"SplitWithSizeFloat", SplitWithSize<kF32, kF32, 0>},
      {"SplitWithSizeFloat16OfInt32", SplitWithSize<ACL_INT32, kF16, -1>},
      {"SplitTensorInt8", SplitTensor<ACL_INT8>},
      {"SplitTensorDouble", SplitTensor<kF64>},
      {"EyeFloat", Eye<kF32>},
      {"EyeBfloat16", Eye<kBf16>},
      {"PermuteFloat", Permute<kF32>},
      {"PermuteInt8", Permute<ACL_INT8>},
      {"ExpandFloat16", Expand<kF16>},
      {"FlipFloat", Flip<kF32>},
      {"FlipUint8", Flip<ACL_UINT8>},
      {"FlipDouble", Flip<kF64>},
      {"RollFloat", Roll<kF32, false>},
      {"RollInt16", Roll<ACL_INT16, false>},
      {"RollInOneRowFloat16", Roll<kF16, true>},

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
      {"ForeachAbsBfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachAbs", s, seed); }},
      {"ForeachAddListV2Float", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 2>("aclnnForeachAddListV2", s, seed, {{-3.0, ACL_DOUBLE}}); }},
      {"ForeachAddListV2Uint8", [](const Shape& s, uint32_t seed) { return OfLists<ACL_UINT8, 2>("aclnnForeachAddListV2", s, seed, {{-3.0, ACL_INT64}}); }},
      {"ForeachAddScalarListFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachAddScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachAddScalarV2Bfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachAddScalarV2", s, seed, {{3.0, ACL_DOUBLE}}); }},
      {"ForeachAddScalarV2Int16", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT16, 1>("aclnnForeachAddScalarV2", s, seed, {{3.0, ACL_INT64}}); }},
      {"ForeachAddcdivListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 3>("aclnnForeachAddcdivList", s, seed, {NumbersOfMembers(kF32)}); }},
      {"ForeachAddcdivScalarListFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 3>("aclnnForeachAddcdivScalarList", s, seed, {NumbersOfMembers(kF16)}); }},
      {"ForeachAddcdivScalarV2Float", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 3>("aclnnForeachAddcdivScalarV2", s, seed, {{0.3, ACL_DOUBLE}}); }},
      {"ForeachAddcmulListBfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 3>("aclnnForeachAddcmulList", s, seed, {NumbersOfMembers(kBf16)}); }},
      {"ForeachAddcmulScalarListInt32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 3>("aclnnForeachAddcmulScalarList", s, seed, {NumbersOfMembers(ACL_INT32)}); }},
      {"ForeachAddcmulScalarV2Float", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 3>("aclnnForeachAddcmulScalarV2", s, seed, {{3.0, ACL_DOUBLE}}); }},
      {"ForeachAddcmulScalarV2Int32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 3>("aclnnForeachAddcmulScalarV2", s, seed, {{3.0, ACL_INT64}}); }},
      {"ForeachCosFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachCos", s, seed); }},
      {"ForeachDivListFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 2>("aclnnForeachDivList", s, seed); }},
      {"ForeachDivScalarListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachDivScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachDivScalarV2Bfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachDivScalarV2", s, seed, {{3.0, ACL_DOUBLE}}); }},
      {"ForeachErfFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachErf", s, seed); }},
      {"ForeachLerpScalarBfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 2>("aclnnForeachLerpScalar", s, seed, {0.3}); }},
      {"ForeachLogFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachLog", s, seed); }},
      {"ForeachMaximumListFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 2>("aclnnForeachMaximumList", s, seed); }},
      {"ForeachMaximumScalarListInt32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 1>("aclnnForeachMaximumScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachMaximumScalarV2Float", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachMaximumScalarV2", s, seed, {{0.5, ACL_DOUBLE}}); }},
      {"ForeachMinimumListInt32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 2>("aclnnForeachMinimumList", s, seed); }},
      {"ForeachMinimumScalarListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachMinimumScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachMinimumScalarV2Bfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachMinimumScalarV2", s, seed, {{0.5, ACL_DOUBLE}}); }},
      {"ForeachMulListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 2>("aclnnForeachMulList", s, seed); }},
      {"ForeachMulListInt8", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT8, 2>("aclnnForeachMulList", s, seed); }},
      {"ForeachMulScalarListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachMulScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachMulScalarV2Float16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachMulScalarV2", s, seed, {{3.0, ACL_DOUBLE}}); }},
      {"ForeachMulScalarV2Int32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 1>("aclnnForeachMulScalarV2", s, seed, {{3.0, ACL_INT64}}); }},
      {"ForeachNegFloat16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachNeg", s, seed); }},
      {"ForeachNegUint8", [](const Shape& s, uint32_t seed) { return OfLists<ACL_UINT8, 1>("aclnnForeachNeg", s, seed); }},
      {"ForeachReciprocalFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachReciprocal", s, seed); }},
      {"ForeachSigmoidFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachSigmoid", s, seed); }},
      {"ForeachSignInt8", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT8, 1>("aclnnForeachSign", s, seed); }},
      {"ForeachSinBfloat16", [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachSin", s, seed); }},
      {"ForeachSqrtFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachSqrt", s, seed); }},
      {"ForeachSubListV2Float16", [](const Shape& s, uint32_t seed) { return OfLists<kF16, 2>("aclnnForeachSubListV2", s, seed, {{2.0, ACL_DOUBLE}}); }},
      {"ForeachSubScalarListFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachSubScalarList", s, seed, {NumbersOfMembers(ACL_DOUBLE)}); }},
      {"ForeachSubScalarV2Int32", [](const Shape& s, uint32_t seed) { return OfLists<ACL_INT32, 1>("aclnnForeachSubScalarV2", s, seed, {{3.0, ACL_INT64}}); }},
      {"ForeachTanhFloat", [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachTanh", s, seed); }},
      {"AmpUpdateScaleFloat", AmpUpdateScale},
      {"ApplyAdamWV2Float", ApplyAdamWV2<kF32, false>},
      {"ApplyAdamWV2Bfloat16", ApplyAdamWV2<kBf16, true>},
      {"ForeachNonFiniteCheckAndUnscaleFloat16", ForeachNonFiniteCheckAndUnscale<kF16>},
      {"ForeachNormFloat", ForeachNorm<kF32>},
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
      {"NLLLossFloat", NllLoss<kF32, ACL_INT64>},
      {"NLLLossBfloat16", NllLoss<kBf16, ACL_UINT8>},
      {"NLLLossBackwardFloat", NllLossBackward<kF32, ACL_INT32>},
      {"NLLLossBackwardFloat16", NllLossBackward<kF16, ACL_INT64>},
      {"SwishBackwardFloat", SwishBackward<kF32>},
      {"SwishBackwardFloat16", SwishBackward<kF16>},
      {"TanhFloat", Tanh<kF32, kF32>},
      {"TanhBfloat16OfInt16", Tanh<ACL_INT16, kBf16>},
      {"TanhBackwardDouble", TanhBackward<kF64>},
      {"ThresholdFloat", Threshold<kF32, kF32>},
      {"ThresholdInt8OfInt32", Threshold<ACL_INT32, ACL_INT8>},
      {"ThresholdBackwardUint8", ThresholdBackward<ACL_UINT8>},
  });
  return cases;
}

const std::vector<Case>& FewCases() {
  static const std::vector<Case> cases = {
      {"HardtanhFloat", Hardtanh<kF32>},
      {"LogitFloat16", Logit<kF16>},
      {"GeluTanhFloatOfBfloat16", GeluTanh<kF32, kBf16, kF32>},
      {"SoftplusDouble", Softplus<kF64, kF64, kF64>},
      {"PreluOneWeightFloat", PreluOneWeight<kF32>},
      {"PreluChannelsFloat", PreluChannels<kF32>},
      {"PreluChannelsBfloat16", PreluChannels<kBf16>},
      {"SoftmaxFloat", Softmax<kF32, kF32>},
      {"CrossEntropyFloat", CrossEntropy<kF32>},
      {"GluBackwardFloat", GluBackward<kF32, -1>},
      {"ReduceSumFirstFloat", ReduceSum<kF32, kF32, Over::kFirst>},
      {"ReduceSumLastFloat", ReduceSum<kF32, kF32, Over::kLast>},
      {"MatmulFloat", Matmul<kF32, kF32, kF32>},
  };
  return cases;
}

}  // namespace openaclnn::test
