#include "ops/pooling/spread_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

Status CheckNumbers(std::string_view name, const std::vector<int64_t>& numbers, size_t count,
                    int64_t least) {
  if (numbers.size() != count) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}", name, numbers.size(),
                   count);
  }
  for (const int64_t number : numbers) {
    if (number >= least) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected numbers of at least {}", name, number,
                   least);
  }
  return {};
}

// The elements of the last axes, about.
double ElementsIn(const Dims& shape, size_t axes) {
  double elements = 1;
  for (size_t i = shape.size() - axes; i < shape.size(); ++i) {
    elements *= static_cast<double>(shape[i]);
  }
  return elements;
}

bool HasElements(const Dims& shape) { return std::count(shape.begin(), shape.end(), 0) == 0; }

Status SpreadOut(const RuleCall& call, const Rule& rule, Dims& shape) {
  const auto axes = static_cast<size_t>(rule.numbers[0]);
  const auto spread = static_cast<Spread>(rule.numbers[1]);
  const Dims& whole = call.At(rule, 1).shape;
  if (whole.size() != axes + 1 && whole.size() != axes + 2) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {} or {}", rule.names[1],
                   whole.size(), ShapeText(whole), axes + 1, axes + 2);
  }
  if (spread == Spread::kHasRoom && std::count(whole.begin() + 1, whole.end(), 0) > 0) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected elements along all axes but the first", rule.names[1],
                   ShapeText(whole));
  }
  const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
  OPENACLNN_RETURN_IF_ERROR(
      CheckNumbers(rule.names[2], sizes, axes, spread == Spread::kHasRoom ? 1 : 0));
  shape = whole;
  std::copy(sizes.begin(), sizes.end(), shape.end() - static_cast<long>(axes));
  const bool has_room = spread == Spread::kHasRoom
                            ? ElementsIn(shape, axes) >= ElementsIn(whole, axes)
                            : HasElements(shape) || !HasElements(whole);
  if (has_room) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: makes the last {} axes of {} (shape {}) smaller, expected room for all "
                 "elements",
                 rule.names[2], axes, rule.names[1], ShapeText(whole));
}
Status CheckSpreadShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(SpreadOut(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {} with the sizes {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 rule.names[2]);
}
Status InferSpreadShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return SpreadOut(call, rule, output.shape);
}

Status CheckNumbersFrom(const RuleCall& call, const Rule& rule) {
  return CheckNumbers(rule.names[0], *call.Given(rule, 0).integers,
                      static_cast<size_t>(rule.numbers[0]), rule.numbers[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kSpreadShape = {
    .name = "SpreadShape",
    .check = CheckSpreadShape,
    .sentence = {"The shape of {a} is that of {b} with the sizes {c} along its last axes; their "
                 "number is {first}. There is room for all elements of {b}."},
    .infer = InferSpreadShape,
};

constinit const RuleType kNumbersFrom = {
    .name = "NumbersFrom",
    .check = CheckNumbersFrom,
    .sentence = {"{a} has {first} numbers of at least {second}."},
};

}  // namespace rules
}  // namespace openaclnn
