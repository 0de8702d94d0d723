// Runs a plan of rows (PlanRows): each row is reduced to a few numbers, with which its elements are
// then mapped.
//
// A row is cut into chunks. What a chunk comes to is computed in an order that its length alone
// decides, and so are the numbers of the chunks put together: layouts, threads, tiles and SIMD
// width do not change the bits. docs/numerics.md, "Rows", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/sum_tree.h"
#include "cpu/tile_io.h"
#include "kinds/rows/kernel.h"
#include "tensor/plan.h"

namespace openaclnn {

inline constexpr int64_t kRowChunk = 1024;
// Rows of no more than a chunk are done so many at a time.
inline constexpr int64_t kRowsAtOnce = 16;
// Rows abreast are done so many at a time at most: some bytes of each of their elements.
inline constexpr int64_t kRowsAbreast = 128, kBytesAbreast = 256;

struct RowsRun {
  const Plan* plan;
  OperandData data;  // in the order of the plan
  const Kernel* kernel;
  bool has_row_result;  // the last operand has a number for each row, and no more
  RowNumbers* chunks;   // as many as RowChunks says
};

// The numbers of chunks that a run needs room for; 0 where rows are so short that they are done one
// by one.
int64_t RowChunks(const Plan& plan);

// The kernel has loops over rows of that type.
void RunRows(const RowsRun& run, LoopType loop);

// The sum of the first numbers of `count` > 0 chunks, as a tree, in place.
inline double TreeSum(RowNumbers* chunks, int64_t count) {
  ForEachJoin(count, [chunks](int64_t i, int64_t k) { chunks[i][0] += chunks[k][0]; });
  return chunks[0][0];
}

}  // namespace openaclnn
