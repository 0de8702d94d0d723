// Runs a plan of rows on a GPU, in the order of kinds/rows/run.h.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "device/queue.h"
#include "kinds/rows/run.h"

namespace openaclnn {

// The numbers of chunks that a run needs room for: of all rows, unless they have one chunk each.
int64_t RowChunksOnGpu(const Plan& plan);

// Whether something is written though rows have no elements: their numbers, sums over nothing.
bool WritesEmptyRows(const Plan& plan, bool has_row_result);

// Gives the work to the queue. `code` is that of the formula and a RowsArgument, or of kFillKernel
// for empty rows.
Status LaunchRows(const RowsRun& run, const DeviceCode* code, Queue& queue);

}  // namespace openaclnn
