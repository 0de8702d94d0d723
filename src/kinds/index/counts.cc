#include "kinds/index/counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"

namespace openaclnn {
namespace {

constexpr int kCountCost = 2000;  // picoseconds an element on one core, about

// Counts of `bins` bins: `count(begin, end, counts)` adds those of a range of elements.
template <class CountRange>
void CountInto(int64_t elements, int64_t bins, int64_t* counts, const CountRange& count) {
  std::fill_n(counts, bins, int64_t{0});
  if (elements == 0) return;
  // Each range has counts of its own, which should be few beside its elements.
  const int64_t grain = std::max(GrainFor(kCountCost), 4 * bins);
  if (elements <= grain) return count(int64_t{0}, elements, counts);
  std::mutex mutex;
  ParallelFor(elements, grain, [&](int64_t begin, int64_t end) {
    std::vector<int64_t> own(static_cast<size_t>(bins));
    count(begin, end, own.data());
    const std::lock_guard lock(mutex);
    for (int64_t i = 0; i < bins; ++i) counts[i] += own[static_cast<size_t>(i)];
  });
}

class CountsComputation final : public AccessedComputation {
 public:
  CountsComputation(const Value& places, const Value& counts)
      : elements_(places->extent.elements),
        bins_(counts->extent.elements),
        slots_{places.slot, counts.slot} {
    AddAccess(places, false);
    AddAccess(counts, true);
  }

  bool HasWork() const override { return bins_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const at =
        reinterpret_cast<const int64_t*>(elements_ > 0 ? places.First(slots_[0]) : nullptr);
    auto* const counts = reinterpret_cast<int64_t*>(places.First(slots_[1]));
    CountInto(elements_, bins_, counts, [at](int64_t begin, int64_t end, int64_t* own) {
      for (int64_t i = begin; i < end; ++i) ++own[at[i]];
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "counts");
    details.Add("elements", elements_);
  }

 private:
  const int64_t elements_, bins_;
  const std::array<int32_t, 2> slots_;
};

// A sum of two numbers of which none has bits of the other.
struct Exact {
  double high, low;
};
Exact Sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
Exact Product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// Whether a sum is below 0, exact: terms are taken into a list of numbers that have no bits in
// common, the largest last.
bool IsBelowZero(const std::array<double, 8>& terms) {
  std::array<double, 8> parts{};
  size_t count = 0;
  for (double carried : terms) {
    for (size_t i = 0; i < count; ++i) {
      const Exact sum = Sum(carried, parts[i]);
      parts[i] = sum.low;
      carried = sum.high;
    }
    parts[count++] = carried;
  }
  double largest = 0;
  for (const double part : parts) largest = part != 0 ? part : largest;
  return largest < 0;
}

// Bins of floats, the products of whose differences and counts do not overflow in double.
class FloatBins {
 public:
  FloatBins(float low, float high, int64_t bins)
      : low_(low),
        high_(high),
        bins_(static_cast<double>(bins)),
        last_(bins - 1),
        range_(Sum(high, -static_cast<double>(low))),
        per_unit_(bins_ / range_.high),
        middle_(low == high ? bins / 2 : -1) {}

  bool Has(float element) const { return element >= low_ && element <= high_; }

  int64_t BinOf(float element) const {
    if (middle_ >= 0) return middle_;
    const Exact from_low = Sum(element, -static_cast<double>(low_));
    // Off by 4 roundings at most.
    const double place = from_low.high * per_unit_, nearest = std::nearbyint(place);
    if (std::fabs(place - nearest) > nearest * 0x1p-49) {
      return std::min(static_cast<int64_t>(place), last_);
    }
    const bool is_below = IsBelow(from_low, nearest);
    return std::clamp<int64_t>(static_cast<int64_t>(nearest) - (is_below ? 1 : 0), 0, last_);
  }

 private:
  // Whether from_low * bins < edge * range.
  bool IsBelow(const Exact& from_low, double edge) const {
    const Exact a = Product(from_low.high, bins_), b = Product(edge, range_.high);
    if (from_low.low == 0 && range_.low == 0) {
      return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
    const Exact c = Product(from_low.low, bins_), d = Product(edge, range_.low);
    return IsBelowZero({c.low, -d.low, c.high, -d.high, a.low, -b.low, a.high, -b.high});
  }

  const float low_, high_;
  const double bins_;
  const int64_t last_;
  const Exact range_;
  const double per_unit_;
  const int64_t middle_;
};

class IntegerBins {
 public:
  IntegerBins(int64_t low, int64_t high, int64_t bins)
      : low_(low),
        high_(high),
        bins_(static_cast<uint64_t>(bins)),
        range_(static_cast<uint64_t>(high) - static_cast<uint64_t>(low)),
        is_narrow_(range_ <= std::numeric_limits<uint32_t>::max() &&
                   bins_ <= std::numeric_limits<uint32_t>::max()) {}

