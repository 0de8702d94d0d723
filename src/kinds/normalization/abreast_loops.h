// The SIMD loops over rows that lie side by side, a row in each lane, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/loop_type.h"

namespace openaclnn {

inline constexpr int64_t kMostRowsAbreast = 16;

// Up to kMostRowsAbreast rows: elements of a column follow each other.
template <class T>
struct NormAbreast {
  const T* x;
  const T* grad;  // of gradients
  T* out;
  int64_t x_step, grad_step, out_step;  // from a column to the next
  int64_t rows, columns;
};

// NormMap of each of them; numbers of rows that are not there mean nothing.
struct NormMapsAbreast {
  using Numbers = double[kMostRowsAbreast];
  Numbers mean, rstd, weight, bias, mean_grad, mean_product;
};

// What SegmentLoops do, for each row. Each chunk has kMostRowsAbreast sums.
template <class T>
struct AbreastLoops {
  int64_t rows_at_once;  // at most
  void (*sums)(const NormAbreast<T>& rows, double* sums);
  void (*squares)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* sums);
  void (*products)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* products,
                   double* grads);
  void (*map)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
  void (*map_gradients)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
};

using AllAbreastLoops = LoopsByType<AbreastLoops, float, double, Bfloat16Bits, Float16Bits>;

// The loops of the SIMD target in use.
const AllAbreastLoops& GetAbreastLoops();

}  // namespace openaclnn
