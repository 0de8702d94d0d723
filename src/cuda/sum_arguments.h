// What the kernels of sums are given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// Sums along axes (kinds/reduction/run.h). A part of a sum is a number of its chunks, or blocks,
// that is a power of 2.
struct ReductionArgument {
  ElementwiseArgument terms;    // in the order [outer, reduced, inner]
  ElementwiseArgument results;  // in the order [outer, inner if it is kept]
  int64_t outer, reduced, inner;
  int64_t columns;  // 1, or inner if it is kept
  int64_t count;    // terms of each sum
  int64_t chunks;   // of each sum
  int64_t chunks_of_row;
  int64_t chunks_of_part;  // up to 2^kLevelsOfPart
  int64_t parts;           // of each sum
  int64_t together;        // as many parts have been added up in the place of the first of them
  uint64_t partials;       // [outer, parts, columns], of 8 bytes each; 0: each sum is one part
  bool averages;
};
inline constexpr int kLevelsOfPart = 8;
inline constexpr int kLevelsAtOnce = 5;  // of the tree of partial sums

// A product of matrices (kinds/product/run.h), whose plan has the axes k, n, m and those of
// batches.
struct ProductArgument {
  ElementwiseArgument plan;
  double alpha, beta;
  int64_t batches;  // of results
  int64_t added;    // batches that come to one
  bool adds;        // beta times the third operand
  // For other numbers, as those of a run:
  bool adds_integers, gives_integers;
  uint8_t sum, result;  // dtypes
  int64_t integer_alpha, integer_beta;
};
inline constexpr int kSideOfTile = 4;  // of a thread's results

}  // namespace openaclnn
