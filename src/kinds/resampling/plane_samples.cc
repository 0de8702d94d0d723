#include "kinds/resampling/plane_samples.h"

#include <algorithm>
#include <limits>

#include "base/ceil_div.h"

namespace openaclnn {

bool PlaneSamples::Fit(const GridGeometry& geometry) {
  const auto [width, height, depth] = geometry.extent;
  if (geometry.axes != 2 || geometry.mode == GridMode::kCubic) return false;
  if (!GetPlaneLoops().have_lanes) return false;
  if (width * height == 0 || width * height > std::numeric_limits<int32_t>::max()) return false;
  return geometry.mode == GridMode::kNearest || width > 1;
}

PlaneSamples::PlaneSamples(const GridGeometry& geometry, int64_t samples)
    : geometry_(geometry),
      loops_(GetPlaneLoops()),
      is_nearest_(geometry.mode == GridMode::kNearest) {
  const auto size = static_cast<size_t>(CeilDiv(samples, PlaneTaps::kAtOnce) * PlaneTaps::kAtOnce);
  const size_t rows = is_nearest_ ? 1 : 2, elements = rows * rows;
  const size_t block = std::min(size, static_cast<size_t>(kBlock));
  columns_.resize(size);
  rows_.resize(size);
  at_.resize(size * rows);
  numbers_.resize(block);
  room_.resize(block * elements);
  taps_.at[0] = at_.data();
  if (is_nearest_) return;
  taps_.at[1] = at_.data() + size;
  weights_.resize(size * elements);
  for (size_t e = 0; e < elements; ++e) taps_.weight[e] = weights_.data() + e * size;
}

void PlaneSamples::SetTaps(int64_t count) {
  count_ = count;
  const auto [width, height, depth] = geometry_.extent;
  geometry_.MoveAmongElements(0, count, columns_.data());
  geometry_.MoveAmongElements(1, count, rows_.data());
  (is_nearest_ ? loops_.set_nearest : loops_.set_between)(columns_.data(), rows_.data(), count,
                                                          width, height, taps_);
}

}  // namespace openaclnn
