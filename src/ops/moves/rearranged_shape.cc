#include "ops/moves/rearranged_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// An output that has another shape than follows; what() says from what.
template <class What>
Status ExpectShape(const RuleCall& call, const Rule& rule, const Dims& expected, What what) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), what());
}

// Refuses a size that does not fit into 63 bits.
Status Times(const Rule& rule, int64_t repeats, int64_t extent, int64_t& size) {
  if (!__builtin_mul_overflow(repeats, extent, &size)) return {};
  return Invalid(ErrorKind::kShape, "{}: its size would be {} times {}, which is too much",
                 rule.names[0], repeats, extent);
}

// Stacked

// An axis of what has one more than `shape`.
std::optional<size_t> NewAxisAt(int64_t dim, const Dims& shape) {
  return AxisAt(dim, Dims(shape.size() + 1));
}

// Refuses what does not fit the first member; else sets the shape of all of them.
Status Stack(const RuleCall& call, const Rule& rule, Dims& shape) {
  const std::span<Tensor* const> members = call.Given(rule, 1).Tensors();
  const int64_t dim = call.Given(rule, 2).integer;
  const Dims& first = members[0]->shape;
  const auto axes = static_cast<int64_t>(first.size()) + 1;
  const std::optional<size_t> axis = NewAxisAt(dim, first);
  if (!axis) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected from {} to {}, as {}[0] has {} axes (shape {}) and one is "
                   "added",
                   rule.names[2], dim, -axes, axes - 1, rule.names[1], first.size(),
                   ShapeText(first));
  }
  for (size_t i = 0; i < members.size(); ++i) {
    if (members[i]->shape == first) continue;
    return Invalid(ErrorKind::kShape, "{}[{}]: shape is {}, expected {}, the shape of {}[0]",
                   rule.names[1], i, ShapeText(members[i]->shape), ShapeText(first), rule.names[1]);
  }
  shape.clear();
  for (size_t a = 0; a <= first.size(); ++a) {
    if (a == *axis) shape.push_back(static_cast<int64_t>(members.size()));
    if (a < first.size()) shape.push_back(first[a]);
  }
  return {};
}

Status CheckStacked(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Stack(call, rule, expected));
  return ExpectShape(call, rule, expected, [&] {
    return fmt::format("the shape of {}[0] with one axis more", rule.names[1]);
  });
}

Status InferStacked(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return Stack(call, rule, output.shape);
}

// RepeatedShape

Status Repeat(const RuleCall& call, const Rule& rule, Dims& shape) {
  constexpr size_t kMostAxes = 8;
  const std::vector<int64_t>& repeats = *call.Given(rule, 2).integers;
  const Dims& whole = call.At(rule, 1).shape;
  if (repeats.size() < whole.size() || repeats.size() > kMostAxes) {
    return Invalid(
        ErrorKind::kValue, "{}: has {} numbers, expected from {}, the rank of {} (shape {}), to {}",
        rule.names[2], repeats.size(), whole.size(), rule.names[1], ShapeText(whole), kMostAxes);
  }
  const size_t added = repeats.size() - whole.size();
  shape.assign(repeats.begin(), repeats.end());
  for (size_t a = 0; a < repeats.size(); ++a) {
    if (repeats[a] < 0) {
      return Invalid(ErrorKind::kValue, "{}: has {}, expected at least 0", rule.names[2],
                     repeats[a]);
    }
    if (a >= added) {
      OPENACLNN_RETURN_IF_ERROR(Times(rule, repeats[a], whole[a - added], shape[a]));
    }
  }
  return {};
}

Status CheckRepeatedShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Repeat(call, rule, expected));
  return ExpectShape(call, rule, expected, [&] {
    return fmt::format("the shape {} of {} times {}", ShapeText(call.At(rule, 1).shape),
                       rule.names[1], rule.names[2]);
  });
}

Status InferRepeatedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  return Repeat(call, rule, output.shape);
}

// RepeatedEach and RepeatedAlong

Status RepeatEach(const RuleCall& call, const Rule& rule, Dims& shape) {
  const int64_t repeats = call.Given(rule, 2).integer;
  const Dims& whole = call.At(rule, 1).shape;
  if (repeats < 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[2], repeats);
  }
  if (rule.at[3] < 0) {
    int64_t elements = 1;
    for (const int64_t extent : whole) {
      OPENACLNN_RETURN_IF_ERROR(Times(rule, extent, elements, elements));
    }
    shape = {0};
    return Times(rule, repeats, elements, shape[0]);
  }
  const int64_t dim = call.Given(rule, 3).integer;
  const std::optional<size_t> axis = whole.empty() ? std::nullopt : AxisAt(dim, whole);
  if (!axis) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected an axis of {} (shape {})", rule.names[3],
                   dim, rule.names[1], ShapeText(whole));
  }
  shape = whole;
  return Times(rule, repeats, whole[*axis], shape[*axis]);
}

