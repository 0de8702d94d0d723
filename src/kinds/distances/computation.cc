// Plans and runs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/distances/loops.h"
#include "kinds/distances/plan.h"
#include "kinds/strided_numbers.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int kCost = 400;  // picoseconds for a difference on one core, about
constexpr int kCostOfPower = 6000;

int CostOf(Distance distance) { return distance == Distance::kPowers ? kCostOfPower : kCost; }

// A tensor whose axes before the last two broadcast to the batches of a result.
struct Batches {
  Batches() = default;
  Batches(const Value& value, const Dims& shape)
      : numbers(value), batches(shape.begin(), shape.end() - 2) {
    const size_t rank = value->shape.size();
    row = numbers.steps[rank - 2];
    column = numbers.steps[rank - 1];
    steps = Dims(batches.size(), 0);
    for (size_t a = 0; a + 2 < rank; ++a) {
      const size_t at = batches.size() - (rank - 2) + a;
      if (value->shape[a] == batches[at]) steps[at] = numbers.steps[a];
    }
  }

  // The first element of a matrix, by its index in row-major order.
  std::byte* At(const Places& places, int64_t index) const {
    std::byte* at = numbers.First(places);
    for (size_t axis = batches.size(); axis-- > 0;) {
      at += index % batches[axis] * steps[axis];
      index /= batches[axis];
    }
    return at;
  }
  const double* Doubles(const Places& places, int64_t index) const {
    return reinterpret_cast<const double*>(At(places, index));
  }

  StridedNumbers numbers;
  Dims batches, steps;  // in bytes
  int64_t row = 0, column = 0;
};

class DistancesComputation final : public AccessedComputation {
 public:
  explicit DistancesComputation(const DistancesInputs& inputs)
      : x1_(inputs.x1, inputs.out->shape),
        x2_(inputs.x2, inputs.out->shape),
        out_(inputs.out, inputs.out->shape),
        power_(inputs.power),
        distance_(DistanceOf(inputs.power)),
        rows_(inputs.out->shape[inputs.out->shape.size() - 2]),
        columns_(inputs.out->shape.back()),
        terms_(inputs.x1->shape.back()),
        count_(inputs.out->extent.elements) {
    AddAccess(inputs.x1, false);
    AddAccess(inputs.x2, false);
    AddAccess(inputs.out, true);
  }

  bool HasWork() const override { return count_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const DistanceLoops& loops = GetDistanceLoops();
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(CostOf(distance_)) / std::max<int64_t>(1, terms_ * columns_));
    // Rows do not influence each other.
    ParallelFor(count_ / columns_, grain, [&](int64_t begin, int64_t end) {
      std::vector<double> distances(static_cast<size_t>(columns_)), items(distances.size());
      for (int64_t i = begin; i < end; ++i) {
        const int64_t batch = i / rows_, row = i % rows_;
        loops.distances(distance_, power_, x1_.Doubles(places, batch) + row * terms_,
                        x2_.Doubles(places, batch), terms_, columns_, columns_, distances.data());
        out_.numbers.StoreRow(distances.data(), out_.column, columns_, items.data(),
                              out_.At(places, batch) + row * out_.row);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "distances");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", count_);
    details.Add("terms", terms_);
  }

  int64_t Differences() const { return count_ * terms_; }

 private:
  const Batches x1_, x2_, out_;
  const double power_;
  const Distance distance_;
  const int64_t rows_, columns_, terms_, count_;
};

class PairDistancesComputation final : public AccessedComputation {
 public:
  explicit PairDistancesComputation(const PairDistancesInputs& inputs)
      : rows_(inputs.rows),
        columns_(inputs.columns),
        out_(inputs.out),
        power_(inputs.power),
        distance_(DistanceOf(inputs.power)),
        count_(inputs.rows->shape[0]),
        terms_(inputs.rows->shape[1]),
        pairs_(inputs.out->extent.elements) {
    AddAccess(inputs.rows, false);
    AddAccess(inputs.columns, false);
    AddAccess(inputs.out, true);
  }

