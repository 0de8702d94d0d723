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

// How elements that share a mean, a weight and a bias are mapped.
struct NormMap {
  double mean, rstd;
  double weight, bias;
  double mean_grad, mean_product;  // of gradients, of the row
};

// Rows that lie side by side, at most kMostRowsAbreast: those of a column follow each other.
template <class T>
struct NormAbreast {
  const T* x;
  const T* grad;  // of gradients
  T* out;
  int64_t x_step, grad_step, out_step;  // from a column to the next
  int64_t rows, columns;
};
inline constexpr int64_t kMostRowsAbreast = 16;
// NormMap of each of them; numbers of rows that are not there mean nothing.
struct NormMapsAbreast {
  using Numbers = double[kMostRowsAbreast];
  Numbers mean, rstd, weight, bias, mean_grad, mean_product;
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

  // Each chunk of kTermsOfChunk, out of `count` elements, has its sum: that of x; of (x - mean)^2;
  // of grad (x - mean) rstd and of grad.
  void (*sums)(const T* x, int64_t count, double* sums);
  void (*squares)(const T* x, int64_t count, double mean, double* sums);
  void (*products)(const T* x, const T* grad, int64_t count, const NormMap& by, double* products,
                   double* grads);
  // out = (x - mean) (rstd weight) + bias.
  void (*map)(const T* x, int64_t count, const NormMap& by, T* out);
  // out = (grad weight - (mean_grad + (x - mean) rstd mean_product)) rstd.
  void (*map_gradients)(const T* x, const T* grad, int64_t count, const NormMap& by, T* out);

  // The same in two steps, by way of doubles: x, or (x - mean) rstd and grad, are kept; the sums
  // are those of `sums` and `squares` of doubles, and of `kept_products`; then elements are mapped.
  void (*keep)(const T* x, int64_t count, double* kept);
  void (*keep_gradients)(const T* x, const T* grad, int64_t count, const NormMap& by,
                         double* normalised, double* grads);
  void (*kept_products)(const double* normalised, const double* grads, int64_t count,
                        double* products, double* sums);
  void (*map_kept)(const double* kept, int64_t count, const NormMap& by, T* out);
  void (*map_kept_gradients)(const double* normalised, const double* grads, int64_t count,
                             const NormMap& by, T* out);

  // The same of rows abreast, up to so many at once. Each chunk has kMostRowsAbreast sums.
  int64_t rows_abreast;
  void (*sums_abreast)(const NormAbreast<T>& rows, double* sums);
  void (*squares_abreast)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* sums);
  void (*products_abreast)(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* products,
                           double* grads);
  void (*map_abreast)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
  void (*map_gradients_abreast)(const NormAbreast<T>& rows, const NormMapsAbreast& by);
};

inline constexpr int64_t kSlackOfNormSums = 16;

using AllNormLoops = LoopsByType<NormLoops, float, double, Bfloat16Bits, Float16Bits>;

// The loops of the SIMD target in use.
const AllNormLoops& GetNormLoops();

}  // namespace openaclnn
