// Attention of few queries, as when a model decodes: keys and values are read once, where they lie.
#pragma once

#include "kinds/attention/run.h"

namespace openaclnn {

// Whether the queries that share a head of keys are few, and the elements of heads side by side.
bool HasFewRows(const AttentionRun& run);
// The same bits as those of many queries.
void RunFewRows(const AttentionRun& run);

}  // namespace openaclnn
