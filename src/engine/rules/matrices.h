// Rules of products of matrices.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kShapeOfProduct, kShapeOfSumOfProducts, kShapeOfOuter;
}  // namespace rules

// The shape of `a` is that of the product of the matrices `b` and `c`.
constexpr Rule ShapeOfProduct(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kShapeOfProduct, .names = {a, b, c}};
}

// The shape of `a` is that of the sum of the products of the matrices in the batches `b` and `c`.
constexpr Rule ShapeOfSumOfProducts(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kShapeOfSumOfProducts, .names = {a, b, c}};
}

// `a` has a row for each element of the vector `b` and a column for each one of `c`. Rules before
// this one say that these have one axis.
constexpr Rule ShapeOfOuter(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kShapeOfOuter, .names = {a, b, c}};
}

}  // namespace openaclnn
