// The SIMD loops of products with one row, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/product_order.h"

namespace openaclnn {

// The loops over elements of one type.
template <class T>
struct RowLoopsOf {
  // The terms of up to TermsOf(order) rows of b, `pitch` elements apart, for a row of a: added to
  // `sums`. `in_float` has room for three times as many, and three vectors.
  void (*row)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width, float* in_float,
              double* sums);
  // sums[c] += the sum over k of a[k] * b[c * pitch + k], for as many of the first columns as it
  // gives: all but a few, or none where there are no such loops.
  int64_t (*columns)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                     double* sums);
};

// The loops of one instruction set.
struct ProductRowLoops {
  struct Ordered {
    RowLoopsOf<float> of_floats;
    RowLoopsOf<Bfloat16Bits> of_bfloat16;
    RowLoopsOf<Float16Bits> of_float16;
  };
  Ordered orders[2];
};

// The loops of the SIMD target in use.
const ProductRowLoops& GetProductRowLoops();

}  // namespace openaclnn
