// Determinants, by elimination.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "kinds/factors/matrices.h"
#include "kinds/factors/plan.h"
#include "kinds/factors/reflections.h"

namespace openaclnn {
namespace {

// Columns that are finished before those behind them take all of them away.
constexpr int64_t kPanel = 64;

double TimesPower(double x, int exponent) { return std::ldexp(x, exponent); }
Complex TimesPower(Complex x, int exponent) {
  return {std::ldexp(x.real, exponent), std::ldexp(x.imaginary, exponent)};
}

// The power of two of the larger part; 0 of a zero, and of what is not finite.
template <class Number>
int ExponentOf(Number x) {
  const double larger = LargerPart(0, x);
  return larger == 0 || !IsFinite(x) ? 0 : std::ilogb(larger);
}

// What rows are compared by; NaN if a part is.
double SizeOfPivot(double x) { return std::fabs(x); }
double SizeOfPivot(Complex x) { return std::fabs(x.real) + std::fabs(x.imaginary); }

// Divides numbers that are no larger.
class Divisor {
 public:
  explicit Divisor(double number) : number_(number) {}
  double Divide(double x) const { return x / number_; }

 private:
  double number_;
};
class ComplexDivisor {
 public:
  // Squares of what is near 1 neither overflow nor vanish.
  explicit ComplexDivisor(Complex number)
      : exponent_(ExponentOf(number)), reciprocal_(Reciprocal(TimesPower(number, -exponent_))) {}
  Complex Divide(Complex x) const { return TimesPower(x, -exponent_) * reciprocal_; }

 private:
  int exponent_;
  Complex reciprocal_;
};
Divisor DivisorOf(double number) { return Divisor(number); }
ComplexDivisor DivisorOf(Complex number) { return ComplexDivisor(number); }

// A product that neither overflows nor vanishes.
template <class Number>
class LongProduct {
 public:
  void Multiply(Number factor) {
    const int of_factor = ExponentOf(factor);
    number_ = number_ * TimesPower(factor, -of_factor);
    const int of_product = ExponentOf(number_);
    number_ = TimesPower(number_, -of_product);
    exponent_ += of_factor + of_product;
  }
  Number number() const { return number_; }
  int64_t exponent() const { return exponent_; }

 private:
  Number number_ = Number(1);
  int64_t exponent_ = 0;
};

// row[k] -= factor * known[k]
template <class Number>
void TakeAway(Number factor, const Number* known, int64_t count, Number* row) {
  for (int64_t k = 0; k < count; ++k) row[k] = row[k] - factor * known[k];
}

// A matrix that becomes an upper triangle and, below it, the factors that made it. Each element has
// the rows above taken away in their order.
template <class Number>
class Elimination {
 public:
  Elimination(const Number* matrix, int64_t n)
      : n_(n), matrix_(matrix, matrix + n * n), is_finite_(AreFinite()) {}

  LongProduct<Number> Determinant() {
    LongProduct<Number> product;
    if (!is_finite_) {
      product.Multiply(Number(std::nan("")));
      return product;
    }
    for (int64_t first = 0; first < n_; first += kPanel) {
      const int64_t end = std::min(first + kPanel, n_);
      for (int64_t j = first; j < end; ++j) {
        const int64_t pivot = FindPivot(j);
        product.Multiply(Row(pivot)[j]);
        if (SizeOfPivot(Row(pivot)[j]) == 0) return product;
        if (pivot != j) {
          product.Multiply(Number(-1));
          std::swap_ranges(Row(j) + first, Row(j) + n_, Row(pivot) + first);
        }
        TakeAwayInPanel(j, end);
      }
      TakeAwayBehind(first, end);
    }
    return product;
  }

 private:
  Number* Row(int64_t i) { return matrix_.data() + i * n_; }

  bool AreFinite() const {
    return std::ranges::all_of(matrix_, [](Number x) { return IsFinite(x); });
  }

  // The first one of the largest in a column, from the diagonal on; a NaN is larger than all.
  int64_t FindPivot(int64_t j) {
    int64_t pivot = j;
    double largest = -1;
    for (int64_t i = j; i < n_; ++i) {
      const double size = SizeOfPivot(Row(i)[j]);
      if (std::isnan(size)) return i;
      if (size > largest) {
        pivot = i;
        largest = size;
      }
    }
    return pivot;
  }

