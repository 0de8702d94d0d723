#include "ops/pooling/pooled_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

size_t AxesOf(const Rule& rule) { return static_cast<size_t>(rule.numbers[0]); }

// Refuses a tensor that has not the last axes, with elements, and one or two before them.
Status CheckSpace(std::string_view name, const Dims& shape, size_t axes) {
  if (shape.size() != axes + 1 && shape.size() != axes + 2) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {} or {}", name,
                   shape.size(), ShapeText(shape), axes + 1, axes + 2);
  }
  // There may be no batch.
  const size_t first = shape.size() - axes - 1;
  if (std::all_of(shape.begin() + static_cast<long>(first), shape.end(),
                  [](int64_t extent) { return extent > 0; })) {
    return {};
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements along the last {} axes",
                 name, ShapeText(shape), axes + 1);
}

// The array of a rule's kernel, or that so many arguments behind it.
struct Numbered {
  std::string_view name;
  const std::vector<int64_t>& numbers;
};
Numbered ArrayAt(const RuleCall& call, const Rule& rule, int behind) {
  const auto at = static_cast<size_t>(rule.at[2] + behind);
  return {call.spec().arguments[at].name, *call.arguments()[at].integers};
}

Status CheckCount(const Numbered& array, std::initializer_list<size_t> counts) {
  if (std::ranges::count(counts, array.numbers.size()) > 0) return {};
  std::string expected;
  for (const size_t& count : counts) {
    const bool is_last = &count == counts.end() - 1;
    expected += fmt::format("{}{}", &count == counts.begin() ? "" : is_last ? " or " : ", ", count);
  }
  return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}", array.name,
                 array.numbers.size(), expected);
}

Status CheckLeast(const Numbered& array, int64_t least) {
  for (const int64_t number : array.numbers) {
    if (number >= least) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected numbers of at least {}", array.name,
                   number, least);
  }
  return {};
}

Status CheckArrays(const RuleCall& call, const Rule& rule) {
  const size_t axes = AxesOf(rule);
  const auto form = static_cast<PoolForm>(rule.numbers[1]);
  const PoolArguments at = ArgumentsOf(form);
  const Numbered kernel = ArrayAt(call, rule, 0), stride = ArrayAt(call, rule, at.stride);
  const Numbered padding = ArrayAt(call, rule, at.padding);
  OPENACLNN_RETURN_IF_ERROR(CheckCount(kernel, {1, axes}));
  OPENACLNN_RETURN_IF_ERROR(CheckCount(stride, {0, 1, axes}));
  if (form == PoolForm::kOnnx) {
    OPENACLNN_RETURN_IF_ERROR(CheckCount(padding, {0, 1, axes, 2 * axes}));
  } else {
    OPENACLNN_RETURN_IF_ERROR(CheckCount(padding, {1, axes}));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckLeast(kernel, 1));
  OPENACLNN_RETURN_IF_ERROR(CheckLeast(stride, 1));
  OPENACLNN_RETURN_IF_ERROR(CheckLeast(padding, 0));
  if (at.dilation < 0) return {};
  const Numbered dilation = ArrayAt(call, rule, at.dilation);
  if (form == PoolForm::kOnnx) {
    OPENACLNN_RETURN_IF_ERROR(CheckCount(dilation, {0, 1, axes, 2 * axes}));
  } else {
    OPENACLNN_RETURN_IF_ERROR(CheckCount(dilation, {1, axes}));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckLeast(dilation, 1));
  const int64_t most = rule.numbers[2];
  for (const int64_t number : dilation.numbers) {
    if (most == 0 || number <= most) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected {}", dilation.name, number, most);
  }
  return {};
}

PoolWindows WindowsFor(const RuleCall& call, const Rule& rule) {
  return WindowsOf(call.arguments().subspan(static_cast<size_t>(rule.at[2])),
                   static_cast<PoolForm>(rule.numbers[1]), AxesOf(rule));
}

