// Plans and runs.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/resampling/loops.h"
#include "kinds/resampling/plan.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 1500;     // picoseconds an element of the result on one core, about
constexpr int64_t kPickCost = 500;  // the same of one that is picked

// A walk over the lines of the result.
class LinesComputation : public AccessedComputation {
 public:
  LinesComputation(Resampling resampling, int64_t cost)
      : from_(resampling.from, resampling.axes, resampling.layout),
        to_(resampling.to, resampling.axes, resampling.layout),
        taps_(std::move(resampling.taps)),
        cost_(cost),
        has_work_(resampling.to->extent.elements > 0) {
    ApplySimdSetting();
    AddAccess(resampling.from, false);
    AddAccess(resampling.to, true);
    for (int64_t h = 1; h < taps_[1].CountPlaces(); ++h) {
      if (AreAlike(taps_[1], h - 1, h)) repeats_[static_cast<size_t>(h)] = true;
    }
  }

  bool HasWork() const override { return has_work_; }
  void AddDetails(Details& details) const override {
    details.AddWords("simd", ChosenSimdName());
    details.Add("lines", to_.CountLines());
    details.Add("width", to_.shape[kWidth]);
    details.Add("elements", to_.LineElements());
  }

 protected:
  // Calls use(plane, line, depth, height) for lines: where the plane of the input begins, and the
  // line of the result. Lines that are like the one before are copied.
  template <class Use>
  void ForLines(const Places& places, int64_t begin, int64_t end, const Use& use) const {
    const int64_t of_depth = to_.shape[kHeight], of_plane = to_.shape[kDepth] * of_depth;
    const auto bytes = static_cast<size_t>(to_.LineElements() * DtypeBytes(to_.dtype));
    for (int64_t i = begin; i < end;) {
      const LinePlace place = PlaceOfLine(to_, i);
      const std::byte* const from = from_.Plane(places, place.batch, place.channel);
      std::byte* const to = to_.Plane(places, place.batch, place.channel);
      int64_t depth = place.depth, height = place.height;
      const std::byte* before = nullptr;
      const int64_t last = std::min(end, i - i % of_plane + of_plane);
      for (; i < last; ++i) {
        std::byte* const line = to + to_.LineOffset(depth, height);
        if (before != nullptr && repeats_[static_cast<size_t>(height)]) {
          std::memcpy(line, before, bytes);
        } else {
          use(from, line, static_cast<size_t>(depth), static_cast<size_t>(height));
        }
        before = line;
        if (++height == of_depth) {
          height = 0;
          ++depth;
        }
      }
    }
  }
  template <class Body>
  void Share(const Body& body) const {
    const int64_t line = std::max<int64_t>(1, to_.LineElements());
    ParallelFor(to_.CountLines(), 1 + GrainFor(static_cast<int>(cost_)) / line, body);
  }

  const SpatialLines from_, to_;
  const std::array<AxisTaps, 3> taps_;
  const int64_t cost_;
  const bool has_work_;

 private:
  // Whether lines at each height are as those before it.
  std::vector<bool> repeats_ = std::vector<bool>(static_cast<size_t>(taps_[1].CountPlaces()));
};

class ResampleComputation final : public LinesComputation {
 public:
  explicit ResampleComputation(Resampling resampling)
      : LinesComputation(std::move(resampling), kCost),
        store_(StoreConversion(LoopType::kDouble, to_.dtype)),
        load_(from_.dtype == ACL_FLOAT || from_.dtype == ACL_DOUBLE
                  ? nullptr
                  : LoadConversion(from_.dtype, LoopType::kDouble)) {}

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const ResamplingLoops& loops = GetResamplingLoops();
    Share([&](int64_t begin, int64_t end) {
      Room room(from_.LineElements(), to_.LineElements(), load_ != nullptr);
      ForLines(places, begin, end,
               [&](const std::byte* plane, std::byte* line, size_t depth, size_t height) {
                 AddRows(loops, plane, depth, height, room);
                 TakeTaps(loops, room);
                 Divide(loops, depth, height, room);
                 store_(room.results.data(), line, to_.LineElements());
               });
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "resample");
    LinesComputation::AddDetails(details);
  }

