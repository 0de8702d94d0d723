#include "ops/pooling/unfolded_shape.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostUnfoldedAxes = 8;
constexpr int64_t kMostTaps = std::numeric_limits<int32_t>::max();  // elements of all windows

Status CheckUnfoldedShape(const RuleCall& call, const Rule& rule) {
  const std::vector<int64_t>& sizes = *call.Given(rule, 1).integers;
  const auto rank = static_cast<int64_t>(sizes.size());
  const auto behind = [&](size_t count) -> const Argument& {
    return call.arguments()[static_cast<size_t>(rule.at[2]) + count];
  };
  const auto name_behind = [&](size_t count) {
    return call.spec().arguments[static_cast<size_t>(rule.at[2]) + count].name;
  };
  const int64_t dim = call.Given(rule, 2).integer, size = behind(1).integer,
                step = behind(2).integer;
  if (rank < 1 || rank > kMostUnfoldedAxes) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected 1 to {}", rule.names[1], rank,
                   kMostUnfoldedAxes);
  }
  for (const int64_t extent : sizes) {
    if (extent >= 0) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected sizes", rule.names[1], extent);
  }
  if (dim < -rank || dim >= rank) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected an axis from {} to {}", rule.names[2],
                   dim, -rank, rank - 1);
  }
  const auto axis = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  if (size < 1 || size > sizes[axis]) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected 1 to {}, the places along axis {}",
                   name_behind(1), size, sizes[axis], axis);
  }
  if (step < 1) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", name_behind(2), step);
  }
  const int64_t windows = (sizes[axis] - size) / step + 1;
  if (windows > kMostTaps / size) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected fewer for {} windows", name_behind(1),
                   size, windows);
  }
  Dims expected(sizes.begin(), sizes.end());
  expected[axis] = windows;
  expected.push_back(size);
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the windows and their elements",
                 rule.names[0], ShapeText(given), ShapeText(expected));
}

}  // namespace

namespace rules {

constinit const RuleType kUnfoldedShape = {
    .name = "UnfoldedShape",
    .check = CheckUnfoldedShape,
    .sentence = {"{b} has one to eight sizes, {c} is one of their axes, and windows fit into it. "
                 "The shape of {a} is {b}, with the windows along {c}, and then their elements."},
};

}  // namespace rules
}  // namespace openaclnn
