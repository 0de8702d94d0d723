// The elements that a sample is made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "kinds/resampling/grid.h"

namespace openaclnn {

struct GridTaps {
  static constexpr int kMost = 16;

  int count = 0;                  // elements beyond the input, which are 0, are left out
  std::array<int64_t, kMost> at;  // in row-major order of the input's space
  std::array<double, kMost> weight;
  // How the weight changes with the places along width, height and depth.
  std::array<std::array<double, kMost>, 3> slope;
};

// One of the elements, without slopes.
struct GridTap {
  int64_t at;
  double weight;
};

// What turns places into taps.
struct GridGeometry {
  size_t axes;
  GridMode mode;
  GridMargin margin;
  bool aligns_corners;
  std::array<int64_t, 3> extent;  // of the input along width, height and depth; 1 if there is none

  // `place`: along the same.
  GridTaps TapsAt(const std::array<double, 3>& place) const;
  // The same without slopes: how many there are, up to MostTaps().
  int SetTaps(const std::array<double, 3>& place, GridTap* taps) const;
  int MostTaps() const;

  // Turns places along an axis into places among its elements, unless the mode is kCubic.
  void MoveAmongElements(size_t axis, int64_t count, double* places) const;
};

// The taps of some samples.
class SampleTaps {
 public:
  SampleTaps(const GridGeometry& geometry, int64_t samples)
      : geometry_(geometry),
        most_(geometry.MostTaps()),
        counts_(static_cast<size_t>(samples)),
        taps_(static_cast<size_t>(samples * most_)) {}

  // Those of the first `count` samples; place_of(k) is that of one.
  template <class PlaceOf>
  void Set(int64_t count, const PlaceOf& place_of) {
    count_ = count;
    for (int64_t k = 0; k < count; ++k) {
      counts_[static_cast<size_t>(k)] = geometry_.SetTaps(place_of(k), taps_.data() + k * most_);
    }
  }

  int64_t Most() const { return most_; }
  // Calls use(k, taps, count) for each sample. In most calls `count` is a constant.
  template <class Use>
  void ForEach(const Use& use) const {
    if (most_ == 1) return ForSamples<1>(use);
    if (most_ == 4) return ForSamples<4>(use);
    if (most_ == 8) return ForSamples<8>(use);
    ForSamples<GridTaps::kMost>(use);
  }

 private:
  template <int kMost, class Use>
  void ForSamples(const Use& use) const {
    const GridTap* taps = taps_.data();
    for (int64_t k = 0; k < count_; ++k, taps += kMost) {
      const int count = counts_[static_cast<size_t>(k)];
      count == kMost ? use(k, taps, std::integral_constant<int, kMost>()) : use(k, taps, count);
    }
  }

  const GridGeometry& geometry_;
  const int most_;
  int64_t count_ = 0;
  std::vector<int> counts_;
  std::vector<GridTap> taps_;
};

}  // namespace openaclnn
