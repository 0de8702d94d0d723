#include "tensor/overlap.h"

#include <algorithm>

#include "tensor/bounded_sums.h"

namespace openaclnn {
namespace {

constexpr Int128 kAddressSpace = Int128{1} << 64;

struct Axis {
  Int128 stride;  // bytes, positive
  Int128 last;    // the largest index, positive
};
using Axes = boost::container::small_vector<Axis, 8>;

// A view that is not empty, with its axes turned so that all strides are positive. Axes of extent 1
// and of stride 0 are left out: they visit no further bytes.
struct Box {
  Int128 address;     // of the lowest element
  Int128 length = 0;  // bytes from there to the highest element
  Axes axes;
  bool repeats = false;  // an axis of stride 0 was left out
  bool in_memory = true;
};

bool IsEmpty(const View& view) {
  return std::find(view.shape.begin(), view.shape.end(), 0) != view.shape.end();
}

Box BoxOf(const View& view) {
  Box box;
  box.address = static_cast<Int128>(view.address);
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const Int128 last = Int128{view.shape[i]} - 1, stride = view.byte_strides[i];
    if (last == 0) continue;
    if (stride == 0) {
      box.repeats = true;
      continue;
    }
    const Int128 length = last * (stride < 0 ? -stride : stride);
    if (stride < 0) box.address -= length;
    box.length = std::min(box.length + length, kAddressSpace);
    box.in_memory = box.in_memory && box.length < kAddressSpace;
    box.axes.push_back({stride < 0 ? -stride : stride, last});
  }
  return box;
}

}  // namespace

// Bytes of a are a.address + sum of x * stride + u with 0 <= x <= last and 0 <= u < item; likewise,
// with y and v, those of b. With y counted from the other end, the question becomes whether
//   sum of x * stride + sum of y' * stride + u + v' = b.address - a.address + b.length + item of b
//   - 1.
bool SharesBytes(const View& a, const View& b) {
  if (IsEmpty(a) || IsEmpty(b)) return false;
  const Box box_a = BoxOf(a), box_b = BoxOf(b);
  if (!box_a.in_memory || !box_b.in_memory) return true;
  if (box_a.address + box_a.length + a.item_bytes <= box_b.address) return false;
  if (box_b.address + box_b.length + b.item_bytes <= box_a.address) return false;
  BoundedSums sums;
  for (const Axis& axis : box_a.axes) sums.Add(axis.stride, axis.last);
  for (const Axis& axis : box_b.axes) sums.Add(axis.stride, axis.last);
  sums.Add(1, Int128{a.item_bytes} + b.item_bytes - 2);
  int steps = kOverlapSteps;
  return sums.Contains(box_b.address - box_a.address + box_b.length + b.item_bytes - 1, steps)
      .value_or(true);
}

// Two elements overlap if the distance of their indices, d, is not 0 and |sum of d * stride| is
// less than an item. Among the axes where d is not 0 take the one with the largest stride;
// exchanging the two elements, d > 0 there. With the axes below it shifted to start at 0, this is
// again one of sums.
bool SelfOverlaps(const View& view) {
  if (IsEmpty(view)) return false;
  Box box = BoxOf(view);
  if (box.repeats || !box.in_memory) return true;
  std::sort(box.axes.begin(), box.axes.end(),
            [](const Axis& a, const Axis& b) { return a.stride < b.stride; });
  BoundedSums below;  // distances along the axes below and between bytes of two items, shifted
  const Int128 item = view.item_bytes;
  below.Add(1, 2 * (item - 1));
  Int128 reach = item - 1;  // the largest such distance, and the shift
  int steps = kOverlapSteps;
  for (const Axis& axis : box.axes) {
    if (axis.stride <= reach) {
      BoundedSums sums = below;
      sums.Add(axis.stride, axis.last - 1);
      if (sums.Contains(axis.last * axis.stride + reach, steps).value_or(true)) return true;
    }
    below.Add(axis.stride, 2 * axis.last);
    reach += axis.stride * axis.last;
  }
  return false;
}

bool SameView(const View& a, const View& b) {
  if (a.address != b.address || a.item_bytes != b.item_bytes) return false;
  const auto skip = [](const View& view, size_t i) {
    while (i < view.shape.size() && view.shape[i] == 1) ++i;
    return i;
  };
  size_t i = skip(a, 0), k = skip(b, 0);
  while (i < a.shape.size() && k < b.shape.size()) {
    if (a.shape[i] != b.shape[k] || a.byte_strides[i] != b.byte_strides[k]) return false;
    i = skip(a, i + 1);
    k = skip(b, k + 1);
  }
  return i == a.shape.size() && k == b.shape.size();
}

}  // namespace openaclnn
