// The shapes of results that are neither those of operands nor what these broadcast to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/shared.h"
#include "tensor/shape.h"

namespace openaclnn {

// Whether each axis of `shape` is among `dims`, counted from behind where below 0. No dims are all
// axes. Rank 0 counts as one axis, which is not in the result. Nothing if one is no axis, or named
// twice.
std::optional<std::vector<bool>> ReducedAxes(const Dims& shape, std::span<const int64_t> dims);

// The shape without those axes, or with extents of 1 in their place.
OPENACLNN_SHARED std::optional<Dims> ReducedShape(const Dims& shape, std::span<const int64_t> dims,
                                                  bool keeps_axes);

// A product of matrices as its operands are seen: one axis is a row of the first, or a column of
// the second. The axes before the last two, of batches, broadcast.
struct ProductShape {
  Dims batches;
  int64_t m = 1, k = 1, n = 1;
  bool has_row = false, has_column = false;  // whether m, and n, are axes of the result

  OPENACLNN_SHARED Dims Result() const;
};

// Nothing if the operands have no product: one of rank 0, other extents along k, or batches that do
// not broadcast.
OPENACLNN_SHARED std::optional<ProductShape> ProductOf(const Dims& a, const Dims& b);

}  // namespace openaclnn
