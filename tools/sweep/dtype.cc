#include "tools/sweep/dtype.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace openaclnn::sweep {

void Dtype::Values(std::span<const uint64_t> patterns, std::span<float> values) const {
  if (type == ACL_FLOAT) {
    std::ranges::transform(patterns, values.begin(), [](uint64_t pattern) {
      return std::bit_cast<float>(static_cast<uint32_t>(pattern));
    });
  } else {
    std::ranges::transform(patterns, values.begin(),
                           [this](uint64_t pattern) { return static_cast<float>(Value(pattern)); });
  }
}

Dtype::Bounds Dtype::BoundsOf(int interval) const {
  const int count = IntervalsOfSign();
  if (interval < count) {
    const Bounds mirrored = BoundsOf(2 * count - 1 - interval);
    return {-mirrored.high, -mirrored.low};
  }
  const int n = interval - count;
  if (n == count - 1) return {NAN, NAN};
  if (n == count - 2) return {INFINITY, INFINITY};
  const int exponent = format.min_exponent + n - 1;
  return {n == 0 ? 0 : std::ldexp(1.0, exponent), std::ldexp(1.0, exponent + 1)};
}

}  // namespace openaclnn::sweep
