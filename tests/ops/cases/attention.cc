// Attention.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

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

// Two batches of the queries of two heads that share one of keys, of which the second has fewer; a
// mask, a bias and logarithms.
template <aclDataType dtype>
OperatorCall FusedInferAttention(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const int64_t queries = std::min<int64_t>(matrix[0], 30), keys = queries + 3,
                size = std::min<int64_t>(matrix[1], 40);
  OperatorCall call = {
      "aclnnFusedInferAttentionScoreV2",
      {RandomArray(dtype, {2, queries, 2, size}, seed, -1, 1),
       std::vector{RandomArray(dtype, {2, keys, 1, size}, seed + 1, -1, 1)},
       std::vector{RandomArray(dtype, {2, keys, 1, size}, seed + 2, -1, 1)},
       RandomArray(dtype, {1, 2, queries, keys}, seed + 3, -1, 1),
       RandomPatterns(ACL_BOOL, {2, 1, queries, keys}, seed + 4),
       std::vector<int64_t>{queries, queries / 2}, std::vector<int64_t>{keys, keys - 2}}};
  call.arguments.insert(call.arguments.end(), 17, nullptr);
  const std::vector<CallArgument> rest = {2.0,
                                          0.5,
                                          1000.0,
                                          1000.0,
                                          "BSND",
                                          1.0,
                                          0.0,
                                          2.0,
                                          0.0,
                                          0.0,
                                          1.0,
                                          0.0,
                                          0.0,
                                          Array(dtype, {2, queries, 2, size}),
                                          Array(ACL_FLOAT, {2, 2, queries, 1})};
  call.arguments.insert(call.arguments.end(), rest.begin(), rest.end());
  return call;
}

// Two batches whose positions lie one after another.
template <aclDataType dtype>
OperatorCall FlashAttentionVarLen(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const int64_t queries = std::min<int64_t>(matrix[0], 60), keys = queries + 3,
                size = std::min<int64_t>(matrix[1], 40);
  const Shape query = {queries, 2, size}, key = {keys, 1, size}, rows = {queries, 2, 8};
  return {"aclnnFlashAttentionVarLenScore",
          {RandomArray(dtype, query, seed, -1, 1),
           RandomArray(dtype, key, seed + 1, -1, 1),
           RandomArray(dtype, key, seed + 2, -1, 1),
           nullptr,
           nullptr,
           nullptr,
           RandomPatterns(ACL_BOOL, {queries, keys}, seed + 4),
           nullptr,
           std::vector<int64_t>{queries / 3, queries},
           std::vector<int64_t>{keys / 2, keys},
           0.5,
           1.0,
           1000.0,
           1000.0,
           2.0,
           "TND",
           0.0,
           0.0,
           Array(ACL_FLOAT, rows),
           Array(ACL_FLOAT, rows),
           nullptr,
           Array(dtype, query)}};
}

// With a bias for each pair of a query and a key of a batch.
template <aclDataType dtype>
OperatorCall FlashAttentionOfPackedBias(const Shape& shape, uint32_t seed) {
  OperatorCall call = FlashAttentionVarLen<dtype>(shape, seed);
  auto& arguments = call.arguments;
  const int64_t queries = arguments[0].array.shape[0], keys = arguments[1].array.shape[0],
                first = queries / 3 * (keys / 2);
  const Shape bias = {2 * (first + (queries - queries / 3) * (keys - keys / 2))};
  arguments[3] = RandomArray(dtype, bias, seed + 5, -1, 1);
  call.name = "aclnnFlashAttentionVarLenScoreV4";
  arguments.insert(arguments.begin() + 18, "same_as_input");
  return call;
}

// As many keys as queries, and a bias of slopes and roots of distances.
template <aclDataType dtype>
OperatorCall FlashAttentionOfSlopes(const Shape& shape, uint32_t seed) {
  OperatorCall call = FlashAttentionVarLen<dtype>(shape, seed);
  auto& arguments = call.arguments;
  const int64_t positions = arguments[0].array.shape[0];
  call.name = "aclnnFlashAttentionVarLenScoreV2";
  for (const size_t i : {1, 2}) {
    arguments[i] = RandomArray(dtype, {positions, 1, arguments[0].array.shape[2]},
                               seed + static_cast<uint32_t>(i), -1, 1);
  }
  arguments[3] = RandomArray(ACL_FLOAT, {2}, seed + 3, -1, 1);
  arguments[6] = nullptr;
  arguments[9] = arguments[8];
  arguments.insert(arguments.begin() + 18, 3.0);
  arguments.insert(arguments.begin() + 10, {std::vector<int64_t>{4}, nullptr});
  return call;
}

// Elements of heads in tensors of their own.
template <aclDataType dtype>
OperatorCall FlashAttentionWithRope(const Shape& shape, uint32_t seed) {
  OperatorCall call = FlashAttentionVarLen<dtype>(shape, seed);
  auto& arguments = call.arguments;
  call.name = "aclnnFlashAttentionVarLenScoreV3";
  arguments.insert(arguments.begin() + 18, 0.0);
  arguments.insert(arguments.begin() + 10, 2, nullptr);
  for (const size_t i : {1, 0}) {
    Shape rope = arguments[i].array.shape;
    rope[2] = (rope[2] + 1) / 2;
    arguments.insert(arguments.begin() + static_cast<long>(i) + 1,
                     RandomArray(dtype, rope, seed + 5 + static_cast<uint32_t>(i), -1, 1));
  }
  return call;
}

template <aclDataType dtype>
OperatorCall TransformBiasRescale(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const int64_t size = std::max<int64_t>(1, matrix[1] / 6);
  const Array out(dtype, {1, 2, matrix[0], size});
  return {"aclnnTransformBiasRescaleQkv",
          {RandomArray(dtype, {1, matrix[0], 6 * size}, seed),
           RandomArray(dtype, {6 * size}, seed + 1), 2.0, out, out, out}};
}

}  // namespace

std::vector<Case> AttentionCases() {
  return {
      {"FusedInferAttentionFloat16", FusedInferAttention<kF16>},
      {"FusedInferAttentionBfloat16", FusedInferAttention<kBf16>},
      {"FlashAttentionVarLenFloat", FlashAttentionVarLen<kF32>},
      {"FlashAttentionOfPackedBiasFloat16", FlashAttentionOfPackedBias<kF16>},
      {"FlashAttentionOfSlopesFloat", FlashAttentionOfSlopes<kF32>},
      {"FlashAttentionOfSlopesBfloat16", FlashAttentionOfSlopes<kBf16>},
      {"FlashAttentionWithRopeFloat", FlashAttentionWithRope<kF32>},
      {"TransformBiasRescaleFloat", TransformBiasRescale<kF32>},
      {"TransformBiasRescaleFloat16", TransformBiasRescale<kF16>},
      {"FlashAttentionFloat", FlashAttention<kF32>},
      {"FlashAttentionFloat16", FlashAttention<kF16>},
      {"FlashAttentionBfloat16", FlashAttention<kBf16>},
      {"FlashAttentionGradFloat", FlashAttentionGrad<kF32>},
      {"FlashAttentionGradBfloat16", FlashAttentionGrad<kBf16>},
  };
}

}  // namespace openaclnn::test
