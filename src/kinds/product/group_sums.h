// Products of integers whose sums over groups of indices k are scaled before they are added.
#pragma once

#include "kinds/product/run.h"

namespace openaclnn {

// Does a run whose `quantised->sums` are used, and which has no batches.
void MultiplyInGroups(const ProductRun& run);

}  // namespace openaclnn
