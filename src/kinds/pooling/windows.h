// Where the windows lie whose largest element a result is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn {

// For each place of the result along an axis, the elements of the input: so many, at least one,
// from the first on, a step apart.
struct AxisWindows {
  std::vector<int64_t> first, count;
  int64_t step = 1;

  int64_t CountPlaces() const { return static_cast<int64_t>(first.size()); }
  void Add(int64_t begin, int64_t elements) {
    first.push_back(begin);
    count.push_back(elements);
  }
};

}  // namespace openaclnn
