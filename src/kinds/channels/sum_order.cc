#include "kinds/channels/sum_order.h"

#include "cpu/sum_tree.h"

namespace openaclnn {
namespace {

// Rows at least this long are summed along themselves, shorter ones along columns; with fewer than
// kFewRows of them, already from kFewColumns on, as sums along columns would be almost as many as
// terms.
constexpr int64_t kLongRow = 256;
constexpr int64_t kFewRows = 8;
constexpr int64_t kFewColumns = 16;

}  // namespace

bool SumsRows(const SumShape& shape) {
  if (shape.channels * shape.outer == 1) return true;
  return shape.inner >= (shape.outer < kFewRows ? kFewColumns : kLongRow);
}

int64_t SideBySide(const SumShape& shape) {
  int64_t side = 1;
  while (2 * side * shape.channels * shape.inner <= kSumChunk &&
         2 * side * kFewRows <= shape.outer) {
    side *= 2;
  }
  return side;
}

void FoldPartials(const SumShape& shape, int64_t rows, int64_t begin, int64_t end, double* partials,
                  double* sums) {
  const int64_t columns = shape.channels * shape.inner;
  const int64_t first = begin * shape.inner, last = end * shape.inner;
  ForEachJoin(rows, [&](int64_t row, int64_t other) {
    double* const left = partials + row * columns;
    const double* const right = partials + other * columns;
    for (int64_t i = first; i < last; ++i) left[i] += right[i];
  });
  for (int64_t c = begin; c < end; ++c) sums[c] = TreeSum(partials + c * shape.inner, shape.inner);
}

}  // namespace openaclnn
