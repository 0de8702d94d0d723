#include "ops/index/unique_shape.h"

#include <algorithm>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/on_chip.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

int64_t CountOf(const Dims& shape) {
  int64_t elements = 1;
  for (const int64_t extent : shape) elements *= extent;
  return elements;
}

bool IsOfElements(const RuleCall& call, const Rule& rule, int k) {
  return rule.at[k] < 0 || call.Given(rule, k).integer == kEachElement;
}

// How many slices there are.
int64_t SlicesOf(const RuleCall& call, const Rule& rule, const Dims& shape, int k) {
  if (IsOfElements(call, rule, k)) return CountOf(shape);
  return shape.empty() ? 1 : shape[*AxisAt(call.Given(rule, k).integer, shape)];
}

// AxisOrAll

Status CheckAxisOrAll(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  if (given == kEachElement || AxisAt(given, shape)) return {};
  const int64_t axes = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected {} or from {} to {}, as the rank of {} is {} (shape {})",
                 rule.names[0], given, kEachElement, -axes, axes - 1, rule.names[1], shape.size(),
                 ShapeText(shape));
}

// RoomForRuns

Status CheckRoomForRuns(const RuleCall& call, const Rule& rule) {
  const Tensor& values = call.At(rule, 0);
  const Dims& shape = call.At(rule, 1).shape;
  if (IsOfElements(call, rule, 2)) {
    const Dims flat = {CountOf(shape)};
    const bool may_be_whole = rule.at[2] >= 0 && values.extent.contiguous;
    if (values.shape == flat || (may_be_whole && values.shape == shape)) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, room for all elements of {}",
                   rule.names[0], ShapeText(values.shape), ShapeText(flat), rule.names[1]);
  }
  const bool is_flat = values.extent.contiguous && values.shape == Dims{CountOf(shape)};
  if (values.shape == shape || is_flat) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}", rule.names[0],
                 ShapeText(values.shape), ShapeText(shape), rule.names[1]);
}

Status InferRoomForRuns(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  if (IsOfElements(call, rule, 2)) output.shape = {CountOf(output.shape)};
  return {};
}

// PlacesOfRuns

struct PlacesWanted {
  bool any;
  Dims shape;
  bool are_slices = false;  // along an axis
};
PlacesWanted WantedOf(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 1).shape;
  PlacesWanted wanted{call.Given(rule, 2).flag, shape};
  if (rule.at[3] < 0) return wanted;
  if (call.spec().arguments[rule.at[3]].kind == ArgumentKind::kBool) {
    wanted.any = wanted.any || call.Given(rule, 3).flag;
  } else if (!IsOfElements(call, rule, 3) && AxisAt(call.Given(rule, 3).integer, shape)) {
    wanted.shape = {SlicesOf(call, rule, shape, 3)};
    wanted.are_slices = true;
  }
  return wanted;
}

Status CheckPlacesOfRuns(const RuleCall& call, const Rule& rule) {
  const Tensor& places = call.At(rule, 0);
  const Dims& given = places.shape;
  const PlacesWanted wanted = WantedOf(call, rule);
  if (!wanted.any || given == wanted.shape) return {};
  if (wanted.are_slices && places.extent.contiguous && given == call.At(rule, 1).shape &&
      places.extent.elements >= wanted.shape[0]) {
    return {};
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, a place for each of {}",
                 rule.names[0], ShapeText(given), ShapeText(wanted.shape), rule.names[1]);
}

Status InferPlacesOfRuns(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const PlacesWanted wanted = WantedOf(call, rule);
  output.shape = wanted.any ? wanted.shape : Dims{0};
  return {};
}

// CountsOfRuns

Status CheckCountsOfRuns(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 2).flag) return {};
  const Dims &given = call.At(rule, 0).shape, &shape = call.At(rule, 1).shape;
  const Dims expected = {SlicesOf(call, rule, shape, 3)};
  if (given == expected || given == Dims{std::max(expected[0], CountOf(shape))}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, room for a count for each of {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1]);
}

