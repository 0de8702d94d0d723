#include "kinds/resampling/grid_taps.h"

#include <algorithm>
#include <climits>
#include <cmath>

namespace openaclnn {
namespace {

// A place among the elements of an axis, and how it changes with what the grid says.
struct Coordinate {
  double place, slope;
};

// Mirrored at two ends, given as twice their place.
Coordinate Reflected(Coordinate at, double twice_low, double twice_high) {
  if (twice_low == twice_high) return {0, 0};
  const double low = twice_low / 2, span = (twice_high - twice_low) / 2;
  double slope = at.slope, from = at.place - low;
  if (from < 0) {
    from = -from;
    slope = -slope;
  }
  const double rest = std::fmod(from, span), flips = std::floor(from / span);
  return std::fmod(flips, 2) == 0 ? Coordinate{rest + low, slope}
                                  : Coordinate{span - rest + low, -slope};
}

Coordinate Clipped(Coordinate at, double last) {
  if (at.place <= 0) return {0, 0};
  if (at.place >= last) return {last, 0};
  return at;
}

Coordinate InMargin(Coordinate at, GridMargin margin, int64_t extent, bool aligns_corners) {
  const auto size = static_cast<double>(extent);
  if (margin == GridMargin::kZeros) return at;
  if (margin == GridMargin::kReflects) {
    at = aligns_corners ? Reflected(at, 0, 2 * (size - 1)) : Reflected(at, -1, 2 * size - 1);
  }
  return Clipped(at, size - 1);
}

// Far beyond the input what an integer cannot say is as good as any other place.
Coordinate Counted(Coordinate at) {
  constexpr double kFar = -100;
  const bool can_be = at.place > double{INT_MIN} && at.place < double{INT_MAX - 1};
  return can_be ? at : Coordinate{kFar, 0};
}

// The numbers are such as an int can have. The library's functions are calls where processors may
// have no instruction for them.
double Floor(double number) {
  const auto whole = static_cast<double>(static_cast<int>(number));
  return whole > number ? whole - 1 : whole;
}
// The same: the nearest, of two the even one.
double Nearest(double number) {
  constexpr double kUlpIsOne = 0x1.8p52;
  return number + kUlpIsOne - kUlpIsOne;
}

Coordinate AmongElements(double place, int64_t extent, bool aligns_corners) {
  const auto size = static_cast<double>(extent);
  if (aligns_corners) return {(place + 1) / 2 * (size - 1), (size - 1) / 2};
  return {((place + 1) * size - 1) / 2, size / 2};
}

// The taps along one axis: elements, weights and their slopes. -1: beyond the input.
struct AxisOfTaps {
  int count = 0;
  std::array<int64_t, 4> at;
  std::array<double, 4> weight, slope;

