// The rules of shapes of regions that are pooled to one size.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kRegionShape, kImageOfEach;
}  // namespace rules

// What images must have.
enum class Images : uint8_t { kAny, kElements };

// `images` has four axes, and `boxes` has so many numbers for each region. The shape of `a` is
// [regions, channels, height, width]: `height` is an integer, and the one behind it the width.
constexpr Rule RegionShape(std::string_view a, std::string_view images, std::string_view boxes,
                           std::string_view height, int numbers, Images demanded) {
  return {.type = &rules::kRegionShape,
          .names = {a, images, boxes, height},
          .numbers = {2, numbers, static_cast<int64_t>(demanded)}};
}

// `a` has one axis, of as many elements as there are rows of `boxes`.
constexpr Rule ImageOfEach(std::string_view a, std::string_view boxes) {
  return {.type = &rules::kImageOfEach, .names = {a, boxes}};
}

}  // namespace openaclnn
