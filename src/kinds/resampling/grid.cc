#include "kinds/resampling/grid.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/resampling/grid_taps.h"
#include "kinds/resampling/plane_samples.h"
#include "kinds/spatial_lines.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 3000;           // picoseconds a sample of a channel on one core, about
constexpr int64_t kTapsCost = 20000;      // the same of the taps of a sample
constexpr int64_t kSamplesAtOnce = 1024;  // whose taps are kept
constexpr int64_t kChannelsAtOnce = 64;   // whose planes of sums are kept
constexpr int64_t kPlaneSamples = 16384;  // whose taps are kept for all channels

// Calls take(load), where load(i) is element i of the data, FLOAT or DOUBLE.
template <class Take>
void WithNumbers(const std::byte* data, aclDataType dtype, const Take& take) {
  const auto load_as = [&](auto number) {
    using T = decltype(number);
    take([data](int64_t i) {
      T element;
      std::memcpy(&element, data + i * int64_t{sizeof(T)}, sizeof(T));
      return double{element};
    });
  };
  dtype == ACL_DOUBLE ? load_as(double{}) : load_as(float{});
}

double NumberAt(const std::byte* data, bool is_double, int64_t i) {
  if (is_double) {
    double number;
    std::memcpy(&number, data + i * 8, 8);
    return number;
  }
  float number;
  std::memcpy(&number, data + i * 4, 4);
  return double{number};
}

// What the three computations have in common.
class GridComputation : public AccessedComputation {
 public:
  explicit GridComputation(const GridSampling& sampling) : of_(sampling) {
    ApplySimdSetting();
    const auto input = InSpace(sampling.input->shape, sampling.axes, 1);
    const auto sampled = InSpace(sampling.sampled->shape, sampling.axes, 1);
    geometry_ = {.axes = sampling.axes,
                 .mode = sampling.mode,
                 .margin = sampling.margin,
                 .aligns_corners = sampling.aligns_corners,
                 .extent = {input[kWidth], input[kHeight], input[kDepth]}};
    batches_ = input[kBatch];
    channels_ = input[kChannel];
    plane_ = input[kDepth] * input[kHeight] * input[kWidth];
    samples_ = sampled[kDepth] * sampled[kHeight] * sampled[kWidth];
    AddAccess(sampling.grid, false);
    for (Value* const value : {&of_.input, &of_.grid, &of_.sampled}) *value = Kept(*value);
  }

  bool HasWork() const override { return CountAccesses() > 0 && batches_ > 0; }
  void AddDetails(Details& details) const override {
    details.AddWords("loop", "grid");
    details.Add("batches", batches_);
    details.Add("channels", channels_);
    details.Add("samples", samples_);
  }

 protected:
  struct Tensors {
    std::byte *grid, *input, *sampled;
  };
  Tensors TensorsAt(const Places& places) const {
    const auto at = [&](const Value& value) { return places.First(value.slot) + value.origin; };
    return {at(of_.grid), at(of_.input), at(of_.sampled)};
  }

  std::array<double, 3> PlaceOf(const std::byte* grid, int64_t batch, int64_t sample) const {
    const bool is_double = of_.grid->dtype == ACL_DOUBLE;
    const auto axes = static_cast<int64_t>(of_.axes);
    std::array<double, 3> place = {};
    for (int64_t i = 0; i < axes; ++i) {
      place[static_cast<size_t>(i)] =
          NumberAt(grid, is_double, (batch * samples_ + sample) * axes + i);
    }
    return place;
  }
  // Takes `count` samples from `first` on.
  template <class Taps>
  void SetTaps(const std::byte* grid, int64_t batch, int64_t first, int64_t count,
               Taps& taps) const {
    taps.Set(count, [&](int64_t k) { return PlaceOf(grid, batch, first + k); });
  }

