#include "ops/resampling/resized_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

size_t AxesInSpace(const Rule& rule) { return static_cast<size_t>(rule.numbers[0]); }

Status CheckSizes(std::string_view name, const std::vector<int64_t>& sizes, size_t count,
                  size_t others) {
  if (sizes.size() != count) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}", name, sizes.size(), count);
  }
  for (size_t i = 0; i < count; ++i) {
    const int64_t least = i < others ? 0 : 1;
    if (sizes[i] >= least) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected {}", name, sizes[i],
                   least == 0 ? "no negative numbers" : "sizes above 0");
  }
  return {};
}

Status CheckIsResized(const RuleCall& call, const Rule& rule, const Dims& expected) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {} with {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 rule.names[2]);
}

Status Resize(const RuleCall& call, const Rule& rule, Dims& shape) {
  const size_t axes = AxesInSpace(rule);
  const Dims& whole = call.At(rule, 1).shape;
  const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
  if (whole.size() != axes + 2) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[1],
                   whole.size(), ShapeText(whole), axes + 2);
  }
  OPENACLNN_RETURN_IF_ERROR(CheckSizes(rule.names[2], sizes, axes, 0));
  if (std::count(whole.end() - static_cast<long>(axes), whole.end(), 0) > 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements along the last {} axes",
                   rule.names[1], ShapeText(whole), axes);
  }
  shape = whole;
  std::copy(sizes.begin(), sizes.end(), shape.end() - static_cast<long>(axes));
  return {};
}
Status CheckResizedShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Resize(call, rule, expected));
  return CheckIsResized(call, rule, expected);
}
Status InferResizedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return Resize(call, rule, output.shape);
}

Status CheckResizedFrom(const RuleCall& call, const Rule& rule) {
  const size_t axes = AxesInSpace(rule);
  const std::vector<int64_t>& whole = *call.Given(rule, 1).integers;
  const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
  OPENACLNN_RETURN_IF_ERROR(CheckSizes(rule.names[2], sizes, axes, 0));
  OPENACLNN_RETURN_IF_ERROR(CheckSizes(rule.names[1], whole, axes + 2, 2));
  Dims expected(whole.begin(), whole.end());
  std::copy(sizes.begin(), sizes.end(), expected.end() - static_cast<long>(axes));
  return CheckIsResized(call, rule, expected);
}

Status CheckShapeOfSizes(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const std::vector<int64_t>& sizes = *call.Given(rule, 1).integers;
  if (std::equal(given.begin(), given.end(), sizes.begin(), sizes.end())) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} says", rule.names[0],
                 ShapeText(given), ShapeText(Dims(sizes.begin(), sizes.end())), rule.names[1]);
}
Status InferShapeOfSizes(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const std::vector<int64_t>& sizes = *call.Given(rule, 1).integers;
  output.shape.assign(sizes.begin(), sizes.end());
  return {};
}

Status AddMargins(const RuleCall& call, const Rule& rule, Dims& shape) {
  const size_t axes = AxesInSpace(rule);
  const Dims& whole = call.At(rule, 1).shape;
  const std::vector<int64_t>& padding = *call.Given(rule, 2).integers;
  if (whole.size() != axes + 1 && whole.size() != axes + 2) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {} or {}", rule.names[1],
                   whole.size(), ShapeText(whole), axes + 1, axes + 2);
  }
  if (padding.size() != 2 * axes) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}", rule.names[2],
                   padding.size(), 2 * axes);
  }
  shape = whole;
  for (size_t i = 0; i < axes; ++i) {
    const size_t axis = whole.size() - 1 - i;
    const int64_t size = whole[axis], before = padding[2 * i], after = padding[2 * i + 1];
    const auto margin = static_cast<Margin>(rule.numbers[1]);
    const int64_t most = margin == Margin::kReflects     ? size - 1
                         : margin == Margin::kReplicates ? INT32_MAX
                                                         : size;
    const bool fits = std::max(before, after) <= most;
    if (size == 0 || !fits || before < -size || after < -size || size + before + after <= 0) {
      return Invalid(ErrorKind::kValue,
                     "{}: has {} and {} for axis {} of {} (shape {}), expected at most {}, and an "
                     "element that is left",
                     rule.names[2], before, after, axis, rule.names[1], ShapeText(whole), most);
    }
    shape[axis] = size + before + after;
  }
  return {};
}
Status CheckMarginShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(AddMargins(call, rule, expected));
  return CheckIsResized(call, rule, expected);
}
Status InferMarginShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return AddMargins(call, rule, output.shape);
}

}  // namespace

namespace rules {

constinit const RuleType kResizedShape = {
    .name = "ResizedShape",
    .check = CheckResizedShape,
    .sentence = {"{b} has two axes and {first} of space. The shape of {a} is its own with the "
                 "sizes {c} in space."},
    .infer = InferResizedShape,
};

constinit const RuleType kResizedFrom = {
    .name = "ResizedFrom",
    .check = CheckResizedFrom,
    .sentence = {"{b} has two sizes and {first} of space. The shape of {a} is the same with the "
                 "sizes {c} in space."},
};

constinit const RuleType kShapeOfSizes = {
    .name = "ShapeOfSizes",
    .check = CheckShapeOfSizes,
    .sentence = {"The shape of {a} is {b}."},
    .infer = InferShapeOfSizes,
};

constinit const RuleType kMarginShape = {
    .name = "MarginShape",
    .check = CheckMarginShape,
    .sentence = {"{c} has the elements before and after an axis of {b}, from the last axis on; the "
                 "number of axes is {first}. The shape of {a} follows."},
    .infer = InferMarginShape,
};

}  // namespace rules
}  // namespace openaclnn
