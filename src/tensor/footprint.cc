#include "tensor/footprint.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace openaclnn {
namespace {

class ViewFootprint final : public Footprint {
 public:
  explicit ViewFootprint(View view) : view_(std::move(view)) {}

  bool Touches(uintptr_t begin, uintptr_t end) const override {
    return SharesBytes(view_, {begin, {}, {}, static_cast<int64_t>(end - begin)});
  }
  bool Touches(const Footprint& other) const override {
    return SharesBytes(view_, static_cast<const ViewFootprint&>(other).view_);
  }
  bool Equals(const Footprint& other) const override {
    return SameView(view_, static_cast<const ViewFootprint&>(other).view_);
  }

 private:
  const View view_;
};

// Whether elements follow each other without gaps along axes of increasing strides.
bool IsDense(const View& view) {
  std::vector<std::pair<int64_t, int64_t>> axes;  // absolute stride, extent
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const int64_t stride = view.byte_strides[i];
    if (view.shape[i] > 1) axes.emplace_back(stride < 0 ? -stride : stride, view.shape[i]);
  }
  std::ranges::sort(axes);
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
  if (!IsDense(view)) access.footprint = std::make_shared<const ViewFootprint>(view);
  return access;
}

}  // namespace openaclnn
