// Distances of rows, and slices with norms of at most a number.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Few rows, as each is put next to each.
struct DistantRows {
  explicit DistantRows(const Shape& shape) {
    const Shape matrix = AsMatrix(shape);
    rows = std::min<int64_t>(matrix[0], 9);
    columns = matrix[1];
  }
  Shape X1() const { return {rows, columns}; }
  Shape X2() const { return {rows + 2, columns}; }
  Shape Result() const { return {rows, rows + 2}; }
  int64_t rows, columns;
};

template <aclDataType dtype, int power>
OperatorCall Cdist(const Shape& shape, uint32_t seed) {
  const DistantRows all(shape);
  return {"aclnnCdist",
          {Finite(dtype, all.X1(), seed), Finite(dtype, all.X2(), seed + 1), CallArgument(power),
           2.0, Array(dtype, all.Result())}};
}

template <aclDataType dtype, int power>
OperatorCall Pdist(const Shape& shape, uint32_t seed) {
  const DistantRows all(shape);
  const int64_t pairs = all.rows * (all.rows - 1) / 2;
  return {"aclnnPdist",
          {Finite(dtype, all.X1(), seed), CallArgument(power), Array(dtype, {pairs})}};
}

template <aclDataType dtype, int power>
OperatorCall CdistBackward(const Shape& shape, uint32_t seed) {
  const DistantRows all(shape);
  return {"aclnnCdistBackward",
          {Finite(dtype, all.Result(), seed), Finite(dtype, all.X1(), seed + 1),
           Finite(dtype, all.X2(), seed + 2), RandomArray(dtype, all.Result(), seed + 3, 1, 8),
           CallArgument(power), Array(dtype, all.X1())}};
}

template <aclDataType dtype>
OperatorCall Renorm(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.size() < 2 ? AsMatrix(shape) : shape;
  return {"aclnnRenorm",
          {Finite(dtype, whole, seed), CallArgument(2.0), AnyAxis(whole, seed), CallArgument(3.0),
           Array(dtype, whole)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall EmbeddingRenorm(const Shape& shape, uint32_t seed) {
  const Shape table = AsMatrix(shape);
  return {"aclnnEmbeddingRenorm",
          {Finite(dtype, table, seed), Places(index, {table[0]}, (table[0] + 1) / 2),
           CallArgument(2.0), CallArgument(1.0)}};
}

}  // namespace

std::vector<Case> DistancesCases() {
  return {
      {"CdistFloat", Cdist<kF32, 2>},
      {"CdistFloat16", Cdist<kF16, 1>},
      {"CdistBfloat16", Cdist<kBf16, 3>},
      {"CdistBackwardFloat", CdistBackward<kF32, 3>},
      {"CdistBackwardBfloat16", CdistBackward<kBf16, 2>},
      {"PdistFloat", Pdist<kF32, 2>},
      {"RenormFloat", Renorm<kF32>},
      {"RenormFloat16", Renorm<kF16>},
      {"EmbeddingRenormFloat", EmbeddingRenorm<kF32, ACL_INT64>},
      {"EmbeddingRenormBfloat16", EmbeddingRenorm<kBf16, ACL_INT32>},
  };
}

}  // namespace openaclnn::test
