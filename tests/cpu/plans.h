// Random plans, operands laid out for them, and a plain reading of where a plan's walk goes.
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include "tensor/plan.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// Bytes from an operand's first element to element `index` of the row-major order of `shape`.
inline int64_t RowMajorOffset(const Dims& shape, const Dims& byte_strides, int64_t index) {
  int64_t offset = 0;
  for (size_t axis = shape.size(); axis-- > 0;) {
    offset += index % shape[axis] * byte_strides[axis];
    index /= shape[axis];
  }
  return offset;
}

// Operands of one shape with axes in a random order, of random sign and with gaps; `span` bytes
// hold each of them.
struct RandomOperands {
  RandomOperands(std::mt19937& random, const Dims& common_shape, int item_bytes) {
    shape = common_shape;
    std::vector<size_t> order(shape.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    strides.resize(shape.size());
    int64_t next = item_bytes * (1 + random() % 2);
    span = item_bytes;
    for (const size_t axis : order) {
      strides[axis] = random() % 3 == 0 ? -next : next;
      const int64_t reach = (shape[axis] - 1) * next;
      span += reach;
      if (strides[axis] < 0) first += reach;
      next = (next * shape[axis]) + item_bytes * (random() % 3);
    }
  }

  Dims shape;
  Dims strides;       // bytes
  int64_t first = 0;  // bytes from the lowest element to the one at index 0
  int64_t span = 0;
};

inline Dims RandomShape(std::mt19937& random, size_t max_rank, int64_t max_extent) {
  Dims shape(random() % (max_rank + 1));
  for (int64_t& extent : shape) extent = 1 + static_cast<int64_t>(random() % max_extent);
  return shape;
}

// One operand in memory of its own.
struct Placed {
  Placed(std::mt19937& random, const Dims& shape, aclDataType type)
      : dtype(type), layout(random, shape, static_cast<int>(ItemBytes(type))) {
    memory.resize(static_cast<size_t>(layout.span));
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
  }
  std::byte* first() { return memory.data() + layout.first; }
  std::byte* At(int64_t i) { return first() + RowMajorOffset(layout.shape, layout.strides, i); }
  void Set(int64_t i, double value) {
    const uint64_t bits = BitsOf(dtype, value);
    std::memcpy(At(i), &bits, ItemBytes(dtype));
  }
  double Get(int64_t i) {
    uint64_t bits = 0;
    std::memcpy(&bits, At(i), ItemBytes(dtype));
    return ValueOf(dtype, bits);
  }

  aclDataType dtype;
  RandomOperands layout;
  std::vector<std::byte> memory;
};

}  // namespace openaclnn::test