Status CheckRepeatedEach(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(RepeatEach(call, rule, expected));
  return ExpectShape(call, rule, expected, [&] {
    return fmt::format("as each element of {} (shape {}) comes {} times", rule.names[1],
                       ShapeText(call.At(rule, 1).shape), call.Given(rule, 2).integer);
  });
}

Status InferRepeatedEach(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return RepeatEach(call, rule, output.shape);
}

// RepeatedBy and RepeatedAlongBy

// Where `a` may have any size is 0.
Status RepeatBy(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims &whole = call.At(rule, 1).shape, &repeats = call.At(rule, 2).shape;
  int64_t places = 1;
  shape = {0};
  if (rule.at[3] >= 0) {
    const int64_t dim = call.Given(rule, 3).integer;
    const std::optional<size_t> axis = whole.empty() ? std::nullopt : AxisAt(dim, whole);
    if (!axis) {
      return Invalid(ErrorKind::kValue, "{}: is {}, expected an axis of {} (shape {})",
                     rule.names[3], dim, rule.names[1], ShapeText(whole));
    }
    places = whole[*axis];
    shape = whole;
    shape[*axis] = 0;
  } else {
    for (const int64_t extent : whole) {
      OPENACLNN_RETURN_IF_ERROR(Times(rule, extent, places, places));
    }
  }
  const bool fits = repeats.size() == 1 && (repeats[0] == 1 || repeats[0] == places);
  if (fits || repeats.empty()) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], [1] or []", rule.names[2],
                 ShapeText(repeats), places);
}

Status CheckRepeatedBy(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(RepeatBy(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (rule.at[3] < 0 && given.size() != 1) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected 1", rule.names[0],
                   given.size(), ShapeText(given));
  }
  if (given.size() == expected.size()) {
    const size_t axis = rule.at[3] < 0 ? 0 : *AxisAt(call.Given(rule, 3).integer, given);
    expected[axis] = given[axis];
  }
  return ExpectShape(call, rule, expected, [&] {
    return fmt::format("the shape of {} except along {}", rule.names[1], rule.names[3]);
  });
}

Status InferRepeatedBy(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  return RepeatBy(call, rule, output.shape);
}

// SizeOf

// The rest of the shape is known by a rule before this one.
Status InferSizeOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 0));
  const int64_t dim = rule.at[2] < 0 ? 0 : call.Given(rule, 2).integer;
  const std::optional<size_t> axis = AxisAt(dim, output.shape);
  if (axis && !output.shape.empty()) {
    output.shape[*axis] = std::max<int64_t>(0, call.Given(rule, 0).integer);
  }
  return {};
}

Status CheckSizeOf(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  const int64_t dim = rule.at[2] < 0 ? 0 : call.Given(rule, 2).integer;
  const size_t axis = *AxisAt(dim, shape);
  if (given == shape[axis]) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected {}, the size of {} (shape {}) along axis {}", rule.names[0],
                 given, shape[axis], rule.names[1], ShapeText(shape), axis);
}

// RollsAlong

Status CheckRollsAlong(const RuleCall& call, const Rule& rule) {
  const std::vector<int64_t>&shifts = *call.Given(rule, 0).integers,
        &dims = *call.Given(rule, 1).integers;
  const Dims& shape = call.At(rule, 2).shape;
  const size_t expected = dims.empty() ? 1 : dims.size();
  if (shifts.size() != expected) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}, as {} has {}",
                   rule.names[0], shifts.size(), expected, rule.names[1], dims.size());
  }
  const auto rank = static_cast<int64_t>(shape.size());
  for (const int64_t dim : dims) {
    if (rank > 0 && AxisAt(dim, shape)) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected {} (shape {})", rule.names[1], dim,
                   rank == 0
                       ? fmt::format("none, as {} has no axes", rule.names[2])
                       : fmt::format("{} to {}, the axes of {}", -rank, rank - 1, rule.names[2]),
                   ShapeText(shape));
  }
  return {};
}

// PermutedShape

Status Permute(const RuleCall& call, const Rule& rule, Dims& shape) {
  const std::vector<int64_t>& dims = *call.Given(rule, 2).integers;
  const Dims& whole = call.At(rule, 1).shape;
  if (dims.size() != whole.size()) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}, the rank of {} (shape {})",
                   rule.names[2], dims.size(), whole.size(), rule.names[1], ShapeText(whole));
  }
  shape = whole;
  for (size_t a = 0; a < dims.size(); ++a) {
    if (const std::optional<size_t> axis = AxisAt(dims[a], whole)) shape[a] = whole[*axis];
  }
  return {};
}

Status CheckPermutedShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Permute(call, rule, expected));
  return ExpectShape(call, rule, expected, [&] {
    return fmt::format("the shape {} of {} in the order of {}", ShapeText(call.At(rule, 1).shape),
                       rule.names[1], rule.names[2]);
  });
}

Status InferPermutedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  return Permute(call, rule, output.shape);
}

// ExpandedShape

