// Plans and runs.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/pooling/larger.h"
#include "kinds/pooling/loops.h"
#include "kinds/pooling/plan.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 3000;  // picoseconds an element of the result on one core, about
// Short lines are taken together: so many windows, and at most so many elements of the input.
constexpr int64_t kWindowsAtOnce = 64, kElementsAtOnce = 1 << 12;

LoopType LoopOf(aclDataType dtype) {
  if (dtype == ACL_DOUBLE) return LoopType::kDouble;
  return ClassOf(dtype) == DtypeClass::kFloat ? LoopType::kFloat : LoopType::kInt64;
}

class MaxPoolComputation final : public AccessedComputation {
 public:
  explicit MaxPoolComputation(MaxPooling pooling)
      : from_(pooling.from, pooling.axes, pooling.layout),
        to_(pooling.to, pooling.axes, pooling.layout),
        windows_(std::move(pooling.windows)),
        has_work_(pooling.to->extent.elements > 0) {
    ApplySimdSetting();
    AddAccess(pooling.from, false);
    AddAccess(pooling.to, true);
    FindWhole();
    if (pooling.indices) {
      indices_ = SpatialLines(*pooling.indices, pooling.axes, pooling.layout);
      AddAccess(*pooling.indices, true);
    }
  }

  bool HasWork() const override { return has_work_; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    ForLoopType<float, double, int64_t>(LoopOf(to_.dtype), [&]<class T>() { RunWith<T>(places); });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "max pool");
    details.AddWords("simd", ChosenSimdName());
    details.Add("lines", to_.CountLines());
    details.Add("width", to_.shape[kWidth]);
    details.Add("elements", to_.LineElements());
  }

 private:
  // Windows along the width that follow each other and have all columns: others are at the ends.
  void FindWhole() {
    const std::vector<int64_t>& counts = windows_[2].count;
    const auto most = std::ranges::max_element(counts);
    const auto end =
        std::find_if(most, counts.end(), [&](int64_t count) { return count != *most; });
    whole_begin_ = most - counts.begin();
    whole_end_ = end - counts.begin();
  }

  // Short lines together fill vectors.
  int64_t LinesAtOnce(int64_t line) const {
    if (to_.inner > 1) return 1;
    const int64_t most = kElementsAtOnce / std::max<int64_t>(1, from_.LineElements());
    return std::clamp<int64_t>(most, 1, CeilDiv(kWindowsAtOnce, line));
  }

  // Memory of a thread for some lines at once.
  template <class T>
  struct Room {
    Room(int64_t lines, int64_t width, int64_t windows)
        : values(static_cast<size_t>(lines * width)),
          places(values.size()),
          results(static_cast<size_t>(lines * windows)),
          column(results.size()),
          rows(results.size()),
          columns(results.size()),
          rows_of_column(results.size()) {}

    std::vector<T> values, loaded;
    std::vector<PlaceOf<T>> places;
    std::vector<T> results, column;
    std::vector<PlaceOf<T>> rows, columns, rows_of_column;
    std::vector<const T*> row;          // the rows of the windows of a line,
    std::vector<int64_t> place_of_row;  // where those of all lines begin in the input's space,
    std::vector<size_t> first_of_line;  // and which of them is the first one of each line
    std::vector<LinePlace> place_of_line;
  };

  template <class T>
  void RunWith(const Places& places) const {
    const PoolingLoops<T>& loops = GetPoolingLoops().Of<T>();
    const int64_t line = std::max<int64_t>(1, to_.LineElements());
    const int64_t at_once = LinesAtOnce(line);
    ParallelFor(to_.CountLines(), 1 + GrainFor(kCost) / line, [&](int64_t begin, int64_t end) {
      Room<T> room(at_once, from_.LineElements(), to_.LineElements());
      LinePlace place = PlaceOfLine(to_, begin);
      for (int64_t i = begin; i < end; i += at_once) {
        RunLines<T>(loops, places, place, std::min(at_once, end - i), room);
      }
    });
  }

  // The next `count` lines from `place` on, which becomes that of the line after them.
  template <class T>
  void RunLines(const PoolingLoops<T>& loops, const Places& places, LinePlace& place, int64_t count,
                Room<T>& room) const {
    const int64_t width = from_.LineElements(), windows = to_.LineElements();
    room.place_of_row.clear();
    room.first_of_line.clear();
    room.place_of_line.clear();
    for (int64_t line = 0; line < count; ++line, GoToNextLine(to_, place)) {
      room.first_of_line.push_back(room.place_of_row.size());
      room.place_of_line.push_back(place);
      LoadRows<T>(from_.Plane(places, place.batch, place.channel), place, room);
      loops.take_rows(room.row.data(), std::ssize(room.row), width,
                      room.values.data() + line * width, room.places.data() + line * width);
    }
    if (to_.inner == 1) {
      JoinWhole<T>(loops, count, room);
      for (int64_t line = 0; line < count; ++line) {
        JoinSome<T>(line, 0, whole_begin_, room);
        JoinSome<T>(line, whole_end_, windows, room);
      }
    } else {
      JoinChannels<T>(loops, room);
    }
    for (int64_t line = 0; line < count; ++line) StoreLine<T>(places, line, room);
  }

  template <class T>
  void StoreLine(const Places& places, int64_t line, const Room<T>& room) const {
    const int64_t windows = to_.LineElements();
    const LinePlace& place = room.place_of_line[static_cast<size_t>(line)];
    const auto address = [&](const SpatialLines& lines) {
      return lines.Plane(places, place.batch, place.channel) +
             lines.LineOffset(place.depth, place.height);
    };
    const T* const results = room.results.data() + line * windows;
    if (to_.dtype == LoopTraits<T>::kDtype) {
      std::memcpy(address(to_), results, static_cast<size_t>(windows) * sizeof(T));
    } else {
      StoreConversion(LoopTraits<T>::kType, to_.dtype)(results, address(to_), windows);
    }
    if (indices_.slot < 0) return;
    indices_.dtype == ACL_INT64 ? StoreIndices<T, int64_t>(room, line, address(indices_))
                                : StoreIndices<T, int32_t>(room, line, address(indices_));
  }

  // The rows of the windows, converted to T if they are of another type.
  template <class T>
  void LoadRows(const std::byte* plane, const LinePlace& place, Room<T>& room) const {
    const AxisWindows &depths = windows_[0], &heights = windows_[1];
    const auto d = static_cast<size_t>(place.depth), h = static_cast<size_t>(place.height);
    const int64_t count = depths.count[d] * heights.count[h], width = from_.LineElements();
    const bool converts = from_.dtype != LoopTraits<T>::kDtype;
    if (converts) room.loaded.resize(static_cast<size_t>(count * width));
    room.row.clear();
    for (int64_t i = 0; i < depths.count[d]; ++i) {
      for (int64_t k = 0; k < heights.count[h]; ++k) {
        const int64_t depth = depths.first[d] + i * depths.step;
        const int64_t height = heights.first[h] + k * heights.step;
        const std::byte* const row = plane + from_.LineOffset(depth, height);
        if (converts) {
          T* const loaded = room.loaded.data() + static_cast<int64_t>(room.row.size()) * width;
          LoadConversion(from_.dtype, LoopTraits<T>::kType)(row, loaded, width);
          room.row.push_back(loaded);
        } else {
          room.row.push_back(reinterpret_cast<const T*>(row));
        }
        room.place_of_row.push_back((depth * from_.shape[kHeight] + height) * from_.shape[kWidth]);
      }
    }
  }

  // Joins the columns of each window of a range of a line.
  template <class T>
  void JoinSome(int64_t line, int64_t begin, int64_t end, Room<T>& room) const {
    using P = PlaceOf<T>;
    const AxisWindows& widths = windows_[2];
    const T* const values = room.values.data() + line * from_.LineElements();
    const P* const rows = room.places.data() + line * from_.LineElements();
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = widths.first[static_cast<size_t>(i)];
      T best = values[first];
      P row = rows[first], column = 0;
      for (int64_t k = 1; k < widths.count[static_cast<size_t>(i)]; ++k) {
        const int64_t at = first + k * widths.step;
        const bool takes = IsTaken(values[at], rows[at], best, row);
        best = takes ? values[at] : best;
        row = takes ? rows[at] : row;
        column = takes ? static_cast<P>(k) : column;
      }
      const auto window = static_cast<size_t>(line * to_.LineElements() + i);
      room.results[window] = best;
      room.rows[window] = row;
      room.columns[window] = column;
    }
  }
  // The same of those of all lines that have all columns: one column of them after the other. What
  // the other windows of a line get means nothing.
  template <class T>
  void JoinWhole(const PoolingLoops<T>& loops, int64_t lines, Room<T>& room) const {
    if (whole_begin_ == whole_end_) return;
    const AxisWindows& widths = windows_[2];
    const int64_t width = from_.LineElements(), windows = to_.LineElements();
    const Largest<T> largest = {room.results.data(), room.rows.data(), room.columns.data()};
    const auto take = [&](int64_t column, T* values, PlaceOf<T>* rows) {
      const int64_t step = column * widths.step;
      for (int64_t line = 0; line < lines; ++line) {
        const T* const from = room.values.data() + line * width + step;
        const PlaceOf<T>* const row = room.places.data() + line * width + step;
        for (int64_t i = line * windows + whole_begin_; i < line * windows + whole_end_; ++i) {
          const int64_t first = widths.first[static_cast<size_t>(i - line * windows)];
          values[i] = from[first];
          rows[i] = row[first];
        }
      }
    };
    take(0, largest.values, largest.rows);
    std::fill_n(largest.columns, lines * windows, 0);
    for (int64_t column = 1; column < widths.count[static_cast<size_t>(whole_begin_)]; ++column) {
      take(column, room.column.data(), room.rows_of_column.data());
      loops.join_column(room.column.data(), room.rows_of_column.data(), column, lines * windows,
                        largest);
    }
  }
  template <class T>
  void JoinChannels(const PoolingLoops<T>& loops, Room<T>& room) const {
    const AxisWindows& widths = windows_[2];
    const int64_t inner = to_.inner;
    for (int64_t i = 0; i < widths.CountPlaces(); ++i) {
      const auto w = static_cast<size_t>(i);
      const Largest<T> largest = {room.results.data() + i * inner, room.rows.data() + i * inner,
                                  room.columns.data() + i * inner};
      const T* values = room.values.data() + widths.first[w] * inner;
      const auto* rows = room.places.data() + widths.first[w] * inner;
      std::copy_n(values, inner, largest.values);
      std::copy_n(rows, inner, largest.rows);
      std::fill_n(largest.columns, inner, 0);
      for (int64_t k = 1; k < widths.count[w]; ++k) {
        const int64_t step = k * widths.step * inner;
        loops.join_column(values + step, rows + step, k, inner, largest);
      }
    }
  }

  template <class T, class Index>
  void StoreIndices(const Room<T>& room, int64_t line, std::byte* to) const {
    const AxisWindows& widths = windows_[2];
    const auto inner = static_cast<size_t>(to_.inner);
    auto* const indices = reinterpret_cast<Index*>(to);
    const int64_t* const place_of_row =
        room.place_of_row.data() + room.first_of_line[static_cast<size_t>(line)];
    const PlaceOf<T>* const rows = room.rows.data() + line * to_.LineElements();
    const PlaceOf<T>* const columns = room.columns.data() + line * to_.LineElements();
    for (size_t w = 0, i = 0; w < widths.first.size(); ++w) {
      for (size_t c = 0; c < inner; ++c, ++i) {
        indices[i] =
            static_cast<Index>(place_of_row[rows[i]] + widths.first[w] + columns[i] * widths.step);
      }
    }
  }

  const SpatialLines from_, to_;
  SpatialLines indices_;
  const std::array<AxisWindows, 3> windows_;
  const bool has_work_;
  int64_t whole_begin_ = 0, whole_end_ = 0;
};

}  // namespace

Stage PlanMaxPool(MaxPooling pooling) {
  const int64_t elements = pooling.to->extent.elements;
  return {.computation = std::make_unique<MaxPoolComputation>(std::move(pooling)),
          .elements = elements,
          .cost = kCost};
}

}  // namespace openaclnn