Status Pool(const RuleCall& call, const Rule& rule, Dims& shape) {
  const size_t axes = AxesOf(rule);
  const Dims& whole = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckSpace(rule.names[1], whole, axes));
  OPENACLNN_RETURN_IF_ERROR(CheckArrays(call, rule));
  const PoolWindows windows = WindowsFor(call, rule);
  const PoolArguments at = ArgumentsOf(static_cast<PoolForm>(rule.numbers[1]));
  shape = whole;
  for (size_t i = 0; i < axes; ++i) {
    const PoolAxis& axis = windows.axes[3 - axes + i];
    if (std::max(axis.before, axis.after) > axis.kernel / 2) {
      return Invalid(
          ErrorKind::kValue, "{}: has {} for windows of {} elements, expected at most half of them",
          ArrayAt(call, rule, at.padding).name, std::max(axis.before, axis.after), axis.kernel);
    }
    int64_t& extent = shape[whole.size() - axes + i];
    if (axis.before > 0 && axis.dilation > extent) {
      return Invalid(ErrorKind::kValue,
                     "{}: has {} for {} elements along axis {} of {}, which is padded, expected at "
                     "most as many, so that there is one in each window",
                     ArrayAt(call, rule, at.dilation).name, axis.dilation, extent,
                     whole.size() - axes + i, rule.names[1]);
    }
    const int64_t count = axis.CountWindows(extent, windows.ceils);
    if (count <= 0) {
      return Invalid(ErrorKind::kShape,
                     "{}: shape is {}, expected room for a window of {} elements along axis {}",
                     rule.names[1], ShapeText(whole), (axis.kernel - 1) * axis.dilation + 1,
                     whole.size() - axes + i);
    }
    extent = count;
  }
  return {};
}

Status CheckIs(const RuleCall& call, const Rule& rule, const Dims& expected,
               std::string_view reason) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, {} {} (shape {})", rule.names[0],
                 ShapeText(given), ShapeText(expected), reason, rule.names[1],
                 ShapeText(call.At(rule, 1).shape));
}

Status CheckPooledShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Pool(call, rule, expected));
  return CheckIs(call, rule, expected, "that of the windows of");
}
Status InferPooledShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return Pool(call, rule, output.shape);
}

Dims ShapeOfMask(const RuleCall& call, const Rule& rule) {
  Dims shape = call.At(rule, 1).shape;
  const std::vector<int64_t>& kernel = *call.Given(rule, 2).integers;
  const size_t width = shape.size() - 1;
  const int64_t windows = shape[width - 1] * shape[width];
  shape[width - 1] = kernel.front() * kernel.back();
  shape[width] = MaskRowBytes(windows);
  return shape;
}
Status CheckMaskShape(const RuleCall& call, const Rule& rule) {
  return CheckIs(call, rule, ShapeOfMask(call, rule), "that of the mask of");
}
Status InferMaskShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  output.shape = ShapeOfMask(call, rule);
  return {};
}

Status Adapt(const RuleCall& call, const Rule& rule, Dims& shape) {
  const size_t axes = AxesOf(rule);
  const Dims& whole = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckSpace(rule.names[1], whole, axes));
  const Numbered sizes = ArrayAt(call, rule, 0);
  OPENACLNN_RETURN_IF_ERROR(CheckCount(sizes, {axes}));
  OPENACLNN_RETURN_IF_ERROR(CheckLeast(sizes, 0));
  shape = whole;
  std::copy(sizes.numbers.begin(), sizes.numbers.end(), shape.end() - static_cast<long>(axes));
  return {};
}
Status CheckAdaptiveShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Adapt(call, rule, expected));
  return CheckIs(call, rule, expected, "the sizes behind those of");
}
Status InferAdaptiveShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return Adapt(call, rule, output.shape);
}

Status CheckUnpooledShape(const RuleCall& call, const Rule& rule) {
  const size_t axes = AxesOf(rule);
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckSpace(rule.names[1], b, axes));
  const bool fits =
      a.size() == b.size() && std::equal(a.begin(), a.end() - static_cast<long>(axes), b.begin());
  if (fits) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected that of {} but for the last {} axes "
                 "(shape {})",
                 rule.names[0], ShapeText(a), rule.names[1], axes, ShapeText(b));
}

}  // namespace

namespace rules {

constinit const RuleType kPooledShape = {
    .name = "PooledShape",
    .check = CheckPooledShape,
    .sentence = {"{c} and the arguments behind it say where windows are in the last axes of {b}: "
                 "their number of axes is {first}. Padding is at most half of a window. The shape "
                 "of {a} follows."},
    .infer = InferPooledShape,
};

constinit const RuleType kMaskShape = {
    .name = "MaskShape",
    .check = CheckMaskShape,
    .sentence = {"{a} has as many rows as a window of {c} has elements. A row has 32 (n / 16 + 1) "
                 "bytes, where n / 16 is rounded up and n windows are in a plane of {b}."},
    .infer = InferMaskShape,
};

constinit const RuleType kAdaptiveShape = {
    .name = "AdaptiveShape",
    .check = CheckAdaptiveShape,
    .sentence = {"The last axes of {a} are the sizes {c}, whose count is {first}. The others are "
                 "those of {b}, one or two."},
    .infer = InferAdaptiveShape,
};

constinit const RuleType kUnpooledShape = {
    .name = "UnpooledShape",
    .check = CheckUnpooledShape,
    .sentence = {"{a} has the shape of {b} except for the last axes; their number is {first}."},
};

}  // namespace rules
}  // namespace openaclnn