  // Calls use(batch, first, count) for samples of one batch, up to `at_once` at a time, of those
  // from `begin` to `end` of all batches.
  template <class Use>
  void ForSamples(int64_t begin, int64_t end, int64_t at_once, const Use& use) const {
    for (int64_t i = begin; i < end;) {
      const int64_t first = i % samples_;
      const int64_t count = std::min({at_once, end - i, samples_ - first});
      use(i / samples_, first, count);
      i += count;
    }
  }
  // So many samples are worth a thread.
  int64_t GrainOfSamples() const {
    return std::max<int64_t>(1, GrainFor(kCost) * kCost / (kTapsCost + channels_ * kCost));
  }

  GridSampling of_;
  GridGeometry geometry_;
  int64_t batches_, channels_, plane_, samples_;
};

class SampleComputation final : public GridComputation {
 public:
  explicit SampleComputation(const GridSampling& sampling)
      : GridComputation(sampling),
        store_(StoreConversion(LoopType::kDouble, sampling.sampled->dtype)) {
    AddAccess(sampling.input, false);
    AddAccess(sampling.sampled, true);
  }

  void Run(const Places& places) const override {
    if (of_.sampled->extent.elements == 0) return;
    const Tensors tensors = TensorsAt(places);
    const int64_t item = DtypeBytes(of_.sampled->dtype);
    if (PlaneSamples::Fit(geometry_)) return RunOfPlanes(tensors);
    ParallelFor(batches_ * samples_, GrainOfSamples(), [&](int64_t begin, int64_t end) {
      SampleTaps taps(geometry_, std::min(kSamplesAtOnce, end - begin));
      std::vector<double> results(static_cast<size_t>(std::min(kSamplesAtOnce, end - begin)));
      ForSamples(begin, end, kSamplesAtOnce, [&](int64_t batch, int64_t first, int64_t count) {
        SetTaps(tensors.grid, batch, first, count, taps);
        for (int64_t c = 0; c < channels_; ++c) {
          const int64_t plane = batch * channels_ + c;
          SetSums(tensors.input, plane, taps, results.data());
          store_(results.data(), tensors.sampled + (plane * samples_ + first) * item, count);
        }
      });
    });
  }

 private:
  void RunOfPlanes(const Tensors& tensors) const {
    of_.input->dtype == ACL_DOUBLE ? RunOfPlanes<double>(tensors) : RunOfPlanes<float>(tensors);
  }
  template <class T>
  void RunOfPlanes(const Tensors& tensors) const {
    const int64_t item = DtypeBytes(of_.sampled->dtype);
    ParallelFor(batches_ * samples_, GrainOfSamples(), [&](int64_t begin, int64_t end) {
      PlaneSamples taps(geometry_, std::min(kSamplesAtOnce, end - begin));
      ForSamples(begin, end, kSamplesAtOnce, [&](int64_t batch, int64_t first, int64_t count) {
        SetTaps(tensors.grid, batch, first, count, taps);
        for (int64_t plane = batch * channels_; plane < (batch + 1) * channels_; ++plane) {
          SetSums(reinterpret_cast<const T*>(tensors.input) + plane * plane_, taps,
                  tensors.sampled + (plane * samples_ + first) * item, count);
        }
      });
    });
  }

  template <class T>
  void SetSums(const T* plane, PlaneSamples& taps, std::byte* to, int64_t count) const {
    if (!taps.AreNearest()) {
      const int64_t item = DtypeBytes(of_.sampled->dtype);
      taps.ForSums(plane, [&](const double* sums, int64_t first, int64_t some) {
        store_(sums, to + first * item, some);
      });
    } else if (of_.sampled->dtype == of_.input->dtype) {
      taps.SumNearest(plane, reinterpret_cast<T*>(to));
    } else {
      std::array<T, kSamplesAtOnce> sums;
      taps.SumNearest(plane, sums.data());
      StoreConversion(LoopTraits<T>::kType, of_.sampled->dtype)(sums.data(), to, count);
    }
  }

  void SetSums(const std::byte* input, int64_t plane, const SampleTaps& taps, double* sums) const {
    const std::byte* const of_plane = input + plane * plane_ * DtypeBytes(of_.input->dtype);
    WithNumbers(of_plane, of_.input->dtype, [&](auto load) {
      taps.ForEach([&](int64_t k, const GridTap* tap, auto count) {
        double sum = 0;
        for (int t = 0; t < count; ++t) sum = sum + load(tap[t].at) * tap[t].weight;
        sums[k] = sum;
      });
    });
  }

