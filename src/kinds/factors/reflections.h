// A matrix as a product of reflections and a triangle:
//
//   A = H_0 H_1 ... R,   H_j = 1 - tau_j v_j v_j^H,   v_j = (0, ..., 0, 1, ...)
//
// with the signs of LAPACK's geqrf.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cpu/threads.h"
#include "kinds/factors/number.h"

namespace openaclnn {

// Picoseconds of a product that is added, on one core, about.
inline constexpr int64_t kProductCost = 500;

// How many things that take so many products each are worth a thread.
inline int64_t GrainOf(int64_t products) {
  return std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(products, 1));
}

template <class Number>
class Reflections {
 public:
  // Takes a dense matrix in row-major order.
  Reflections(const Number* matrix, int64_t rows, int64_t columns)
      : rows_(rows),
        columns_(columns),
        matrix_(matrix, matrix + rows * columns),
        taus_(static_cast<size_t>(Count())),
        vector_(static_cast<size_t>(rows)) {
    for (int64_t j = 0; j < Count(); ++j) {
      const Number tau = Reflect(j);
      taus_[static_cast<size_t>(j)] = tau;
      Apply(j, Conjugate(tau), matrix_.data(), columns_, j + 1);
    }
  }

  // The first `rows` rows of R, whose elements below the diagonal are 0.
  void CopyTriangle(int64_t rows, Number* to) const {
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns_; ++j) to[i * columns_ + j] = j < i ? Number(0) : At(i, j);
    }
  }
  Number At(int64_t row, int64_t column) const {
    return matrix_[static_cast<size_t>(row * columns_ + column)];
  }

  // Makes H_0 H_1 ... B of a dense matrix B with as many rows.
  void MultiplyInto(Number* b, int64_t columns) { Multiply(b, columns, false); }
  // Makes the first columns of H_0 H_1 ...
  void MakeProduct(Number* to, int64_t columns) {
    std::fill(to, to + rows_ * columns, Number(0));
    for (int64_t j = 0; j < columns; ++j) to[j * columns + j] = Number(1);
    Multiply(to, columns, true);
  }

 private:
  int64_t Count() const { return std::min(rows_, columns_); }

  // Makes the reflection of what is left of a column, which becomes a real multiple of its first
  // element alone, of the other sign than that has. A column that is so already stays: tau is 0.
  Number Reflect(int64_t j) {
    Number* const v = vector_.data();
    bool has_others = false;
    double largest = 0;
    for (int64_t i = j; i < rows_; ++i) {
      v[i] = At(i, j);
      has_others = has_others || (i > j && !(RealPart(v[i]) == 0 && ImaginaryPart(v[i]) == 0));
      largest = LargerPart(largest, v[i]);
    }
    const Number first = v[j];
    v[j] = Number(1);
    if (!has_others && ImaginaryPart(first) == 0) return Number(0);
    const PowersOfTwo scale(largest);
    const Number alpha = Scaled(first, scale.down);
    double sum = Square(alpha);
    for (int64_t i = j + 1; i < rows_; ++i) sum += Square(Scaled(v[i], scale.down));
    const double beta = -std::copysign(std::sqrt(sum), RealPart(alpha));
    const Number factor = Reciprocal(alpha - Number(beta));
    matrix_[static_cast<size_t>(j * columns_ + j)] = Number(beta * scale.up);
    for (int64_t i = j + 1; i < rows_; ++i) {
      v[i] = Scaled(v[i], scale.down) * factor;
      matrix_[static_cast<size_t>(i * columns_ + j)] = v[i];
    }
    return Scaled(Number(beta) - alpha, 1 / beta);
  }

  void Multiply(Number* b, int64_t columns, bool is_identity) {
    for (int64_t j = Count() - 1; j >= 0; --j) {
      vector_[static_cast<size_t>(j)] = Number(1);
      for (int64_t i = j + 1; i < rows_; ++i) vector_[static_cast<size_t>(i)] = At(i, j);
      // Columns before are still those of the identity, with zeros in these rows.
      Apply(j, taus_[static_cast<size_t>(j)], b, columns, is_identity ? j : 0);
    }
  }

  // Makes (1 - tau v v^H) B of the columns of B from `first` on; v is 0 in the rows before j. Each
  // column by itself, row after row.
  void Apply(int64_t j, Number tau, Number* b, int64_t columns, int64_t first) const {
    if (RealPart(tau) == 0 && ImaginaryPart(tau) == 0) return;
    const int64_t strips = (columns - first + kStrip - 1) / kStrip;
    if (strips <= 0) return;
    const Number* const v = vector_.data();
    ParallelFor(strips, GrainOf(2 * kStrip * (rows_ - j)), [&](int64_t begin, int64_t end) {
      for (int64_t strip = begin; strip < end; ++strip) {
        const int64_t from = first + strip * kStrip, count = std::min(kStrip, columns - from);
        Number sums[kStrip] = {};
        for (int64_t i = j; i < rows_; ++i) {
          const Number factor = Conjugate(v[i]);
          const Number* const row = b + i * columns + from;
          for (int64_t k = 0; k < count; ++k) sums[k] = sums[k] + factor * row[k];
        }
        for (int64_t k = 0; k < count; ++k) sums[k] = tau * sums[k];
        for (int64_t i = j; i < rows_; ++i) {
          const Number factor = v[i];
          Number* const row = b + i * columns + from;
          for (int64_t k = 0; k < count; ++k) row[k] = row[k] - factor * sums[k];
        }
      }
    });
  }

  static constexpr int64_t kStrip = 64;  // columns whose sums are in a cache

  const int64_t rows_, columns_;
  std::vector<Number> matrix_;  // R, and the vectors below its diagonal without their ones
  std::vector<Number> taus_;
  std::vector<Number> vector_;
};

}  // namespace openaclnn
