#include "kinds/sort/unique.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "base/dtype.h"
#include "base/half.h"
#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "tensor/set_view.h"

namespace openaclnn {
namespace {

constexpr int kUniqueCost = 3000;  // picoseconds an element on one core, about

struct Truth {
  uint8_t bits;
};
template <uint16_t infinity>
struct Half {
  uint16_t bits;
};

template <class T>
bool AreEqual(T a, T b) {
  return a == b;
}
bool AreEqual(Truth a, Truth b) { return (a.bits != 0) == (b.bits != 0); }
template <uint16_t infinity>
bool AreEqual(Half<infinity> a, Half<infinity> b) {
  const bool are_zero = ((a.bits | b.bits) & 0x7fff) == 0;
  return are_zero || (a.bits == b.bits && (a.bits & 0x7fff) <= infinity);
}

template <class T>
bool AreEqualRows(const std::byte* a, const std::byte* b, int64_t count) {
  const auto* const left = reinterpret_cast<const T*>(a);
  const auto* const right = reinterpret_cast<const T*>(b);
  for (int64_t i = 0; i < count; ++i) {
    if (!AreEqual(left[i], right[i])) return false;
  }
  return true;
}

// How rows of so many elements are compared; complex numbers have two floats each.
struct Comparison {
  bool (*are_equal)(const std::byte* a, const std::byte* b, int64_t count);
  int64_t numbers = 1;  // of an element
};
Comparison ComparisonOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {AreEqualRows<Half<half_internal::Float16::kInfinity>>};
    case ACL_BF16:
      return {AreEqualRows<Half<half_internal::Bfloat16::kInfinity>>};
    case ACL_FLOAT:
      return {AreEqualRows<float>};
    case ACL_DOUBLE:
      return {AreEqualRows<double>};
    case ACL_COMPLEX64:
      return {AreEqualRows<float>, 2};
    case ACL_COMPLEX128:
      return {AreEqualRows<double>, 2};
    case ACL_BOOL:
      return {AreEqualRows<Truth>};
    default:
      break;
  }
  switch (DtypeBytes(dtype)) {
    case 1:
      return {AreEqualRows<uint8_t>};
    case 2:
      return {AreEqualRows<uint16_t>};
    case 4:
      return {AreEqualRows<uint32_t>};
    default:
      return {AreEqualRows<uint64_t>};
  }
}

// Elements that lie as [outer, length, inner].
class UniqueComputation final : public AccessedComputation {
 public:
  explicit UniqueComputation(const UniqueInputs& inputs)
      : comparison_(ComparisonOf(inputs.elements->dtype)),
        bytes_(DtypeBytes(inputs.elements->dtype)),
        axis_(inputs.axis),
        shape_(inputs.elements->shape),
        elements_(inputs.elements.slot),
        order_(inputs.order ? inputs.order->slot : -1),
        values_(inputs.values.slot),
        strides_(inputs.values->extent.contiguous ? Dims() : inputs.values->strides) {
    for (size_t i = 0; i < shape_.size(); ++i) {
      (i < axis_ ? outer_ : i == axis_ ? length_ : inner_) *= shape_[i];
    }
    is_empty_ = inputs.elements->extent.elements == 0;
    if (!shape_.empty() && inputs.values->shape.size() == shape_.size()) {
      room_of_values_ = inputs.values->shape[axis_];
    }
    operator_name_ = inputs.operator_name;
    name_of_values_ = inputs.name_of_values;
    name_of_counts_ = inputs.name_of_counts;
    AddAccess(inputs.elements, false);
    if (inputs.order) AddAccess(*inputs.order, false);
    AddAccess(inputs.values, true);
    if (inputs.places) {
      places_ = inputs.places->slot;
      sets_view_of_places_ = inputs.sets_view_of_places;
      AddAccess(*inputs.places, true);
    }
    if (!inputs.counts) return;
    counts_ = inputs.counts->slot;
    const Dims& strides = (*inputs.counts)->strides;
    if (!strides.empty()) step_of_counts_ = strides[0];
    room_of_counts_ = (*inputs.counts)->extent.elements;
    AddAccess(*inputs.counts, true);
  }

  bool HasWork() const override { return true; }  // views are set