  const ConvertLoop store_;
};

class InputGradientComputation final : public GridComputation {
 public:
  InputGradientComputation(const GridSampling& sampling, const Value& by_input)
      : GridComputation(sampling),
        by_input_(Kept(by_input)),
        store_(StoreConversion(LoopType::kDouble, by_input->dtype)) {
    AddAccess(sampling.sampled, false);
    AddAccess(by_input, true);
  }

  void Run(const Places& places) const override {
    if (by_input_->extent.elements == 0) return;
    const Tensors tensors = TensorsAt(places);
    std::byte* const by_input = places.First(by_input_.slot) + by_input_.origin;
    const int64_t item = DtypeBytes(by_input_->dtype);
    if (PlaneSamples::Fit(geometry_)) return RunOfPlanes(tensors, by_input);
    // A thread adds to planes of its own, sample after sample.
    const int64_t grain = 1 + GrainFor(kCost) / std::max<int64_t>(1, samples_);
    ParallelFor(batches_ * channels_, grain, [&](int64_t begin, int64_t end) {
      SampleTaps taps(geometry_, std::min(kSamplesAtOnce, samples_));
      std::vector<double> sums(
          static_cast<size_t>(plane_ * std::min(kChannelsAtOnce, end - begin)));
      for (int64_t plane = begin; plane < end;) {
        const int64_t batch = plane / channels_;
        const int64_t last = std::min({plane + kChannelsAtOnce, end, (batch + 1) * channels_});
        std::ranges::fill(sums, 0.0);
        ForSamples(batch * samples_, (batch + 1) * samples_, kSamplesAtOnce,
                   [&](int64_t, int64_t first, int64_t count) {
                     SetTaps(tensors.grid, batch, first, count, taps);
                     for (int64_t p = plane; p < last; ++p) {
                       Add(tensors.sampled, p * samples_ + first, taps,
                           sums.data() + (p - plane) * plane_);
                     }
                   });
        store_(sums.data(), by_input + plane * plane_ * item, (last - plane) * plane_);
        plane = last;
      }
    });
  }

 private:
  void RunOfPlanes(const Tensors& tensors, std::byte* by_input) const {
    const int64_t item = DtypeBytes(by_input_->dtype), of_grad = DtypeBytes(of_.sampled->dtype);
    const ConvertLoop load = LoadConversion(of_.sampled->dtype, LoopType::kDouble);
    const int64_t grain = 1 + GrainFor(kCost) / samples_;
    ParallelFor(batches_ * channels_, grain, [&](int64_t begin, int64_t end) {
      PlaneSamples taps(geometry_, std::min(kPlaneSamples, samples_));
      // Where all taps are kept, one plane after the other stays in the caches.
      const int64_t at_once =
          samples_ <= kPlaneSamples ? 1 : std::min(kChannelsAtOnce, end - begin);
      std::vector<double> sums(static_cast<size_t>(plane_ * at_once));
      for (int64_t plane = begin, set_for = -1; plane < end;) {
        const int64_t batch = plane / channels_;
        const int64_t last = std::min({plane + at_once, end, (batch + 1) * channels_});
        std::ranges::fill(sums, 0.0);
        ForSamples(batch * samples_, (batch + 1) * samples_, kPlaneSamples,
                   [&](int64_t, int64_t first, int64_t count) {
                     const int64_t sample = batch * samples_ + first;
                     if (sample != set_for) SetTaps(tensors.grid, batch, first, count, taps);
                     set_for = sample;
                     for (int64_t p = plane; p < last; ++p) {
                       const std::byte* const grad =
                           tensors.sampled + (p * samples_ + first) * of_grad;
                       taps.AddTerms([&](double* terms, int64_t i,
                                         int64_t some) { load(grad + i * of_grad, terms, some); },
                                     sums.data() + (p - plane) * plane_);
                     }
                   });
        store_(sums.data(), by_input + plane * plane_ * item, (last - plane) * plane_);
        plane = last;
      }
    });
  }

