#include "ops/index/counted_shape.h"

#include <algorithm>
#include <cmath>

#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// RoomForCounts

Status CheckRoomForCounts(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const int64_t least = call.Given(rule, 1).integer;
  if (given.size() == 1 && given[0] >= least) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one axis of at least {} elements, as {} says",
                 rule.names[0], ShapeText(given), std::max<int64_t>(0, least), rule.names[1]);
}

Status InferRoomForCounts(const RuleCall& call, const Rule& rule, Inferred& output) {
  const Argument& least = call.Given(rule, 1);
  output.shape = {least.is_null ? 0 : std::max<int64_t>(0, least.integer)};
  return {};
}

// BinsOf

Status CheckBinsOf(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const int64_t bins = call.Given(rule, 1).integer;
  if (bins <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected a number above 0", rule.names[1], bins);
  }
  if (given == Dims{bins}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} is {}", rule.names[0],
                 ShapeText(given), ShapeText({bins}), rule.names[1], bins);
}

Status InferBinsOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  const Argument& bins = call.Given(rule, 1);
  output.shape = {bins.is_null ? 1 : std::max<int64_t>(1, bins.integer)};
  return {};
}

// FiniteRange

Status CheckFiniteRange(const RuleCall& call, const Rule& rule) {
  const auto low = static_cast<float>(call.Number(rule, 0).nearest);
  const auto high = static_cast<float>(call.Number(rule, 1).nearest);
  const bool is_finite = std::isfinite(low) && std::isfinite(high);
  if (is_finite || (low == high && std::isinf(low))) return {};
  return Invalid(ErrorKind::kValue, "{}: is {} as a float, and {} is {}, expected finite numbers",
                 rule.names[0], low, rule.names[1], high);
}

// OneHotShape

Dims OneHot(const Dims& places, int64_t count, int64_t axis) {
  const auto rank = static_cast<int64_t>(places.size());
  Dims shape = places;
  shape.insert(shape.begin() + (axis < 0 ? rank : std::min(axis, rank)), count);
  return shape;
}

Status CheckOneHotShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const Tensor& places = call.At(rule, 1);
  const int64_t count = call.Given(rule, 2).integer, axis = call.Given(rule, 3).integer;
  const int64_t least = places.extent.elements == 0 ? 1 : 0;
  if (count < least) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least {}, as the shape of {} is {}",
                   rule.names[2], count, least, rule.names[1], ShapeText(places.shape));
  }
  const auto rank = static_cast<int64_t>(places.shape.size());
  if (axis < -1 || axis > rank) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected from -1 to {}, as the rank of {} is {} (shape {})",
                   rule.names[3], axis, rank, rule.names[1], rank, ShapeText(places.shape));
  }
  const Dims expected = OneHot(places.shape, count, axis);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with {} at the axis {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), ShapeText(places.shape),
                 rule.names[1], rule.names[2], rule.names[3]);
}

Status InferOneHotShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Argument &count = call.Given(rule, 2), &axis = call.Given(rule, 3);
  output.shape =
      OneHot(call.At(rule, 1).shape, count.is_null ? 0 : std::max<int64_t>(0, count.integer),
             axis.is_null ? -1 : axis.integer);
  return {};
}

// HasFirst

Status CheckHasFirst(const RuleCall& call, const Rule& rule) {
  const Tensor& tensor = call.At(rule, 0);
  if (tensor.extent.elements > 0) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected at least one element", rule.names[0],
                 ShapeText(tensor.shape));
}

// SearchedShape

Status CheckSearchedShape(const RuleCall& call, const Rule& rule) {
  const Dims &rows = call.At(rule, 0).shape, &values = call.At(rule, 1).shape;
  if (rows.size() == 1) return {};
  const bool is_alike = !rows.empty() && rows.size() == values.size() &&
                        std::equal(rows.begin(), rows.end() - 1, values.begin());
  if (is_alike) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one axis, or all axes of {} (shape {}) but the last",
                 rule.names[0], ShapeText(rows), rule.names[1], ShapeText(values));
}

// IndexedBy

aclDataType PlacesIn(bool is_narrow) { return is_narrow ? ACL_INT32 : ACL_INT64; }

Status CheckIndexedBy(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, expected = PlacesIn(call.Given(rule, 1).flag);
  if (given == expected) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as {} is {}", rule.names[0],
                 DtypeName(given), DtypeName(expected), rule.names[1],
                 call.Given(rule, 1).flag ? "true" : "false");
}

Status InferIndexedBy(const RuleCall& call, const Rule& rule, Inferred& output) {
  const Argument& is_narrow = call.Given(rule, 1);
  output.dtype = PlacesIn(!is_narrow.is_null && is_narrow.flag);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kRoomForCounts = {
    .name = "RoomForCounts",
    .check = CheckRoomForCounts,
    .sentence = {"{a} has one axis, of at least {b} elements."},
    .infer = InferRoomForCounts,
};

constinit const RuleType kBinsOf = {
    .name = "BinsOf",
    .check = CheckBinsOf,
    .sentence = {"{a} has one axis, of {b} elements, and {b} is above 0."},
    .infer = InferBinsOf,
};

constinit const RuleType kFiniteRange = {
    .name = "FiniteRange",
    .check = CheckFiniteRange,
    .sentence = {"{a} and {b} are finite as floats, or the same infinity."},
};

constinit const RuleType kOneHotShape = {
    .name = "OneHotShape",
    .check = CheckOneHotShape,
    .sentence = {"The shape of {a} is that of {b} with one more axis, {d}, of {c} elements; -1 is "
                 "behind all. {c} is not below 0, nor 0 where {b} is empty."},
    .python_sentence = {"{a} has the shape of {b} with one more axis, {d}, of {c} elements."},
    .infer = InferOneHotShape,
};

constinit const RuleType kHasFirst = {
    .name = "HasFirst",
    .check = CheckHasFirst,
    .sentence = {"{a} has elements, of which the first one counts."},
};

constinit const RuleType kSearchedShape = {
    .name = "SearchedShape",
    .check = CheckSearchedShape,
    .sentence = {"{a} has one axis, or all axes of {b} but the last one."},
};

constinit const RuleType kIndexedBy = {
    .name = "IndexedBy",
    .check = CheckIndexedBy,
    .sentence = {"The dtype of {a} is INT32 if {b} is true, else INT64."},
    .python_sentence = {"{a} is INT32 if {b} is True, else INT64."},
    .infer = InferIndexedBy,
};

}  // namespace rules
}  // namespace openaclnn
