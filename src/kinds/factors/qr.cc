// Orthogonal matrices and triangles.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "cpu/threads.h"
#include "kinds/factors/matrices.h"
#include "kinds/factors/plan.h"
#include "kinds/factors/reflections.h"

namespace openaclnn {
namespace {

template <class Number>
class QrComputation final : public AccessedComputation {
 public:
  explicit QrComputation(const QrInputs& inputs)
      : matrices_(inputs.matrices, 2),
        orthogonal_(inputs.orthogonal, 2),
        triangular_(inputs.triangular, 2),
        count_(CountMatrices(inputs.matrices->shape)) {
    AddAccess(inputs.matrices, false);
    if (orthogonal_.IsAskedFor()) AddAccess(inputs.orthogonal, true);
    if (triangular_.IsAskedFor()) AddAccess(inputs.triangular, true);
  }

  bool HasWork() const override {
    return count_ * orthogonal_.rows * orthogonal_.columns > 0 ||
           count_ * triangular_.rows * triangular_.columns > 0;
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const int64_t m = matrices_.rows, n = matrices_.columns;
    ParallelFor(count_, GrainOf(ProductsOf(2, m, n, std::min(m, n))),
                [&](int64_t begin, int64_t end) {
                  for (int64_t index = begin; index < end; ++index) {
                    Reflections<Number> of(matrices_.At<Number>(places, index), m, n);
                    Number* const q = orthogonal_.At<Number>(places, index);
                    Number* const r = triangular_.At<Number>(places, index);
                    if (r != nullptr) of.CopyTriangle(triangular_.rows, r);
                    if (q != nullptr) of.MakeProduct(q, orthogonal_.columns);
                  }
                });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "qr");
    details.Add("matrices", count_);
    details.Add("rows", matrices_.rows);
    details.Add("columns", matrices_.columns);
  }

  int64_t Products() const {
    const int64_t m = matrices_.rows, n = matrices_.columns;
    return ProductsOf(count_, m, n, 2 * std::min(m, n));
  }

 private:
  const DenseMatrices matrices_, orthogonal_, triangular_;
  const int64_t count_;
};

template <class Number>
Stage PlanQrOf(const QrInputs& inputs) {
  auto made = std::make_unique<QrComputation<Number>>(inputs);
  const int64_t products = made->Products();
  return {.computation = std::move(made), .elements = products, .cost = kProductCost};
}

}  // namespace

Stage PlanQr(const QrInputs& inputs) {
  return inputs.matrices->dtype == ACL_DOUBLE ? PlanQrOf<double>(inputs)
                                              : PlanQrOf<Complex>(inputs);
}

}  // namespace openaclnn
