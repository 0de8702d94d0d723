#include "kinds/index/bags.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/strided_numbers.h"

namespace openaclnn {
namespace {

constexpr int kCost = 500;  // picoseconds an element of a row on one core, about

// Dense integers of a value that may have no elements.
class Integers {
 public:
  Integers() = default;
  explicit Integers(const Value& value)
      : slot_(value->extent.elements == 0 ? -1 : value.slot), origin_(value.origin) {}

  int64_t* At(const Places& places) const {
    return slot_ < 0 ? nullptr : reinterpret_cast<int64_t*>(places.First(slot_) + origin_);
  }

 private:
  int32_t slot_ = -1;
  int64_t origin_ = 0;
};

class BagsComputation final : public AccessedComputation {
 public:
  explicit BagsComputation(const BagsInputs& inputs)
      : table_(inputs.table),
        out_(inputs.out),
        indices_(inputs.indices),
        offsets_(inputs.offsets),
        sizes_(inputs.sizes),
        has_end_(inputs.has_end),
        padding_(inputs.padding),
        bag_of_(inputs.bag_of),
        table_rows_(inputs.table->shape[0]),
        columns_(inputs.out->shape[1]),
        bags_(inputs.out->shape[0]),
        count_(inputs.indices->extent.elements),
        count_of_sizes_(inputs.sizes->extent.elements),
        name_of_indices_(inputs.name_of_indices),
        name_of_offsets_(inputs.name_of_offsets) {
    AddAccess(inputs.table, false);
    AddAccess(inputs.indices, false);
    AddAccess(inputs.offsets, false);
    if (inputs.weights && inputs.weights->tensor->extent.elements > 0) {
      weights_ = StridedNumbers(*inputs.weights);
      has_weights_ = true;
      AddAccess(*inputs.weights, false);
    }
    AddAccess(inputs.out, true);
    AddAccess(inputs.sizes, true);
    if (inputs.bag_of_each) {
      bag_of_each_ = Integers(*inputs.bag_of_each);
      AddAccess(*inputs.bag_of_each, true);
    }
    if (inputs.rows) {
      rows_ = Integers(*inputs.rows);
      AddAccess(*inputs.rows, true);
    }
  }

  bool HasWork() const override { return bags_ > 0 || count_ > 0 || count_of_sizes_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    Check(places);
    if (int64_t* const bag_of_each = bag_of_each_.At(places)) {
      const int64_t end = bags_ == 0 ? 0 : BeginOf(places, bags_);
      std::fill(bag_of_each + end, bag_of_each + count_, std::max<int64_t>(0, bags_ - 1));
    }
    if (bags_ > 0) FillBags(places);
    // The end of the last bag begins none.
    if (count_of_sizes_ > bags_) {
      std::fill(sizes_.At(places) + bags_, sizes_.At(places) + count_of_sizes_, int64_t{0});
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "bags");
    details.Add("bags", bags_);
    details.Add("indices", count_);
    details.Add("columns", columns_);
  }

  int64_t Elements() const { return (count_ + bags_) * columns_; }

 private:
  void FillBags(const Places& places) const {
    const int64_t work = count_ / bags_ + 1;
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kCost) / (work * std::max<int64_t>(1, columns_)));
    // Bags do not influence each other.
    ParallelFor(bags_, grain, [&](int64_t begin, int64_t end) {
      Memory memory(static_cast<size_t>(columns_));
      for (int64_t bag = begin; bag < end; ++bag) FillBag(places, bag, memory);
    });
  }

  struct Memory {
    explicit Memory(size_t columns) : sums(columns), row(columns), items(columns), rows(columns) {}
    std::vector<double> sums, row, items;
    std::vector<int64_t> rows;
  };

  int64_t BeginOf(const Places& places, int64_t bag) const {
    const bool is_given = bag < bags_ || has_end_;
    return is_given ? offsets_.At(places)[bag] : count_;
  }

