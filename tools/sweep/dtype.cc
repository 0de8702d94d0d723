#include "tools/sweep/dtype.h"

#include <cmath>
#include <limits>

namespace openaclnn::sweep {

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