Status InferCountsOfRuns(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& shape = call.At(rule, 1).shape;
  const bool is_known = IsOfElements(call, rule, 3) || AxisAt(call.Given(rule, 3).integer, shape);
  const bool is_wanted = call.Given(rule, 2).flag && is_known;
  output.shape = {is_wanted ? SlicesOf(call, rule, shape, 3) : 0};
  return {};
}

// RoomForSlices

Status CheckRoomForSlices(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &shape = call.At(rule, 1).shape;
  if (given == shape) return {};
  if (given.size() == shape.size() && !shape.empty()) {
    const size_t axis = *AxisAt(call.Given(rule, 2).integer, shape);
    Dims room = shape;
    room[axis] = std::min(given[axis], shape[axis]);
    if (given == room) return {};
  }
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape of {}, or less along {}", rule.names[0],
                 ShapeText(given), ShapeText(shape), rule.names[1], rule.names[2]);
}

Status InferRoomForSlices(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  return {};
}

// CountForSlices

Status CheckCountForSlices(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const Dims expected = {SlicesOf(call, rule, call.At(rule, 1).shape, 2)};
  if (given.size() == 1 && given[0] <= expected[0]) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, room for a count for each of {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1]);
}

Status InferCountForSlices(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& shape = call.At(rule, 1).shape;
  const bool is_axis = AxisAt(call.Given(rule, 2).integer, shape).has_value();
  output.shape = {is_axis ? SlicesOf(call, rule, shape, 2) : 0};
  return {};
}

// AllRunsOnlyOn

Status CheckAllRunsOnlyOn(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).flag) {
    OPENACLNN_RETURN_IF_ERROR(CheckOnChip(rule.names[0], "is", "true", rule.chips));
  }
  if (call.Given(rule, 1).integer == kEachElement) return {};
  return CheckOnChip(rule.names[1], "is", std::to_string(call.Given(rule, 1).integer), rule.chips);
}

}  // namespace

namespace rules {

constinit const RuleType kAxisOrAll = {
    .name = "AxisOrAll",
    .check = CheckAxisOrAll,
    .sentence = {"{a} is an axis of {b}, -1 the last, or 1000, which stands for each element."},
};

constinit const RuleType kRoomForRuns = {
    .name = "RoomForRuns",
    .check = CheckRoomForRuns,
    .sentence = {"{a} has the shape of {b}, or one axis of as many elements.",
                 "{a} has one axis, of as many elements as {b} has."},
    .infer = InferRoomForRuns,
};

constinit const RuleType kPlacesOfRuns = {
    .name = "PlacesOfRuns",
    .check = CheckPlacesOfRuns,
    .sentence = {"Where {a} is asked for it has the shape of {b}, or one axis for an axis of {b}."},
    .infer = InferPlacesOfRuns,
};

constinit const RuleType kCountsOfRuns = {
    .name = "CountsOfRuns",
    .check = CheckCountsOfRuns,
    .sentence = {"If {c} is true, {a} has one axis, of as many elements as there are slices, or as "
                 "{b} has."},
    .python_sentence = {"If {c} is True, {a} has one axis, of as many elements as there are "
                        "slices, or as {b} has."},
    .infer = InferCountsOfRuns,
};

constinit const RuleType kRoomForSlices = {
    .name = "RoomForSlices",
    .check = CheckRoomForSlices,
    .sentence = {"{a} has the shape of {b}, or is shorter along the axis {c}."},
    .infer = InferRoomForSlices,
};

constinit const RuleType kCountForSlices = {
    .name = "CountForSlices",
    .check = CheckCountForSlices,
    .sentence = {"{a} has one axis, at most as long as the axis {c} of {b}."},
    .infer = InferCountForSlices,
};

constinit const RuleType kAllRunsOnlyOn = {
    .name = "AllRunsOnlyOn",
    .check = CheckAllRunsOnlyOn,
    .sentence = {"{a} is false and {b} is 1000 except on {products}."},
    .python_sentence = {"{a} is False and {b} is 1000 except on {products}."},
};

}  // namespace rules
}  // namespace openaclnn
