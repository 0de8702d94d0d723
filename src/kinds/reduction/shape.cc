#include "kinds/reduction/shape.h"

#include <boost/container/small_vector.hpp>

#include "engine/call.h"
#include "kinds/reduction/spec.h"
#include "kinds/reduction/walk.h"
#include "tensor/derived_shape.h"

namespace openaclnn {

ReductionShape ReducedAs(const Tensor& self, std::span<const int64_t> reduced_axes, int64_t results,
                         Dims& shape, Dims& strides) {
  if (self.extent.elements == 0) {  // other axes may have more elements than can be counted
    shape = {results, 0};
    strides = {0, 0};
    return {shape[0], 1, 0, true};
  }
  const auto is_reduced = *ReducedAxes(self.shape, reduced_axes);
  boost::container::small_vector<size_t, 8> axes;
  for (size_t axis = 0; axis < self.shape.size(); ++axis) {
    if (self.shape[axis] != 1) axes.push_back(axis);
  }
  ReductionShape reduction = {1, 1, 1, axes.empty() || is_reduced[axes.back()]};
  size_t inner = axes.size();
  while (inner > 0 && is_reduced[axes[inner - 1]] == reduction.along_rows) --inner;
  const auto add = [&](size_t axis, int64_t& extent) {
    shape.push_back(self.shape[axis]);
    strides.push_back(self.strides[axis]);
    extent *= self.shape[axis];
  };
  for (const bool reduces : {false, true}) {
    for (size_t i = 0; i < inner; ++i) {
      if (is_reduced[axes[i]] != reduces) continue;
      add(axes[i], reduces ? reduction.reduced : reduction.outer);
    }
  }
  for (size_t i = inner; i < axes.size(); ++i) add(axes[i], reduction.inner);
  return reduction;
}

std::span<const int64_t> ReducedAxesOf(const Call& call) {
  const int8_t at = call.spec.work.at[kReducedAxes];
  if (at < 0) return {};
  if (call.spec.arguments[at].kind == ArgumentKind::kInt) return {&call.At(at).integer, 1};
  if (!call.IsGiven(at)) return {};
  return *call.At(at).integers;
}

int64_t ReductionPartials(const ReductionShape& shape) {
  const ReductionParts parts(shape);
  return parts.parts > 1 ? parts.parts * shape.Sums() : 0;
}

}  // namespace openaclnn
