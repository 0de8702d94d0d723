// Walks over the points of indexed places, axes innermost first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "boost/container/small_vector.hpp"
#include "kinds/index/run_indexed.h"

namespace openaclnn {

inline void Advance(IndexedData& data, const IndexedAxis& axis, int64_t steps, size_t indices) {
  data.table += steps * axis.table;
  data.elements += steps * axis.elements;
  for (size_t k = 0; k < indices; ++k) data.indices[k] += steps * axis.indices[k];
}

// Calls use(data) at each point along the axes, in row-major order.
template <class Use>
void ForEachPoint(IndexedData data, std::span<const IndexedAxis> axes, size_t indices, Use use) {
  boost::container::small_vector<int64_t, 8> at(axes.size(), 0);
  while (true) {
    use(data);
    size_t a = 0;
    for (; a < axes.size(); ++a) {
      Advance(data, axes[a], 1, indices);
      if (++at[a] < axes[a].extent) break;
      Advance(data, axes[a], -axes[a].extent, indices);
      at[a] = 0;
    }
    if (a == axes.size()) return;
  }
}

}  // namespace openaclnn
