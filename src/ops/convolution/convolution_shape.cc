#include "ops/convolution/convolution_shape.h"

#include <algorithm>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "fmt/format.h"
#include "fmt/ranges.h"

namespace openaclnn {
namespace {

constexpr size_t kAxesBeforeSpace = 2, kMostSpatialAxes = 3;

const Argument* InRole(const OpSpec& spec, std::span<const Argument> arguments,
                       ConvolutionRole role) {
  const int8_t at = spec.work.at[role];
  return at < 0 ? nullptr : &arguments[static_cast<size_t>(at)];
}
ConvolutionShape ShapeOf(const RuleCall& call) {
  return ConvolutionShapeOf(call.spec(), call.arguments());
}
std::string_view NameInRole(const RuleCall& call, ConvolutionRole role) {
  return call.spec().work.names[role];
}

std::string TextOf(const std::vector<int64_t>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

// Axes of space of the rule's argument number k.
size_t SpatialAxesOf(const RuleCall& call, const Rule& rule, int k) {
  return call.At(rule, k).shape.size() - kAxesBeforeSpace;
}

// SpatialAxes

Status CheckSpatialAxes(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  if (a.size() <= kAxesBeforeSpace || a.size() > kAxesBeforeSpace + kMostSpatialAxes) {
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected 3, 4 or 5 axes", rule.names[0],
                   ShapeText(a));
  }
  if (b.size() == a.size()) return {};
  return Invalid(ErrorKind::kRank, "{}: shape is {}, expected {} axes, as {} has", rule.names[1],
                 ShapeText(b), a.size(), rule.names[0]);
}

// StepsFor, PaddingFor, OutputPaddingFor, NoOutputPadding

Status CheckNumbers(const Rule& rule, const std::vector<int64_t>& numbers, size_t axes,
                    bool may_be_pairs, int64_t least) {
  const bool is_for_all =
      numbers.size() == axes || (may_be_pairs && axes < 3 && numbers.size() == 2 * axes);
  if (!is_for_all) {
    const std::string pairs = may_be_pairs && axes < 3 ? fmt::format(" or {}", 2 * axes) : "";
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}{}, as {} has {} axes",
                   rule.names[0], numbers.size(), axes, pairs, rule.names[1],
                   axes + kAxesBeforeSpace);
  }
  for (const int64_t number : numbers) {
    if (number >= least && number <= INT32_MAX) continue;
    return Invalid(ErrorKind::kValue, "{}: is {}, expected numbers from {} to {}", rule.names[0],
                   TextOf(numbers), least, INT32_MAX);
  }
  return {};
}

Status CheckSteps(const RuleCall& call, const Rule& rule) {
  return CheckNumbers(rule, *call.Given(rule, 0).integers, SpatialAxesOf(call, rule, 1), false, 1);
}
Status CheckPadding(const RuleCall& call, const Rule& rule) {
  return CheckNumbers(rule, *call.Given(rule, 0).integers, SpatialAxesOf(call, rule, 1), true, 0);
}

Status CheckOutputPadding(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 2).flag) return {};
  if (call.Given(rule, 0).is_null) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
                 "{}: is null, expected an aclIntArray, as {} is true", rule.names[0],
                 rule.names[2]);
  }
  const std::vector<int64_t>& numbers = *call.Given(rule, 0).integers;
  OPENACLNN_RETURN_IF_ERROR(CheckNumbers(rule, numbers, SpatialAxesOf(call, rule, 1), false, 0));
  const ConvolutionShape shape = ShapeOf(call);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const KernelSteps& steps = shape.steps[i];
    if (numbers[i] < std::max(steps.stride, steps.dilation)) continue;
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected less than {} or {} of each axis; {} has the stride {} and "
                   "the dilation {}",
                   rule.names[0], TextOf(numbers), NameInRole(call, kStrideOf),
                   NameInRole(call, kDilationOf), i, steps.stride, steps.dilation);
  }
  return {};
}

Status CheckNoOutputPadding(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 1).flag || call.Given(rule, 0).is_null) return {};
  const std::vector<int64_t>& numbers = *call.Given(rule, 0).integers;
  if (std::ranges::count(numbers, 0) == std::ssize(numbers)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 alone, as {} is false", rule.names[0],
                 TextOf(numbers), rule.names[1]);
}

// ConvolutionChannels

