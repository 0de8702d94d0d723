// Samples of planes, whose taps lie in arrays for SIMD loops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kinds/resampling/grid_taps.h"
#include "kinds/resampling/plane_loops.h"

namespace openaclnn {

class PlaneSamples {
 public:
  // Whether the samples of a grid are such.
  static bool Fit(const GridGeometry& geometry);

  // Room for so many samples.
  PlaneSamples(const GridGeometry& geometry, int64_t samples);

  // Takes the first `count` samples; place_of(k) is that of one.
  template <class PlaceOf>
  void Set(int64_t count, const PlaceOf& place_of) {
    for (int64_t k = 0; k < count; ++k) {
      const auto place = place_of(k);
      columns_[static_cast<size_t>(k)] = place[0];
      rows_[static_cast<size_t>(k)] = place[1];
    }
    SetTaps(count);
  }

  bool AreNearest() const { return is_nearest_; }

  // Nearest elements: the sum of each sample.
  template <class T>
  void SumNearest(const T* plane, T* sums) const {
    LoopsOf(plane).nearest(plane, taps_.at[0], count_, sums);
  }
  // Others: the sums of a plane's elements times weights, of all samples, one block after the
  // other. Calls use(sums, first, count).
  template <class T, class Use>
  void ForSums(const T* plane, const Use& use) {
    for (int64_t i = 0; i < count_; i += kBlock) {
      const int64_t count = std::min(kBlock, count_ - i);
      LoopsOf(plane).between(plane, taps_.From(i), count, reinterpret_cast<T*>(room_.data()),
                             numbers_.data());
      use(numbers_.data(), i, count);
    }
  }

  // Adds the terms of all samples times weights to a plane, in their order, one block after the
  // other: set(terms, first, count) says them.
  template <class SetTerms>
  void AddTerms(const SetTerms& set, double* plane) {
    for (int64_t i = 0; i < count_; i += kBlock) {
      const int64_t count = std::min(kBlock, count_ - i);
      set(numbers_.data(), i, count);
      (is_nearest_ ? loops_.add_nearest : loops_.add_between)(numbers_.data(), taps_.From(i), count,
                                                              room_.data(), plane);
    }
  }

 private:
  static constexpr int64_t kBlock = 512;  // samples whose taps stay in the first cache

  const PlaneLoops::Sums<float>& LoopsOf(const float*) const { return loops_.floats; }
  const PlaneLoops::Sums<double>& LoopsOf(const double*) const { return loops_.doubles; }
  void SetTaps(int64_t count);

  const GridGeometry& geometry_;
  const PlaneLoops& loops_;
  const bool is_nearest_;
  int64_t count_ = 0;
  std::vector<double> columns_, rows_, weights_, numbers_, room_;
  std::vector<int32_t> at_;
  PlaneTaps taps_ = {};
};

}  // namespace openaclnn
