// The loops over samples between the elements of a plane, for each SIMD target.
#pragma once

#include <cstdint>

namespace openaclnn {

// Where samples take elements from a plane, of which there are less than 2^31. Arrays of samples,
// here and below, are as long as vectors of kAtOnce need: they are read and set so far.
struct PlaneTaps {
  static constexpr int64_t kAtOnce = 8;

  // The first of two elements side by side, of the row above and of the one below. Or the nearest,
  // in the low 31 bits; negative: it is not in the input.
  int32_t* at[2];
  // Weights of the two elements above, and then of those below. Negative: it is not one of the
  // sample's. The nearest ones have none.
  double* weight[4];

  // Those of the samples from `first` on.
  PlaneTaps From(int64_t first) const {
    PlaneTaps taps = *this;
    for (int32_t*& places : taps.at) places = places == nullptr ? nullptr : places + first;
    for (double*& weights : taps.weight) {
      weights = weights == nullptr ? nullptr : weights + first;
    }
    return taps;
  }
};

struct PlaneLoops {
  bool have_lanes;  // or else they take longer than taps one by one

  // Sets taps of `count` samples at places among `height` rows of `width` elements, between four
  // elements, of two columns at least, or the nearest of all. Places are between -2^31 and 2^31.
  void (*set_between)(const double* columns, const double* rows, int64_t count, int64_t width,
                      int64_t height, const PlaneTaps& taps);
  void (*set_nearest)(const double* columns, const double* rows, int64_t count, int64_t width,
                      int64_t height, const PlaneTaps& taps);

  template <class T>
  struct Sums {
    // The sum of the elements times weights, from 0 on, for each sample. `taken` is room for 4
    // elements of a sample.
    void (*between)(const T* plane, const PlaneTaps& taps, int64_t count, T* taken, double* sums);
    // The nearest elements, added to 0; not beyond `count`.
    void (*nearest)(const T* plane, const int32_t* at, int64_t count, T* sums);
  };
  Sums<float> floats;
  Sums<double> doubles;

  // Adds terms times weights to the elements, one sample after the other. `products` is room for
  // the numbers of a sample's elements.
  void (*add_between)(const double* terms, const PlaneTaps& taps, int64_t count, double* products,
                      double* plane);
  void (*add_nearest)(const double* terms, const PlaneTaps& taps, int64_t count, double* products,
                      double* plane);
};

const PlaneLoops& GetPlaneLoops();

}  // namespace openaclnn