Status CheckChannels(const RuleCall& call, const Rule& rule) {
  const ConvolutionShape shape = ShapeOf(call);
  const Dims &input = shape.input, &weight = shape.weight;
  const Argument* const groups = InRole(call.spec(), call.arguments(), kGroupsOf);
  constexpr int64_t kMostGroups = 65535;
  if (groups != nullptr && (shape.groups < 1 || shape.groups > kMostGroups)) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected 1 to {}", NameInRole(call, kGroupsOf),
                   shape.groups, kMostGroups);
  }
  const std::string given =
      fmt::format("{}: shape is {}", rule.names[1], ShapeText(call.At(rule, 1).shape));
  const std::string beside =
      fmt::format("as {} has the shape {}", rule.names[0], ShapeText(call.At(rule, 0).shape));
  const std::string in_groups =
      groups == nullptr ? ""
                        : fmt::format(" and {} is {}", NameInRole(call, kGroupsOf), shape.groups);
  for (size_t i = kAxesBeforeSpace; i < weight.size(); ++i) {
    if (weight[i] > 0) continue;
    return Invalid(ErrorKind::kShape, "{}, expected a kernel of at least one element", given);
  }
  if (LayoutOf(call.spec()) == kDepthwise) {
    if (weight[1] == 1 && (input[1] == 0 ? weight[0] == 0 : weight[0] % input[1] == 0)) return {};
    return Invalid(ErrorKind::kShape,
                   "{}, expected a multiple of {} channels, each of one of the input, {}", given,
                   input[1], beside);
  }
  const int64_t meets = shape.transposed ? weight[0] : weight[1] * shape.groups;
  if (meets != input[1]) {
    return Invalid(ErrorKind::kShape, "{}, expected a kernel for {} channels, {}{}", given,
                   input[1], beside, in_groups);
  }
  if (weight[0] % shape.groups == 0) return {};
  return Invalid(ErrorKind::kShape, "{}, expected a multiple of {} along its first axis{}", given,
                 shape.groups, in_groups.empty() ? "" : "," + in_groups.substr(4));
}

// KernelFits, ChannelBias, ConvolvedShape

Status CheckKernelFits(const RuleCall& call, const Rule& rule) {
  const ConvolutionShape shape = ShapeOf(call);
  if (shape.transposed || call.At(rule, 1).extent.elements == 0) return {};
  for (size_t i = 0; i < shape.steps.size(); ++i) {
    const int64_t size = shape.input[i + kAxesBeforeSpace],
                  taps = shape.weight[i + kAxesBeforeSpace];
    const int64_t whole = size + shape.padding[i],
                  kernel = shape.steps[i].dilation * (taps - 1) + 1;
    if (whole >= kernel) continue;
    return Invalid(
        ErrorKind::kShape,
        "{}: shape is {}, expected at most {} elements along axis {} of the space, where "
        "the kernel has {}; {} has {} and {} of padding",
        rule.names[0], ShapeText(call.At(rule, 0).shape), whole, i, kernel, rule.names[1], size,
        shape.padding[i]);
  }
  return {};
}

Status CheckChannelBias(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = {ShapeOf(call).OutputChannels()};
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, an element for each channel",
                 rule.names[0], ShapeText(given), ShapeText(expected));
}

// The output's axes as the layout has them.
Dims OutputOf(const RuleCall& call) {
  Dims output = ShapeOf(call).Output();
  for (int64_t& extent : output) extent = std::max<int64_t>(0, extent);
  if (LayoutOf(call.spec()) == kTimeFirst)
    std::rotate(output.begin(), output.end() - 1, output.end());
  return output;
}

Status CheckConvolvedShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = OutputOf(call);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} is {} and {} is {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(call.At(rule, 1).shape), rule.names[2],
                 ShapeText(call.At(rule, 2).shape));
}

Status InferConvolvedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  output.shape = OutputOf(call);
  return {};
}

// TapsOf

Status CheckTaps(const RuleCall& call, const Rule& rule) {
  const Dims& weight = call.At(rule, 1).shape;
  const std::vector<int64_t>& given = *call.Given(rule, 0).integers;
  const std::vector<int64_t> taps(weight.begin() + kAxesBeforeSpace, weight.end());
  if (given == taps) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}, the last sizes of {}", rule.names[0],
                 TextOf(given), TextOf(taps), rule.names[1]);
}

// BiasSizes

Status CheckBiasSizes(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).is_null || !(*call.Given(rule, 1).bools)[2]) return {};
  const std::vector<int64_t>& given = *call.Given(rule, 0).integers;
  const std::vector<int64_t> expected = {ShapeOf(call).OutputChannels()};
  if (given == expected) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}, the channels of the output",
                 rule.names[0], TextOf(given), TextOf(expected));
}

}  // namespace

Dims ChannelsFirst(const Dims& dims, ConvolutionLayout layout, bool is_kernel) {
  if (layout != kTimeFirst) return dims;
  return is_kernel ? Dims{dims[2], dims[1], dims[0]} : Dims{dims[1], dims[2], dims[0]};
}

Dims ConvolutionShape::Output() const {
  Dims output = {input[0], OutputChannels()};
  for (size_t i = 0; i < steps.size(); ++i) {
    const int64_t size = input[i + kAxesBeforeSpace],
                  kernel = steps[i].dilation * (weight[i + kAxesBeforeSpace] - 1) + 1;
    if (transposed) {
      output.push_back((size - 1) * steps[i].stride - padding[i] + kernel + output_padding[i]);
    } else {
      const int64_t rest = size + padding[i] - kernel;
      output.push_back(rest < 0 ? 0 : rest / steps[i].stride + 1);
    }
  }
  return output;
}

