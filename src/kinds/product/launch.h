// Products of matrices on a GPU: the work of kinds/product/run.h, which needs no workspace there.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "device/queue.h"
#include "kinds/product/run.h"

namespace openaclnn {

// The batches of a product's plan.
int64_t CountBatches(const Plan& plan);

// Whatever the data and the scalars are.
Status FindProduct(const ProductRun& run, Queue& queue, const DeviceCode*& code);

// `code` was found for such a run, whose results have elements.
Status LaunchProduct(const ProductRun& run, const DeviceCode* code, Queue& queue);

}  // namespace openaclnn
