// Elements sampled at places that a grid says, as stages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

enum class GridMode : uint8_t { kLinear, kNearest, kCubic };
enum class GridMargin : uint8_t { kZeros, kBorder, kReflects };

// `axes` of 2 or 3; 3 are not kCubic. All tensors are dense.
//
//   input   [batch, channel, (depth,) height, width], FLOAT or DOUBLE
//   grid    [batch, (depth,) height, width, axes] of the samples, FLOAT or DOUBLE: places along
//           width, height and depth, where -1 and 1 are the ends of the input
//   sampled [batch, channel, (depth,) height, width] of the samples
struct GridSampling {
  Value input, grid, sampled;
  size_t axes;
  GridMode mode;
  GridMargin margin;
  bool aligns_corners;
};

// sampled = the elements about each place times weights, in double and rounded once.
OPENACLNN_SHARED Stage PlanGridSample(const GridSampling& sampling);
// The gradients by the input and by the grid, where `sampled`, FLOAT or DOUBLE, has those by the
// samples; added in double, by the order of the samples, and of the channels.
OPENACLNN_SHARED Stage PlanGridInputGradient(const GridSampling& sampling, const Value& by_input);
OPENACLNN_SHARED Stage PlanGridPlaceGradient(const GridSampling& sampling, const Value& by_grid);

// The places of the elements of a tensor [batch, channel, (depth,) height, width], mapped by
// `theta`, [batch, axes, axes + 1] of FLOAT or DOUBLE. Both are dense.
struct AffinePlaces {
  Value theta, grid;
  size_t axes;
  bool aligns_corners;
};
OPENACLNN_SHARED Stage PlanAffineGrid(const AffinePlaces& places);

}  // namespace openaclnn
