// Indices among the arguments of calls, and where they lead.
#pragma once

#include <cstdint>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// Indices from `low` on and below `high`.
inline Array Indices(aclDataType dtype, const Shape& shape, int64_t low, int64_t high,
                     uint32_t seed = 7) {
  return Array(dtype, shape, [=](int64_t i) {
    const uint64_t mixed = (static_cast<uint64_t>(i) + seed) * 0x9e3779b97f4a7c15 >> 20;
    return static_cast<uint64_t>(low) + mixed % static_cast<uint64_t>(high - low);
  });
}

inline int64_t IntegerOf(const Array& array, int64_t i) {
  const uint64_t bits = array.Bits(i);
  return array.dtype == ACL_INT32 ? static_cast<int32_t>(bits) : static_cast<int64_t>(bits);
}

// Element i of the row-major order, and back.
inline Shape PositionOf(const Shape& shape, int64_t i) {
  Shape at(shape.size());
  for (size_t a = shape.size(); a-- > 0; i /= shape[a]) at[a] = i % shape[a];
  return at;
}
inline int64_t ElementAt(const Shape& shape, const Shape& at) {
  int64_t i = 0;
  for (size_t a = 0; a < shape.size(); ++a) i = i * shape[a] + at[a];
  return i;
}

}  // namespace openaclnn::test
