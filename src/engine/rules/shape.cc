#include "engine/rules/shape.h"

#include <algorithm>

#include "engine/rules/infer.h"
#include "tensor/lists.h"

namespace openaclnn {
namespace {

// MaxRank, MinRank, RankIs

bool HasRankUpTo(int64_t axes, const Argument& argument) {
  return argument.tensor == nullptr || argument.tensor->shape.size() <= static_cast<size_t>(axes);
}

bool GlanceAtMaxRank(const RuleCall& call, const Rule& rule) {
  if (call.spec().tensor_lists != 0) return false;
  return std::ranges::all_of(call.arguments(), [&](const Argument& argument) {
    return HasRankUpTo(rule.numbers[0], argument);
  });
}

Status RefuseRank(std::string_view name, const Dims& shape, int64_t most) {
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at most {}", name,
                 shape.size(), ShapeText(shape), most);
}

Status CheckMaxRank(const RuleCall& call, const Rule& rule) {
  const int64_t most = rule.numbers[0];
  for (size_t i = 0; i < call.arguments().size(); ++i) {
    const ArgumentSpec& spec = call.spec().arguments[i];
    const Argument& argument = call.arguments()[i];
    if (spec.IsTensorList()) {
      for (size_t k = 0; k < argument.count; ++k) {
        const Tensor* const tensor = argument.tensors[k];
        if (tensor == nullptr || tensor->shape.size() <= static_cast<size_t>(most)) continue;
        return RefuseRank(MemberName(spec.name, k), tensor->shape, most);
      }
    } else if (!HasRankUpTo(most, argument)) {
      return RefuseRank(spec.name, argument.tensor->shape, most);
    }
  }
  return {};
}

Status CheckMinRank(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  if (shape.size() >= static_cast<size_t>(rule.numbers[0])) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at least {}", rule.names[0],
                 shape.size(), ShapeText(shape), rule.numbers[0]);
}

Status CheckRankIs(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  if (shape.size() == static_cast<size_t>(rule.numbers[0])) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[0],
                 shape.size(), ShapeText(shape), rule.numbers[0]);
}

// SameShape

bool GlanceAtSameShape(const RuleCall& call, const Rule& rule) {
  return call.HaveOne(&Tensor::shape, rule);
}

Status CheckSameShape(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  if (a == b) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}", rule.names[0],
                 ShapeText(a), ShapeText(b), rule.names[1]);
}

Status InferSameShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  if (!IsInput(call, rule, 1)) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  return {};
}

// OneElement

Status CheckOneElement(const RuleCall& call, const Rule& rule) {
  const Tensor& tensor = call.At(rule, 0);
  if (tensor.extent.elements == 1) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one element", rule.names[0],
                 ShapeText(tensor.shape));
}

Status InferOneElement(const RuleCall& /*call*/, const Rule& /*rule*/, Inferred& output) {
  output.shape.clear();
  return {};
}

// Sizes

Status CheckSizes(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const int64_t least = rule.numbers[0], most = rule.numbers[1], most_others = rule.numbers[2];
  if (shape.back() < least || shape.back() > most) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected a last size from {} to {}",
                   rule.names[0], ShapeText(shape), least, most);
  }
  const int64_t others = *CountElements({shape.begin(), shape.end() - 1});
  if (others <= most_others) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected sizes but the last whose product is at most {}, not "
                 "{}",
                 rule.names[0], ShapeText(shape), most_others, others);
}

// ChannelWeight

