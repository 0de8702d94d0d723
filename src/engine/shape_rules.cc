#include "engine/shape_rules.h"

#include <algorithm>
#include <optional>

#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

// Of the arguments from `first` on; nothing if they have no common shape.
std::optional<Dims> BroadcastFrom(const RuleCall& call, const Rule& rule, int first) {
  std::optional<Dims> common = call.At(rule, first).shape;
  for (int k = first + 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0 && common; ++k) {
    common = Broadcast(*common, call.At(rule, k).shape);
  }
  return common;
}

// Whether the arguments from `first` on have one shape; quicker than broadcasting.
bool HaveOneShape(const RuleCall& call, const Rule& rule, int first) {
  for (int k = first + 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    if (call.At(rule, k).shape != call.At(rule, first).shape) return false;
  }
  return true;
}

}  // namespace

Status CheckMaxRank(const RuleCall& call, const Rule& rule) {
  for (size_t i = 0; i < call.arguments().size(); ++i) {
    if (HasRankUpTo(rule.limit, call.arguments()[i])) continue;
    const Dims& shape = call.arguments()[i].tensor->shape;
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at most {}",
                   call.spec().arguments[i].name, shape.size(), ShapeText(shape), rule.limit);
  }
  return {};
}

Status CheckMinRank(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  if (shape.size() >= static_cast<size_t>(rule.limit)) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at least {}", rule.names[0],
                 shape.size(), ShapeText(shape), rule.limit);
}

Status CheckRankIs(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  if (shape.size() == static_cast<size_t>(rule.limit)) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[0],
                 shape.size(), ShapeText(shape), rule.limit);
}

Status CheckSameShape(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  if (a == b) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}", rule.names[0],
                 ShapeText(a), ShapeText(b), rule.names[1]);
}

Status CheckBroadcasts(const RuleCall& call, const Rule& rule) {
  if (HaveOneShape(call, rule, 0) || BroadcastFrom(call, rule, 0)) return {};
  return Invalid(ErrorKind::kBroadcast,
                 "{}: shapes {} do not broadcast; aligned at their last axes, sizes must be equal "
                 "or 1",
                 NamesFrom(rule, 0),
                 Listed(rule, 0, [&](int k) { return ShapeText(call.At(rule, k).shape); }));
}

Status CheckBroadcastShape(const RuleCall& call, const Rule& rule) {
  if (HaveOneShape(call, rule, 0)) return {};
  const Dims& given = call.At(rule, 0).shape;
  const std::optional<Dims> expected = BroadcastFrom(call, rule, 1);
  if (expected && given == *expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the broadcast shape of {}",
                 rule.names[0], ShapeText(given),
                 expected ? ShapeText(*expected) : std::string("none"), NamesFrom(rule, 1));
}

Status CheckBroadcastsTo(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  if (BroadcastsTo(a, b)) return {};
  return Invalid(ErrorKind::kBroadcast, "{}: shape {} does not broadcast to {}, the shape of {}",
                 rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
}

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

Status CheckSameFormat(const RuleCall& call, const Rule& rule) {
  const aclFormat a = call.At(rule, 0).format, b = call.At(rule, 1).format;
  if (a == b) return {};
  return Invalid(ErrorKind::kFormat, "{}: format is {}, expected {}, the format of {}",
                 rule.names[0], FormatName(a), FormatName(b), rule.names[1]);
}

Status CheckShapeOfRows(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  const Dims expected(b.begin(), b.end() - (b.empty() ? 0 : 1));
  if (a == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} without its last axis",
                 rule.names[0], ShapeText(a), ShapeText(expected), ShapeText(b), rule.names[1]);
}

Status CheckRowOf(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  const Dims expected = {b.empty() ? 1 : b.back()};
  if (a == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the last axis of {} (shape {})",
                 rule.names[0], ShapeText(a), ShapeText(expected), rule.names[1], ShapeText(b));
}

// The axes are those of the tensor, by a rule before this one.
Status CheckReducedShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  const bool keeps = call.Given(rule, 3).flag;
  const std::optional<Dims> expected = ReducedShape(whole, *call.Given(rule, 2).integers, keeps);
  if (given == expected) return {};
  const auto has_one = [](int64_t extent) { return extent == 1; };
  if (std::ranges::all_of(given, has_one) && std::ranges::all_of(*expected, has_one)) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape {} of {} {} {}",
                 rule.names[0], ShapeText(given), ShapeText(*expected), ShapeText(whole),
                 rule.names[1], keeps ? "with 1 at the axes in" : "without the axes in",
                 rule.names[2]);
}

Status CheckProductShape(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 1).shape, &b = call.At(rule, 2).shape;
  const std::optional<ProductShape> product = ProductOf(a, b);
  if (!product) {
    return Invalid(ErrorKind::kShape,
                   "{} and {}: shapes {} and {} have no matrix product; expected [..., m, k] and "
                   "[..., k, n], or [k], where the axes before broadcast",
                   rule.names[1], rule.names[2], ShapeText(a), ShapeText(b));
  }
  const Dims &given = call.At(rule, 0).shape, expected = product->Result();
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, that of the product of {} (shape {}) and {} "
                 "(shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1], ShapeText(a),
                 rule.names[2], ShapeText(b));
}

Status CheckLossShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &of_each = call.At(rule, 1).shape;
  const int64_t reduction = call.Given(rule, 2).integer;
  if (reduction == 0 && !of_each.empty()) {
    if (given == of_each) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}, as {} is 0",
                   rule.names[0], ShapeText(given), ShapeText(of_each), rule.names[1],
                   rule.names[2]);
  }
  if (given.empty() || given == Dims{1}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [] or [1], as there is one loss",
                 rule.names[0], ShapeText(given));
}

// The axis is one of the tensor, by rules before this one.
Status CheckHalfShape(const RuleCall& call, const Rule& rule) {
  const Dims &half = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  if (whole.empty()) {
    return Invalid(ErrorKind::kRank, "{}: rank is 0, expected an axis to cut in two",
                   rule.names[1]);
  }
  const size_t axis = *AxisAt(rule.at[2] >= 0 ? call.Given(rule, 2).integer : -1, whole);
  if (whole[axis] % 2 != 0) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected an even size along axis {}, which is cut in two",
                   rule.names[1], ShapeText(whole), axis);
  }
  Dims expected = whole;
  expected[axis] /= 2;
  if (half == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with half the size along "
                 "axis {}",
                 rule.names[0], ShapeText(half), ShapeText(expected), ShapeText(whole),
                 rule.names[1], axis);
}

// There is an axis, by a rule before this one.
Status CheckSizes(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const auto [least, most, most_others] = rule.integers;
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

Status CheckOneElement(const RuleCall& call, const Rule& rule) {
  const Tensor& tensor = call.At(rule, 0);
  if (tensor.extent.elements == 1) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one element", rule.names[0],
                 ShapeText(tensor.shape));
}

}  // namespace openaclnn
