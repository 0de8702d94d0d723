// The SIMD loops over rows that are normalised, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/loop_type.h"

namespace openaclnn {

// Rows that lie one after the other. T: that of elements in memory.
template <class T>
struct NormTile {
  const T* x;
  const T* grad;        // of gradients
  const float* weight;  // for each column; null: 1
  const float* bias;    // the same; null: 0
  T* out;
  int64_t rows, columns;
  double* mean;  // for each row; null in gradients: 0
  double* rstd;
  bool stream;                // out is stored past the caches (cpu/streaming.h)
  bool is_of_rms;             // no mean is subtracted
  double weight_plus = -0.0;  // is added to each weight of rows without a mean
};

// In double, in the order of docs/numerics.md, "Rows".
template <class T>
struct NormLoops {
  // Sets mean and rstd to those of x, and out to (x - mean) rstd weight + bias. Without means rstd
  // is that of the squares of x, there is a weight and no bias.
  void (*normalise)(const NormTile<T>& tile, double eps);
  // Sets out to the gradient by x, of `mean` and `rstd`; and adds to sums as add_columns of all
  // columns does, unless `products` is null.
  void (*gradients)(const NormTile<T>& tile, double* products, double* grads);
  // Adds grad (x - mean) rstd of all rows, one after the other, to `products`, and grad to `grads`,
  // unless that is null. Behind either are kSlackOfNormSums more, whose values mean nothing. The
  // first `width` columns count, out of `columns`.
  void (*add_columns)(const NormTile<T>& tile, int64_t width, double* products, double* grads);
};

inline constexpr int64_t kSlackOfNormSums = 16;

using AllNormLoops = LoopsByType<NormLoops, float, double, Bfloat16Bits, Float16Bits>;

// The loops of the SIMD target in use.
const AllNormLoops& GetNormLoops();

}  // namespace openaclnn
