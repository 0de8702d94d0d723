#include "ops/resampling/axis_taps.h"

#include <algorithm>
#include <cmath>

namespace openaclnn {
namespace {

int64_t Within(int64_t place, int64_t size) { return std::clamp<int64_t>(place, 0, size - 1); }

// How far apart places are in the input.
double StepOf(const AxisResize& axis) {
  const auto from = static_cast<double>(axis.from), to = static_cast<double>(axis.to);
  if (axis.aligns_corners) return axis.to > 1 ? (from - 1) / (to - 1) : 0;
  return axis.scale > 0 ? 1 / axis.scale : from / to;
}

// Computed in F, and rounded down as float.
template <class F>
AxisTaps Nearest(const AxisResize& axis, bool is_exact) {
  const F step = axis.scale > 0 ? static_cast<F>(1 / axis.scale)
                                : static_cast<F>(axis.from) / static_cast<F>(axis.to);
  AxisTaps taps;
  for (int64_t i = 0; i < axis.to; ++i) {
    float place;
    if (is_exact) {
      const F middle = step * (static_cast<F>(i) + F(0.5)) - F(0.5);
      place = static_cast<float>(static_cast<double>(middle) + 0.5);
    } else {
      place = static_cast<float>(step * static_cast<F>(i));
    }
    place = std::min(std::floor(place), static_cast<float>(axis.from));
    taps.Add(Within(static_cast<int64_t>(place), axis.from), 1);
    taps.EndPlace();
  }
  return taps;
}

double PlaceOf(const AxisResize& axis, double step, int64_t i) {
  const auto at = static_cast<double>(i);
  return axis.aligns_corners ? step * at : step * (at + 0.5) - 0.5;
}

// The element at or before a place, and how far behind it the place is.
struct Between {
  int64_t before;
  double rest;
};
Between BetweenElements(double place, int64_t size) {
  const double before = std::min(std::floor(place), static_cast<double>(size - 1));
  return {static_cast<int64_t>(before), std::clamp(place - before, 0.0, 1.0)};
}

AxisTaps Linear(const AxisResize& axis) {
  const double step = StepOf(axis);
  AxisTaps taps;
  for (int64_t i = 0; i < axis.to; ++i) {
    const Between at = BetweenElements(std::max(0.0, PlaceOf(axis, step, i)), axis.from);
    taps.Add(at.before, 1 - at.rest);
    taps.Add(std::min(at.before + 1, axis.from - 1), at.rest);
    taps.EndPlace();
  }
  return taps;
}

// The cubic convolution with the slope a at 1, for distances up to 1 and from 1 to 2.
double CubicNear(double x, double a) { return ((a + 2) * x - (a + 3)) * x * x + 1; }
double CubicFar(double x, double a) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }

AxisTaps Cubic(const AxisResize& axis) {
  constexpr double kSlope = -0.75;
  const double step = StepOf(axis);
  AxisTaps taps;
  for (int64_t i = 0; i < axis.to; ++i) {
    const Between at = BetweenElements(PlaceOf(axis, step, i), axis.from);
    const double weights[] = {CubicFar(at.rest + 1, kSlope), CubicNear(at.rest, kSlope),
                              CubicNear(1 - at.rest, kSlope), CubicFar(2 - at.rest, kSlope)};
    for (int64_t k = 0; k < 4; ++k) taps.Add(Within(at.before - 1 + k, axis.from), weights[k]);
    taps.EndPlace();
  }
  return taps;
}

double SmoothWeight(bool is_cubic, double distance) {
  constexpr double kSlope = -0.5;
  const double x = std::abs(distance);
  if (!is_cubic) return std::max(0.0, 1 - x);
  return x < 1 ? CubicNear(x, kSlope) : x < 2 ? CubicFar(x, kSlope) : 0;
}

AxisTaps Smooth(const AxisResize& axis, bool is_cubic) {
  const double step = StepOf(axis), stretch = std::max(1.0, step);
  const double reach = (is_cubic ? 2 : 1) * stretch;
  AxisTaps taps;
  for (int64_t i = 0; i < axis.to; ++i) {
    const double centre = step * (static_cast<double>(i) + 0.5);
    const auto limit = [&](double place) {
      return static_cast<int64_t>(std::clamp(place, 0.0, static_cast<double>(axis.from)));
    };
    const int64_t begin = Within(limit(centre - reach + 0.5), axis.from);
    const int64_t end = std::max(begin + 1, limit(centre + reach + 0.5));
    double total = 0;
    for (int64_t k = begin; k < end; ++k) {
      const double weight =
          SmoothWeight(is_cubic, (static_cast<double>(k) - centre + 0.5) / stretch);
      taps.Add(k, weight);
      total += weight;
    }
    if (total != 0) {
      for (auto weight = taps.weight.end() - (end - begin); weight != taps.weight.end(); ++weight) {
        *weight /= total;
      }
    }
    taps.EndPlace();
  }
  return taps;
}

}  // namespace

AxisTaps InterpolationTaps(Interpolation how, const AxisResize& axis) {
  switch (how) {
    case Interpolation::kNearest:
    case Interpolation::kNearestExact: {
      const bool is_exact = how == Interpolation::kNearestExact;
      return axis.is_double ? Nearest<double>(axis, is_exact) : Nearest<float>(axis, is_exact);
    }
    case Interpolation::kLinear:
      return Linear(axis);
    case Interpolation::kCubic:
      return Cubic(axis);
    case Interpolation::kSmoothLinear:
      return Smooth(axis, false);
    default:
      return Smooth(axis, true);
  }
}

AxisTaps MarginTaps(Margin margin, int64_t size, int64_t before, int64_t after) {
  AxisTaps taps;
  for (int64_t i = -before; i < size + after; ++i) {
    int64_t place = i;
    if (margin == Margin::kReflects) {
      place = i < 0 ? -i : i >= size ? 2 * (size - 1) - i : i;
    } else if (margin == Margin::kRepeats) {
      place = i < 0 ? i + size : i >= size ? i - size : i;
    }
    taps.Add(Within(place, size), 1);
    taps.EndPlace();
  }
  return taps;
}

}  // namespace openaclnn
