// Singular values and vectors.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "kinds/factors/matrices.h"
#include "kinds/factors/plan.h"
#include "kinds/factors/singular_values.h"

namespace openaclnn {
namespace {

// The first columns of a matrix with `columns` columns, and their conjugates on demand.
template <class Number>
void CopyColumns(const std::vector<Number>& from, int64_t columns, bool conjugates, int64_t rows,
                 int64_t count, Number* to) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < count; ++j) {
      const Number element = from[static_cast<size_t>(i * columns + j)];
      to[i * count + j] = conjugates ? Conjugate(element) : element;
    }
  }
}

template <class Number>
class SvdComputation final : public AccessedComputation {
 public:
  explicit SvdComputation(const SvdInputs& inputs)
      : matrices_(inputs.matrices, 2),
        values_(inputs.values, 1),
        left_(inputs.left, 2),
        right_(inputs.right, 2),
        count_(CountMatrices(inputs.matrices->shape)),
        m_(matrices_.rows),
        n_(matrices_.columns) {
    AddAccess(inputs.matrices, false);
    for (const Value& output : {inputs.values, inputs.left, inputs.right}) {
      if (output.tensor != nullptr) AddAccess(output, true);
    }
  }

  bool HasWork() const override {
    return count_ > 0 && (values_.columns > 0 || left_.rows > 0 || right_.rows > 0);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    ParallelFor(count_, GrainOf(ProductsOf(kSweepsOften, m_, n_, std::min(m_, n_))),
                [&](int64_t begin, int64_t end) {
                  for (int64_t index = begin; index < end; ++index) Decompose(places, index);
                });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "svd");
    details.Add("matrices", count_);
    details.Add("rows", m_);
    details.Add("columns", n_);
  }

  int64_t Products() const { return ProductsOf(count_, m_, n_, kSweepsOften * std::min(m_, n_)); }

 private:
  void Decompose(const Places& places, int64_t index) const {
    const Number* const matrix = matrices_.At<Number>(places, index);
    Number* const values = values_.At<Number>(places, index);
    Number* const left = left_.At<Number>(places, index);
    Number* const right = right_.At<Number>(places, index);
    if (!std::all_of(matrix, matrix + m_ * n_, [](Number x) { return IsFinite(x); })) {
      const Number nan = NotANumber();
      if (values != nullptr) std::fill_n(values, values_.columns, nan);
      if (left != nullptr) std::fill_n(left, m_ * left_.columns, nan);
      if (right != nullptr) std::fill_n(right, n_ * right_.columns, nan);
      return;
    }
    double largest = 0;
    for (int64_t i = 0; i < m_ * n_; ++i) largest = LargerPart(largest, matrix[i]);
    const PowersOfTwo scale(largest);
    // A matrix with more columns than rows is turned: the left and the right change places.
    const bool is_turned = m_ < n_;
    const int64_t rows = std::max(m_, n_), columns = std::min(m_, n_);
    std::vector<Number> upright(static_cast<size_t>(m_ * n_));
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        const Number element = is_turned ? Conjugate(matrix[j * n_ + i]) : matrix[i * n_ + j];
        upright[static_cast<size_t>(i * columns + j)] = Scaled(element, scale.down);
      }
    }
    const bool with_vectors = left != nullptr || right != nullptr;
    SingularValues<Number> of(upright.data(), rows, columns, with_vectors);
    for (int64_t k = 0; k < values_.columns; ++k) values[k] = Number(of.Value(k) * scale.up);
    Number* const longer = is_turned ? right : left;
    Number* const shorter = is_turned ? left : right;
    if (longer != nullptr) {
      const int64_t count = is_turned ? right_.columns : left_.columns;
      CopyColumns(of.Left(count), count, is_turned, rows, count, longer);
    }
    if (shorter != nullptr) {
      CopyColumns(of.Right(), columns, !is_turned, columns, columns, shorter);
    }
  }

  static Number NotANumber() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    if constexpr (std::is_same_v<Number, double>) {
      return kNan;
    } else {
      return {kNan, kNan};
    }
  }

  static constexpr int64_t kSweepsOften = 16;  // products of a sweep times sweeps, about

  const DenseMatrices matrices_, values_, left_, right_;
  const int64_t count_, m_, n_;
};

template <class Number>
Stage PlanSvdOf(const SvdInputs& inputs) {
  auto made = std::make_unique<SvdComputation<Number>>(inputs);
  const int64_t products = made->Products();
  return {.computation = std::move(made), .elements = products, .cost = kProductCost};
}

}  // namespace

Stage PlanSvd(const SvdInputs& inputs) {
  return inputs.matrices->dtype == ACL_DOUBLE ? PlanSvdOf<double>(inputs)
                                              : PlanSvdOf<Complex>(inputs);
}

}  // namespace openaclnn
