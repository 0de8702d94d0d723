// The rules of tensors that are quantised, of their scales, and of how four bits are packed.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kPackedShape, kUnpackedShape, kWholeBytes, kLastAxes, kScaleAlong,
    kHasElements;
}  // namespace rules

// The shape of `packed` is that of `whole`; where its dtype is INT32, which holds eight integers of
// four bits, with an eighth of the last size. That is a multiple of 8, and of 2 for INT4.
constexpr Rule PackedShape(std::string_view packed, std::string_view whole) {
  return {.type = &rules::kPackedShape, .names = {packed, whole}};
}
// The same, where `whole` is the output; INT32 without axes is eight integers along one.
constexpr Rule UnpackedShape(std::string_view whole, std::string_view packed) {
  return {.type = &rules::kUnpackedShape, .names = {whole, packed}};
}
// Where the dtype of `a` is INT4, its elements lie in whole bytes: without gaps, and from an even
// offset on.
constexpr Rule WholeBytes(std::string_view a) {
  return {.type = &rules::kWholeBytes, .names = {a}};
}
constexpr Rule HasElements(std::string_view a) {
  return {.type = &rules::kHasElements, .names = {a}};
}
// `axis`, an integer, is one of the last two axes of `a`; on other chips than these the last one.
constexpr Rule LastAxes(std::string_view axis, std::string_view a, Chips chips) {
  return {.type = &rules::kLastAxes, .names = {axis, a}, .chips = chips};
}
// `scale` has one element, or one for each along the axis `axis` of `a`. It has one axis; or, if
// `axis` has a name, as many as `a`, with one element along the others. If it has none, `axis` is
// the last one.
constexpr Rule ScaleAlong(std::string_view scale, std::string_view a, std::string_view axis = {}) {
  return {.type = &rules::kScaleAlong, .names = {scale, a, axis}};
}

}  // namespace openaclnn
