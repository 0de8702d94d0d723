// The rules of tensors that follow each other along an axis.
#pragma once

#include <cstdint>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kHasMembers, kConcatenated, kChunked;
}  // namespace rules

// `list`, of tensors, is not empty.
constexpr Rule HasMembers(std::string_view list) {
  return {.type = &rules::kHasMembers, .names = {list}};
}

// `dim`, an integer, is an axis of the members of `list`. These have one shape, except for the size
// along it, and the shape of `a` is theirs with the sum of these sizes.
constexpr Rule Concatenated(std::string_view a, std::string_view list, std::string_view dim) {
  return {.type = &rules::kConcatenated, .names = {a, list, dim}};
}

// How many of so many slices, above 0, a chunk has.
constexpr int64_t SlicesOfChunk(int64_t slices, int64_t chunks) {
  return (slices - 1) / chunks + 1;
}

// The members of `list` are cut into `chunks`, an integer above 0, along their first axes. `a` has
// a row for each, with the elements that this chunk of each member has, and is FLOAT if they are.
constexpr Rule Chunked(std::string_view a, std::string_view list, std::string_view chunks) {
  return {.type = &rules::kChunked, .names = {a, list, chunks}};
}

}  // namespace openaclnn