 private:
  struct Room {
    Room(int64_t elements, int64_t count, bool converts)
        : sums(static_cast<size_t>(elements)),
          results(static_cast<size_t>(count)),
          loaded(converts ? static_cast<size_t>(elements * kRowsAtOnce) : 0) {}

    std::vector<double> sums, results, loaded;
  };

  // Rows that wait until there are kRowsAtOnce of them.
  struct Waiting {
    const void* rows[kRowsAtOnce];
    double weights[kRowsAtOnce];
    int64_t count = 0;
    bool is_first = true;
  };

  void AddWaiting(const ResamplingLoops& loops, Waiting& waiting, Room& room) const {
    const auto add = from_.dtype == ACL_FLOAT ? loops.add_floats : loops.add_doubles;
    add(waiting.rows, waiting.weights, waiting.count, waiting.is_first, from_.LineElements(),
        room.sums.data());
    waiting.count = 0;
    waiting.is_first = false;
  }

  // The sums of the rows that are taps along depth and height.
  void AddRows(const ResamplingLoops& loops, const std::byte* plane, size_t depth, size_t height,
               Room& room) const {
    const AxisTaps &depths = taps_[0], &heights = taps_[1];
    const int64_t width = from_.LineElements();
    Waiting waiting;
    for (int64_t d = depths.begin[depth]; d < depths.begin[depth + 1]; ++d) {
      for (int64_t h = heights.begin[height]; h < heights.begin[height + 1]; ++h) {
        const auto of_depth = static_cast<size_t>(d), of_height = static_cast<size_t>(h);
        const std::byte* row = plane + from_.LineOffset(depths.at[of_depth], heights.at[of_height]);
        waiting.weights[waiting.count] = depths.weight[of_depth] * heights.weight[of_height];
        waiting.rows[waiting.count] = row;
        if (load_ != nullptr) {
          double* const loaded = room.loaded.data() + waiting.count * width;
          load_(row, loaded, width);
          waiting.rows[waiting.count] = loaded;
        }
        if (++waiting.count == kRowsAtOnce) AddWaiting(loops, waiting, room);
      }
    }
    if (waiting.count > 0) AddWaiting(loops, waiting, room);
    if (waiting.is_first) std::fill(room.sums.begin(), room.sums.end(), 0);  // there are none
  }

  // The sums of taps along the width.
  void TakeTaps(const ResamplingLoops& loops, Room& room) const {
    const AxisTaps& taps = taps_[2];
    const int64_t inner = to_.inner;
    if (inner == 1) return loops.take(room.sums.data(), taps, room.results.data());
    for (int64_t i = 0; i < taps.CountPlaces(); ++i) {
      double* const result = room.results.data() + i * inner;
      const int64_t begin = taps.begin[static_cast<size_t>(i)];
      const int64_t end = taps.begin[static_cast<size_t>(i) + 1];
      if (begin == end) std::fill_n(result, inner, 0);
      for (int64_t t = begin; t < end; t += kRowsAtOnce) {
        const int64_t count = std::min(kRowsAtOnce, end - t);
        const void* rows[kRowsAtOnce];
        for (int64_t k = 0; k < count; ++k) {
          rows[k] = room.sums.data() + taps.at[static_cast<size_t>(t + k)] * inner;
        }
        loops.add_doubles(rows, taps.weight.data() + t, count, t == begin, inner, result);
      }
    }
  }

  void Divide(const ResamplingLoops& loops, size_t depth, size_t height, Room& room) const {
    const std::vector<double>&depths = taps_[0].divisor, &heights = taps_[1].divisor;
    const std::vector<double>& widths = taps_[2].divisor;
    const double divisor =
        (depths.empty() ? 1 : depths[depth]) * (heights.empty() ? 1 : heights[height]);
    if (widths.empty()) {
      if (divisor != 1) loops.divide(divisor, nullptr, to_.LineElements(), room.results.data());
      return;
    }
    if (to_.inner == 1) {
      return loops.divide(divisor, widths.data(), to_.LineElements(), room.results.data());
    }
    for (size_t i = 0; i < widths.size(); ++i) {
      loops.divide(divisor * widths[i], nullptr, to_.inner,
                   room.results.data() + static_cast<int64_t>(i) * to_.inner);
    }
  }

