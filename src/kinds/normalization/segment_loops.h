// The SIMD loops over segments of rows, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/loop_type.h"

namespace openaclnn {

// How elements that share a mean, a weight and a bias are mapped.
struct NormMap {
  double mean, rstd;
  double weight, bias;
  double mean_grad, mean_product;  // of gradients, of the row
};

// In double, in the order of docs/numerics.md, "Rows". T: that of elements in memory.
template <class T>
struct SegmentLoops {
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
};

using AllSegmentLoops = LoopsByType<SegmentLoops, float, double, Bfloat16Bits, Float16Bits>;

// The loops of the SIMD target in use.
const AllSegmentLoops& GetSegmentLoops();

}  // namespace openaclnn