  bool HasWork() const override { return pairs_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const DistanceLoops& loops = GetDistanceLoops();
    const int64_t grain = std::max<int64_t>(
        1, GrainFor(CostOf(distance_)) / std::max<int64_t>(1, terms_ * count_ / 2));
    const auto *const rows = reinterpret_cast<const double*>(rows_.First(places)),
                      *const columns = reinterpret_cast<const double*>(columns_.First(places));
    std::byte* const out = out_.First(places);
    ParallelFor(count_ - 1, grain, [&](int64_t begin, int64_t end) {
      std::vector<double> distances(static_cast<size_t>(count_)), items(distances.size());
      for (int64_t i = begin; i < end; ++i) {
        const int64_t others = count_ - 1 - i;
        loops.distances(distance_, power_, rows + i * terms_, columns + i + 1, terms_, others,
                        count_, distances.data());
        const int64_t before = pairs_ - others * (others + 1) / 2;
        out_.StoreRow(distances.data(), out_.steps[0], others, items.data(),
                      out + before * out_.steps[0]);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "distances of pairs");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", pairs_);
    details.Add("terms", terms_);
  }

  int64_t Differences() const { return pairs_ * terms_; }

 private:
  const StridedNumbers rows_, columns_, out_;
  const double power_;
  const Distance distance_;
  const int64_t count_, terms_, pairs_;
};

class DistanceGradientsComputation final : public AccessedComputation {
 public:
  explicit DistanceGradientsComputation(const DistanceGradientsInputs& inputs)
      : grad_(inputs.grad, inputs.out->shape),
        x1_(inputs.x1, inputs.out->shape),
        x2_(inputs.x2, inputs.out->shape),
        distances_(inputs.distances, inputs.out->shape),
        out_(inputs.out, inputs.out->shape),
        power_(inputs.power),
        distance_(DistanceOf(inputs.power)),
        rows_(inputs.out->shape[inputs.out->shape.size() - 2]),
        columns_(inputs.grad->shape.back()),
        terms_(inputs.out->shape.back()),
        count_(inputs.out->extent.elements) {
    AddAccess(inputs.grad, false);
    AddAccess(inputs.x1, false);
    AddAccess(inputs.x2, false);
    AddAccess(inputs.distances, false);
    AddAccess(inputs.out, true);
    if (distance_ == Distance::kLargest) {
      round_ = StoreConversion(LoopType::kDouble, inputs.dtype);
      widen_ = LoadConversion(inputs.dtype, LoopType::kDouble);
    }
  }

  bool HasWork() const override { return count_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(CostOf(distance_)) / std::max<int64_t>(1, terms_ * columns_));
    ParallelFor(count_ / terms_, grain, [&](int64_t begin, int64_t end) {
      Memory memory(static_cast<size_t>(terms_), static_cast<size_t>(columns_));
      for (int64_t i = begin; i < end; ++i) {
        const int64_t batch = i / rows_, row = i % rows_;
        AddRow(places, batch, row, memory);
        out_.numbers.StoreRow(memory.sums.data(), out_.column, terms_, memory.items.data(),
                              out_.At(places, batch) + row * out_.row);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "distance gradients");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", count_);
    details.Add("terms", columns_);
  }

  int64_t Differences() const { return count_ * columns_; }

 private:
  struct Memory {
    Memory(size_t terms, size_t columns)
        : sums(terms),
          part(terms),
          rounded(terms),
          items(std::max(terms, columns)),
          grads(columns),
          distances(columns) {}
    std::vector<double> sums, part, rounded, items, grads, distances;
  };

  // The rows of x2 one after the other: kDistanceTerms of them are a part, and parts are added.
  void AddRow(const Places& places, int64_t batch, int64_t row, Memory& memory) const {
    const DistanceLoops& loops = GetDistanceLoops();
    grad_.numbers.LoadRow(grad_.At(places, batch) + row * grad_.row, grad_.column, columns_,
                          memory.items.data(), memory.grads.data());
    distances_.numbers.LoadRow(distances_.At(places, batch) + row * distances_.row,
                               distances_.column, columns_, memory.items.data(),
                               memory.distances.data());
    const double* const x = x1_.Doubles(places, batch) + row * terms_;
    const double* const others = x2_.Doubles(places, batch);
    std::ranges::fill(memory.sums, 0.0);
    if (distance_ == Distance::kCount) return;
    for (int64_t first = 0; first < columns_; first += kDistanceTerms) {
      const int64_t end = std::min(first + kDistanceTerms, columns_);
      std::ranges::fill(memory.part, 0.0);
      for (int64_t j = first; j < end; ++j) {
        AddOther(loops, x, others + j * terms_, memory.grads[static_cast<size_t>(j)],
                 memory.distances[static_cast<size_t>(j)], memory);
      }
      for (size_t k = 0; k < memory.sums.size(); ++k) memory.sums[k] += memory.part[k];
    }
  }

  void AddOther(const DistanceLoops& loops, const double* x, const double* other, double grad,
                double size, Memory& memory) const {
    if (distance_ == Distance::kLargest) {
      for (int64_t k = 0; k < terms_; ++k) {
        memory.items[static_cast<size_t>(k)] = std::fabs(x[k] - other[k]);
      }
      // As distances are: equal numbers become equal ones.
      round_(memory.items.data(), memory.rounded.data(), terms_);
      widen_(memory.rounded.data(), memory.items.data(), terms_);
      return loops.largest(x, other, memory.items.data(), size, grad, terms_, memory.part.data());
    }
    // Rows that are equal have no slope.
    if (size == 0 && distance_ != Distance::kSizes) return;
    loops.slopes(distance_, power_ - 1, power_ < 1, x, other, size, grad, terms_,
                 memory.part.data());
  }

  const Batches grad_, x1_, x2_, distances_, out_;
  const double power_;
  const Distance distance_;
  const int64_t rows_, columns_, terms_, count_;
  ConvertLoop round_ = nullptr, widen_ = nullptr;
};

template <class Made>
Stage StageOf(std::unique_ptr<Made> made, int cost) {
  ApplySimdSetting();
  const int64_t differences = made->Differences();
  return {.computation = std::move(made), .elements = differences, .cost = cost};
}

}  // namespace

Distance DistanceOf(double power) {
  if (power == 0) return Distance::kCount;
  if (power == 1) return Distance::kSizes;
  if (power == 2) return Distance::kSquares;
  if (power == std::numeric_limits<double>::infinity()) return Distance::kLargest;
  return Distance::kPowers;
}

Stage PlanDistances(const DistancesInputs& inputs) {
  return StageOf(std::make_unique<DistancesComputation>(inputs), CostOf(DistanceOf(inputs.power)));
}

Stage PlanPairDistances(const PairDistancesInputs& inputs) {
  return StageOf(std::make_unique<PairDistancesComputation>(inputs),
                 CostOf(DistanceOf(inputs.power)));
}

Stage PlanDistanceGradients(const DistanceGradientsInputs& inputs) {
  return StageOf(std::make_unique<DistanceGradientsComputation>(inputs),
                 CostOf(DistanceOf(inputs.power)));
}

}  // namespace openaclnn
