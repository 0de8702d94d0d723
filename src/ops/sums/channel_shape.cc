#include "ops/sums/channel_shape.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

int64_t IntegerAt(const RuleCall& call, const Rule& rule, int k) {
  return call.Given(rule, k).integer;
}

// LastShapeOf

bool AreLast(const Dims& sizes, const Dims& shape) {
  return !sizes.empty() && sizes.size() <= shape.size() &&
         std::equal(sizes.begin(), sizes.end(), shape.end() - std::ssize(sizes));
}

Status CheckLastShapeOf(const RuleCall& call, const Rule& rule) {
  const Dims &sizes = call.At(rule, 0).shape, &shape = call.At(rule, 1).shape;
  if (AreLast(sizes, shape)) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected the last sizes of {} (shape {})",
                 rule.names[0], ShapeText(sizes), rule.names[1], ShapeText(shape));
}

Status CheckLastShapeOrRow(const RuleCall& call, const Rule& rule) {
  const Dims &sizes = call.At(rule, 0).shape, &shape = call.At(rule, 1).shape;
  const bool is_row = !shape.empty() && sizes == Dims{1, shape.back()};
  return is_row ? Status() : CheckLastShapeOf(call, rule);
}

// CountOfRows

Dims ShapeOfStatistics(const RuleCall& call, const Rule& rule) {
  Dims shape = call.At(rule, 1).shape;
  const size_t last = std::min(call.At(rule, 2).shape.size(), shape.size());
  std::fill_n(shape.end() - static_cast<long>(last), last, 1);
  return shape;
}

Status CheckCountOfRows(const RuleCall& call, const Rule& rule) {
  const Dims expected = ShapeOfStatistics(call, rule);
  const int64_t count =
      std::accumulate(expected.begin(), expected.end(), int64_t{1}, std::multiplies<>());
  if (call.At(rule, 0).extent.elements == count) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected as many elements as {} has",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), ShapeText(expected));
}

Status InferCountOfRows(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  output.shape = ShapeOfStatistics(call, rule);
  return {};
}

// OneForChannel

Status CheckOneForChannel(const RuleCall& call, const Rule& rule) {
  const Dims &shape = call.At(rule, 0).shape, &of = call.At(rule, 1).shape;
  if (shape == Dims{of[1]}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], the size of axis 1 of {}",
                 rule.names[0], ShapeText(shape), of[1], rule.names[1]);
}

Status InferOneForChannel(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& shape = call.At(rule, 1).shape;
  output.shape = {shape.size() > 1 ? shape[1] : 0};
  return {};
}

// OneForChannelIf

Status CheckOneForChannelIf(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 2).flag && call.At(rule, 0).shape == Dims{0}) return {};
  return CheckOneForChannel(call, rule);
}

// OneForEachPart

Status CheckOneForEachPart(const RuleCall& call, const Rule& rule) {
  const Dims& parts = call.At(rule, 1).shape;
  const Dims expected = {parts[0], call.At(rule, 2).shape[1]};
  if (call.At(rule, 0).shape == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the sizes of {} and axis 1 of {}", rule.names[0],
                 ShapeText(call.At(rule, 0).shape), ShapeText(expected), rule.names[1],
                 rule.names[2]);
}

// BatchSizes, CountOfBatch

Status CheckBatchSizes(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  int64_t inner = 1;
  for (size_t i = 2; i < shape.size(); ++i) inner *= shape[i];
  const int64_t sizes[] = {shape[0], shape[1], inner};
  for (int k = 0; k < 3; ++k) {
    const int64_t given = IntegerAt(call, rule, k + 1);
    if (given == sizes[k]) continue;
    return Invalid(ErrorKind::kValue, "{}: is {}, expected {}, as the shape of {} is {}",
                   rule.names[static_cast<size_t>(k) + 1], given, sizes[k], rule.names[0],
                   ShapeText(shape));
  }
  return {};
}

Status CheckCountOfBatch(const RuleCall& call, const Rule& rule) {
  int64_t count = 1;
  bool fits = true;
  for (int k = 1; k < 4; ++k) {
    const int64_t size = IntegerAt(call, rule, k);
    fits = fits && size >= 0 && !__builtin_mul_overflow(count, size, &count);
  }
  if (fits && call.At(rule, 0).extent.elements == count) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} * {} * {} elements: {} * {} * {}",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), rule.names[1], rule.names[2],
                 rule.names[3], IntegerAt(call, rule, 1), IntegerAt(call, rule, 2),
                 IntegerAt(call, rule, 3));
}

// DividesChannels, DividesCount

Status CheckDivides(std::string_view name, int64_t groups, std::string_view of, int64_t channels) {
  if (groups > 0 && channels % groups == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a number above 0 that divides {}, {}",
                 name, groups, channels, of);
}

Status CheckDividesChannels(const RuleCall& call, const Rule& rule) {
  return CheckDivides(rule.names[0], IntegerAt(call, rule, 0),
                      fmt::format("the size of axis 1 of {}", rule.names[1]),
                      call.At(rule, 1).shape[1]);
}

