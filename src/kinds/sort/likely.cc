#include "kinds/sort/likely.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/sort/likely_loops.h"
#include "kinds/strided_numbers.h"

namespace openaclnn {
namespace {

constexpr int kCost = 4000;  // picoseconds an element on one core, about

class LikelyComputation final : public AccessedComputation {
 public:
  explicit LikelyComputation(const LikelyInputs& inputs)
      : elements_(inputs.elements),
        out_(inputs.out),
        indices_(inputs.indices.slot),
        first_index_(inputs.indices.origin),
        rows_(inputs.out->shape[0]),
        length_(inputs.out->shape[1]),
        bytes_(static_cast<size_t>(DtypeBytes(inputs.out->dtype))) {
    AddAccess(inputs.elements, false);
    AddAccess(inputs.indices, false);
    if (inputs.p) {
      AddAccess(*inputs.p, false);
      p_ = StridedNumbers(*inputs.p);
    }
    if (inputs.k) {
      AddAccess(*inputs.k, false);
      k_ = inputs.k->slot;
      first_k_ = inputs.k->origin;
      step_of_k_ = ViewIn(*inputs.k->tensor, inputs.k->tensor->shape).byte_strides[0];
    }
    AddAccess(inputs.out, true);
  }

  bool HasWork() const override { return rows_ * length_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const int64_t grain = std::max<int64_t>(1, GrainFor(kCost) / length_);
    ParallelFor(rows_, grain, [&](int64_t begin, int64_t end) {
      std::vector<double> numbers(static_cast<size_t>(length_)), items(numbers.size());
      for (int64_t row = begin; row < end; ++row) {
        elements_.LoadRow(ElementsOf(places, row), static_cast<int64_t>(bytes_), length_,
                          items.data(), numbers.data());
        int64_t first = FirstOfLargest(places, row, numbers);
        if (!p_.steps.empty()) first = FirstOfLikely(places, row, first, numbers);
        StoreRow(places, row, first);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "likely");
    details.AddWords("simd", ChosenSimdName());
    details.Add("rows", rows_);
    details.Add("length", length_);
  }

 private:
  const std::byte* ElementsOf(const Places& places, int64_t row) const {
    return elements_.First(places) + row * length_ * static_cast<int64_t>(bytes_);
  }

  int64_t FirstOfLargest(const Places& places, int64_t row,
                         const std::vector<double>& numbers) const {
    if (k_ < 0) return 0;
    int32_t k;
    std::memcpy(&k, places.First(k_) + first_k_ + row * step_of_k_, sizeof(k));
    if (k <= 0 || k >= length_) return 0;
    const double least = numbers[static_cast<size_t>(length_ - k)];
    // Nothing is below a NaN.
    const auto first = std::partition_point(numbers.begin(), numbers.end(),
                                            [least](double number) { return number < least; });
    return first - numbers.begin();
  }

  // Makes probabilities of the numbers. Where a sum is NaN, no element goes.
  int64_t FirstOfLikely(const Places& places, int64_t row, int64_t first,
                        std::vector<double>& numbers) const {
    const double p = p_.At(p_.First(places) + row * p_.steps[0]);
    double* const powers = numbers.data() + first;
    const int64_t count = length_ - first;
    GetLikelyLoops().exponentials(numbers.back(), count, powers);
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += powers[i];
    const double limit = (1 - p) * sum;
    double so_far = 0;
    for (int64_t i = 0; i + 1 < count; ++i) {
      so_far += powers[i];
      if (!(so_far <= limit)) return first + i;
    }
    return length_ - 1;
  }

  void StoreRow(const Places& places, int64_t row, int64_t first) const {
    const std::byte* const elements = ElementsOf(places, row);
    const auto* const indices =
        reinterpret_cast<const int64_t*>(places.First(indices_) + first_index_) + row * length_;
    std::byte* const to = out_.First(places) + row * out_.steps[0];
    for (int64_t i = 0; i < length_; ++i) {
      std::byte* const at = to + indices[i] * out_.steps[1];
      if (i < first) {
        out_.Put(-std::numeric_limits<double>::infinity(), at);
      } else {
        std::memcpy(at, elements + static_cast<size_t>(i) * bytes_, bytes_);
      }
    }
  }

  const StridedNumbers elements_, out_;
  const int32_t indices_;
  const int64_t first_index_;
  const int64_t rows_, length_;
  const size_t bytes_;
  StridedNumbers p_;
  int32_t k_ = -1;
  int64_t first_k_ = 0, step_of_k_ = 0;
};

}  // namespace

Stage PlanLikely(const LikelyInputs& inputs) {
  ApplySimdSetting();
  return {.computation = std::make_unique<LikelyComputation>(inputs),
          .elements = inputs.out->extent.elements,
          .cost = kCost};
}

}  // namespace openaclnn