Status CheckExpandedShape(const RuleCall& call, const Rule& rule) {
  const std::vector<int64_t>& size = *call.Given(rule, 2).integers;
  const Dims &whole = call.At(rule, 1).shape, expected(size.begin(), size.end());
  bool fits = size.size() >= whole.size();
  for (size_t a = 0; a < whole.size() && fits; ++a) {
    fits = whole[a] == 1 || whole[a] == expected[size.size() - whole.size() + a];
  }
  if (!fits) {
    return Invalid(ErrorKind::kBroadcast, "{}: is {}, to which {} (shape {}) does not broadcast",
                   rule.names[2], ShapeText(expected), rule.names[1], ShapeText(whole));
  }
  return ExpectShape(call, rule, expected, [&] { return rule.names[2]; });
}

Status InferExpandedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  const std::vector<int64_t>& size = *call.Given(rule, 2).integers;
  output.shape.assign(size.begin(), size.end());
  for (const int64_t extent : size) {
    if (extent >= 0) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected at least 0", rule.names[2], extent);
  }
  return {};
}

// ShapeOfInts

Status OfInts(const RuleCall& call, const Rule& rule, Dims& shape) {
  for (int k = 1; k <= 2; ++k) {
    const int64_t given = call.Given(rule, k).integer;
    if (given < 0) {
      return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[k], given);
    }
  }
  shape = {call.Given(rule, 1).integer, call.Given(rule, 2).integer};
  return {};
}

Status CheckShapeOfInts(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(OfInts(call, rule, expected));
  return ExpectShape(call, rule, expected, [&] { return NamesFrom(rule, 1); });
}

Status InferShapeOfInts(const RuleCall& call, const Rule& rule, Inferred& output) {
  return OfInts(call, rule, output.shape);
}

}  // namespace

namespace rules {

constinit const RuleType kStacked = {
    .name = "Stacked",
    .check = CheckStacked,
    .sentence = {"{b} have one shape; {a} has theirs with one axis more, {c}, as long as there are "
                 "tensors; -1 is the last axis of {a}."},
    .python_sentence = {"{b} have one shape; {a} has theirs with one axis more, {c}, as long as "
                        "there are arrays; -1 is the last axis of {a}."},
    .infer = InferStacked,
    .takes_lists = true,
};

constinit const RuleType kRepeatedShape = {
    .name = "RepeatedShape",
    .check = CheckRepeatedShape,
    .sentence = {"{c} has at least as many numbers as {b} has axes, at most 8, none negative; the "
                 "shape of {a} is that of {b}, with axes of 1 before it, times these."},
    .infer = InferRepeatedShape,
};

constinit const RuleType kRepeatedEach = {
    .name = "RepeatedEach",
    .check = CheckRepeatedEach,
    .sentence = {"{c} is not negative; {a} has one axis, with {c} times the elements of {b}."},
    .infer = InferRepeatedEach,
};

constinit const RuleType kRepeatedAlong = {
    .name = "RepeatedAlong",
    .check = CheckRepeatedEach,
    .sentence = {"{c} is not negative, and {d} an axis of {b}, -1 the last; {a} has the shape of "
                 "{b} with {c} times the size along {d}."},
    .infer = InferRepeatedEach,
};

constinit const RuleType kRepeatedBy = {
    .name = "RepeatedBy",
    .check = CheckRepeatedBy,
    .sentence = {"{c} has one element, or one axis with one for each element of {b}; {a} has one "
                 "axis."},
    .infer = InferRepeatedBy,
};

constinit const RuleType kRepeatedAlongBy = {
    .name = "RepeatedAlongBy",
    .check = CheckRepeatedBy,
    .sentence = {"{d} is an axis of {b}, -1 the last; {c} has one element, or one axis as long as "
                 "{d}; {a} has the shape of {b} except along {d}."},
    .infer = InferRepeatedBy,
};

constinit const RuleType kSizeOf = {
    .name = "SizeOf",
    .check = CheckSizeOf,
    .sentence = {.text = "{a} is the size of {b} along {c}.",
                 .without_c = "{a} is the number of elements of {b}."},
    .infer = InferSizeOf,
    .inferred = 1,
};

constinit const RuleType kRollsAlong = {
    .name = "RollsAlong",
    .check = CheckRollsAlong,
    .sentence = {"{a} has a number for each one in {b}, or one if there is none; these are axes of "
                 "{c}, -1 the last."},
};

constinit const RuleType kPermutedShape = {
    .name = "PermutedShape",
    .check = CheckPermutedShape,
    .sentence = {"{c} has all axes of {b}; the shape of {a} is that of {b} in this order."},
    .infer = InferPermutedShape,
};

constinit const RuleType kExpandedShape = {
    .name = "ExpandedShape",
    .check = CheckExpandedShape,
    .sentence = {"The shape of {a} is {c}, to which that of {b} broadcasts."},
    .infer = InferExpandedShape,
};

constinit const RuleType kShapeOfInts = {
    .name = "ShapeOfInts",
    .check = CheckShapeOfInts,
    .sentence = {"The shape of {a} is [{b}, {c}]; neither is negative."},
    .infer = InferShapeOfInts,
};

}  // namespace rules
}  // namespace openaclnn
