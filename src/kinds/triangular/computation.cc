// Plans and runs.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/operands.h"
#include "kinds/triangular/plan.h"
#include "tensor/plan.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 300;  // of a term, in picoseconds, about
// Columns that are solved for together: their numbers are in a cache.
constexpr int64_t kColumns = 64;

// A tensor [..., rows, columns], with steps in bytes.
struct Matrices {
  int32_t slot = -1;
  int64_t origin = 0;
  Plan walk = {};
  Dims steps;

  // The first element of a matrix, by its index in row-major order of `batches`.
  std::byte* At(const Places& places, const Dims& batches, int64_t index) const {
    std::byte* at = places.First(slot) + origin;
    for (size_t axis = batches.size(); axis-- > 0;) {
      at += index % batches[axis] * steps[axis];
      index /= batches[axis];
    }
    return at;
  }
  int64_t row() const { return steps[steps.size() - 2]; }
  int64_t column() const { return steps.back(); }
};

template <class T>
double NumberAt(const std::byte* at) {
  T number;
  std::memcpy(&number, at, sizeof(number));
  return static_cast<double>(number);
}

class TriangularComputation final : public Computation {
 public:
  Matrices matrix, right, solution;
  aclDataType dtype;
  bool is_upper, is_transposed, has_ones;
  Dims batches;
  int64_t size, columns;

  int64_t Groups() const { return (columns + kColumns - 1) / kColumns; }
  int64_t Count() const {
    int64_t count = 1;
    for (const int64_t extent : batches) count *= extent;
    return count;
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const int64_t terms = size * (size + 1) / 2 * std::min(columns, kColumns);
    const int64_t grain = std::max<int64_t>(1, GrainFor(kCost) / std::max<int64_t>(terms, 1));
    // Matrices, and groups of their columns, do not influence each other.
    ParallelFor(Count() * Groups(), grain, [&](int64_t begin, int64_t end) {
      std::vector<double> numbers(static_cast<size_t>(size * kColumns));
      for (int64_t i = begin; i < end; ++i) {
        if (dtype == ACL_FLOAT) {
          Solve<float>(places, i / Groups(), i % Groups(), numbers.data());
        } else {
          Solve<double>(places, i / Groups(), i % Groups(), numbers.data());
        }
      }
    });
  }

  // CPUs alone: without device code the engine refuses a call on a GPU, naming the operator.
  bool HasWork() const override { return Count() * size * columns > 0; }
  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    if (!HasWork()) return;
    visit({matrix.walk, 0, matrix.slot, false});
    visit({right.walk, 0, right.slot, false});
    visit({solution.walk, 0, solution.slot, true});
  }
  void AddDetails(Details& details) const override {
    details.AddWords("loop", "triangular");
    details.Add("size", size);
    details.Add("columns", columns);
  }

 private:
  // Rows are solved one after the other, from that with one unknown on. Terms are taken away in
  // this order, in double, and each column by itself.
  template <class T>
  void Solve(const Places& places, int64_t batch, int64_t group, double* numbers) const {
    const std::byte* const a = matrix.At(places, batches, batch);
    const int64_t first = group * kColumns, count = std::min(kColumns, columns - first);
    const std::byte* const from = right.At(places, batches, batch) + first * right.column();
    std::byte* const to = solution.At(places, batches, batch) + first * solution.column();
    const int64_t down = is_transposed ? matrix.column() : matrix.row(),
                  along = is_transposed ? matrix.row() : matrix.column();
    const bool from_above = is_upper == is_transposed;
    for (int64_t step = 0; step < size; ++step) {
      const int64_t row = from_above ? step : size - 1 - step;
      double* const sums = numbers + row * kColumns;
      for (int64_t c = 0; c < count; ++c) {
        sums[c] = NumberAt<T>(from + row * right.row() + c * right.column());
      }
      for (int64_t before = 0; before < step; ++before) {
        const int64_t other = from_above ? before : size - 1 - before;
        const double factor = NumberAt<T>(a + row * down + other * along);
        const double* const known = numbers + other * kColumns;
        for (int64_t c = 0; c < count; ++c) sums[c] -= factor * known[c];
      }
      if (has_ones) continue;
      const double diagonal = NumberAt<T>(a + row * (down + along));
      for (int64_t c = 0; c < count; ++c) sums[c] /= diagonal;
    }
    for (int64_t row = 0; row < size; ++row) {
      for (int64_t c = 0; c < count; ++c) {
        const auto number = static_cast<T>(numbers[row * kColumns + c]);
        std::memcpy(to + row * solution.row() + c * solution.column(), &number, sizeof(number));
      }
    }
  }
};

Matrices Placed(const Value& value, const Dims& shape, bool is_written) {
  Matrices placed;
  placed.slot = value.slot;
  placed.origin = value.origin;
  const OperandView views[] = {ViewIn(*value.tensor, shape)};
  placed.walk = PlanInOrder(shape, views, is_written ? 1 : 0);
  placed.walk.origin[0] += value.origin;
  placed.steps = views[0].byte_strides;
  return placed;
}

}  // namespace

Stage PlanTriangular(const TriangularInputs& inputs) {
  auto made = std::make_unique<TriangularComputation>();
  const Dims& shape = inputs.solution->shape;
  made->batches = Dims(shape.begin(), shape.end() - 2);
  made->size = shape[shape.size() - 2];
  made->columns = shape.back();
  Dims square = shape;
  square.back() = made->size;
  made->matrix = Placed(inputs.matrix, square, false);
  made->right = Placed(inputs.right, shape, false);
  made->solution = Placed(inputs.solution, shape, true);
  made->dtype = inputs.solution->dtype;
  made->is_upper = inputs.is_upper;
  made->is_transposed = inputs.is_transposed;
  made->has_ones = inputs.has_ones;
  int64_t terms;
  if (__builtin_mul_overflow(inputs.solution->extent.elements, made->size, &terms)) {
    terms = INT64_MAX;
  }
  return {.computation = std::move(made), .elements = terms, .cost = kCost};
}

}  // namespace openaclnn
