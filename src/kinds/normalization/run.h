// Rows that are normalised to a mean of 0 and a deviation of 1, and the gradients of that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/loop_type.h"
#include "cpu/tile_io.h"
#include "kinds/normalization/plan.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kNormCost = 500;
// Rows up to this long need not be dense, nor of the loop's type: threads gather them.
inline constexpr int64_t kLongestGatheredRow = 4096;

struct NormRun {
  const Plan* plan;  // PlanInOrder of [rows, columns]: x, grad of gradients, and what is written
  OperandData data;
  NormShape shape;
  double eps;
  const float* weight;  // dense, for each column; or null
  const float* bias;
  double* mean;  // dense, for each row; of a forward pass they may be null
  double* rstd;
  bool is_of_rms = false;  // rows without a mean, whose weights are those and weight_plus
  double weight_plus = -0.0;
};

// x -> out, mean, rstd.
void RunNormalise(const NormRun& run, LoopType loop);
// x, grad -> the gradient by x, which may take the place of either.
void RunNormGradients(const NormRun& run, LoopType loop);

// x, grad -> for each column the sums of grad (x - mean) rstd, and of grad, over all rows. Blocks
// of kRowsOfBlock rows are added one after the other, and the blocks as a tree.
struct NormColumnsRun {
  const Plan* plan;  // of x and grad; what it writes stays as it is
  OperandData data;
  NormShape shape;
  const double* mean;  // null: 0
  const double* rstd;
  double* partials;  // NormPartials numbers
  double* products;  // dense
  double* grads;     // the same, or null
};
int64_t NormPartials(const NormShape& shape);
void RunNormColumns(const NormColumnsRun& run, LoopType loop);

// Both of one plan, in one pass over x and grad where there are rows enough for all threads.
void RunNormAllGradients(const NormColumnsRun& columns, const NormRun& rows, LoopType loop);

}  // namespace openaclnn
