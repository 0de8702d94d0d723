#include "kinds/resampling/regions.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "cpu/convert.h"
#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/resampling/region_samples.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 20000;   // picoseconds a window of a channel on one core, about
constexpr size_t kMostKept = 256;  // regions whose taps are kept at once

// A region as a mean of elements.
struct RegionTaps {
  explicit RegionTaps(const std::array<RegionAxis, 2>& axes)
      : rows(axes[0].Taps()),
        columns(axes[1].Taps()),
        count(std::max(1.0, axes[0].count * axes[1].count)) {}

  AxisTaps rows, columns;
  double count;  // of samples
};

// What both computations have in common.
class RegionComputation : public AccessedComputation {
 public:
  explicit RegionComputation(const RegionSampling& sampling, const Value& input) : of_(sampling) {
    const Dims &shape = input->shape, &sampled = sampling.sampled->shape;
    geometry_ = {.sizes = {shape[2], shape[3]},
                 .windows = {sampled[2], sampled[3]},
                 .scale = sampling.scale,
                 .samples = sampling.samples,
                 .is_centred = sampling.is_centred};
    images_ = shape[0];
    channels_ = shape[1];
    regions_ = sampled[0];
    has_numbers_ = of_.boxes->shape[1] == 4;
    AddAccess(of_.boxes, false);
    if (has_numbers_) AddAccess(of_.images, false);
    for (Value* const value : {&of_.input, &of_.boxes, &of_.images, &of_.sampled}) {
      *value = Kept(*value);
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "regions");
    details.Add("regions", regions_);
    details.Add("channels", channels_);
    details.Add("windows", CountWindows());
  }

 protected:
  int64_t CountWindows() const { return geometry_.windows[0] * geometry_.windows[1]; }
  int64_t PlaneElements() const { return geometry_.sizes[0] * geometry_.sizes[1]; }

  const std::byte* DataAt(const Places& places, const Value& value) const {
    return places.First(value.slot) + value.origin;
  }
  std::array<RegionAxis, 2> AxesOf(const Places& places, int64_t region) const {
    const int64_t numbers = has_numbers_ ? 4 : 5;
    float box[4];
    std::memcpy(box, DataAt(places, of_.boxes) + ((region + 1) * numbers - 4) * 4, sizeof(box));
    return geometry_.AxesOf(box);
  }

  // The image of each region. Fails the run if a box names none.
  std::vector<int64_t> ImagesOf(const Places& places) const {
    std::vector<int64_t> images(static_cast<size_t>(regions_));
    for (int64_t i = 0; i < regions_; ++i) {
      int64_t& image = images[static_cast<size_t>(i)];
      if (has_numbers_) {
        int32_t number;  // that an earlier stage has looked at
        std::memcpy(&number, DataAt(places, of_.images) + i * 4, 4);
        image = number;
        continue;
      }
      float number;
      std::memcpy(&number, DataAt(places, of_.boxes) + i * 5 * 4, 4);
      if (!(number >= 0 && static_cast<double>(number) < static_cast<double>(images_))) {
        FailRun("{}: {}: the element at [{}, 0] is {}, expected an image, from 0 to {}",
                of_.operator_name, of_.boxes_name, i, number, images_ - 1);
      }
      image = static_cast<int64_t>(number);
    }
    return images;
  }

  RegionSampling of_;
  RegionGeometry geometry_;
  int64_t images_, channels_, regions_;
  bool has_numbers_;
};

class SampleRegionsComputation final : public RegionComputation {
 public:
  explicit SampleRegionsComputation(const RegionSampling& sampling)
      : RegionComputation(sampling, sampling.input),
        store_(StoreConversion(LoopType::kDouble, sampling.sampled->dtype)) {
    AddAccess(sampling.input, false);
    AddAccess(sampling.sampled, true);
  }

  bool HasWork() const override { return of_.sampled->extent.elements > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const std::vector<int64_t> images = ImagesOf(places);
    const auto* const input = reinterpret_cast<const float*>(DataAt(places, of_.input));
    std::byte* const sampled = places.First(of_.sampled.slot) + of_.sampled.origin;
    const int64_t windows = CountWindows(), bytes = windows * DtypeBytes(of_.sampled->dtype);
    ParallelFor(
        regions_ * channels_, 1 + GrainFor(kCost) / windows, [&](int64_t begin, int64_t end) {
          std::vector<double> results(static_cast<size_t>(windows));
          for (int64_t i = begin; i < end;) {
            const int64_t region = i / channels_;
            const int64_t behind = std::min(end, (region + 1) * channels_);
            const int64_t image = images[static_cast<size_t>(region)];
            const float* plane = input + (image * channels_ + i % channels_) * PlaneElements();
            const std::array<RegionAxis, 2> axes = AxesOf(places, region);
            std::optional<RegionTaps> taps;  // of means alone
            if (of_.mode == RegionMode::kMeanSample) taps.emplace(axes);
            for (; i < behind; ++i, plane += PlaneElements()) {
              taps ? SetMeans(plane, *taps, results.data())
                   : SetLargest(plane, axes, results.data());
              store_(results.data(), sampled + i * bytes, windows);
            }
          }
        });
  }

 private:
  void SetMeans(const float* plane, const RegionTaps& taps, double* results) const {
    const AxisTaps &rows = taps.rows, &columns = taps.columns;
    for (size_t h = 0; h + 1 < rows.begin.size(); ++h) {
      for (size_t w = 0; w + 1 < columns.begin.size(); ++w) {
        double sum = 0;
        for (auto r = static_cast<size_t>(rows.begin[h]); r < size_t(rows.begin[h + 1]); ++r) {
          const float* const row = plane + rows.at[r] * geometry_.sizes[1];
          double of_row = 0;
          for (auto c = static_cast<size_t>(columns.begin[w]); c < size_t(columns.begin[w + 1]);
               ++c) {
            of_row = of_row + static_cast<double>(row[columns.at[c]]) * columns.weight[c];
          }
          sum = sum + of_row * rows.weight[r];
        }
        *results++ = sum / taps.count;
      }
    }
  }

