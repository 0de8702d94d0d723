#include "engine/rules/matrices.h"

#include <optional>

#include "engine/rules/infer.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

Status CheckShapeOfProduct(const RuleCall& call, const Rule& rule) {
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

// If there is no product, the first phase says so.
Status InferShapeOfProduct(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  const auto product = ProductOf(call.At(rule, 1).shape, call.At(rule, 2).shape);
  output.shape = product ? product->Result() : Dims();
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kShapeOfProduct = {
    .name = "ShapeOfProduct",
    .check = CheckShapeOfProduct,
    .sentence = {"The shape of {a} is that of the product of {b} and {c}."},
    .python_sentence = {"{a} has the shape of the product of {b} and {c}."},
    .infer = InferShapeOfProduct,
};

}  // namespace rules
}  // namespace openaclnn
