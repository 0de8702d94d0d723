// Shapes and strides.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/shared.h"

namespace openaclnn {

// One number for each axis, outermost first: extents, or strides in a unit that the user states.
using Dims = boost::container::small_vector<int64_t, 8>;

// "[2, 3]"; "[]" for rank 0.
OPENACLNN_SHARED std::string ShapeText(const Dims& dims);

// The number of elements, 1 for rank 0. Nothing if an extent is negative or the number exceeds
// int64_t; an extent of 0 makes it 0 whatever the others are.
std::optional<int64_t> CountElements(const Dims& shape);

// Strides, in elements, of a row-major array without gaps. Meaningless, but defined, where
// CountElements gives nothing.
Dims ContiguousStrides(const Dims& shape);

// The axis that `dim` names, counted from behind where it is below 0: -1 is the last. Rank 0 counts
// as one axis. Nothing if there is no such axis.
OPENACLNN_SHARED std::optional<size_t> AxisAt(int64_t dim, const Dims& shape);

}  // namespace openaclnn
