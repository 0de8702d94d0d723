#include "ops/index/span_shape.h"

#include <optional>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// Whether numbers of spans are a vector with one for each, or a matrix of two columns.
bool AreForSpans(const Dims& starts, int64_t spans) {
  if (starts.size() == 2 && starts[1] != 2) return false;
  return (starts.size() == 1 || starts.size() == 2) && starts[0] == spans;
}

// Refuses `updates` that do not fit rows of this shape, or whose axis is none or the first.
Status CheckSpans(const RuleCall& call, const Rule& rule, const Dims& rows) {
  const Dims& given = call.At(rule, 0).shape;
  const std::optional<size_t> axis = AxisAt(call.Given(rule, 3).integer, given);
  if (!axis || *axis == 0) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected an axis of {} (shape {}) other than the first",
                   rule.names[3], call.Given(rule, 3).integer, rule.names[0], ShapeText(given));
  }
  bool fits = given.size() == rows.size() && given[0] <= rows[0] && given[*axis] <= rows[*axis];
  for (size_t a = 1; a < given.size() && fits; ++a) fits = a == *axis || given[a] == rows[a];
  if (fits) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected at most {} along the axes 0 and {}, and exactly that "
                 "along the others",
                 rule.names[0], ShapeText(given), ShapeText(rows), *axis);
}

Status RefuseStarts(const RuleCall& call, const Rule& rule, int64_t spans) {
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}] or [{}, 2], for {} (shape {})",
                 rule.names[2], ShapeText(call.At(rule, 2).shape), spans, spans, rule.names[0],
                 ShapeText(call.At(rule, 0).shape));
}

Status CheckSpansInRows(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckSpans(call, rule, call.At(rule, 1).shape));
  const Dims &given = call.At(rule, 0).shape, &starts = call.At(rule, 2).shape;
  const bool is_one = starts.empty() && given[0] == 1;
  return is_one || AreForSpans(starts, given[0]) ? Status() : RefuseStarts(call, rule, given[0]);
}

Status CheckSpansInMembers(const RuleCall& call, const Rule& rule) {
  const std::span<Tensor* const> members = call.Given(rule, 1).Tensors();
  const Dims& first = members[0]->shape;
  for (size_t i = 1; i < members.size(); ++i) {
    if (members[i]->shape == first) continue;
    return Invalid(ErrorKind::kShape, "{}[{}]: shape is {}, expected {}, the shape of {}[0]",
                   rule.names[1], i, ShapeText(members[i]->shape), ShapeText(first), rule.names[1]);
  }
  Dims all = {static_cast<int64_t>(members.size())};
  all.insert(all.end(), first.begin(), first.end());
  OPENACLNN_RETURN_IF_ERROR(CheckSpans(call, rule, all));
  const Dims& given = call.At(rule, 0).shape;
  if (given[0] != all[0]) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {} along the axis 0, as {} has so many members",
                   rule.names[0], ShapeText(given), all[0], rule.names[1]);
  }
  const bool is_right = AreForSpans(call.At(rule, 2).shape, all[0]);
  return is_right ? Status() : RefuseStarts(call, rule, all[0]);
}

Status CheckOneForEachSpan(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = {call.At(rule, 1).shape[0]};
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, for {} (shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(call.At(rule, 1).shape));
}

// SummedShape

// How many sums there are for each place along the axis, and how many places.
struct SummedAxes {
  SummedAxes(const Dims& terms, int64_t dim) {
    const size_t axis = terms.empty() ? 0 : *AxisAt(dim, terms);
    for (size_t a = 0; a < terms.size(); ++a) (a == axis ? size : others) *= terms[a];
  }
  int64_t others = 1, size = 1;
};

Status CheckSummedShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &terms = call.At(rule, 1).shape;
  const Tensor& repeats = call.At(rule, 2);
  if (repeats.shape.size() > 1 || repeats.extent.elements == 0) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected at most one axis, and at least one element",
                   rule.names[2], ShapeText(repeats.shape));
  }
  const SummedAxes axes(terms, call.Given(rule, 3).integer);
  const int64_t count = repeats.extent.elements, sums = call.At(rule, 0).extent.elements;
  const bool has_any_count = count == 1 && axes.others > 0;
  if (has_any_count ? sums % axes.others == 0 : sums == axes.others * count) return {};
  if (has_any_count) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected a multiple of {} elements, the product of the sizes "
                   "of {} (shape {}) along the other axes",
                   rule.names[0], ShapeText(given), axes.others, rule.names[1], ShapeText(terms));
  }
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {} elements, {} in the place of the size of {} (shape "
                 "{}) along {}",
                 rule.names[0], ShapeText(given), axes.others * count, count, rule.names[1],
                 ShapeText(terms), rule.names[3]);
}

Status InferSummedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  const Dims& terms = call.At(rule, 1).shape;
  const int64_t count = call.At(rule, 2).extent.elements;
  const std::optional<size_t> axis = AxisAt(call.Given(rule, 3).integer, terms);
  if (count == 1 || !axis) return {};  // the number, which a run reads, says how many there are
  Dims shape = terms.empty() ? Dims{1} : terms;
  shape[*axis] = count;
  output.shape = shape;
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kSpansInRows = {
    .name = "SpansInRows",
    .check = CheckSpansInRows,
    .sentence = {"{d} is an axis of {a} other than the first. {a} is no longer than {b} along the "
                 "axes 0 and {d}, and as long along the others. For {a} [n, ...], {c} is [n] or "
                 "[n, 2]; it is a number if n is 1."},
};

constinit const RuleType kSpansInMembers = {
    .name = "SpansInMembers",
    .check = CheckSpansInMembers,
    .sentence = {"{d} is an axis of {a} other than the first. For n members of {b}, which have one "
                 "shape, that of {a} is [n, ...]: no longer than the members along {d}, and as "
                 "long along their other axes. {c} is [n] or [n, 2]."},
    .takes_lists = true,
};

constinit const RuleType kOneForEachSpan = {
    .name = "OneForEachSpan",
    .check = CheckOneForEachSpan,
    .sentence = {"For {b} [n, ...], {a} is [n]."},
};

constinit const RuleType kSummedShape = {
    .name = "SummedShape",
    .check = CheckSummedShape,
    .sentence = {"{c} has at most one axis, and elements. {a} has as many elements as {b} with as "
                 "many along the axis {d} as {c} has, or any count there if that has one."},
    .infer = InferSummedShape,
};

}  // namespace rules
}  // namespace openaclnn
