// The rules of projections of queries, keys and values, which stand side by side.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kProjectedShapes, kShapeOfProjection;
}  // namespace rules

// `qkv` is [B, T, 3 N D], where N is `heads`, and `bias` [3 N D].
constexpr Rule ProjectedShapes(std::string_view qkv, std::string_view bias,
                               std::string_view heads) {
  return {.type = &rules::kProjectedShapes, .names = {qkv, bias, heads}};
}
// `a` is [B, N, T, D].
constexpr Rule ShapeOfProjection(std::string_view a, std::string_view qkv, std::string_view heads) {
  return {.type = &rules::kShapeOfProjection, .names = {a, qkv, heads}};
}

}  // namespace openaclnn
