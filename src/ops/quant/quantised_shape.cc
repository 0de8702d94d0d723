#include "ops/quant/quantised_shape.h"

#include <algorithm>
#include <optional>

#include "base/settings.h"
#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kOfInt32 = 8;  // integers of four bits

// PackedShape, UnpackedShape

// The shape of what a tensor of that dtype and shape holds.
Dims Unpacked(Dims shape, aclDataType dtype) {
  if (dtype != ACL_INT32) return shape;
  if (shape.empty()) return Dims(1, kOfInt32);
  if (__builtin_mul_overflow(shape.back(), kOfInt32, &shape.back())) shape.back() = -1;
  return shape;
}

// How many integers share what has no parts.
int64_t UnitOf(aclDataType dtype) {
  return dtype == ACL_INT32 ? kOfInt32 : dtype == ACL_INT4 ? 2 : 1;
}

const char* UnitText(aclDataType dtype) { return dtype == ACL_INT32 ? "an element" : "a byte"; }

Status CheckUnits(std::string_view name, const Dims& whole, std::string_view packed,
                  aclDataType dtype) {
  const int64_t unit = UnitOf(dtype);
  if (unit == 1 || (!whole.empty() && whole.back() % unit == 0)) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected a last size that is a multiple of {}, as {}, whose "
                 "dtype is {}, holds {} integers of four bits in {}",
                 name, ShapeText(whole), unit, packed, DtypeName(dtype), unit, UnitText(dtype));
}

Status RefuseShape(std::string_view name, const Tensor& tensor, const Dims& expected,
                   std::string_view other, const Tensor& packed) {
  return Invalid(
      ErrorKind::kShape, "{}: shape is {}, expected {}, that of {}{}", name,
      ShapeText(tensor.shape), ShapeText(expected), other,
      packed.dtype == ACL_INT8
          ? ""
          : fmt::format(", as the dtype of {} is {}, which holds {} integers of four bits in {}",
                        &packed == &tensor ? name : other, DtypeName(packed.dtype),
                        UnitOf(packed.dtype), UnitText(packed.dtype)));
}

Status CheckPackedShape(const RuleCall& call, const Rule& rule) {
  const Tensor& packed = call.At(rule, 0);
  const Dims& whole = call.At(rule, 1).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckUnits(rule.names[1], whole, rule.names[0], packed.dtype));
  Dims expected = whole;
  if (packed.dtype == ACL_INT32) expected.back() /= kOfInt32;
  if (packed.shape == expected) return {};
  return RefuseShape(rule.names[0], packed, expected, rule.names[1], packed);
}

Status InferPackedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  if (output.dtype == ACL_INT32 && !output.shape.empty()) output.shape.back() /= kOfInt32;
  return {};
}

Status CheckUnpackedShape(const RuleCall& call, const Rule& rule) {
  const Dims& whole = call.At(rule, 0).shape;
  const Tensor& packed = call.At(rule, 1);
  const Dims expected = Unpacked(packed.shape, packed.dtype);
  if (whole != expected) {
    return RefuseShape(rule.names[0], call.At(rule, 0), expected, rule.names[1], packed);
  }
  return CheckUnits(rule.names[0], whole, rule.names[1], packed.dtype);
}

Status InferUnpackedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Tensor& packed = call.At(rule, 1);
  output.shape = Unpacked(packed.shape, packed.dtype);
  return {};
}

// WholeBytes

Status CheckWholeBytes(const RuleCall& call, const Rule& rule) {
  const Tensor& tensor = call.At(rule, 0);
  if (tensor.dtype != ACL_INT4 || tensor.extent.elements == 0) return {};
  if (tensor.extent.contiguous && tensor.offset % 2 == 0) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {} with strides {} and offset {}, expected contiguous elements from "
                 "an even offset on, as INT4 lies two to a byte",
                 rule.names[0], ShapeText(tensor.shape), ShapeText(tensor.strides), tensor.offset);
}

// HasElements

Status CheckHasElements(const RuleCall& call, const Rule& rule) {
  const Tensor& tensor = call.At(rule, 0);
  if (tensor.extent.elements > 0) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements", rule.names[0],
                 ShapeText(tensor.shape));
}