  void SetLargest(const float* plane, const std::array<RegionAxis, 2>& axes,
                  double* results) const {
    const bool has_samples = axes[0].count > 0 && axes[1].count > 0;
    for (size_t h = 0; h < static_cast<size_t>(geometry_.windows[0]); ++h) {
      for (size_t w = 0; w < static_cast<size_t>(geometry_.windows[1]); ++w) {
        *results++ = has_samples ? LargestOf(plane, axes[0], h, axes[1], w) : 0;
      }
    }
  }

  // The largest sample of a window; NaN if one is.
  double LargestOf(const float* plane, const RegionAxis& rows, size_t h, const RegionAxis& columns,
                   size_t w) const {
    double largest = 0;
    bool is_first = !(rows.leaves[h] || columns.leaves[w]);  // else there is a 0
    for (auto r = static_cast<size_t>(rows.begin[h]); r < size_t(rows.begin[h + 1]); ++r) {
      for (auto c = static_cast<size_t>(columns.begin[w]); c < size_t(columns.begin[w + 1]); ++c) {
        const double sample = SampleOf(plane, rows.samples[r], columns.samples[c]);
        if (is_first || sample > largest || sample != sample) largest = sample;
        is_first = false;
        if (largest != largest) return largest;
      }
    }
    return largest;
  }
  double SampleOf(const float* plane, const RegionSample& row, const RegionSample& column) const {
    const auto of_row = [&](int64_t at) {
      const float* const elements = plane + at * geometry_.sizes[1];
      return static_cast<double>(elements[column.low]) * column.of_low +
             static_cast<double>(elements[column.high]) * column.of_high;
    };
    return of_row(row.low) * row.of_low + of_row(row.high) * row.of_high;
  }

  const ConvertLoop store_;
};

class RegionsGradientComputation final : public RegionComputation {
 public:
  explicit RegionsGradientComputation(const RegionSampling& sampling)
      : RegionComputation(sampling, sampling.input),
        store_(StoreConversion(LoopType::kDouble, sampling.input->dtype)) {
    AddAccess(sampling.sampled, false);
    AddAccess(sampling.input, true);
  }

  bool HasWork() const override { return of_.input->extent.elements > 0; }

  // A thread adds to planes of its own, region after region.
  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const std::vector<int64_t> images = ImagesOf(places);
    const auto* const sampled = reinterpret_cast<const float*>(DataAt(places, of_.sampled));
    std::byte* const input = places.First(of_.input.slot) + of_.input.origin;
    const int64_t plane_bytes = PlaneElements() * DtypeBytes(of_.input->dtype);
    for (int64_t image = 0; image < images_; ++image) {
      std::vector<std::vector<double>> sums(static_cast<size_t>(channels_));
      for (auto& plane : sums) plane.assign(static_cast<size_t>(PlaneElements()), 0);
      for (int64_t next = 0; next < regions_;) {
        std::vector<int64_t> regions;
        std::vector<RegionTaps> taps;
        for (; next < regions_ && regions.size() < kMostKept; ++next) {
          if (images[static_cast<size_t>(next)] != image) continue;
          regions.push_back(next);
          taps.emplace_back(AxesOf(places, next));
        }
        if (regions.empty()) break;
        const int64_t windows = std::max<int64_t>(1, CountWindows() * std::ssize(regions));
        ParallelFor(channels_, 1 + GrainFor(kCost) / windows, [&](int64_t begin, int64_t end) {
          for (int64_t c = begin; c < end; ++c) {
            for (size_t i = 0; i < regions.size(); ++i) {
              Add(sampled + (regions[i] * channels_ + c) * CountWindows(), taps[i],
                  sums[static_cast<size_t>(c)].data());
            }
          }
        });
      }
      for (int64_t c = 0; c < channels_; ++c) {
        store_(sums[static_cast<size_t>(c)].data(), input + (image * channels_ + c) * plane_bytes,
               PlaneElements());
      }
    }
  }

 private:
  void Add(const float* grads, const RegionTaps& taps, double* plane) const {
    const AxisTaps &rows = taps.rows, &columns = taps.columns;
    for (size_t h = 0; h + 1 < rows.begin.size(); ++h) {
      for (size_t w = 0; w + 1 < columns.begin.size(); ++w) {
        const double grad = static_cast<double>(*grads++) / taps.count;
        for (auto r = static_cast<size_t>(rows.begin[h]); r < size_t(rows.begin[h + 1]); ++r) {
          double* const row = plane + rows.at[r] * geometry_.sizes[1];
          const double of_row = grad * rows.weight[r];
          for (auto c = static_cast<size_t>(columns.begin[w]); c < size_t(columns.begin[w + 1]);
               ++c) {
            row[columns.at[c]] = row[columns.at[c]] + of_row * columns.weight[c];
          }
        }
      }
    }
  }

  const ConvertLoop store_;
};

}  // namespace

Stage PlanSampleRegions(const RegionSampling& sampling) {
  return {.computation = std::make_unique<SampleRegionsComputation>(sampling),
          .elements = sampling.sampled->extent.elements,
          .cost = kCost};
}
Stage PlanRegionsGradient(const RegionSampling& sampling) {
  return {.computation = std::make_unique<RegionsGradientComputation>(sampling),
          .elements = sampling.sampled->extent.elements,
          .cost = kCost};
}

}  // namespace openaclnn
