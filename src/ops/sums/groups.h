// Groups of channels, as rows of segments.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/normalization/plan.h"
#include "tensor/shape.h"

namespace openaclnn {

// Samples of so many channels, which are in groups.
struct Groups {
  int64_t samples, channels, inner, groups;

  // A row is a group of channels.
  NormSegments Rows() const {
    const int64_t of_group = channels / groups;
    return {.shape = {samples * groups, of_group * inner}, .of_row = of_group, .cycle = groups};
  }
};

inline Groups GroupsOf(const Dims& shape, int64_t groups) {
  Groups made = {shape[0], shape[1], 1, groups};
  for (size_t i = 2; i < shape.size(); ++i) made.inner *= shape[i];
  return made;
}

}  // namespace openaclnn
