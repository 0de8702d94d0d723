// Losses of elements, and what they come to, as stages.
#pragma once

#include <cstdint>
#include <span>

#include "kinds/stages/stage_list.h"
#include "ops/export_kernel.h"

namespace openaclnn {

// How losses become one: the numbers of the argument `reduction`.
enum Reduction : int64_t { kEachLoss, kMeanLoss, kSumOfLosses, kBatchMean };

struct Losses {
  const Kernel* kernel;
  std::span<const Value> inputs;  // that broadcast to the shape of the losses
  Params params = {};
  int64_t reduction;
  Value out;
};
void AddLosses(StageList& list, const Losses& losses);

// The divisor of gradients of losses of this shape: as many as there are for a mean, the first size
// for a mean over batches, else 1.
double CountOf(int64_t reduction, const Dims& shape);

// One element, in the place of an optional tensor that is null.
Value GivenOrOne(const Call& call, StageList& list, int argument);

}  // namespace openaclnn
