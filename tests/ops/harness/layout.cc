#include "tests/ops/harness/layout.h"

#include <algorithm>

namespace openaclnn::test {
namespace {

// Strides of an array whose axes lie in `order`, innermost first. The innermost elements are `step`
// apart, and each axis is `gap` elements longer than its content.
Strides InOrder(const Shape& shape, const std::vector<size_t>& order, int64_t step = 1,
                int64_t gap = 0) {
  Strides strides(shape.size());
  int64_t next = step;
  for (const size_t axis : order) {
    strides[axis] = next;
    next = next * std::max<int64_t>(shape[axis], 1) + gap;
  }
  return strides;
}

std::vector<size_t> RowMajor(size_t rank) {
  std::vector<size_t> order;
  for (size_t axis = rank; axis-- > 0;) order.push_back(axis);
  return order;
}

Strides DenseStrides(const Shape& shape) { return InOrder(shape, RowMajor(shape.size())); }

Strides TransposedStrides(const Shape& shape) {
  std::vector<size_t> order = RowMajor(shape.size());
  std::reverse(order.begin(), order.end());
  return InOrder(shape, order);
}

Strides SteppedStrides(const Shape& shape) { return InOrder(shape, RowMajor(shape.size()), 3); }

Strides PaddedStrides(const Shape& shape) { return InOrder(shape, RowMajor(shape.size()), 1, 5); }

Strides ReversedStrides(const Shape& shape) {
  Strides strides = DenseStrides(shape);
  for (int64_t& stride : strides) stride = -stride;
  return strides;
}

Strides InnerReversedStrides(const Shape& shape) {
  Strides strides = PaddedStrides(shape);
  if (!strides.empty()) strides.back() = -strides.back();
  return strides;
}

// Axis 1, the channels, innermost.
Strides ChannelsLastStrides(const Shape& shape) {
  std::vector<size_t> order = RowMajor(shape.size());
  if (shape.size() > 1) std::rotate(order.begin(), order.end() - 2, order.end() - 1);
  return InOrder(shape, order);
}

Strides AllRepeatedStrides(const Shape& shape) { return Strides(shape.size(), 0); }

Strides OuterRepeatedStrides(const Shape& shape) {
  Strides strides = DenseStrides(shape);
  if (!strides.empty()) strides.front() = 0;
  return strides;
}

Strides InnerRepeatedStrides(const Shape& shape) {
  Strides strides = TransposedStrides(shape);
  if (!strides.empty()) strides.back() = 0;
  return strides;
}

constexpr Layout kLayouts[] = {
    {"dense", DenseStrides, 0},
    {"offset", DenseStrides, 7},
    {"transposed", TransposedStrides, 0},
    {"stepped", SteppedStrides, 1},
    {"padded", PaddedStrides, 0},
    {"reversed", ReversedStrides, 2},
    {"inner axis reversed", InnerReversedStrides, 0},
    {"channels last", ChannelsLastStrides, 0},
    {"one element repeated", AllRepeatedStrides, 3, true},
    {"repeated along the outer axis", OuterRepeatedStrides, 0, true},
    {"repeated along the inner axis", InnerRepeatedStrides, 0, true},
};
constexpr size_t kNumRepeating = 3;

}  // namespace

const Layout& Dense() { return kLayouts[0]; }

std::span<const Layout> OutputLayouts() {
  return std::span<const Layout>(kLayouts).first(std::size(kLayouts) - kNumRepeating);
}

std::span<const Layout> InputLayouts() { return kLayouts; }

Array Repeated(const Array& array, const Strides& strides) {
  Array repeated = array;
  const int64_t item = array.size() > 0 ? std::ssize(array.bytes) / array.size() : 0;
  for (int64_t element = 0; element < array.size(); ++element) {
    int64_t i = element, index = 0, step = 1;
    for (size_t axis = array.shape.size(); axis-- > 0;) {
      const int64_t extent = array.shape[axis];
      if (strides[axis] != 0) index += i % extent * step;
      i /= extent;
      step *= extent;
    }
    std::copy_n(array.bytes.begin() + index * item, item, repeated.bytes.begin() + element * item);
  }
  return repeated;
}

}  // namespace openaclnn::test
