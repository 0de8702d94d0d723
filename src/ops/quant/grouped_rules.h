// What the arguments of grouped products of matrices may be.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/argument.h"
#include "engine/op_spec.h"
#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kGroupedDtypes, kGroupedShapes, kNoMembers;
}  // namespace rules

// The dtypes of all lists go together as a row of a table says, which also says which are null.
constexpr Rule GroupedDtypes() {
  return {.type = &rules::kGroupedDtypes, .names = {"x", "weight", "out"}};
}

// The counts of the lists, the integers and the shapes fit each other.
constexpr Rule GroupedShapes() {
  return {.type = &rules::kGroupedShapes, .names = {"out", "x", "weight"}};
}

// A list is null, or without tensors.
constexpr Rule NoMembers(std::string_view list) {
  return {.type = &rules::kNoMembers, .names = {list}};
}

// The arguments up to actType are the same in all operators of grouped products.
enum GroupedArgument : int {
  kX,
  kWeight,
  kBias,
  kScale,
  kOffset,
  kAntiquantScale,
  kAntiquantOffset,
  kPerTokenScale,
  kGroupList,
  kActivationInput,
  kActivationQuantScale,
  kActivationQuantOffset,
  kSplitItem,
  kGroupType,
  kGroupListType,
  kActType
};

// The members of a list. A list that is null has none, and neither has one of a tensor [0].
std::span<Tensor* const> MembersOf(const Argument& list);

enum GroupType : int64_t { kNoGroups = -1, kGroupsOfRows = 0, kGroupsOfK = 2 };

// How the lists are divided.
struct Division {
  bool has_one_x, has_one_weight;  // for all groups
  bool has_list;                   // the list of groups says where they are
};
Division DivisionOf(std::span<const Argument> arguments);

}  // namespace openaclnn