ConvolutionLayout LayoutOf(const OpSpec& spec) {
  return static_cast<ConvolutionLayout>(spec.work.options[kTensorLayout]);
}

ConvolutionShape ConvolutionShapeOf(const OpSpec& spec, std::span<const Argument> arguments) {
  const auto in_role = [&](ConvolutionRole role) { return InRole(spec, arguments, role); };
  const ConvolutionLayout layout = LayoutOf(spec);
  ConvolutionShape shape;
  shape.input = ChannelsFirst(in_role(kInputOf)->tensor->shape, layout, false);
  shape.weight = ChannelsFirst(in_role(kWeightOf)->tensor->shape, layout, true);
  const size_t axes = shape.input.size() - kAxesBeforeSpace;
  if (const Argument* const flag = in_role(kTransposedOf)) shape.transposed = flag->flag;
  if (const Argument* const groups = in_role(kGroupsOf)) {
    shape.groups = groups->integer;
  } else if (layout == kDepthwise) {
    shape.groups = shape.input[1];
  }
  const auto numbers = [&](ConvolutionRole role, int64_t by_default) {
    const Argument* const array = in_role(role);
    if (array == nullptr || array->is_null) return std::vector<int64_t>(axes, by_default);
    return *array->integers;
  };
  const std::vector<int64_t> stride = numbers(kStrideOf, 1), dilation = numbers(kDilationOf, 1);
  std::vector<int64_t> padding;
  if (layout == kTimeFirst) {
    padding = {in_role(kPaddingOf)->integer};
  } else {
    padding = numbers(kPaddingOf, 0);
  }
  shape.output_padding = numbers(kOutputPaddingOf, 0);
  for (size_t i = 0; i < axes; ++i) {
    const bool has_pairs = padding.size() == 2 * axes;
    const int64_t before = padding[has_pairs ? 2 * i : i],
                  after = padding[has_pairs ? 2 * i + 1 : i];
    shape.steps.push_back({stride[i], before, dilation[i]});
    shape.padding.push_back(before + after);
  }
  return shape;
}

namespace rules {

constinit const RuleType kSpatialAxes = {
    .name = "SpatialAxes",
    .check = CheckSpatialAxes,
    .sentence = {"{a} has 3, 4 or 5 axes, and {b} as many: the first two are channels or the "
                 "batch, the others those of space."},
};

constinit const RuleType kStepsFor = {
    .name = "StepsFor",
    .check = CheckSteps,
    .sentence = {"{a} has a number of at least 1 for each axis of space of {b}."},
};

constinit const RuleType kPaddingFor = {
    .name = "PaddingFor",
    .check = CheckPadding,
    .sentence = {"{a} has a number of at least 0 for each axis of space of {b}; or two, of its two "
                 "sides, if there are one or two such axes."},
};

constinit const RuleType kOutputPaddingFor = {
    .name = "OutputPaddingFor",
    .check = CheckOutputPadding,
    .sentence = {"If {c} is true, {a} has a number of at least 0 for each axis of space of {b}, "
                 "less than its stride or its dilation."},
};

constinit const RuleType kNoOutputPadding = {
    .name = "NoOutputPadding",
    .check = CheckNoOutputPadding,
    .sentence = {"If {b} is false, {a} has 0 alone."},
};

constinit const RuleType kConvolutionChannels = {
    .name = "ConvolutionChannels",
    .check = CheckChannels,
    .sentence = {"The channels of {a} and {b} fit together, in as many groups."},
};

constinit const RuleType kKernelFits = {
    .name = "KernelFits",
    .check = CheckKernelFits,
    .sentence = {"Where it is not transposed, the kernel of {a} with its gaps is no longer than "
                 "{b} with its padding."},
};

constinit const RuleType kChannelBias = {
    .name = "ChannelBias",
    .check = CheckChannelBias,
    .sentence = {"{a} has one axis, with an element for each channel of the output."},
};

constinit const RuleType kConvolvedShape = {
    .name = "ConvolvedShape",
    .check = CheckConvolvedShape,
    .sentence = {"The shape of {a} is that of the output of {b} and {c}."},
    .infer = InferConvolvedShape,
};

constinit const RuleType kTapsOf = {
    .name = "TapsOf",
    .check = CheckTaps,
    .sentence = {"{a} has the last sizes of {b}."},
};

constinit const RuleType kBiasSizes = {
    .name = "BiasSizes",
    .check = CheckBiasSizes,
    .sentence = {"{a} is null or, if {b} asks for gradBias, has the number of channels of the "
                 "output alone."},
};

}  // namespace rules
}  // namespace openaclnn