Status CheckDividesCount(const RuleCall& call, const Rule& rule) {
  return CheckDivides(rule.names[0], IntegerAt(call, rule, 0), rule.names[1],
                      IntegerAt(call, rule, 1));
}

// GroupsShape, CountOfGroups, CountIs

Status CheckGroupsShape(const RuleCall& call, const Rule& rule) {
  const Dims expected = {call.At(rule, 1).shape[0], IntegerAt(call, rule, 2)};
  if (call.At(rule, 0).shape == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the size of axis 0 of {} and {}",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), ShapeText(expected),
                 rule.names[1], rule.names[2]);
}

Status InferGroupsShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& shape = call.At(rule, 1).shape;
  output.shape = {shape.empty() ? 0 : shape[0], IntegerAt(call, rule, 2)};
  return {};
}

Status CheckCountOfGroups(const RuleCall& call, const Rule& rule) {
  const int64_t n = IntegerAt(call, rule, 1), groups = IntegerAt(call, rule, 2);
  if (call.At(rule, 0).extent.elements == n * groups) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} * {} elements: {} * {}",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), rule.names[1], rule.names[2], n,
                 groups);
}

Status CheckCountIs(const RuleCall& call, const Rule& rule) {
  const int64_t count = IntegerAt(call, rule, 1);
  if (call.At(rule, 0).extent.elements == count) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} elements, as {} says",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), count, rule.names[1]);
}

Status InferCountIs(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape = {IntegerAt(call, rule, 1)};
  return {};
}

// GivenBeside

Status CheckGivenBeside(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).is_null || call.Given(rule, 1).is_null) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
               "{}: is null, expected an aclTensor, as {} is given", rule.names[0], rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kLastShapeOf = {
    .name = "LastShapeOf",
    .check = CheckLastShapeOf,
    .sentence = {"The shape of {a} is that of the last axes of {b}, at least one."},
};

constinit const RuleType kLastShapeOrRow = {
    .name = "LastShapeOrRow",
    .check = CheckLastShapeOrRow,
    .sentence = {"The shape of {a} is that of the last axes of {b}, at least one, or [1, the last "
                 "size of {b}]."},
};

constinit const RuleType kGivenBeside = {
    .name = "GivenBeside",
    .check_nulls = CheckGivenBeside,
    .sentence = {"{a} is given if {b} is."},
};

constinit const RuleType kCountOfRows = {
    .name = "CountOfRows",
    .check = CheckCountOfRows,
    .sentence = {"{a} has as many elements as {b} has along the axes before those of {c}."},
    .infer = InferCountOfRows,
};

constinit const RuleType kOneForChannel = {
    .name = "OneForChannel",
    .check = CheckOneForChannel,
    .sentence = {"{a} has one axis, as long as axis 1 of {b}."},
    .infer = InferOneForChannel,
};

constinit const RuleType kOneForChannelIf = {
    .name = "OneForChannelIf",
    .check = CheckOneForChannelIf,
    .sentence = {"{a} has one axis, as long as axis 1 of {b}; if {c} is false, it may have no "
                 "elements."},
    .infer = InferOneForChannel,
};

constinit const RuleType kOneForEachPart = {
    .name = "OneForEachPart",
    .check = CheckOneForEachPart,
    .sentence = {"The shape of {a} is [the size of {b}, the size of axis 1 of {c}]."},
};

constinit const RuleType kBatchSizes = {
    .name = "BatchSizes",
    .check = CheckBatchSizes,
    .sentence = {"The shape of {a} is [{b}, {c}, ...], with {d} elements for each of these."},
};

constinit const RuleType kCountOfBatch = {
    .name = "CountOfBatch",
    .check = CheckCountOfBatch,
    .sentence = {"{a} has {b} * {c} * {d} elements."},
};

constinit const RuleType kDividesChannels = {
    .name = "DividesChannels",
    .check = CheckDividesChannels,
    .sentence = {"{a} is above 0 and divides the size of axis 1 of {b}."},
};

constinit const RuleType kDividesCount = {
    .name = "DividesCount",
    .check = CheckDividesCount,
    .sentence = {"{a} is above 0 and divides {b}."},
};

constinit const RuleType kGroupsShape = {
    .name = "GroupsShape",
    .check = CheckGroupsShape,
    .sentence = {"The shape of {a} is [the size of axis 0 of {b}, {c}]."},
    .infer = InferGroupsShape,
};

constinit const RuleType kCountOfGroups = {
    .name = "CountOfGroups",
    .check = CheckCountOfGroups,
    .sentence = {"{a} has {b} * {c} elements."},
};

constinit const RuleType kCountIs = {
    .name = "CountIs",
    .check = CheckCountIs,
    .sentence = {"{a} has {b} elements."},
    .infer = InferCountIs,
};

}  // namespace rules
}  // namespace openaclnn
