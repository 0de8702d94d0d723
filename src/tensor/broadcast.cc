#include "tensor/broadcast.h"

#include <algorithm>

namespace openaclnn {

std::optional<Dims> Broadcast(const Dims& a, const Dims& b) {
  const Dims& longer = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  std::optional<Dims> common(longer);
  const size_t missing = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& extent = (*common)[missing + i];
    if (extent == 1) {
      extent = shorter[i];
    } else if (shorter[i] != 1 && shorter[i] != extent) {
      return std::nullopt;
    }
  }
  return common;
}

bool BroadcastsTo(const Dims& shape, const Dims& target) {
  return shape == target || Broadcast(shape, target) == target;
}

Dims BroadcastStrides(const Dims& shape, const Dims& strides, const Dims& target) {
  const size_t missing = target.size() - shape.size();
  Dims result(target.size(), 0);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == target[missing + i]) result[missing + i] = strides[i];
  }
  return result;
}

}  // namespace openaclnn
