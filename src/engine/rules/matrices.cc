#include "engine/rules/matrices.h"

#include <optional>
#include <string_view>

#include "engine/rules/infer.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

// What the shape of the product is called, if it is another one than `given`.
Status CheckShapeIs(const RuleCall& call, const Rule& rule, const Dims& expected,
                    std::string_view name) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, that of the {} of {} (shape {}) and {} (shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), name, rule.names[1],
                 ShapeText(call.At(rule, 1).shape), rule.names[2],
                 ShapeText(call.At(rule, 2).shape));
}

// The axes of batches are summed, unless the shape is that of each product.
Dims ResultOf(const Rule& rule, ProductShape& product) {
  if (rule.Is(rules::kShapeOfSumOfProducts)) product.batches.clear();
  return product.Result();
}

Status CheckShapeOfProduct(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 1).shape, &b = call.At(rule, 2).shape;
  std::optional<ProductShape> product = ProductOf(a, b);
  if (!product) {
    return Invalid(ErrorKind::kShape,
                   "{} and {}: shapes {} and {} have no matrix product; expected [..., m, k] and "
                   "[..., k, n], or [k], where the axes before broadcast",
                   rule.names[1], rule.names[2], ShapeText(a), ShapeText(b));
  }
  return CheckShapeIs(call, rule, ResultOf(rule, *product),
                      rule.Is(rules::kShapeOfProduct) ? "product" : "sum of products");
}

// If there is no product, the first phase says so.
Status InferShapeOfProduct(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  auto product = ProductOf(call.At(rule, 1).shape, call.At(rule, 2).shape);
  output.shape = product ? ResultOf(rule, *product) : Dims();
  return {};
}

Dims OuterOf(const Dims& rows, const Dims& columns) { return {rows.at(0), columns.at(0)}; }

Status CheckShapeOfOuter(const RuleCall& call, const Rule& rule) {
  return CheckShapeIs(call, rule, OuterOf(call.At(rule, 1).shape, call.At(rule, 2).shape),
                      "outer product");
}

// If these are no vectors, the first phase says so.
Status InferShapeOfOuter(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  const Dims &rows = call.At(rule, 1).shape, &columns = call.At(rule, 2).shape;
  output.shape = rows.size() == 1 && columns.size() == 1 ? OuterOf(rows, columns) : Dims();
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

constinit const RuleType kShapeOfSumOfProducts = {
    .name = "ShapeOfSumOfProducts",
    .check = CheckShapeOfProduct,
    .sentence = {"The shape of {a} is that of each product of a matrix of {b} and one of {c}."},
    .python_sentence = {"{a} has the shape of each product of a matrix of {b} and one of {c}."},
    .infer = InferShapeOfProduct,
};

constinit const RuleType kShapeOfOuter = {
    .name = "ShapeOfOuter",
    .check = CheckShapeOfOuter,
    .sentence = {"{a} has a row for each element of {b} and a column for each one of {c}."},
    .infer = InferShapeOfOuter,
};

}  // namespace rules
}  // namespace openaclnn
