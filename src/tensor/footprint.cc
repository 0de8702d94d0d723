#include "tensor/footprint.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace openaclnn {
namespace {

struct Stride {
  int64_t bytes;  // absolute
  int64_t extent;
  auto operator<=>(const Stride&) const = default;
};

// The strides of the axes with more than one element, in increasing order.
std::vector<Stride> StridesOf(const View& view) {
  std::vector<Stride> strides;
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const int64_t bytes = view.byte_strides[i];
    if (view.shape[i] > 1) strides.push_back({bytes < 0 ? -bytes : bytes, view.shape[i]});
  }
  std::ranges::sort(strides);
  return strides;
}

// The bytes of a view that is not empty, whose lowest is at `begin`; those that follow each other
// at once.
void VisitRuns(const View& view, uintptr_t begin,
               const std::function<void(uintptr_t, uintptr_t)>& visit) {
  const std::vector<Stride> axes = StridesOf(view);
  size_t inner = 0;
  int64_t run = view.item_bytes;
  for (; inner < axes.size() && axes[inner].bytes <= run; ++inner) {
    run += (axes[inner].extent - 1) * axes[inner].bytes;
  }
  std::vector<int64_t> index(axes.size());
  while (true) {
    visit(begin, begin + static_cast<uintptr_t>(run));
    size_t k = inner;
    for (; k < axes.size() && ++index[k] == axes[k].extent; ++k) {
      index[k] = 0;
      begin -= static_cast<uintptr_t>((axes[k].extent - 1) * axes[k].bytes);
    }
    if (k == axes.size()) return;
    begin += static_cast<uintptr_t>(axes[k].bytes);
  }
}

class ViewFootprint final : public Footprint {
 public:
  ViewFootprint(View view, uintptr_t begin) : view_(std::move(view)), begin_(begin) {}

  bool Touches(uintptr_t begin, uintptr_t end) const override {
    return SharesBytes(view_, {begin, {}, {}, static_cast<int64_t>(end - begin)});
  }
  bool Touches(const Footprint& other) const override {
    return SharesBytes(view_, static_cast<const ViewFootprint&>(other).view_);
  }
  bool Equals(const Footprint& other) const override {
    return SameView(view_, static_cast<const ViewFootprint&>(other).view_);
  }
  void Visit(const std::function<void(uintptr_t, uintptr_t)>& visit) const override {
    VisitRuns(view_, begin_, visit);
  }

 private:
  const View view_;
  const uintptr_t begin_;  // of its bytes
};

// Whether elements follow each other without gaps along axes of increasing strides.
bool IsDense(const View& view) {
  const std::vector<Stride> axes = StridesOf(view);
  int64_t block = view.item_bytes;
  for (const auto& [stride, extent] : axes) {
    if (stride != block) return false;
    block *= extent;
  }
  return true;
}

}  // namespace

Access AccessTo(const View& view, const char* argument, bool writes) {
  Access access{argument, writes, view.address, view.address, nullptr};
  if (std::ranges::find(view.shape, 0) != view.shape.end()) return access;
  access.end += static_cast<uintptr_t>(view.item_bytes);
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const int64_t reach = (view.shape[i] - 1) * view.byte_strides[i];
    (reach < 0 ? access.begin : access.end) += static_cast<uintptr_t>(reach);
  }
  if (!IsDense(view)) access.footprint = std::make_shared<const ViewFootprint>(view, access.begin);
  return access;
}

}  // namespace openaclnn
