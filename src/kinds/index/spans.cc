#include "kinds/index/spans.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/run_failure.h"
#include "kinds/accessed.h"

namespace openaclnn {
namespace {

constexpr int kCost = 500;  // picoseconds a place on one core, about

class SpansComputation final : public AccessedComputation {
 public:
  explicit SpansComputation(const SpansInputs& inputs)
      : columns_(inputs.columns),
        has_rank_(!inputs.numbers->shape.empty()),
        rows_(inputs.rows),
        extent_(inputs.extent),
        spans_(inputs.places->shape[0]),
        size_(inputs.places->shape[1]),
        name_(inputs.name),
        numbers_(inputs.numbers),
        places_(inputs.places) {
    AddAccess(inputs.numbers, false);
    if (inputs.mask) {
      mask_ = Place(*inputs.mask);
      AddAccess(*inputs.mask, false);
    }
    AddAccess(inputs.places, true);
    if (inputs.counts) {
      counts_ = Place(*inputs.counts);
      AddAccess(*inputs.counts, true);
    }
  }

  bool HasWork() const override { return spans_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const numbers = numbers_.At<const int64_t>(places);
    const auto* const mask = mask_.At<const uint8_t>(places);
    auto* const to = places_.At<int64_t>(places);
    auto* const counts = counts_.At<int64_t>(places);
    for (int64_t i = 0; i < spans_; ++i) {
      const bool counts_at_all = mask == nullptr || mask[i] != 0;
      const int64_t count = counts_at_all ? CheckedCount(numbers, i) : 0;
      const int64_t start = numbers[i * Columns() + ColumnOfStart()];
      // What lies behind those that count is not looked at, and may be anything.
      for (int64_t k = 0; k < size_; ++k) to[i * size_ + k] = k < count ? start + k : 0;
      if (counts != nullptr) counts[i] = count;
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "spans");
    details.Add("spans", spans_);
    details.Add("size", size_);
  }

  int64_t Elements() const { return spans_ * size_; }

 private:
  // Where a run finds dense elements, if there are any.
  struct Place {
    Place() = default;
    explicit Place(const Value& value) : slot(value.slot), origin(value.origin) {}
    template <class T>
    T* At(const Places& places) const {
      return slot < 0 ? nullptr : reinterpret_cast<T*>(places.First(slot) + origin);
    }
    int32_t slot = -1;
    int64_t origin = 0;
  };

  int64_t Columns() const { return columns_ == SpanColumns::kStarts ? 1 : 2; }
  int64_t ColumnOfStart() const { return columns_ == SpanColumns::kRowsAndStarts ? 1 : 0; }

  // How many places of a span count, all of which are along the axis.
  int64_t CheckedCount(const int64_t* numbers, int64_t span) const {
    const int64_t* const row = numbers + span * Columns();
    if (columns_ == SpanColumns::kRowsAndStarts) CheckNumber(row, span, 0, rows_ - 1);
    int64_t count = size_;
    if (columns_ == SpanColumns::kStartsAndCounts) {
      CheckNumber(row, span, 1, size_);
      count = row[1];
    }
    CheckNumber(row, span, ColumnOfStart(), extent_ - count);
    return count;
  }

  void CheckNumber(const int64_t* row, int64_t span, int64_t column, int64_t most) const {
    if (row[column] >= 0 && row[column] <= most) return;
    Dims at;
    if (has_rank_) at.push_back(span);
    if (Columns() == 2) at.push_back(column);
    FailRun("{}: {}: the element at {} is {}, expected from 0 to {}", name_.operator_name,
            name_.ArgumentText(), ShapeText(at), row[column], most);
  }

  const SpanColumns columns_;
  const bool has_rank_;
  const int64_t rows_, extent_, spans_, size_;
  const NameInCall name_;
  const Place numbers_, places_;
  Place mask_, counts_;
};

}  // namespace

Stage PlanSpans(const SpansInputs& inputs) {
  auto made = std::make_unique<SpansComputation>(inputs);
  const int64_t elements = made->Elements();
  return {.computation = std::move(made), .elements = elements, .cost = kCost};
}

}  // namespace openaclnn