  void Add(double place, int64_t extent, double of_weight, double of_slope) {
    const bool is_inside = place >= 0 && place < static_cast<double>(extent);
    const auto i = static_cast<size_t>(count++);
    at[i] = is_inside ? static_cast<int64_t>(place) : -1;
    weight[i] = of_weight;
    slope[i] = of_slope;
  }
};

// The cubic convolution with the slope -3/4 at 1, for distances up to 1 and from 1 to 2, and its
// derivatives.
constexpr double kCubicSlope = -0.75;
double CubicNear(double x) { return ((kCubicSlope + 2) * x - (kCubicSlope + 3)) * x * x + 1; }
double CubicFar(double x) {
  return ((kCubicSlope * x - 5 * kCubicSlope) * x + 8 * kCubicSlope) * x - 4 * kCubicSlope;
}
double CubicNearSlope(double x) { return (3 * (kCubicSlope + 2) * x - 2 * (kCubicSlope + 3)) * x; }
double CubicFarSlope(double x) {
  return (3 * kCubicSlope * x - 10 * kCubicSlope) * x + 8 * kCubicSlope;
}

AxisOfTaps CubicTapsAlong(const GridGeometry& grid, double place, int64_t extent) {
  const Coordinate at = Counted(AmongElements(place, extent, grid.aligns_corners));
  const double before = Floor(at.place), t = at.place - before;
  const double weights[] = {CubicFar(t + 1), CubicNear(t), CubicNear(1 - t), CubicFar(2 - t)};
  const double slopes[] = {CubicFarSlope(t + 1), CubicNearSlope(t), -CubicNearSlope(1 - t),
                           -CubicFarSlope(2 - t)};
  AxisOfTaps taps;
  for (int i = 0; i < 4; ++i) {
    const Coordinate element =
        Counted(InMargin({before - 1 + i, 1}, grid.margin, extent, grid.aligns_corners));
    taps.Add(element.place, extent, weights[i], slopes[i] * at.slope);
  }
  return taps;
}

Coordinate CoordinateOf(const GridGeometry& grid, double place, int64_t extent) {
  return Counted(InMargin(AmongElements(place, extent, grid.aligns_corners), grid.margin, extent,
                          grid.aligns_corners));
}

AxisOfTaps TapsAlong(const GridGeometry& grid, double place, int64_t extent) {
  if (grid.mode == GridMode::kCubic) return CubicTapsAlong(grid, place, extent);
  const Coordinate at = CoordinateOf(grid, place, extent);
  AxisOfTaps taps;
  if (grid.mode == GridMode::kNearest) {
    taps.Add(Nearest(at.place), extent, 1, 0);
    return taps;
  }
  const double before = Floor(at.place);
  taps.Add(before, extent, before + 1 - at.place, -at.slope);
  taps.Add(before + 1, extent, at.place - before, at.slope);
  return taps;
}

using TapsAlongAxes = std::array<AxisOfTaps, 3>;

TapsAlongAxes AlongAxes(const GridGeometry& grid, const std::array<double, 3>& place) {
  TapsAlongAxes along;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (axis < grid.axes) {
      along[axis] = TapsAlong(grid, place[axis], grid.extent[axis]);
    } else {
      along[axis].Add(0, 1, 1, 0);
    }
  }
  return along;
}

// Calls use(d, h, w, at) for the elements in the input: which taps along the axes it is of.
template <class Use>
void ForElements(const GridGeometry& grid, const TapsAlongAxes& along, const Use& use) {
  for (size_t d = 0; d < static_cast<size_t>(along[2].count); ++d) {
    if (along[2].at[d] < 0) continue;
    for (size_t h = 0; h < static_cast<size_t>(along[1].count); ++h) {
      if (along[1].at[h] < 0) continue;
      const int64_t line = (along[2].at[d] * grid.extent[1] + along[1].at[h]) * grid.extent[0];
      for (size_t w = 0; w < static_cast<size_t>(along[0].count); ++w) {
        if (along[0].at[w] >= 0) use(d, h, w, line + along[0].at[w]);
      }
    }
  }
}

}  // namespace

GridTaps GridGeometry::TapsAt(const std::array<double, 3>& place) const {
  const TapsAlongAxes along = AlongAxes(*this, place);
  GridTaps taps;
  ForElements(*this, along, [&](size_t d, size_t h, size_t w, int64_t at) {
    const auto i = static_cast<size_t>(taps.count++);
    taps.at[i] = at;
    const double plane = along[2].weight[d] * along[1].weight[h];
    taps.weight[i] = plane * along[0].weight[w];
    taps.slope[0][i] = plane * along[0].slope[w];
    taps.slope[1][i] = along[2].weight[d] * along[1].slope[h] * along[0].weight[w];
    taps.slope[2][i] = along[2].slope[d] * along[1].weight[h] * along[0].weight[w];
  });
  return taps;
}

int GridGeometry::SetTaps(const std::array<double, 3>& place, GridTap* taps) const {
  const TapsAlongAxes along = AlongAxes(*this, place);
  int count = 0;
  ForElements(*this, along, [&](size_t d, size_t h, size_t w, int64_t at) {
    taps[count++] = {.at = at,
                     .weight = along[2].weight[d] * along[1].weight[h] * along[0].weight[w]};
  });
  return count;
}

void GridGeometry::MoveAmongElements(size_t axis, int64_t count, double* places) const {
  for (int64_t i = 0; i < count; ++i)
    places[i] = CoordinateOf(*this, places[i], extent[axis]).place;
}

int GridGeometry::MostTaps() const {
  const int along_axis = mode == GridMode::kNearest ? 1 : mode == GridMode::kCubic ? 4 : 2;
  int most = 1;
  for (size_t axis = 0; axis < axes; ++axis) most *= along_axis;
  return most;
}

}  // namespace openaclnn