  void Run(const Places& places) const override {
    const std::vector<int64_t> starts = is_empty_ ? WithoutElements() : FindStarts(places);
    const auto found = std::ssize(starts) - 1;
    CheckRoom(name_of_values_, room_of_values_, found);
    CheckRoom(name_of_counts_, room_of_counts_, found);
    if (!is_empty_) CopyFirst(places, starts);
    SetViewOfValues(places, found);
    if (places_ >= 0 && length_ > 0) WritePlaces(places, starts);
    if (sets_view_of_places_) SetView(places.slots[places_].handle, {length_}, {1});
    if (counts_ < 0) return;
    WriteCounts(places, starts);
    SetView(places.slots[counts_].handle, {found}, {step_of_counts_});
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "unique"); }

 private:
  void CheckRoom(std::string_view name, int64_t room, int64_t found) const {
    if (found <= room) return;
    FailRun("{}: {}: has room for {} slices, expected at least {}, as many as differ",
            operator_name_, name, room, found);
  }

  // Slices of nothing are equal.
  std::vector<int64_t> WithoutElements() const {
    return length_ == 0 ? std::vector<int64_t>{0} : std::vector<int64_t>{0, length_};
  }

  // Where runs begin, and the end of the last one.
  std::vector<int64_t> FindStarts(const Places& places) const {
    const std::byte* const data = places.First(elements_);
    const int64_t slice = inner_ * bytes_, numbers = inner_ * comparison_.numbers;
    std::vector<uint8_t> begins(static_cast<size_t>(length_), 0);
    begins[0] = 1;
    const int64_t grain = std::max<int64_t>(1, GrainFor(kUniqueCost) / (outer_ * inner_));
    ParallelFor(length_, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = std::max<int64_t>(1, begin); i < end; ++i) {
        bool are_equal = true;
        for (int64_t o = 0; o < outer_ && are_equal; ++o) {
          const std::byte* const row = data + (o * length_ + i) * slice;
          are_equal = comparison_.are_equal(row - slice, row, numbers);
        }
        begins[static_cast<size_t>(i)] = are_equal ? 0 : 1;
      }
    });
    std::vector<int64_t> starts;
    for (int64_t i = 0; i < length_; ++i) {
      if (begins[static_cast<size_t>(i)] != 0) starts.push_back(i);
    }
    starts.push_back(length_);
    return starts;
  }

  void CopyFirst(const Places& places, const std::vector<int64_t>& starts) const {
    const std::byte* const data = places.First(elements_);
    std::byte* const out = places.First(values_);
    const auto found = std::ssize(starts) - 1;
    const int64_t slice = inner_ * bytes_;
    ParallelFor(outer_ * found, std::max<int64_t>(1, GrainFor(kUniqueCost) / inner_),
                [&](int64_t begin, int64_t end) {
                  for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t o = unit / found, run = unit % found;
                    const std::byte* const from =
                        data + (o * length_ + starts[static_cast<size_t>(run)]) * slice;
                    if (strides_.empty()) {
                      std::memcpy(out + unit * slice, from, static_cast<size_t>(slice));
                    } else {
                      CopyApart(from, o, run, out);
                    }
                  }
                });
  }

  // The inner elements of a slice, into an output with gaps.
  void CopyApart(const std::byte* from, int64_t outer, int64_t run, std::byte* out) const {
    int64_t at = shape_.empty() ? 0 : run * strides_[axis_];
    for (size_t i = axis_; i-- > 0; outer /= shape_[i]) at += outer % shape_[i] * strides_[i];
    for (int64_t k = 0; k < inner_; ++k) {
      int64_t rest = k, place = at;
      for (size_t i = shape_.size(); i-- > axis_ + 1; rest /= shape_[i]) {
        place += rest % shape_[i] * strides_[i];
      }
      std::memcpy(out + place * bytes_, from + k * bytes_, static_cast<size_t>(bytes_));
    }
  }

  void SetViewOfValues(const Places& places, int64_t found) const {
    Dims shape = shape_.empty() ? Dims{1} : shape_;
    shape[axis_] = found;
    Dims strides = strides_;
    if (strides.empty()) strides = DenseStrides(shape);
    SetView(places.slots[values_].handle, shape, strides);
  }
  static Dims DenseStrides(const Dims& shape) {
    Dims strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return strides;
  }

  void WritePlaces(const Places& places, const std::vector<int64_t>& starts) const {
    auto* const to = reinterpret_cast<int64_t*>(places.First(places_));
    const auto* const order =
        order_ < 0 ? nullptr : reinterpret_cast<const int64_t*>(places.First(order_));
    for (size_t run = 0; run + 1 < starts.size(); ++run) {
      for (int64_t i = starts[run]; i < starts[run + 1]; ++i) {
        to[order != nullptr ? order[i] : i] = static_cast<int64_t>(run);
      }
    }
  }

  void WriteCounts(const Places& places, const std::vector<int64_t>& starts) const {
    if (starts.size() < 2) return;
    auto* const to = reinterpret_cast<int64_t*>(places.First(counts_));
    for (size_t run = 0; run + 1 < starts.size(); ++run) {
      to[static_cast<int64_t>(run) * step_of_counts_] = starts[run + 1] - starts[run];
    }
  }

  const Comparison comparison_;
  const int64_t bytes_;
  const size_t axis_;
  const Dims shape_;
  const int32_t elements_, order_, values_;
  const Dims strides_;  // of an output with gaps
  int64_t outer_ = 1, length_ = 1, inner_ = 1;
  bool is_empty_ = false;
  int32_t places_ = -1, counts_ = -1;
  bool sets_view_of_places_ = false;
  int64_t step_of_counts_ = 1;
  int64_t room_of_values_ = std::numeric_limits<int64_t>::max(), room_of_counts_ = room_of_values_;
  std::string_view operator_name_, name_of_values_, name_of_counts_;
};

}  // namespace

Stage PlanUnique(const UniqueInputs& inputs) {
  return {std::make_unique<UniqueComputation>(inputs), 0, inputs.elements->extent.elements,
          kUniqueCost};
}

}  // namespace openaclnn
