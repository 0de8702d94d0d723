// Matrices of integers, and words of scales, for tests of quantised products.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/ops/harness/array.h"
#include "tests/ops/harness/layout.h"

namespace openaclnn::test {

// A matrix of integers of 8 or 4 bits.
struct Integers {
  int64_t rows, columns;
  std::vector<int> values;

  int At(int64_t row, int64_t column) const {
    return values[static_cast<size_t>(row * columns + column)];
  }
};

// The exact sum of (a[row, k] - less) * b[k, column] over those k of [first, end) that there are.
// By pointers: tests are optimised little.
inline int64_t DotOf(const Integers& a, int64_t row, const Integers& b, int64_t column,
                     int64_t first = 0, int64_t end = INT64_MAX, int less = 0) {
  const int* const left = a.values.data() + row * a.columns;
  const int* const right = b.values.data() + column;
  const int64_t after = std::min(end, a.columns);
  int64_t sum = 0;
  for (int64_t k = first; k < after; ++k) sum += int64_t{left[k] - less} * right[k * b.columns];
  return sum;
}

inline Integers AnyIntegers(int64_t rows, int64_t columns, int bits, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> any(-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
  Integers matrix{rows, columns, {}};
  for (int64_t i = 0; i < rows * columns; ++i) matrix.values.push_back(any(engine));
  return matrix;
}

// As a tensor of INT8.
inline Array Bytes(const Integers& matrix) {
  return {
      ACL_INT8, {matrix.rows, matrix.columns}, [&](int64_t i) {
        return static_cast<uint64_t>(static_cast<uint8_t>(matrix.values[static_cast<size_t>(i)]));
      }};
}

// Eight integers of 4 bits to each element of INT32, along the last axis or the first one.
inline Array Words(const Integers& matrix, bool along_rows) {
  const Shape shape =
      along_rows ? Shape{matrix.rows / 8, matrix.columns} : Shape{matrix.rows, matrix.columns / 8};
  return {ACL_INT32, shape, [&](int64_t i) {
            uint64_t word = 0;
            for (int64_t k = 0; k < 8; ++k) {
              const int64_t row = along_rows ? i / shape[1] * 8 + k : i / shape[1];
              const int64_t column = along_rows ? i % shape[1] : i % shape[1] * 8 + k;
              word |= static_cast<uint64_t>(matrix.At(row, column) & 0xf) << (4 * k);
            }
            return word;
          }};
}

// Columns that lie side by side in memory, as of a transposed tensor.
inline constexpr Layout kTurned = {"turned",
                                   [](const Shape& shape) {
                                     return Strides{1, shape[0]};
                                   },
                                   0};

// A scale and an offset as aclnnTransQuantParamV2 makes a word of them.
inline uint64_t WordOf(float scale, int offset) {
  return BitsOf(ACL_FLOAT, scale) | uint64_t{1} << 46 |
         (static_cast<uint64_t>(offset) & 0x1ff) << 37;
}

inline Array WordsOf(int64_t n, unsigned seed, bool has_offsets) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> scale(0.001f, 0.01f);
  std::uniform_int_distribution<int> offset(-256, 255);
  return {ACL_UINT64, {n}, [&](int64_t) {
            const float of_column = scale(engine);
            return WordOf(of_column, has_offsets ? offset(engine) : 0);
          }};
}

}  // namespace openaclnn::test
