#include "kinds/sort/search.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "cpu/threads.h"
#include "kinds/accessed.h"

namespace openaclnn {
namespace {

constexpr int kStepCost = 3000;  // picoseconds a step of a search on one core, about

// What a search reads and writes.
template <class T, class Place>
struct Search {
  const T* rows;
  const T* values;
  const int64_t* order;  // or null
  Place* places;
  int64_t length, searches;
  bool has_one_row, after_equal;

  void Run(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = has_one_row ? 0 : i / searches * length;
      const int64_t* const in_order = order != nullptr ? order + row : nullptr;
      places[i] = static_cast<Place>(PlaceOf(values[i], rows + row, in_order));
    }
  }

  int64_t PlaceOf(T value, const T* row, const int64_t* in_order) const {
    int64_t first = 0, last = length;
    while (first < last) {
      const int64_t middle = first + ((last - first) >> 1);
      const T element = row[in_order != nullptr ? in_order[middle] : middle];
      const bool is_behind = after_equal ? element > value : element >= value;
      is_behind ? last = middle : first = middle + 1;
    }
    return first;
  }
};

class SearchComputation final : public AccessedComputation {
 public:
  explicit SearchComputation(const SearchInputs& inputs)
      : dtype_(inputs.rows->dtype),
        is_wide_(inputs.places->dtype == ACL_INT64),
        count_(inputs.places->extent.elements),
        rows_(inputs.rows.slot),
        values_(inputs.values.slot),
        order_(inputs.order ? inputs.order->slot : -1),
        places_(inputs.places.slot),
        length_(inputs.length),
        searches_(inputs.searches),
        has_one_row_(inputs.has_one_row),
        after_equal_(inputs.after_equal) {
    if (count_ == 0) return;
    AddAccess(inputs.rows, false);
    AddAccess(inputs.values, false);
    if (inputs.order) AddAccess(*inputs.order, false);
    AddAccess(inputs.places, true);
  }

  bool HasWork() const override { return count_ > 0; }

  void Run(const Places& places) const override {
    if (count_ == 0) return;
    is_wide_ ? RunInto<int64_t>(places) : RunInto<int32_t>(places);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "search");
    details.Add("elements", count_);
  }

 private:
  template <class Place>
  void RunInto(const Places& places) const {
    switch (dtype_) {
      case ACL_FLOAT:
        return RunOf<float, Place>(places);
      case ACL_DOUBLE:
        return RunOf<double, Place>(places);
      case ACL_INT8:
        return RunOf<int8_t, Place>(places);
      case ACL_UINT8:
        return RunOf<uint8_t, Place>(places);
      case ACL_INT16:
        return RunOf<int16_t, Place>(places);
      case ACL_INT32:
        return RunOf<int32_t, Place>(places);
      default:
        return RunOf<int64_t, Place>(places);
    }
  }

  template <class T, class Place>
  void RunOf(const Places& places) const {
    const bool has_rows = length_ > 0;
    const Search<T, Place> search{
        .rows = has_rows ? reinterpret_cast<const T*>(places.First(rows_)) : nullptr,
        .values = reinterpret_cast<const T*>(places.First(values_)),
        .order = has_rows && order_ >= 0 ? reinterpret_cast<const int64_t*>(places.First(order_))
                                         : nullptr,
        .places = reinterpret_cast<Place*>(places.First(places_)),
        .length = length_,
        .searches = searches_,
        .has_one_row = has_one_row_,
        .after_equal = after_equal_};
    const int steps = 1 + static_cast<int>(std::bit_width(static_cast<uint64_t>(length_)));
    ParallelFor(count_, std::max<int64_t>(1, GrainFor(kStepCost * steps)),
                [&](int64_t begin, int64_t end) { search.Run(begin, end); });
  }

  const aclDataType dtype_;
  const bool is_wide_;
  const int64_t count_;
  const int32_t rows_, values_, order_, places_;
  const int64_t length_, searches_;
  const bool has_one_row_, after_equal_;
};

}  // namespace

Stage PlanSearch(const SearchInputs& inputs) {
  return {std::make_unique<SearchComputation>(inputs), 0, inputs.places->extent.elements,
          kStepCost};
}

}  // namespace openaclnn
