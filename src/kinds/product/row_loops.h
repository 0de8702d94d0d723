// The SIMD loops of products with few rows, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/product_order.h"

namespace openaclnn {

// Terms whose sum in float begins at 0: in the order kHalves there are two chains of them.
constexpr int64_t TermsOfSum(ProductOrder order) {
  return order == ProductOrder::kFloat ? kTermsInFloat : kTermsOfBlock;
}

// The loops over elements of one type.
template <class T>
struct RowLoopsOf {
  // Adds the terms of rows of b, `pitch` elements apart, for a row of a, to sums in float: of a
  // part of TermsOf(order), and of whole blocks in the order kHalves, except for the last part.
  // `chains` has room for twice as many, and two vectors.
  void (*row)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width, float* in_float,
              float* chains);
  // sums[r][c] += the sum over k of a[r][k] * b[c * pitch + k], for as many of the first columns as
  // it gives: all but a few, or none where there are no such loops. Rows of a and of the sums are
  // `a_pitch` and `sums_pitch` apart. As many columns as `follow` are read after these.
  int64_t (*columns)(const float* a, int64_t a_pitch, int64_t rows, const T* b, int64_t k,
                     int64_t pitch, int64_t width, int64_t follow, double* sums,
                     int64_t sums_pitch);
};

// The loops of one instruction set.
struct ProductRowLoops {
  struct Ordered {
    RowLoopsOf<float> of_floats;
    RowLoopsOf<Bfloat16Bits> of_bfloat16;
    RowLoopsOf<Float16Bits> of_float16;
    // The sums in float of the products of two vectors, cut into blocks of TermsOfSum(order) that
    // lie side by side, for as many of the first blocks as it gives: all but a few, or none where
    // there are no such loops.
    int64_t (*vectors)(const float* a, const float* b, int64_t blocks, float* sums);
  };
  Ordered orders[2];
};

// The loops of the SIMD target in use.
const ProductRowLoops& GetProductRowLoops();

}  // namespace openaclnn