  // Before anything is written.
  void Check(const Places& places) const {
    const int64_t* const indices = indices_.At(places);
    for (int64_t i = 0; i < count_; ++i) {
      if (indices[i] >= 0 && indices[i] < table_rows_) continue;
      FailRun("{}: {}: {} is no row of {}, expected 0 to {}", name_of_indices_.operator_name,
              name_of_indices_.ArgumentText(), indices[i], table_rows_, table_rows_ - 1);
    }
    int64_t before = 0;
    for (int64_t bag = 0; bag <= bags_; ++bag) {
      const int64_t begin = BeginOf(places, bag);
      const bool begins = bag > 0 || begin == 0 || bags_ == 0;
      if (begins && begin >= before && begin <= count_) {
        before = begin;
        continue;
      }
      FailRun("{}: {}: number {} is {}, expected 0 first, and then none below the one before or "
              "above {}, the number of indices",
              name_of_offsets_.operator_name, name_of_offsets_.ArgumentText(), bag, begin, count_);
    }
  }

  void FillBag(const Places& places, int64_t bag, Memory& memory) const {
    const int64_t begin = BeginOf(places, bag), end = BeginOf(places, bag + 1);
    const int64_t* const indices = indices_.At(places);
    int64_t size = 0;
    std::ranges::fill(memory.sums, 0.0);
    std::ranges::fill(memory.rows, int64_t{0});
    for (int64_t i = begin; i < end; ++i) {
      if (bag_of_each_.At(places) != nullptr) bag_of_each_.At(places)[i] = bag;
      if (indices[i] == padding_) continue;
      table_.LoadRow(table_.First(places) + indices[i] * table_.steps[0], table_.steps[1], columns_,
                     memory.items.data(), memory.row.data());
      if (bag_of_ == BagOf::kLargest) {
        TakeLarger(indices[i], size == 0, memory);
      } else {
        AddRow(has_weights_ ? WeightAt(places, i) : 1, memory);
      }
      ++size;
    }
    if (bag_of_ == BagOf::kMeans && size > 0) {
      for (double& sum : memory.sums) sum /= static_cast<double>(size);
    }
    sizes_.At(places)[bag] = size;
    if (columns_ == 0) return;
    out_.StoreRow(memory.sums.data(), out_.steps[1], columns_, memory.items.data(),
                  out_.First(places) + bag * out_.steps[0]);
    if (int64_t* const rows = rows_.At(places)) {
      std::ranges::copy(memory.rows, rows + bag * columns_);
    }
  }

  double WeightAt(const Places& places, int64_t i) const {
    return reinterpret_cast<const double*>(weights_.First(places))[i];
  }
  void AddRow(double weight, Memory& memory) const {
    for (size_t c = 0; c < memory.sums.size(); ++c) memory.sums[c] += weight * memory.row[c];
  }
  // The first of equal ones; a NaN is larger than all.
  void TakeLarger(int64_t index, bool is_first, Memory& memory) const {
    for (size_t c = 0; c < memory.sums.size(); ++c) {
      const double x = memory.row[c], largest = memory.sums[c];
      const bool is_larger = x > largest || (x != x && largest == largest);
      if (!is_first && !is_larger) continue;
      memory.sums[c] = x;
      memory.rows[c] = index;
    }
  }

  const StridedNumbers table_, out_;
  StridedNumbers weights_;
  const Integers indices_, offsets_, sizes_;
  Integers bag_of_each_, rows_;
  bool has_weights_ = false;
  const bool has_end_;
  const int64_t padding_;
  const BagOf bag_of_;
  const int64_t table_rows_, columns_, bags_, count_, count_of_sizes_;
  const NameInCall name_of_indices_, name_of_offsets_;
};

}  // namespace

Stage PlanBags(const BagsInputs& inputs) {
  auto made = std::make_unique<BagsComputation>(inputs);
  const int64_t elements = made->Elements();
  return {.computation = std::move(made), .elements = elements, .cost = kCost};
}

}  // namespace openaclnn
