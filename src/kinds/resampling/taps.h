// What elements along an axis of a result are made of.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn {

// Each place of the result takes elements of the input with weights, its taps, in their order.
struct AxisTaps {
  std::vector<int64_t> begin = {0};  // of the taps of each place, and behind it their end
  std::vector<int32_t> at;           // for each tap where it is in the input
  std::vector<double> weight;
  std::vector<double> divisor = {};  // of each place; none: 1

  int64_t CountPlaces() const { return static_cast<int64_t>(begin.size()) - 1; }
  void Add(int64_t place, double number) {
    at.push_back(static_cast<int32_t>(place));
    weight.push_back(number);
  }
  void EndPlace() { begin.push_back(static_cast<int64_t>(at.size())); }
};

// Whether two places are made of the same elements in the same way.
inline bool AreAlike(const AxisTaps& taps, int64_t a, int64_t b) {
  const auto of_a = static_cast<size_t>(a), of_b = static_cast<size_t>(b);
  const int64_t begin = taps.begin[of_a], count = taps.begin[of_a + 1] - begin,
                other = taps.begin[of_b];
  const auto has_same_bits = [](double x, double y) {
    return std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y);
  };
  return taps.begin[of_b + 1] - other == count &&
         std::equal(taps.at.begin() + begin, taps.at.begin() + begin + count,
                    taps.at.begin() + other) &&
         std::equal(taps.weight.begin() + begin, taps.weight.begin() + begin + count,
                    taps.weight.begin() + other, has_same_bits) &&
         (taps.divisor.empty() || taps.divisor[of_a] == taps.divisor[of_b]);
}

// An axis that stays as it is.
inline AxisTaps SameTaps(int64_t places) {
  AxisTaps taps;
  for (int64_t i = 0; i < places; ++i) {
    taps.Add(i, 1);
    taps.EndPlace();
  }
  return taps;
}

// The taps of the gradient: each of `places` inputs takes the results that it is a tap of, in their
// order, with the weights that it has there, over their divisors.
inline AxisTaps Transposed(const AxisTaps& taps, int64_t places) {
  AxisTaps turned;
  turned.begin.assign(static_cast<size_t>(places) + 1, 0);
  for (const int32_t at : taps.at) ++turned.begin[static_cast<size_t>(at) + 1];
  for (size_t i = 0; i < static_cast<size_t>(places); ++i) turned.begin[i + 1] += turned.begin[i];
  std::vector<int64_t> next(turned.begin);
  turned.at.resize(taps.at.size());
  turned.weight.resize(taps.at.size());
  for (int64_t place = 0; place < taps.CountPlaces(); ++place) {
    const auto p = static_cast<size_t>(place);
    const double divisor = taps.divisor.empty() ? 1 : taps.divisor[p];
    for (int64_t t = taps.begin[p]; t < taps.begin[p + 1]; ++t) {
      const auto from = static_cast<size_t>(t);
      const auto to = static_cast<size_t>(next[static_cast<size_t>(taps.at[from])]++);
      turned.at[to] = static_cast<int32_t>(place);
      turned.weight[to] = taps.weight[from] / divisor;
    }
  }
  return turned;
}

}  // namespace openaclnn