  // Adds the gradients, from `first` on, to a plane.
  void Add(const std::byte* grads, int64_t first, const SampleTaps& taps, double* plane) const {
    WithNumbers(grads, of_.sampled->dtype, [&](auto load) {
      taps.ForEach([&](int64_t k, const GridTap* tap, auto count) {
        const double grad = load(first + k);
        for (int t = 0; t < count; ++t) {
          double& sum = plane[tap[t].at];
          sum = sum + grad * tap[t].weight;
        }
      });
    });
  }

  const Value by_input_;
  const ConvertLoop store_;
};

class PlaceGradientComputation final : public GridComputation {
 public:
  PlaceGradientComputation(const GridSampling& sampling, const Value& by_grid)
      : GridComputation(sampling),
        by_grid_(Kept(by_grid)),
        store_(StoreConversion(LoopType::kDouble, by_grid->dtype)) {
    AddAccess(sampling.input, false);
    AddAccess(sampling.sampled, false);
    AddAccess(by_grid, true);
  }

  void Run(const Places& places) const override {
    if (by_grid_->extent.elements == 0) return;
    const Tensors tensors = TensorsAt(places);
    std::byte* const by_grid = places.First(by_grid_.slot) + by_grid_.origin;
    const auto axes = static_cast<int64_t>(of_.axes);
    const int64_t item = DtypeBytes(by_grid_->dtype);
    const auto store = [&](const double* slopes, int64_t sample) {
      store_(slopes, by_grid + sample * axes * item, axes);
    };
    ParallelFor(batches_ * samples_, GrainOfSamples(), [&](int64_t begin, int64_t end) {
      if (of_.mode == GridMode::kNearest) {  // weights do not change
        const std::array<double, 3> none = {};
        for (int64_t i = begin; i < end; ++i) store(none.data(), i);
        return;
      }
      SampleTaps taps(geometry_, std::min(kSamplesAtOnce, end - begin));
      std::vector<double> products;
      ForSamples(begin, end, kSamplesAtOnce, [&](int64_t batch, int64_t first, int64_t count) {
        SetTaps(tensors.grid, batch, first, count, taps);
        products.assign(static_cast<size_t>(count * taps.Most()), 0.0);
        for (int64_t c = 0; c < channels_; ++c) {
          AddProducts(tensors, batch * channels_ + c, first, taps, products.data());
        }
        for (int64_t k = 0; k < count; ++k) {
          const auto slopes =
              SlopesOf(PlaceOf(tensors.grid, batch, first + k), products.data() + k * taps.Most());
          store(slopes.data(), batch * samples_ + first + k);
        }
      });
    });
  }

 private:
  // Adds a plane's products of gradients of samples with the elements that these are made of.
  void AddProducts(const Tensors& tensors, int64_t plane, int64_t first, const SampleTaps& taps,
                   double* products) const {
    const int64_t of_sampled = plane * samples_ + first, of_input = plane * plane_,
                  most = taps.Most();
    WithNumbers(tensors.input, of_.input->dtype, [&](auto element) {
      WithNumbers(tensors.sampled, of_.sampled->dtype, [&](auto load) {
        taps.ForEach([&](int64_t k, const GridTap* tap, auto count) {
          const double grad = load(of_sampled + k);
          double* const sums = products + k * most;
          for (int t = 0; t < count; ++t) sums[t] = sums[t] + grad * element(of_input + tap[t].at);
        });
      });
    });
  }

  std::array<double, 3> SlopesOf(const std::array<double, 3>& place, const double* products) const {
    const GridTaps taps = geometry_.TapsAt(place);
    std::array<double, 3> slopes = {};
    for (size_t axis = 0; axis < of_.axes; ++axis) {
      for (size_t t = 0; t < static_cast<size_t>(taps.count); ++t) {
        slopes[axis] = slopes[axis] + products[t] * taps.slope[axis][t];
      }
    }
    return slopes;
  }

