// Regions of images pooled to one size each, as stages.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// What windows have of their samples.
enum class RegionMode : uint8_t { kMeanSample, kLargestSample };

// All tensors are dense.
//
//   input   [batch, channel, height, width], FLOAT, with elements
//   boxes   [regions, 4] of x and y at either end, or [regions, 5] with the image before; FLOAT
//   images  [regions], INT32, places of the batch; of boxes with four numbers alone
//   sampled [regions, channel, height, width] of windows, which divide each box evenly
struct RegionSampling {
  Value input, boxes, images, sampled;
  RegionMode mode;
  float scale;      // of the boxes
  int64_t samples;  // along each axis of a window; 0: as many as it has elements, rounded up
  bool is_centred;  // elements are about half of their places, and boxes may be of any size
  std::string_view operator_name, boxes_name;  // where a box names no image, which fails the run
};

// sampled = the mean or the largest of samples between four elements each, in double and rounded
// once. Samples further than one element beyond the input count as 0.
OPENACLNN_SHARED Stage PlanSampleRegions(const RegionSampling& sampling);
// The gradient of means by the input, into it, where `sampled`, FLOAT, has those by the results;
// added in double by the order of regions and windows.
OPENACLNN_SHARED Stage PlanRegionsGradient(const RegionSampling& sampling);

}  // namespace openaclnn