Status CheckChannelWeight(const RuleCall& call, const Rule& rule) {
  const Dims &weight = call.At(rule, 0).shape, &self = call.At(rule, 1).shape;
  const bool has_gradient = rule.at[2] >= 0;
  const Dims& gradient = call.At(rule, has_gradient ? 2 : 0).shape;
  const int64_t count = call.At(rule, 0).extent.elements;
  if (count == 1) {
    if (gradient == weight) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the shape of {}, which has one element",
                   rule.names[2], ShapeText(gradient), ShapeText(weight), rule.names[0]);
  }
  if (self.empty()) {
    return Invalid(ErrorKind::kChannels,
                   "{}: has {} elements (shape {}), expected 1, as {} has no axes", rule.names[0],
                   count, ShapeText(weight), rule.names[1]);
  }
  const int64_t channels = self.size() > 1 ? self[1] : 1;
  if (count != channels) {
    return Invalid(
        ErrorKind::kChannels,
        "{}: has {} elements (shape {}), expected 1 or {}, the channels of {} (shape {})",
        rule.names[0], count, ShapeText(weight), channels, rule.names[1], ShapeText(self));
  }
  if (!has_gradient || gradient == Dims{channels}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, one element for each of {}",
                 rule.names[2], ShapeText(gradient), ShapeText(Dims{channels}), rule.names[0]);
}

// One number keeps its shape; numbers for the channels become one axis.
Status InferChannelWeight(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 0));
  const Dims& weight = call.At(rule, 0).shape;
  const int64_t count = CountElements(weight).value_or(0);
  output.shape = count == 1 ? weight : Dims{count};
  return {};
}

// SameFormat

Status CheckSameFormat(const RuleCall& call, const Rule& rule) {
  const aclFormat a = call.At(rule, 0).format, b = call.At(rule, 1).format;
  if (a == b) return {};
  return Invalid(ErrorKind::kFormat, "{}: format is {}, expected {}, the format of {}",
                 rule.names[0], FormatName(a), FormatName(b), rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kMaxRank = {
    .name = "MaxRank",
    .check = CheckMaxRank,
    .glance = GlanceAtMaxRank,
    .sentence = {"No tensor has more than {first} axes."},
    .python_sentence = {"No array has more than {first} axes."},
};

constinit const RuleType kMinRank = {
    .name = "MinRank",
    .check = CheckMinRank,
    .sentence = {"{a} has at least {axes}."},
};

constinit const RuleType kRankIs = {
    .name = "RankIs",
    .check = CheckRankIs,
    .sentence = {"{a} has {first} axes."},
};

constinit const RuleType kSameShape = {
    .name = "SameShape",
    .check = CheckSameShape,
    .glance = GlanceAtSameShape,
    .sentence = {"The shape of {a} is that of {b}, unless {c} is null.",
                 "The shape of {a} is that of {b}."},
    .python_sentence = {"{a} has the shape of {b}, unless {c} is None.",
                        "{a} has the shape of {b}."},
    .infer = InferSameShape,
};

constinit const RuleType kOneElement = {
    .name = "OneElement",
    .check = CheckOneElement,
    .sentence = {"{a} has one element."},
    .infer = InferOneElement,
};

constinit const RuleType kSizes = {
    .name = "Sizes",
    .check = CheckSizes,
    .sentence = {"The last size of {a} is from {first} to {second}, and the product of the others "
                 "at most {third}."},
};

constinit const RuleType kChannelWeight = {
    .name = "ChannelWeight",
    .check = CheckChannelWeight,
    .sentence = {.text = "{a} has one element, or one for each channel (axis 1) of {b}; {c} has "
                         "the shape of {a}, or one axis with an element for each channel.",
                 .without_c = "{a} has one element, or one for each channel (axis 1) of {b}."},
    .python_sentence = {.text = "{a} is one number, or one for each channel (axis 1) of {b}; {c} "
                                "has the shape of {a} if that is one number, else one axis.",
                        .without_c = "{a} is one number, or one for each channel (axis 1) of {b}."},
    .infer = InferChannelWeight,
    .inferred = 2,
};

constinit const RuleType kSameFormat = {
    .name = "SameFormat",
    .check = CheckSameFormat,
    .sentence = {"The format of {a} is that of {b}."},
    .python_sentence = {"{a} has the storage format of {b}, as all arrays here."},
};

constinit const RuleType kSucceedIfEmpty = {
    .name = "SucceedIfEmpty",
    .sentence = {"If {a} has no elements, nothing is done, and no rule below counts."},
    .python_sentence = {"If {a} has no elements, nothing is done, and nothing below counts."},
};

}  // namespace rules
}  // namespace openaclnn
