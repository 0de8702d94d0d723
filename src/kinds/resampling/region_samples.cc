#include "kinds/resampling/region_samples.h"

#include <algorithm>
#include <cmath>

namespace openaclnn {
namespace {

constexpr float kMostSamples = 0x1p31f;  // of a window along an axis

// The box along an axis, in elements; in float, as torchvision has it.
struct BoxAxis {
  float first, size;
};
BoxAxis BoxAlong(float from, float to, float scale, bool is_centred) {
  const float offset = is_centred ? 0.5f : 0.0f;
  const float first = from * scale - offset, last = to * scale - offset;
  const float size = last - first;
  return {first, is_centred ? size : std::max(size, 1.0f)};
}

RegionSample SampleAt(double place, int64_t size) {
  place = std::max(place, 0.0);
  const auto low = static_cast<int64_t>(place);
  if (low >= size - 1) return {size - 1, size - 1, 1, 0};
  const double rest = place - static_cast<double>(low);
  return {low, low + 1, 1 - rest, rest};
}

// The samples of a window, from `first` on, `step` apart.
void AddSamples(RegionAxis& axis, double first, double step, int64_t count, int64_t size) {
  const auto last = static_cast<double>(size);
  int64_t begin = 0, end = count;
  if (step > 0) {  // those that may be in the input, and some more
    const auto most = static_cast<double>(count);
    begin = static_cast<int64_t>(std::clamp(std::floor((-1 - first) / step) - 2, 0.0, most));
    end = static_cast<int64_t>(std::clamp(std::ceil((last - first) / step) + 2, 0.0, most));
  }
  bool leaves = begin > 0 || end < count;
  for (int64_t i = begin; i < end; ++i) {
    const double place = first + (static_cast<double>(i) + 0.5) * step;
    if (place < -1 || place > last) {
      leaves = true;
    } else {
      axis.samples.push_back(SampleAt(place, size));
    }
  }
  axis.leaves.push_back(leaves);
  axis.begin.push_back(static_cast<int64_t>(axis.samples.size()));
}

RegionAxis AxisOf(BoxAxis box, int64_t windows, int64_t samples, int64_t size) {
  RegionAxis axis;
  const float window = box.size / static_cast<float>(windows);
  const float count = samples > 0 ? static_cast<float>(samples) : std::ceil(window);
  // Neither what is no number nor what nobody can count has samples.
  const bool has_samples = std::isfinite(box.first) && std::isfinite(box.size) && count >= 1 &&
                           count <= kMostSamples;
  if (!has_samples) {
    axis.begin.assign(static_cast<size_t>(windows) + 1, 0);
    axis.leaves.assign(static_cast<size_t>(windows), false);
    return axis;
  }
  axis.count = static_cast<double>(count);
  const double step_of_window = static_cast<double>(box.size) / static_cast<double>(windows);
  for (int64_t i = 0; i < windows; ++i) {
    const double first = static_cast<double>(box.first) + static_cast<double>(i) * step_of_window;
    AddSamples(axis, first, step_of_window / axis.count, static_cast<int64_t>(count), size);
  }
  return axis;
}

}  // namespace

AxisTaps RegionAxis::Taps() const {
  AxisTaps taps;
  std::vector<RegionSample> sorted;
  for (size_t window = 0; window + 1 < begin.size(); ++window) {
    sorted.assign(samples.begin() + begin[window], samples.begin() + begin[window + 1]);
    // A box may run backwards; elements come in their order all the same.
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const RegionSample& a, const RegionSample& b) { return a.low < b.low; });
    const int64_t first = taps.begin.back();
    const auto add = [&](int64_t place, double weight) {
      for (auto i = static_cast<int64_t>(taps.at.size()); i-- > first;) {
        if (taps.at[static_cast<size_t>(i)] == place) {
          taps.weight[static_cast<size_t>(i)] += weight;
          return;
        }
        if (taps.at[static_cast<size_t>(i)] < place) break;
      }
      taps.Add(place, weight);
    };
    for (const RegionSample& sample : sorted) {
      add(sample.low, sample.of_low);
      if (sample.high != sample.low) add(sample.high, sample.of_high);
    }
    taps.EndPlace();
  }
  return taps;
}

std::array<RegionAxis, 2> RegionGeometry::AxesOf(const float* box) const {
  const BoxAxis height = BoxAlong(box[1], box[3], scale, is_centred);
  const BoxAxis width = BoxAlong(box[0], box[2], scale, is_centred);
  return {AxisOf(height, windows[0], samples, sizes[0]),
          AxisOf(width, windows[1], samples, sizes[1])};
}

}  // namespace openaclnn
