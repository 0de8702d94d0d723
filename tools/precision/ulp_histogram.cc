#include "tools/precision/ulp_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace openaclnn::precision {

// The bits of a double in front of `error` begin with its binade and its sixteenth of that, and are
// those of the same class for the upper end.
size_t UlpHistogram::ClassOf(double error) {
  constexpr int64_t kFirst = (int64_t{1023} + kLowest) * static_cast<int64_t>(kParts);
  const auto index = static_cast<int64_t>((std::bit_cast<uint64_t>(error) - 1) >> 48) - kFirst;
  return static_cast<size_t>(
      std::clamp<int64_t>(index, 0, (kHighest - kLowest) * static_cast<int64_t>(kParts) - 1));
}

double UlpHistogram::UpperEnd(size_t index) {
  return std::ldexp(1 + static_cast<double>(index % kParts + 1) / kParts,
                    kLowest + static_cast<int>(index / kParts));
}

void UlpHistogram::Add(double error) {
  ++count_;
  if (error == 0) {
    ++zeros_;
  } else {
    ++classes_[ClassOf(error)];
  }
}

void UlpHistogram::Merge(const UlpHistogram& other) {
  zeros_ += other.zeros_;
  count_ += other.count_;
  for (size_t i = 0; i < classes_.size(); ++i) classes_[i] += other.classes_[i];
}

uint64_t UlpHistogram::Binade(int exponent) const {
  if (exponent <= kLowest || exponent > kHighest) return 0;
  const auto* const first = classes_.data() + static_cast<size_t>(exponent - 1 - kLowest) * kParts;
  return std::accumulate(first, first + kParts, uint64_t{0});
}

uint64_t UlpHistogram::UpTo(int exponent) const {
  uint64_t count = 0;
  for (int i = kLowest + 1; i <= exponent; ++i) count += Binade(i);
  return count;
}

double UlpHistogram::Percentile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  uint64_t reached = zeros_;
  if (static_cast<double>(reached) >= wanted) return 0;
  for (size_t i = 0; i < classes_.size(); ++i) {
    reached += classes_[i];
    if (static_cast<double>(reached) >= wanted) return UpperEnd(i);
  }
  return UpperEnd(classes_.size() - 1);
}

}  // namespace openaclnn::precision
