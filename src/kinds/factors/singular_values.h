// The singular values and vectors of one matrix with at least as many rows as columns, by rotations
// of pairs of columns (the one-sided method of Jacobi), after it was made a triangle:
//
//   B = Q R,  R^H W = Y,  Y = right diag(values)  gives  B = (Q W) diag(values) right^H
//
// W is a product of rotations that make the columns of Y orthogonal. Rounds of disjoint pairs
// follow each other, so that threads may share a round.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "kinds/factors/number.h"
#include "kinds/factors/reflections.h"

namespace openaclnn {

template <class Number>
class SingularValues {
 public:
  // Takes finite numbers near 1, dense, in row-major order.
  SingularValues(const Number* matrix, int64_t rows, int64_t columns, bool with_vectors)
      : rows_(rows),
        columns_(columns),
        width_(with_vectors ? 2 * columns : columns),
        reflections_(matrix, rows, columns),
        pairs_(static_cast<size_t>(columns * width_), Number(0)),
        order_(static_cast<size_t>(columns)) {
    for (int64_t i = 0; i < columns_; ++i) {
      for (int64_t j = i; j < columns_; ++j) Column(i)[j] = Conjugate(reflections_.At(i, j));
      if (with_vectors) Column(i)[columns_ + i] = Number(1);
    }
    for (int sweep = 0; sweep < kSweeps && Sweep(); ++sweep) {
    }
    for (int64_t i = 0; i < columns_; ++i) values_.push_back(std::sqrt(SquareOf(Column(i))));
    std::iota(order_.begin(), order_.end(), int64_t{0});
    std::ranges::stable_sort(order_, [this](int64_t a, int64_t b) {
      return values_[static_cast<size_t>(a)] > values_[static_cast<size_t>(b)];
    });
  }

  // In descending order.
  double Value(int64_t k) const { return values_[static_cast<size_t>(Place(k))]; }

  // The columns of `right`, all of them, as a dense matrix.
  std::vector<Number> Right() const {
    std::vector<Number> right(static_cast<size_t>(columns_ * columns_), Number(0));
    int64_t rank = 0;
    while (rank < columns_ && Value(rank) > 0) ++rank;
    std::vector<Number> known(static_cast<size_t>(columns_ * rank));
    for (int64_t k = 0; k < rank; ++k) {
      const Number* const column = Column(Place(k));
      for (int64_t i = 0; i < columns_; ++i) {
        known[static_cast<size_t>(i * rank + k)] = Scaled(column[i], 1 / Value(k));
      }
    }
    // Vectors of values of 0 are what completes the others.
    if (rank < columns_) {
      Reflections<Number>(known.data(), columns_, rank).MakeProduct(right.data(), columns_);
    }
    for (int64_t i = 0; i < columns_; ++i) {
      std::copy_n(known.begin() + i * rank, rank, right.begin() + i * columns_);
    }
    return right;
  }

  // The first columns of Q W, as many as there are or all.
  std::vector<Number> Left(int64_t columns) {
    std::vector<Number> left(static_cast<size_t>(rows_ * columns), Number(0));
    for (int64_t k = 0; k < columns; ++k) {
      if (k >= columns_) {
        left[static_cast<size_t>(k * columns + k)] = Number(1);
        continue;
      }
      const Number* const rotated = Column(Place(k)) + columns_;
      for (int64_t i = 0; i < columns_; ++i)
        left[static_cast<size_t>(i * columns + k)] = rotated[i];
    }
    reflections_.MultiplyInto(left.data(), columns);
    return left;
  }

 private:
  // A column of Y, and behind it one of W.
  Number* Column(int64_t i) { return pairs_.data() + i * width_; }
  const Number* Column(int64_t i) const { return pairs_.data() + i * width_; }
  int64_t Place(int64_t k) const { return order_[static_cast<size_t>(k)]; }

  // Sums of every eighth product, and then of these: the order follows from the length.
  template <class Term>
  auto SumOf(const Term& term) const {
    decltype(term(0)) sums[kLanes] = {};
    int64_t i = 0;
    for (; i + kLanes <= columns_; i += kLanes) {
      for (int64_t k = 0; k < kLanes; ++k) sums[k] = sums[k] + term(i + k);
    }
    for (int64_t k = 0; i + k < columns_; ++k) sums[k] = sums[k] + term(i + k);
    for (int64_t half = kLanes / 2; half > 0; half /= 2) {
      for (int64_t k = 0; k < half; ++k) sums[k] = sums[k] + sums[k + half];
    }
    return sums[0];
  }
  double SquareOf(const Number* column) const {
    return SumOf([column](int64_t i) { return Square(column[i]); });
  }

  // Rotates all pairs once; false if none needed it. All columns except the last one, or a place
  // for it, are on a circle. In a round those meet that are as far from one, which meets the last.
  bool Sweep() {
    const int64_t places = columns_ + columns_ % 2, circle = places - 1;
    if (columns_ < 2) return false;
    std::atomic<bool> has_rotated = false;
    for (int64_t round = 0; round < circle; ++round) {
      ParallelFor(places / 2, GrainOf(3 * columns_ + 2 * width_), [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k) {
          const int64_t one = (round + k) % circle;
          const int64_t other = k == 0 ? circle : (round - k + circle) % circle;
          if (std::max(one, other) >= columns_) continue;
          if (Rotate(Column(std::min(one, other)), Column(std::max(one, other)))) {
            has_rotated.store(true, std::memory_order_relaxed);
          }
        }
      });
    }
    return has_rotated;
  }

  // Makes two columns orthogonal, the longer one first; false if they are so within rounding.
  bool Rotate(Number* x, Number* y) const {
    double a = SquareOrZero(x), b = SquareOrZero(y);
    Number product = SumOf([x, y](int64_t i) { return Conjugate(x[i]) * y[i]; });
    const double modulus = Modulus(product);
    const double least = kRounding * (4 + std::sqrt(static_cast<double>(columns_)));
    if (modulus <= least * std::sqrt(a) * std::sqrt(b)) return false;
    if (a < b) {
      std::swap_ranges(x, x + width_, y);
      std::swap(a, b);
      product = Conjugate(product);
    }
    // The tangent t of the smaller angle, t^2 + 2 zeta t = 1, where y has the phase of x.
    const double zeta = (b - a) / (2 * modulus);
    const double tangent = -1 / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
    const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
    // cosine = 1 - sine * half: small angles change little, and lose as little to rounding.
    const double half = sine / (1 + cosine);
    const Number phase = Conjugate(PhaseOf(product, modulus));
    for (int64_t i = 0; i < width_; ++i) {
      const Number first = x[i], second = phase * y[i];
      x[i] = first - Scaled(Scaled(first, half) + second, sine);
      y[i] = second + Scaled(first - Scaled(second, half), sine);
    }
    return true;
  }
  // A column that is too short for its square to be exact becomes 0.
  double SquareOrZero(Number* column) const {
    const double square = SquareOf(column);
    if (square >= kLeastSquare) return square;
    std::fill(column, column + columns_, Number(0));
    return 0;
  }

  static constexpr int64_t kLanes = 8;
  static constexpr int kSweeps = 60;  // a tenth is usual
  static constexpr double kRounding = 0x1p-52;
  static constexpr double kLeastSquare = 0x1p-800;

  const int64_t rows_, columns_, width_;
  Reflections<Number> reflections_;
  std::vector<Number> pairs_;
  std::vector<double> values_;
  std::vector<int64_t> order_;
};

}  // namespace openaclnn