  const Value by_grid_;
  const ConvertLoop store_;
};

class AffineGridComputation final : public AccessedComputation {
 public:
  explicit AffineGridComputation(const AffinePlaces& places)
      : of_(places), store_(StoreConversion(LoopType::kDouble, places.grid->dtype)) {
    AddAccess(places.theta, false);
    AddAccess(places.grid, true);
    for (Value* const value : {&of_.theta, &of_.grid}) *value = Kept(*value);
  }

  bool HasWork() const override { return of_.grid->extent.elements > 0; }
  void AddDetails(Details& details) const override {
    details.AddWords("loop", "affine grid");
    details.Add("elements", of_.grid->extent.elements);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const std::byte* const theta = places.First(of_.theta.slot) + of_.theta.origin;
    std::byte* const grid = places.First(of_.grid.slot) + of_.grid.origin;
    const Dims& shape = of_.grid->shape;
    const int64_t width = shape[shape.size() - 2], axes = static_cast<int64_t>(of_.axes);
    const int64_t lines = of_.grid->extent.elements / (width * axes);
    ParallelFor(lines, 1 + GrainFor(kCost) / width, [&](int64_t begin, int64_t end) {
      std::vector<double> line(static_cast<size_t>(width * axes));
      for (int64_t i = begin; i < end; ++i) {
        SetLine(theta, i, line);
        store_(line.data(), grid + i * width * axes * DtypeBytes(of_.grid->dtype), width * axes);
      }
    });
  }

 private:
  // The place of element i of `size`, between -1 and 1.
  double PlaceOf(int64_t i, int64_t size) const {
    if (size <= 1) return 0;
    const auto at = static_cast<double>(i), count = static_cast<double>(size);
    return of_.aligns_corners ? 2 * at / (count - 1) - 1 : (2 * at + 1) / count - 1;
  }

  void SetLine(const std::byte* theta, int64_t index, std::vector<double>& line) const {
    const Dims& shape = of_.grid->shape;
    const size_t axes = of_.axes;
    double place[3] = {};  // along width, height and depth
    for (size_t axis = 1; axis < axes; ++axis) {
      const int64_t size = shape[axes - axis];
      place[axis] = PlaceOf(index % size, size);
      index /= size;
    }
    const auto count = static_cast<int64_t>(axes * (axes + 1));
    for (int64_t i = 0; i < shape[axes]; ++i) {
      place[0] = PlaceOf(i, shape[axes]);
      for (size_t k = 0; k < axes; ++k) {
        const int64_t row = index * count + static_cast<int64_t>(k * (axes + 1));
        const auto number = [&](size_t column) {
          return NumberAt(theta, of_.theta->dtype == ACL_DOUBLE,
                          row + static_cast<int64_t>(column));
        };
        double sum = place[0] * number(0);
        for (size_t axis = 1; axis < axes; ++axis) sum = sum + place[axis] * number(axis);
        line[static_cast<size_t>(i) * axes + k] = sum + number(axes);
      }
    }
  }

  AffinePlaces of_;
  const ConvertLoop store_;
};

template <class Made, class... Inputs>
Stage StageOf(int64_t elements, const Inputs&... inputs) {
  return {.computation = std::make_unique<Made>(inputs...), .elements = elements, .cost = kCost};
}

}  // namespace

Stage PlanGridSample(const GridSampling& sampling) {
  return StageOf<SampleComputation>(sampling.sampled->extent.elements, sampling);
}
Stage PlanGridInputGradient(const GridSampling& sampling, const Value& by_input) {
  return StageOf<InputGradientComputation>(sampling.sampled->extent.elements, sampling, by_input);
}
Stage PlanGridPlaceGradient(const GridSampling& sampling, const Value& by_grid) {
  return StageOf<PlaceGradientComputation>(sampling.sampled->extent.elements, sampling, by_grid);
}
Stage PlanAffineGrid(const AffinePlaces& places) {
  return StageOf<AffineGridComputation>(places.grid->extent.elements, places);
}

}  // namespace openaclnn
