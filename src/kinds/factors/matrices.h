// What the stages of this kind share: dense matrices, one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kinds/accessed.h"
#include "kinds/factors/number.h"
#include "kinds/stage.h"

namespace openaclnn {

// Where dense matrices, rows or numbers are found, if they are asked for.
struct DenseMatrices {
  DenseMatrices() = default;
  // The last `axes` axes are one matrix, row or number.
  DenseMatrices(const Value& value, size_t axes) {
    if (value.tensor == nullptr) return;
    slot = value.slot;
    origin = value.origin;
    const Dims& shape = value->shape;
    columns = axes == 0 ? 1 : shape.back();
    rows = axes == 2 ? shape[shape.size() - 2] : 1;
  }

  bool IsAskedFor() const { return slot >= 0; }
  // Matrix, row or number `index`; null if there is none.
  template <class Number>
  Number* At(const Places& places, int64_t index) const {
    if (!IsAskedFor()) return nullptr;
    return reinterpret_cast<Number*>(places.First(slot) + origin) + index * rows * columns;
  }

  int32_t slot = -1;
  int64_t origin = 0;
  int64_t rows = 0, columns = 0;
};

// How many matrices there are.
inline int64_t CountMatrices(const Dims& shape) {
  int64_t count = 1;
  for (size_t axis = 0; axis + 2 < shape.size(); ++axis) count *= shape[axis];
  return count;
}

// How many products `count` matrices take with a * b * c each, or about as many as there can be.
inline int64_t ProductsOf(int64_t count, int64_t a, int64_t b, int64_t c) {
  int64_t products = count;
  for (const int64_t factor : {a, b, c}) {
    if (__builtin_mul_overflow(products, factor, &products)) return INT64_MAX;
  }
  return products;
}

}  // namespace openaclnn