  void TakeAwayInPanel(int64_t j, int64_t end) {
    const Number* const known = Row(j);
    const auto divisor = DivisorOf(known[j]);
    ParallelFor(n_ - j - 1, GrainOf(end - j), [&](int64_t begin, int64_t stop) {
      for (int64_t i = j + 1 + begin; i < j + 1 + stop; ++i) {
        Number* const row = Row(i);
        row[j] = divisor.Divide(row[j]);
        TakeAway(row[j], known + j + 1, end - j - 1, row + j + 1);
      }
    });
  }

  // The columns behind a panel.
  void TakeAwayBehind(int64_t first, int64_t end) {
    const int64_t columns = n_ - end;
    for (int64_t i = first + 1; i < end; ++i) {
      for (int64_t j = first; j < i; ++j) TakeAway(Row(i)[j], Row(j) + end, columns, Row(i) + end);
    }
    ParallelFor(columns, GrainOf((end - first) * columns), [&](int64_t begin, int64_t stop) {
      for (int64_t i = end + begin; i < end + stop; ++i) {
        for (int64_t j = first; j < end; ++j) {
          TakeAway(Row(i)[j], Row(j) + end, columns, Row(i) + end);
        }
      }
    });
  }

  const int64_t n_;
  std::vector<Number> matrix_;
  const bool is_finite_;
};

template <class Number>
class DeterminantComputation final : public AccessedComputation {
 public:
  explicit DeterminantComputation(const DeterminantInputs& inputs)
      : matrices_(inputs.matrices, 2),
        signs_(inputs.signs, 0),
        sizes_(inputs.sizes, 0),
        powers_(inputs.powers, 0),
        count_(CountMatrices(inputs.matrices->shape)) {
    AddAccess(inputs.matrices, false);
    AddAccess(inputs.signs, true);
    AddAccess(inputs.sizes, true);
    AddAccess(inputs.powers, true);
  }

  bool HasWork() const override { return count_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    ParallelFor(count_, GrainOf(Products() / count_), [&](int64_t begin, int64_t end) {
      for (int64_t index = begin; index < end; ++index) {
        const Number* const matrix = matrices_.At<Number>(places, index);
        Put(places, index, Elimination<Number>(matrix, matrices_.rows).Determinant());
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "determinant");
    details.Add("matrices", count_);
    details.Add("size", matrices_.rows);
  }

  int64_t Products() const {
    const int64_t n = matrices_.rows;
    return 1 + ProductsOf(count_, n, n, n) / 3;
  }

 private:
  void Put(const Places& places, int64_t index, const LongProduct<Number>& product) const {
    constexpr double kRootOfTwo = 1.4142135623730951;
    const Number number = product.number();
    const double modulus = Modulus(number);
    const bool is_ordinary = modulus > 0 && std::isfinite(modulus);
    int exponent = is_ordinary ? std::ilogb(modulus) : 0;
    double size = std::ldexp(modulus, -exponent);
    if (size > kRootOfTwo) {
      size /= 2;
      ++exponent;
    }
    *signs_.At<Number>(places, index) = is_ordinary    ? Number(PhaseOf(number, modulus))
                                        : modulus == 0 ? Number(0)
                                                       : number;
    *sizes_.At<double>(places, index) = size;
    *powers_.At<double>(places, index) =
        is_ordinary ? static_cast<double>(product.exponent() + exponent) : 0;
  }

  const DenseMatrices matrices_, signs_, sizes_, powers_;
  const int64_t count_;
};

template <class Number>
Stage PlanDeterminantOf(const DeterminantInputs& inputs) {
  auto made = std::make_unique<DeterminantComputation<Number>>(inputs);
  const int64_t products = made->Products();
  return {.computation = std::move(made), .elements = products, .cost = kProductCost};
}

}  // namespace

Stage PlanDeterminant(const DeterminantInputs& inputs) {
  return inputs.matrices->dtype == ACL_DOUBLE ? PlanDeterminantOf<double>(inputs)
                                              : PlanDeterminantOf<Complex>(inputs);
}

}  // namespace openaclnn
