#include "ops/moves/split_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

bool IsEven(const Rule& rule) { return rule.Is(rules::kSplitEvenly); }

// The axis along which a tensor is split.
Status FindAxis(const RuleCall& call, const Rule& rule, size_t& axis) {
  const Dims& whole = call.At(rule, 1).shape;
  const int64_t dim = call.Given(rule, 3).integer;
  const std::optional<size_t> found = whole.empty() ? std::nullopt : AxisAt(dim, whole);
  if (!found) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected an axis of {} (shape {})", rule.names[3],
                   dim, rule.names[1], ShapeText(whole));
  }
  axis = *found;
  return {};
}

// The size of all parts but the last; a number without a sign.
int64_t SectionOf(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 2).integer;
  return given < 0 ? INT64_MAX : given;
}

int64_t CountSections(int64_t size, int64_t section) {
  return size / section + (size % section != 0 ? 1 : 0);
}

Status CheckSection(const RuleCall& call, const Rule& rule, int64_t size) {
  const int64_t section = SectionOf(call, rule);
  if ((size == 0) == (section == 0)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}, as the size of {} along {} is {}",
                 rule.names[2], section, size == 0 ? "0" : "at least 1", rule.names[1],
                 rule.names[3], size);
}

Status CheckSizes(const RuleCall& call, const Rule& rule, int64_t size) {
  const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
  int64_t rest = size;
  for (const int64_t one : sizes) {
    if (one < 0) {
      return Invalid(ErrorKind::kValue, "{}: has {}, expected at least 0", rule.names[2], one);
    }
    rest = one > rest ? -1 : rest - one;
    if (rest < 0) break;
  }
  if (rest == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: has {}, expected the sum {}, the size of {} along {}",
                 rule.names[2], ShapeText(Dims(sizes.begin(), sizes.end())), size, rule.names[1],
                 rule.names[3]);
}

// The size of a part.
int64_t SizeOfPart(const RuleCall& call, const Rule& rule, int64_t size, size_t part) {
  if (!IsEven(rule)) {
    const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
    return part < sizes.size() ? sizes[part] : 0;
  }
  const int64_t section = SectionOf(call, rule);
  if (size == 0) return 0;
  return std::min(section, size - static_cast<int64_t>(part) * section);
}

Status CheckSplit(const RuleCall& call, const Rule& rule) {
  size_t axis = 0;
  OPENACLNN_RETURN_IF_ERROR(FindAxis(call, rule, axis));
  const Dims& whole = call.At(rule, 1).shape;
  const int64_t size = whole[axis];
  OPENACLNN_RETURN_IF_ERROR(IsEven(rule) ? CheckSection(call, rule, size)
                                         : CheckSizes(call, rule, size));
  const std::span<Tensor* const> parts = call.Given(rule, 0).Tensors();
  const auto given = static_cast<int64_t>(parts.size());
  // Parts without elements may be any number of these.
  const int64_t count = IsEven(rule) && size == 0 ? given : *CountParts(call, rule);
  if (given != count) {
    return Invalid(ErrorKind::kValue, "{}: has {} tensors, expected {}, the parts of {} (shape {})",
                   rule.names[0], given, count, rule.names[1], ShapeText(whole));
  }
  for (size_t k = 0; k < parts.size(); ++k) {
    Dims expected = whole;
    expected[axis] = SizeOfPart(call, rule, size, k);
    if (parts[k]->shape == expected) continue;
    return Invalid(ErrorKind::kShape, "{}[{}]: shape is {}, expected {}, a part of {} (shape {})",
                   rule.names[0], k, ShapeText(parts[k]->shape), ShapeText(expected), rule.names[1],
                   ShapeText(whole));
  }
  return {};
}

Status InferSplit(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  size_t axis = 0;
  OPENACLNN_RETURN_IF_ERROR(FindAxis(call, rule, axis));
  output.shape = call.At(rule, 1).shape;
  const int64_t size = output.shape[axis];
  OPENACLNN_RETURN_IF_ERROR(IsEven(rule) ? CheckSection(call, rule, size)
                                         : CheckSizes(call, rule, size));
  output.shape[axis] = SizeOfPart(call, rule, size, static_cast<size_t>(output.member));
  return {};
}

}  // namespace

std::optional<int64_t> CountParts(const RuleCall& call, const Rule& rule) {
  if (!IsEven(rule)) {
    const std::vector<int64_t>* const sizes = call.Given(rule, 2).integers;
    return sizes != nullptr ? std::optional(static_cast<int64_t>(sizes->size())) : std::nullopt;
  }
  const Tensor* const whole = call.Given(rule, 1).tensor;
  if (whole == nullptr) return std::nullopt;
  const std::optional<size_t> axis =
      whole->shape.empty() ? std::nullopt : AxisAt(call.Given(rule, 3).integer, whole->shape);
  const int64_t section = SectionOf(call, rule);
  if (!axis || section == 0) return 1;  // for which the rule has a message
  return CountSections(whole->shape[*axis], section);
}

namespace rules {

constinit const RuleType kSplitEvenly = {
    .name = "SplitEvenly",
    .check = CheckSplit,
    .sentence = {"{a} are the parts of {b} along the axis {d}, -1 the last, of the size {c}, the "
                 "last one of what is left; {c} is 0 only where that axis has no elements."},
    .infer = InferSplit,
    .takes_lists = true,
};

constinit const RuleType kSplitBySizes = {
    .name = "SplitBySizes",
    .check = CheckSplit,
    .sentence = {"{a} are the parts of {b} along the axis {d}, -1 the last, of the sizes in {c}, "
                 "whose sum is that of {b}."},
    .infer = InferSplit,
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
