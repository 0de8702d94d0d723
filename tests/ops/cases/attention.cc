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

}  // namespace

std::vector<Case> AttentionCases() {
  return {
      {"FlashAttentionFloat", FlashAttention<kF32>},
      {"FlashAttentionFloat16", FlashAttention<kF16>},
      {"FlashAttentionBfloat16", FlashAttention<kBf16>},
      {"FlashAttentionGradFloat", FlashAttentionGrad<kF32>},
      {"FlashAttentionGradBfloat16", FlashAttentionGrad<kBf16>},
  };
}

}  // namespace openaclnn::test
