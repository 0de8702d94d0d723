// Rules of products of matrices.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kShapeOfProduct;
}  // namespace rules

// The shape of `a` is that of the product of the matrices `b` and `c`.
constexpr Rule ShapeOfProduct(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kShapeOfProduct, .names = {a, b, c}};
}

}  // namespace openaclnn
