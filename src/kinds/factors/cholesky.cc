// Triangles whose squares are symmetric matrices.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/factors/matrices.h"
#include "kinds/factors/plan.h"
#include "kinds/factors/reflections.h"

namespace openaclnn {
namespace {

// Rows that are finished before those behind them take all of them away.
constexpr int64_t kPanel = 64;

// row[k] -= factor * known[k]
void TakeAway(double factor, const double* known, int64_t count, double* row) {
  for (int64_t k = 0; k < count; ++k) row[k] -= factor * known[k];
}

// Makes U of the upper triangle in its place. Each element has the products of the rows above taken
// away in their order. Returns n, or the index of the first row whose diagonal is not above 0.
int64_t Factor(double* u, int64_t n) {
  for (int64_t first = 0; first < n; first += kPanel) {
    const int64_t end = std::min(first + kPanel, n);
    for (int64_t j = first; j < end; ++j) {
      double* const row = u + j * n;
      if (!(row[j] > 0)) return j;  // a NaN, too
      row[j] = std::sqrt(row[j]);
      for (int64_t k = j + 1; k < n; ++k) row[k] /= row[j];
      for (int64_t i = j + 1; i < end; ++i) TakeAway(row[i], row + i, n - i, u + i * n + i);
    }
    if (end == n) break;
    ParallelFor(n - end, GrainOf((end - first) * (n - end)), [&](int64_t begin, int64_t stop) {
      for (int64_t i = end + begin; i < end + stop; ++i) {
        for (int64_t j = first; j < end; ++j) {
          TakeAway(u[j * n + i], u + j * n + i, n - i, u + i * n + i);
        }
      }
    });
  }
  return n;
}

class CholeskyComputation final : public AccessedComputation {
 public:
  explicit CholeskyComputation(const CholeskyInputs& inputs)
      : matrices_(inputs.matrices, 2),
        factors_(inputs.factors, 2),
        count_(CountMatrices(inputs.factors->shape)),
        n_(factors_.rows),
        is_batch_(inputs.factors->shape.size() > 2),
        operator_name_(inputs.operator_name),
        name_of_matrices_(inputs.name_of_matrices) {
    AddAccess(inputs.matrices, false);
    AddAccess(inputs.factors, true);
  }

  bool HasWork() const override { return count_ * n_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    std::atomic<int64_t> first_failed = count_;  // whatever threads come to
    ParallelFor(count_, GrainOf(n_ * n_ * n_ / 6), [&](int64_t begin, int64_t end) {
      for (int64_t index = begin; index < end; ++index) {
        if (FactorOne(places, index) == n_) continue;
        int64_t known = first_failed.load();
        while (index < known && !first_failed.compare_exchange_weak(known, index)) {
        }
      }
    });
    if (first_failed < count_) Fail(places, first_failed);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "cholesky");
    details.Add("matrices", count_);
    details.Add("size", n_);
  }

  int64_t Products() const { return ProductsOf(count_, n_, n_, n_) / 6; }

 private:
  int64_t FactorOne(const Places& places, int64_t index) const {
    const double* const from = matrices_.At<double>(places, index);
    double* const to = factors_.At<double>(places, index);
    for (int64_t i = 0; i < n_; ++i) {
      std::fill(to + i * n_, to + i * n_ + i, 0.0);
      if (from != to) std::copy(from + i * n_ + i, from + (i + 1) * n_, to + i * n_ + i);
    }
    return Factor(to, n_);
  }

  // Rows up to the one that failed have the roots of their diagonal; that one has what is none.
  [[noreturn]] void Fail(const Places& places, int64_t index) const {
    const double* const u = factors_.At<double>(places, index);
    int64_t order = 1;
    while (order < n_ && u[(order - 1) * (n_ + 1)] > 0) ++order;
    if (is_batch_) {
      FailRun("{}: {}: matrix {} is not positive definite: its leading minor of order {} is not",
              operator_name_, name_of_matrices_, index, order);
    }
    FailRun("{}: {}: is not positive definite: its leading minor of order {} is not",
            operator_name_, name_of_matrices_, order);
  }

  const DenseMatrices matrices_, factors_;
  const int64_t count_, n_;
  const bool is_batch_;
  const std::string_view operator_name_, name_of_matrices_;
};

}  // namespace

Stage PlanCholesky(const CholeskyInputs& inputs) {
  auto made = std::make_unique<CholeskyComputation>(inputs);
  const int64_t products = made->Products();
  return {.computation = std::move(made), .elements = products, .cost = kProductCost};
}

}  // namespace openaclnn
