#include "ops/moves/concatenated.h"

#include <optional>

#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// HasMembers

Status CheckHasMembers(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).Tensors().empty()) return {};
  return Invalid(ErrorKind::kValue, "{}: is empty, expected at least one tensor", rule.names[0]);
}

// Concatenated

// Refuses what does not fit the first member; else sets the shape of all of them.
Status Concatenate(const RuleCall& call, const Rule& rule, Dims& shape) {
  const std::span<Tensor* const> members = call.Given(rule, 1).Tensors();
  const int64_t dim = call.Given(rule, 2).integer;
  const Dims& first = members[0]->shape;
  // AxisAt takes a tensor without axes for one of one axis; along that nothing can be joined.
  const std::optional<size_t> found = first.empty() ? std::nullopt : AxisAt(dim, first);
  if (!found) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected an axis of {}[0] (shape {})",
                   rule.names[2], dim, rule.names[1], ShapeText(first));
  }
  const size_t axis = *found;
  shape = first;
  shape[axis] = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    Dims others = members[i]->shape;
    const int64_t along = others.size() == first.size() ? others[axis] : 0;
    if (others.size() == first.size()) others[axis] = first[axis];
    if (others != first) {
      return Invalid(ErrorKind::kShape,
                     "{}[{}]: shape is {}, expected {}, the shape of {}[0], except along axis {}",
                     rule.names[1], i, ShapeText(members[i]->shape), ShapeText(first),
                     rule.names[1], axis);
    }
    if (__builtin_add_overflow(shape[axis], along, &shape[axis])) {
      return Invalid(ErrorKind::kShape, "{}: their sizes along axis {} are too many", rule.names[1],
                     axis);
    }
  }
  return {};
}

Status CheckConcatenated(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Concatenate(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {} one after the other",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1]);
}

Status InferConcatenated(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return Concatenate(call, rule, output.shape);
}

// Chunked

// Refuses a number of chunks; else sets the shape of all of them.
Status Chunk(const RuleCall& call, const Rule& rule, Dims& shape) {
  const int64_t chunks = call.Given(rule, 2).integer;
  if (chunks < 1) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", rule.names[2], chunks);
  }
  int64_t columns = 0;
  for (const Tensor* const member : call.Given(rule, 1).Tensors()) {
    if (member->extent.elements == 0) continue;
    const int64_t slices = member->shape[0],
                  width = SlicesOfChunk(slices, chunks) * (member->extent.elements / slices);
    if (__builtin_add_overflow(columns, width, &columns)) {
      return Invalid(ErrorKind::kShape, "{}: their elements are too many", rule.names[1]);
    }
  }
  shape = {chunks, columns};
  return {};
}

Status CheckChunked(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype,
                    of_members = call.Given(rule, 1).Tensors()[0]->dtype;
  if (of_members == ACL_FLOAT && given != ACL_FLOAT) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT, the dtype of {}",
                   rule.names[0], DtypeName(given), rule.names[1]);
  }
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Chunk(call, rule, expected));
  const Dims& shape = call.At(rule, 0).shape;
  if (shape == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, a row for each chunk with that of all of {}",
                 rule.names[0], ShapeText(shape), ShapeText(expected), rule.names[1]);
}

Status InferChunked(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = call.Given(rule, 1).Tensors()[0]->dtype;
  return Chunk(call, rule, output.shape);
}

}  // namespace

namespace rules {

constinit const RuleType kHasMembers = {
    .name = "HasMembers",
    .check = CheckHasMembers,
    .sentence = {"{a} has at least one tensor."},
    .python_sentence = {"{a} has at least one array."},
    .takes_lists = true,
};

constinit const RuleType kConcatenated = {
    .name = "Concatenated",
    .check = CheckConcatenated,
    .sentence = {"{b} have one shape, except along the axis {c}, and the shape of {a} is theirs "
                 "with the sum of the sizes along it; -1 is the last axis."},
    .python_sentence =
        {"{b} have one shape, except along the axis {c}, and {a} has theirs with the "
         "sum of the sizes along it."},
    .infer = InferConcatenated,
    .takes_lists = true,
};

constinit const RuleType kChunked = {
    .name = "Chunked",
    .check = CheckChunked,
    .sentence = {"{b} are cut into {c} chunks along their first axes, {c} is at least 1, and {a} "
                 "has a row for each, with the elements of that chunk of all of {b}; if they are "
                 "FLOAT, {a} is, too."},
    .infer = InferChunked,
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
