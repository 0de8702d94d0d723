// The rules of tensors whose last axes are normalised.
#pragma once

#include <algorithm>

#include "engine/op_spec.h"
#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kLastSizesOf, kShapeIn, kSizesWithoutLast, kCountWithoutLast, kCountIn,
    kDtypeWithMode, kOutputMask;
}  // namespace rules

// `sizes`, an aclIntArray, has the extents of the last axes of `a`, at least one.
constexpr Rule LastSizesOf(std::string_view sizes, std::string_view a) {
  return {.type = &rules::kLastSizesOf, .names = {sizes, a}};
}
// The shape of `a` is `sizes`.
constexpr Rule ShapeIn(std::string_view a, std::string_view sizes) {
  return {.type = &rules::kShapeIn, .names = {a, sizes}};
}
// The shape of `a` is that of `b` with 1 in the place of the last extents, which are `sizes`.
constexpr Rule SizesWithoutLast(std::string_view a, std::string_view b, std::string_view sizes) {
  return {.type = &rules::kSizesWithoutLast, .names = {a, b, sizes}};
}
// `a` has as many elements as that shape.
constexpr Rule CountWithoutLast(std::string_view a, std::string_view b, std::string_view sizes) {
  return {.type = &rules::kCountWithoutLast, .names = {a, b, sizes}};
}
// `a` has as many elements as the shape `sizes`.
constexpr Rule CountIn(std::string_view a, std::string_view sizes) {
  return {.type = &rules::kCountIn, .names = {a, sizes}};
}

// The dtype of `a` is `dtype` if `mode`, an integer, is `value`.
constexpr Rule DtypeWithMode(std::string_view a, aclDataType dtype, std::string_view mode,
                             int64_t value) {
  return {.type = &rules::kDtypeWithMode,
          .names = {a, mode},
          .dtypes = DtypeSet(dtype),
          .numbers = {value}};
}

// `mask`, an aclBoolArray, has an element for each output of the operator, which is not null where
// that is true.
constexpr Rule OutputMask(std::string_view mask) {
  return {.type = &rules::kOutputMask, .names = {mask}};
}

// Whether the sizes of rows are an argument.
constexpr bool NormalisesRows(const OpSpec& spec) {
  return std::ranges::any_of(RulesOf(spec),
                             [](const Rule& rule) { return rule.Is(rules::kLastSizesOf); });
}

}  // namespace openaclnn
