// The SIMD loops over rows that lie side by side, a row in each lane, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/loop_type.h"

namespace openaclnn {

// Rows: elements of a column follow each other.
template <class T>
struct NormAbreast {
  const T* x;
  const T* grad;  // of gradients; else x
  T* out;
  int64_t x_step, grad_step, out_step;  // from a column to the next
  int64_t rows, columns;
  // Numbers between the rows of a column and those of the next one may be read.
  bool reads_on;
  bool stream;  // out is stored past the caches; its columns begin where vectors do
};

// NormMap of each of them. In arrays for rows there is room for a last vector: kSlackAbreast more
// numbers, whose values mean nothing.
struct NormMapsAbreast {
  const double *mean, *rstd, *weight, *bias;
  const double* scale;  // rstd weight
  const double *mean_grad, *mean_product;
};
inline constexpr int64_t kSlackAbreast = 15;

// What SegmentLoops do, for each row; sums are those of one chunk.
template <class T>
struct AbreastLoops {
  int64_t (*doubles_for)(int64_t rows);  // that `lanes` has; for products twice as many
  void (*sums)(const NormAbreast<T>& rows, double* lanes, double* sums);
  void (*squares)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* lanes,
                  double* sums);
  void (*products)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* lanes,
                   double* products, double* grads);
  void (*map)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
  void (*map_gradients)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
};

using AllAbreastLoops = LoopsByType<AbreastLoops, float, double, Bfloat16Bits, Float16Bits>;

// The loops of the SIMD target in use.
const AllAbreastLoops& GetAbreastLoops();

}  // namespace openaclnn
