// Tensors with up to three axes of space, which are their last ones, as lines: elements that lie
// side by side along the width.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "kinds/stage.h"
#include "tensor/shape.h"

namespace openaclnn {

enum SpatialAxis : size_t { kBatch, kChannel, kDepth, kHeight, kWidth, kSpatialAxes };

// Extents or strides along batch, channel, depth, height and width, of a tensor of which the last
// `axes` axes are in space, and up to two others stand before them. Axes that it has not are
// `missing`.
inline std::array<int64_t, kSpatialAxes> InSpace(const Dims& dims, size_t axes, int64_t missing) {
  std::array<int64_t, kSpatialAxes> all;
  all.fill(missing);
  const size_t others = dims.size() - axes;
  for (size_t i = 0; i < axes; ++i) all[kSpatialAxes - axes + i] = dims[others + i];
  for (size_t i = 0; i < others; ++i) all[kDepth - others + i] = dims[i];
  return all;
}

// What lies side by side.
enum class LineLayout : uint8_t {
  kWidth,     // the elements along the width
  kChannels,  // all channels of an element of the width, and then those of the next
};

// Whether a tensor lies so; its other axes may have any steps.
inline bool LiesInLines(const Tensor& tensor, size_t axes, LineLayout layout) {
  const auto shape = InSpace(tensor.shape, axes, 1), steps = InSpace(tensor.strides, axes, 0);
  const bool has_one = shape[kWidth] == 1;
  if (layout == LineLayout::kWidth) return has_one || steps[kWidth] == 1;
  return shape[kChannel] > 1 && steps[kChannel] == 1 &&
         (has_one || steps[kWidth] == shape[kChannel]);
}

// The lines of a tensor that lies in them. Complex numbers are pairs of their parts.
class SpatialLines {
 public:
  SpatialLines() = default;
  SpatialLines(const Value& value, size_t axes, LineLayout layout)
      : slot(value.slot), dtype(value->dtype), origin_(value.origin) {
    shape = InSpace(value->shape, axes, 1);
    steps_ = InSpace(value->strides, axes, 0);
    for (int64_t& step : steps_) step *= DtypeBytes(dtype);
    if (layout == LineLayout::kChannels) {
      inner = shape[kChannel];
      shape[kChannel] = 1;
    }
    if (ClassOf(dtype) == DtypeClass::kComplex) {
      inner *= 2;
      dtype = dtype == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
    }
  }

  int64_t CountLines() const {
    return shape[kBatch] * shape[kChannel] * shape[kDepth] * shape[kHeight];
  }
  int64_t LineElements() const { return shape[kWidth] * inner; }

  std::byte* Plane(const Places& places, int64_t batch, int64_t channel) const {
    return places.First(slot) + origin_ + batch * steps_[kBatch] + channel * steps_[kChannel];
  }
  int64_t LineOffset(int64_t depth, int64_t height) const {
    return depth * steps_[kDepth] + height * steps_[kHeight];
  }

  int32_t slot = -1;  // none
  aclDataType dtype = ACL_FLOAT;
  int64_t inner = 1;  // elements side by side at each place of the width
  std::array<int64_t, kSpatialAxes> shape{};

 private:
  int64_t origin_ = 0;
  std::array<int64_t, kSpatialAxes> steps_{};  // in bytes
};

// The place of a line among those of a tensor, in row-major order.
struct LinePlace {
  int64_t batch, channel, depth, height;
};
inline LinePlace PlaceOfLine(const SpatialLines& lines, int64_t line) {
  LinePlace place{};
  place.height = line % lines.shape[kHeight];
  line /= lines.shape[kHeight];
  place.depth = line % lines.shape[kDepth];
  line /= lines.shape[kDepth];
  place.channel = line % lines.shape[kChannel];
  place.batch = line / lines.shape[kChannel];
  return place;
}

// The line after it.
inline void GoToNextLine(const SpatialLines& lines, LinePlace& place) {
  if (++place.height < lines.shape[kHeight]) return;
  place.height = 0;
  if (++place.depth < lines.shape[kDepth]) return;
  place.depth = 0;
  if (++place.channel < lines.shape[kChannel]) return;
  place.channel = 0;
  ++place.batch;
}

}  // namespace openaclnn
