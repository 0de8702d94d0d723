// How many elements belong where integers, or ranges of numbers, say, as stages.
#pragma once

#include <cstdint>

#include "base/shared.h"
#include "kinds/index/indexed.h"
#include "kinds/stage.h"

namespace openaclnn {

// counts[i] = how many of `places` are i. All are INT64 and dense, and places were checked before.
OPENACLNN_SHARED Stage PlanCounts(const Value& places, const Value& counts);

// counts[i] = how many elements e there are with low + i w <= e < low + (i + 1) w. There are as
// many bins of the width w as there are counts, and the last one has `high`, too. FLOAT elements
// are compared with low and high of floats, INT64 ones with those of integers. Where low is high,
// they become the smallest and the largest element. If these are equal, too, the middle bin has
// all, and the run fails if one is not finite. Exact. Elements and counts are dense, counts INT64.
struct BinInputs {
  Value elements, counts;
  float low = 0, high = 0;
  int64_t low_integer = 0, high_integer = 0;
  NameInCall name;  // of the elements
};
OPENACLNN_SHARED Stage PlanBinCounts(const BinInputs& inputs);

}  // namespace openaclnn