  const ConvertLoop store_;
  const ConvertLoop load_;  // null: rows are taken as they are
};

// Elements of so many bytes.
template <class Word>
void PickWords(const std::byte* from, const int32_t* at, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * int64_t{sizeof(Word)}, from + at[i] * int64_t{sizeof(Word)}, sizeof(Word));
  }
}
struct Pair {
  uint64_t words[2];
};

// The ends of the width, and one run between them where elements follow each other.
struct Stretch {
  int64_t begin = 0, end = 0;
};
Stretch LongestRun(const std::vector<int32_t>& at) {
  Stretch longest, run;
  for (size_t i = 0; i < at.size(); ++i) {
    if (i == 0 || at[i] != at[i - 1] + 1) run.begin = static_cast<int64_t>(i);
    run.end = static_cast<int64_t>(i) + 1;
    if (run.end - run.begin > longest.end - longest.begin) longest = run;
  }
  return longest;
}

class PickComputation final : public LinesComputation {
 public:
  explicit PickComputation(Resampling resampling)
      : LinesComputation(std::move(resampling), kPickCost),
        bytes_(DtypeBytes(to_.dtype) * to_.inner),
        run_(LongestRun(taps_[2].at)) {}

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    Share([&](int64_t begin, int64_t end) {
      ForLines(places, begin, end,
               [&](const std::byte* plane, std::byte* line, size_t depth, size_t height) {
                 Pick(plane + from_.LineOffset(taps_[0].at[depth], taps_[1].at[height]), line);
               });
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "pick");
    LinesComputation::AddDetails(details);
  }

 private:
  static constexpr int64_t kLeast = 8;  // elements that are copied at once

  void Pick(const std::byte* from, std::byte* to) const {
    const std::vector<int32_t>& at = taps_[2].at;
    const auto count = static_cast<int64_t>(at.size());
    if (run_.end - run_.begin < kLeast) return PickSome(from, 0, count, to);
    PickSome(from, 0, run_.begin, to);
    std::memcpy(to + run_.begin * bytes_, from + at[static_cast<size_t>(run_.begin)] * bytes_,
                static_cast<size_t>((run_.end - run_.begin) * bytes_));
    PickSome(from, run_.end, count, to);
  }

  void PickSome(const std::byte* from, int64_t begin, int64_t end, std::byte* to) const {
    const int32_t* const at = taps_[2].at.data() + begin;
    to += begin * bytes_;
    switch (bytes_) {
      case 1:
        return PickWords<uint8_t>(from, at, end - begin, to);
      case 2:
        return PickWords<uint16_t>(from, at, end - begin, to);
      case 4:
        return PickWords<uint32_t>(from, at, end - begin, to);
      case 8:
        return PickWords<uint64_t>(from, at, end - begin, to);
      case 16:
        return PickWords<Pair>(from, at, end - begin, to);
      default:
        for (int64_t i = 0; i < end - begin; ++i) {
          std::memcpy(to + i * bytes_, from + at[i] * bytes_, static_cast<size_t>(bytes_));
        }
    }
  }

  const int64_t bytes_;  // of an element, or of all channels
  const Stretch run_;
};

}  // namespace

Stage PlanResample(Resampling resampling) {
  const int64_t elements = resampling.to->extent.elements;
  return {.computation = std::make_unique<ResampleComputation>(std::move(resampling)),
          .elements = elements,
          .cost = kCost};
}

Stage PlanPick(Resampling resampling) {
  const int64_t elements = resampling.to->extent.elements;
  return {.computation = std::make_unique<PickComputation>(std::move(resampling)),
          .elements = elements,
          .cost = kPickCost};
}

}  // namespace openaclnn
