// Broadcasting: axes are aligned at the right, and an axis of extent 1, or one that is missing,
// repeats its only element.
#pragma once

#include <optional>

#include "base/shared.h"
#include "tensor/shape.h"

namespace openaclnn {

// The common shape, or nothing if there is none. Extent 1 gives way to any other, 0 included.
// Extents are not negative.
OPENACLNN_SHARED std::optional<Dims> Broadcast(const Dims& a, const Dims& b);

// Whether Broadcast(shape, target) is `target`.
bool BroadcastsTo(const Dims& shape, const Dims& target);

// Strides that walk a view of `shape` and `strides` (any unit) under the shape `target`, to which
// it broadcasts: one for each axis of `target`, 0 where elements repeat.
OPENACLNN_SHARED Dims BroadcastStrides(const Dims& shape, const Dims& strides, const Dims& target);

}  // namespace openaclnn
