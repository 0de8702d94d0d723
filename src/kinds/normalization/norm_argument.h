// What the kernels of normalisations are given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// Rows (kinds/normalization/run.h). Addresses are 0 where there is nothing.
struct NormArgument {
  ElementwiseArgument walk;  // of [rows, columns]
  int64_t rows, columns;
  double eps;
  uint64_t weight, bias;  // floats, for each column
  uint64_t mean, rstd;    // doubles, for each row
  uint64_t partials;      // doubles, [blocks of rows, columns] of products, then of gradients
  bool adds_grads;
  bool has_results;  // the walk has what the rows are stored to, before x
};

inline constexpr int kThreadsOfRow = 32;
inline constexpr int kLevelsOfRow = 24;  // of the tree of a row's chunks

}  // namespace openaclnn