// LastAxes

Status CheckLastAxes(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  const bool has_two = rule.chips.Has(GetSettings().chip);
  const std::optional<size_t> axis = AxisAt(given, shape);
  if (axis && *axis + (has_two ? 2 : 1) >= shape.size()) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {} of {} (shape {})", rule.names[0], given,
                 has_two ? "one of the last two axes" : "the last axis", rule.names[1],
                 ShapeText(shape));
}

// ScaleAlong

Status CheckScaleAlong(const RuleCall& call, const Rule& rule) {
  const Dims &scale = call.At(rule, 0).shape, &shape = call.At(rule, 1).shape;
  const bool names_axis = rule.at[2] >= 0;
  const int64_t given = names_axis ? call.Given(rule, 2).integer : -1;
  const auto axis = static_cast<long>(*AxisAt(given, shape));
  const int64_t extent = shape.empty() ? 1 : shape[static_cast<size_t>(axis)];
  const auto is_one = [](int64_t size) { return size == 1; };
  bool fits = scale.size() == 1 && (scale[0] == extent || scale[0] == 1);
  if (names_axis && !fits && scale.size() == shape.size()) {
    const auto at = scale.begin() + axis;
    fits = (*at == extent || *at == 1) && std::all_of(scale.begin(), at, is_one) &&
           std::all_of(at + 1, scale.end(), is_one);
  }
  if (fits) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one element, or {} along {}{}, for the axis {} of {} "
                 "(shape {})",
                 rule.names[0], ShapeText(scale), extent, "one axis",
                 names_axis ? fmt::format(", or along that one of {} axes", shape.size()) : "",
                 axis, rule.names[1], ShapeText(shape));
}

}  // namespace

namespace rules {

constinit const RuleType kPackedShape = {
    .name = "PackedShape",
    .check = CheckPackedShape,
    .sentence = {"The shape of {a} is that of {b}. INT4 needs an even last size. INT32 holds eight "
                 "integers of four bits, so the last size of {a} is an eighth of that of {b}."},
    .python_sentence = {"{a} has the shape of {b}. INT32 holds eight integers of four bits, so its "
                        "last size is an eighth of that of {b}."},
    .infer = InferPackedShape,
};

constinit const RuleType kUnpackedShape = {
    .name = "UnpackedShape",
    .check = CheckUnpackedShape,
    .sentence = {"The shape of {a} is that of {b}. INT4 needs an even last size. INT32 holds eight "
                 "integers of four bits, so the last size of {a} is eight times that of {b}."},
    .python_sentence =
        {"{a} has the shape of {b}. INT32 holds eight integers of four bits, so then "
         "its last size is eight times that of {b}."},
    .infer = InferUnpackedShape,
};

constinit const RuleType kWholeBytes = {
    .name = "WholeBytes",
    .check = CheckWholeBytes,
    .sentence = {"As INT4 {a} is contiguous, and begins at an even offset."},
    .python_sentence = {"{a} is not INT4, which arrays do not have: INT32 holds eight of them."},
};

constinit const RuleType kHasElements = {
    .name = "HasElements",
    .check = CheckHasElements,
    .sentence = {"{a} has elements."},
};

constinit const RuleType kLastAxes = {
    .name = "LastAxes",
    .check = CheckLastAxes,
    .sentence = {"{a} is the last axis of {b}, or, on {products}, the last but one."},
};

constinit const RuleType kScaleAlong = {
    .name = "ScaleAlong",
    .check = CheckScaleAlong,
    .sentence =
        {.text = "{a} has one element, or as many as {b} has along the axis that {c} names. It has "
                 "one axis, or as many as {b}.",
         .without_c = "{a} has one axis, with one element or as many as {b} has along the last."},
    .python_sentence =
        {.text = "{a} has one element, or as many as {b} along the axis that {c} names. It has one "
                 "axis, or as many as {b}.",
         .without_c = "{a} has one axis, with one element or as many as {b} along the last."},
};

}  // namespace rules
}  // namespace openaclnn
