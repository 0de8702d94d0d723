// Products of several pairs of matrices as one stage.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/shared.h"
#include "kinds/product/quantised_numbers.h"
#include "kinds/stage.h"

namespace openaclnn {

// One of the products, as QuantisedProduct says it (spec.h): each value may be a part of a tensor.
struct GroupProduct {
  Value first, second, result;
  std::optional<Value> added = {};
  std::array<std::optional<Value>, kAddedLast> numbers = {};  // in the order of QuantisedNumbers
  int64_t group_of_k = 0;                                     // indices k that share a scale
};

// What the elements of a list of groups, of INT64, say of rows or of indices k. The groups lie one
// behind the other.
enum class GroupList : uint8_t {
  kEnds,             // [groups]: where each ends
  kSizes,            // [groups]
  kNumbersAndSizes,  // [groups, 2]: which group comes next, and its size
};

// The steps from a group to the next one, in bytes; 0: they have it in common.
struct GroupSteps {
  int64_t second = 0, added = 0, result = 0;
  std::array<int64_t, kAddedLast> numbers = {};
};

struct GroupedProduct {
  // With a list it is read when the stage runs, and tells the rows of `first` and `result` of each
  // group, or its indices k. Rows of no group become 0; what is out of bounds ends at them.
  std::optional<Value> list = {};
  GroupList list_is = GroupList::kEnds;
  bool groups_k = false;
  // One for each group, or with a list one for all, with steps.
  std::vector<GroupProduct> products;
  int64_t groups = 0;
  GroupSteps steps = {};
  bool adds_floats_first = false;
  // All that is read and written, apart from the list.
  std::vector<Value> read, written;
};

OPENACLNN_SHARED Stage PlanGroupedProduct(const GroupedProduct& grouped);

}  // namespace openaclnn
