#include "kinds/sort/slices.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>

#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/reduction/extremes.h"
#include "kinds/sort/key.h"

namespace openaclnn {
namespace {

// Whether the first of `count` elements that differ are in order, as 1 or -1; 0 if there are none.
using Compare = int (*)(const std::byte* a, const std::byte* b, int64_t count, uint64_t infinity);

template <Ordering ordering, class Word>
int CompareWords(const std::byte* a, const std::byte* b, int64_t count, uint64_t infinity) {
  const auto* const left = reinterpret_cast<const Word*>(a);
  const auto* const right = reinterpret_cast<const Word*>(b);
  for (int64_t i = 0; i < count; ++i) {
    const Word first = KeyOf<ordering>(left[i], static_cast<Word>(infinity));
    const Word second = KeyOf<ordering>(right[i], static_cast<Word>(infinity));
    if (first != second) return first < second ? 1 : -1;
  }
  return 0;
}

template <Ordering ordering>
Compare CompareOf(int64_t bytes) {
  switch (bytes) {
    case 1:
      return CompareWords<ordering, uint8_t>;
    case 2:
      return CompareWords<ordering, uint16_t>;
    case 4:
      return CompareWords<ordering, uint32_t>;
    default:
      return CompareWords<ordering, uint64_t>;
  }
}

Compare CompareOf(aclDataType dtype) {
  const int64_t bytes = DtypeBytes(dtype);
  switch (OrderingOf(dtype)) {
    case Ordering::kSigned:
      return CompareOf<Ordering::kSigned>(bytes);
    case Ordering::kUnsigned:
      return CompareOf<Ordering::kUnsigned>(bytes);
    case Ordering::kTruth:
      return CompareOf<Ordering::kTruth>(bytes);
    default:
      return CompareOf<Ordering::kFloat>(bytes);
  }
}

// Elements that lie as [outer, length, inner].
class SliceOrderComputation final : public AccessedComputation {
 public:
  explicit SliceOrderComputation(const SliceOrderInputs& inputs)
      : compare_(CompareOf(inputs.elements->dtype)),
        infinity_(static_cast<uint64_t>(WordWayOf(inputs.elements->dtype, Extreme::kMax).infinity)),
        elements_(inputs.elements.slot),
        slices_(inputs.slices.slot),
        order_(inputs.order.slot) {
    const Dims& shape = inputs.elements->shape;
    for (size_t i = 0; i < shape.size(); ++i) {
      (i < inputs.axis ? outer_ : i == inputs.axis ? length_ : inner_) *= shape[i];
    }
    row_ = inner_ * DtypeBytes(inputs.elements->dtype);
    AddAccess(inputs.elements, false);
    AddAccess(inputs.slices, true);
    AddAccess(inputs.order, true);
  }

  bool HasWork() const override { return true; }

  void Run(const Places& places) const override {
    const std::byte* const data = places.First(elements_);
    const std::span order(reinterpret_cast<int64_t*>(places.First(order_)),
                          static_cast<size_t>(length_));
    std::iota(order.begin(), order.end(), int64_t{0});
    std::sort(order.begin(), order.end(),
              [&](int64_t a, int64_t b) { return IsBefore(data, a, b); });
    CopyInOrder(data, order, places.First(slices_));
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "slices"); }

 private:
  bool IsBefore(const std::byte* data, int64_t a, int64_t b) const {
    for (int64_t o = 0; o < outer_; ++o) {
      const std::byte* const rows = data + o * length_ * row_;
      const int order = compare_(rows + a * row_, rows + b * row_, inner_, infinity_);
      if (order != 0) return order > 0;
    }
    return a < b;
  }

  void CopyInOrder(const std::byte* data, std::span<const int64_t> order, std::byte* to) const {
    const int64_t grain = std::max<int64_t>(1, GrainFor(kSortCost) / inner_);
    ParallelFor(outer_ * length_, grain, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t first = row / length_ * length_;
        const int64_t from = first + order[static_cast<size_t>(row - first)];
        std::memcpy(to + row * row_, data + from * row_, static_cast<size_t>(row_));
      }
    });
  }

  const Compare compare_;
  const uint64_t infinity_;
  const int32_t elements_, slices_, order_;
  int64_t outer_ = 1, length_ = 1, inner_ = 1;
  int64_t row_ = 0;  // bytes of the inner elements
};

}  // namespace

Stage PlanSliceOrder(const SliceOrderInputs& inputs) {
  return {std::make_unique<SliceOrderComputation>(inputs), 0, inputs.elements->extent.elements,
          kSortCost};
}

}  // namespace openaclnn
