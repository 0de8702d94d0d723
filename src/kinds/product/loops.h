// The SIMD loops of products of matrices, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/tile.h"

namespace openaclnn {

// What is done with a row of sums: alpha times each, and beta times what is to be added, if it is
// not null.
struct Finish {
  double alpha, beta;
  const double* added;
};

// The loops of one instruction set.
struct ProductLoops {
  int64_t rows;   // of a tile
  int64_t lanes;  // of a vector; a tile has up to kMostVectors of them in a row
  // sums[r][c] = the sum over k of a[k][r] * b[k][c], for a tile of `vectors`; a and b are dense.
  void (*tile)(const float* a, const float* b, int64_t k, int64_t vectors, double* sums);
  // The terms of up to kTermsInFloat rows of b, `pitch` elements apart, for a row of a: added to
  // `sums`. `in_float` has room for as many, and a vector.
  template <class T>
  using Row = void (*)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                       float* in_float, double* sums);
  Row<float> row_of_floats;
  Row<Bfloat16Bits> row_of_bfloat16;
  Row<Float16Bits> row_of_float16;
  // sums[c] = the sum over k of a[k] * b[c * pitch + k], for as many of the first columns as it
  // gives: all but a few, or none where there are no such loops.
  template <class T>
  using Columns = int64_t (*)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                              double* sums);
  Columns<float> columns_of_floats;
  Columns<Bfloat16Bits> columns_of_bfloat16;
  Columns<Float16Bits> columns_of_float16;
  // A row of results; up to a vector more is read and written.
  void (*to_float)(const Finish& finish, const double* sums, int64_t count, void* to);
  void (*to_bfloat16)(const Finish& finish, const double* sums, int64_t count, void* to);
  void (*to_float16)(const Finish& finish, const double* sums, int64_t count, void* to);
};
inline constexpr int64_t kMostVectors = 3;
inline constexpr int64_t kMostColumns = kMostVectors * kWidestVector / int64_t{sizeof(float)};
inline constexpr int64_t kMostRows = 8;

// The loops of the SIMD target in use.
const ProductLoops& GetProductLoops();

}  // namespace openaclnn
