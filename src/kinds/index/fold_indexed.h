// Sums and products of elements at indexed places, in the order of the elements, on CPUs.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "kinds/index/run_indexed.h"

namespace openaclnn {

enum class Fold : uint8_t { kAdd, kMultiply };

struct IndexedFold {
  const IndexedWalk* walk;  // whose blocks are elements
  IndexedData data;
  aclDataType dtype;
  Fold fold;
  bool is_mean;  // a sum is divided by the number of elements besides the table's own
};

// Each place of the table gets its element and those that belong there, one after the other: in
// double and rounded once, or as integers modulo 2^64; of BOOL whether any, or each, is true.
void FoldIndexed(const IndexedFold& fold);

// What an element costs on one core, about, in picoseconds.
inline constexpr int kFoldCost = 3000;

}  // namespace openaclnn
