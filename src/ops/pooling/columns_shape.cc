#include "ops/pooling/columns_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostNumber = int64_t{1} << 31;  // so that no place overflows

// Whether a product of sizes is one.
bool IsSize(std::initializer_list<int64_t> factors) {
  double product = 1;
  for (const int64_t factor : factors) product *= static_cast<double>(factor);
  return product < 0x1p62;
}

// An array of so many arguments behind the rule's, and its name.
struct NamedNumbers {
  std::string_view name;
  const std::vector<int64_t>& numbers;
};
NamedNumbers NumbersBehind(const RuleCall& call, const Rule& rule, int behind) {
  const auto at = static_cast<size_t>(rule.at[2] + behind);
  return {call.spec().arguments[at].name, *call.arguments()[at].integers};
}

Status CheckTwo(const NamedNumbers& array, int64_t least) {
  if (array.numbers.size() != 2) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected 2", array.name,
                   array.numbers.size());
  }
  for (const int64_t number : array.numbers) {
    if (number >= least && number <= kMostNumber) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected numbers from {} to {}", array.name,
                   number, least, kMostNumber);
  }
  return {};
}

// Checks the four arrays from the kernel on, and that there are windows in a space of these sizes.
// `first`: how many arguments behind the rule's the kernel is.
Status CountWindows(const RuleCall& call, const Rule& rule, int first,
                    std::span<const int64_t> sizes, std::array<int64_t, 2>& counts) {
  constexpr int64_t kLeast[] = {1, 1, 0, 1};  // kernel, dilation, padding, stride
  for (int i = 0; i < 4; ++i) {
    OPENACLNN_RETURN_IF_ERROR(CheckTwo(NumbersBehind(call, rule, first + i), kLeast[i]));
  }
  const ColumnAxes axes =
      ColumnAxesOf(call.arguments().subspan(static_cast<size_t>(rule.at[2] + first)));
  for (size_t i = 0; i < 2; ++i) {
    counts[i] = axes[i].CountWindows(sizes[i], false);
    if (counts[i] > 0) continue;
    return Invalid(ErrorKind::kShape,
                   "{}: is {}, expected room for a window of {} elements along an axis of {}, with "
                   "{} before and behind it",
                   NumbersBehind(call, rule, first).name, axes[i].kernel,
                   (axes[i].kernel - 1) * axes[i].dilation + 1, sizes[i], axes[i].before);
  }
  if (!IsSize({axes[0].kernel, axes[1].kernel, counts[0], counts[1]})) {
    return Invalid(ErrorKind::kShape, "{}: is {} by {}, expected fewer for {} by {} windows",
                   NumbersBehind(call, rule, first).name, axes[0].kernel, axes[1].kernel, counts[0],
                   counts[1]);
  }
  return {};
}

Status CheckRank(std::string_view name, const Dims& shape, size_t least) {
  if (shape.size() == least || shape.size() == least + 1) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {} or {}", name,
                 shape.size(), ShapeText(shape), least, least + 1);
}

// What a rule of columns says of the shape of `a`, by that of `b` and the arrays.
using ShapeBy = Status (*)(const RuleCall& call, const Rule& rule, Dims& shape);

template <ShapeBy shape_by>
Status CheckShapeBy(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(shape_by(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} for {} (shape {})", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(call.At(rule, 1).shape));
}

template <ShapeBy shape_by>
Status InferShapeBy(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return shape_by(call, rule, output.shape);
}

Status ShapeOfColumns(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims& whole = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckRank(rule.names[1], whole, 3));
  const size_t channel = whole.size() - 3;
  if (std::count(whole.begin() + static_cast<long>(channel), whole.end(), 0) > 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements along the last 3 axes",
                   rule.names[1], ShapeText(whole));
  }
  std::array<int64_t, 2> counts = {};
  OPENACLNN_RETURN_IF_ERROR(CountWindows(call, rule, 0, {whole.data() + channel + 1, 2}, counts));
  const std::vector<int64_t>& kernel = *call.Given(rule, 2).integers;
  if (!IsSize({whole[channel], kernel[0], kernel[1]})) {
    return Invalid(ErrorKind::kShape, "{}: is {} by {}, expected fewer elements for {} channels",
                   NumbersBehind(call, rule, 0).name, kernel[0], kernel[1], whole[channel]);
  }
  shape.assign(whole.begin(), whole.begin() + static_cast<long>(channel));
  shape.push_back(whole[channel] * kernel[0] * kernel[1]);
  shape.push_back(counts[0] * counts[1]);
  return {};
}

Status ShapeOfFolded(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims& columns = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckRank(rule.names[1], columns, 2));
  OPENACLNN_RETURN_IF_ERROR(CheckTwo(NumbersBehind(call, rule, 0), 1));
  const std::vector<int64_t>& sizes = *call.Given(rule, 2).integers;
  std::array<int64_t, 2> counts = {};
  OPENACLNN_RETURN_IF_ERROR(CountWindows(call, rule, 1, sizes, counts));
  const NamedNumbers kernel = NumbersBehind(call, rule, 1);
  const int64_t elements = kernel.numbers[0] * kernel.numbers[1];
  const size_t channel = columns.size() - 2;
  if (columns[channel] % elements != 0) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected a multiple of {}, the elements of {}, along axis {}",
                   rule.names[1], ShapeText(columns), elements, kernel.name, channel);
  }
  if (columns.back() != counts[0] * counts[1]) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} columns, {} by {} windows",
                   rule.names[1], ShapeText(columns), counts[0] * counts[1], counts[0], counts[1]);
  }
  shape = columns;
  shape[channel] /= elements;
  shape[channel + 1] = sizes[0];
  shape.push_back(sizes[1]);
  return {};
}

}  // namespace

ColumnAxes ColumnAxesOf(std::span<const Argument> arguments) {
  ColumnAxes axes;
  for (size_t i = 0; i < 2; ++i) {
    const auto number = [&](size_t argument) { return (*arguments[argument].integers)[i]; };
    axes[i] = {.kernel = number(0),
               .stride = number(3),
               .before = number(2),
               .after = number(2),
               .dilation = number(1)};
  }
  return axes;
}

namespace rules {

constinit const RuleType kColumnsShape = {
    .name = "ColumnsShape",
    .check = CheckShapeBy<ShapeOfColumns>,
    .sentence = {"{c} and the three arrays behind it, two numbers each, say the windows of the "
                 "last two axes of {b}. Before these stand one or two others. {a} has a column for "
                 "each window."},
    .infer = InferShapeBy<ShapeOfColumns>,
};

constinit const RuleType kFoldedShape = {
    .name = "FoldedShape",
    .check = CheckShapeBy<ShapeOfFolded>,
    .sentence = {"The last two axes of {a} are the sizes {c}. The four arrays behind {c}, two "
                 "numbers each, say their windows. {b} has a column for each of them."},
    .infer = InferShapeBy<ShapeOfFolded>,
};

}  // namespace rules
}  // namespace openaclnn