  bool Has(int64_t element) const { return element >= low_ && element <= high_; }

  int64_t BinOf(int64_t element) const {
    if (range_ == 0) return static_cast<int64_t>(bins_ / 2);
    const uint64_t from_low = static_cast<uint64_t>(element) - static_cast<uint64_t>(low_);
    __extension__ using Wide = unsigned __int128;
    const uint64_t place = is_narrow_ ? from_low * bins_ / range_
                                      : static_cast<uint64_t>(Wide{from_low} * bins_ / range_);
    return static_cast<int64_t>(std::min(place, bins_ - 1));
  }

 private:
  const int64_t low_, high_;
  const uint64_t bins_, range_;
  const bool is_narrow_;
};

bool IsFinite(float number) { return std::isfinite(number); }
bool IsFinite(int64_t /*number*/) { return true; }

class BinCountsComputation final : public AccessedComputation {
 public:
  explicit BinCountsComputation(const BinInputs& inputs)
      : inputs_(inputs),
        of_floats_(inputs.elements->dtype == ACL_FLOAT),
        elements_(inputs.elements->extent.elements),
        bins_(inputs.counts->extent.elements),
        slots_{inputs.elements.slot, inputs.counts.slot} {
    AddAccess(inputs.elements, false);
    AddAccess(inputs.counts, true);
  }

  bool HasWork() const override { return bins_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const std::byte* const data = elements_ > 0 ? places.First(slots_[0]) : nullptr;
    auto* const counts = reinterpret_cast<int64_t*>(places.First(slots_[1]));
    if (of_floats_) {
      Count<FloatBins>(reinterpret_cast<const float*>(data), inputs_.low, inputs_.high, counts);
    } else {
      Count<IntegerBins>(reinterpret_cast<const int64_t*>(data), inputs_.low_integer,
                         inputs_.high_integer, counts);
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "bin counts");
    details.Add("elements", elements_);
  }

 private:
  template <class Bins, class T>
  void Count(const T* elements, T low, T high, int64_t* counts) const {
    if (low == high && elements_ > 0) FindRange(elements, low, high);
    const Bins bins(low, high, bins_);
    CountInto(elements_, bins_, counts, [&](int64_t begin, int64_t end, int64_t* own) {
      for (int64_t i = begin; i < end; ++i) {
        if (bins.Has(elements[i])) ++own[bins.BinOf(elements[i])];
      }
    });
  }

  template <class T>
  void FindRange(const T* elements, T& low, T& high) const {
    low = high = elements[0];
    std::mutex mutex;
    bool is_finite = true;
    ParallelFor(elements_, GrainFor(kCountCost), [&](int64_t begin, int64_t end) {
      T least = elements[begin], most = elements[begin];
      bool are_finite = true;
      for (int64_t i = begin; i < end; ++i) {
        least = std::min(least, elements[i]);
        most = std::max(most, elements[i]);
        are_finite = are_finite && IsFinite(elements[i]);
      }
      const std::lock_guard lock(mutex);
      low = std::min(low, least);
      high = std::max(high, most);
      is_finite = is_finite && are_finite;
    });
    if (is_finite) return;
    FailRun("{}: {}: has elements that are not finite, expected finite ones, as min is max",
            inputs_.name.operator_name, inputs_.name.argument);
  }

  const BinInputs inputs_;
  const bool of_floats_;
  const int64_t elements_, bins_;
  const std::array<int32_t, 2> slots_;
};

}  // namespace

Stage PlanCounts(const Value& places, const Value& counts) {
  return {std::make_unique<CountsComputation>(places, counts), 0, places->extent.elements,
          kCountCost};
}

Stage PlanBinCounts(const BinInputs& inputs) {
  return {std::make_unique<BinCountsComputation>(inputs), 0, inputs.elements->extent.elements,
          kCountCost};
}

}  // namespace openaclnn
