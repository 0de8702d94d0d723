#include "tensor/derived_shape.h"

#include <algorithm>
#include <utility>

#include "tensor/broadcast.h"

namespace openaclnn {

std::optional<std::vector<bool>> ReducedAxes(const Dims& shape, std::span<const int64_t> dims) {
  std::vector<bool> reduced(std::max<size_t>(shape.size(), 1), dims.empty());
  for (const int64_t dim : dims) {
    const std::optional<size_t> axis = AxisAt(dim, shape);
    if (!axis) return std::nullopt;
    if (reduced[*axis]) return std::nullopt;
    reduced[*axis] = true;
  }
  return reduced;
}

std::optional<Dims> ReducedShape(const Dims& shape, std::span<const int64_t> dims,
                                 bool keeps_axes) {
  const auto reduced = ReducedAxes(shape, dims);
  if (!reduced) return std::nullopt;
  std::optional<Dims> result(std::in_place);
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (!(*reduced)[axis]) result->push_back(shape[axis]);
    if ((*reduced)[axis] && keeps_axes) result->push_back(1);
  }
  return result;
}

Dims ProductShape::Result() const {
  Dims shape = batches;
  if (has_row) shape.push_back(m);
  if (has_column) shape.push_back(n);
  return shape;
}

std::optional<ProductShape> ProductOf(const Dims& a, const Dims& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  const bool has_row = a.size() > 1, has_column = b.size() > 1;
  const int64_t k = a.back();
  if (k != (has_column ? b[b.size() - 2] : b[0])) return std::nullopt;
  const Dims of_a(a.begin(), a.end() - (has_row ? 2 : 1));
  const Dims of_b(b.begin(), b.end() - (has_column ? 2 : 1));
  const std::optional<Dims> batches = Broadcast(of_a, of_b);
  if (!batches) return std::nullopt;
  std::optional<ProductShape> product(std::in_place);
  product->batches = *batches;
  product->m = has_row ? a[a.size() - 2] : 1;
  product->k = k;
  product->n = has_column ? b.back() : 1;
  product->has_row = has_row;
  product->has_column = has_column;
  return product;
}

}  // namespace openaclnn
