// What operators of batch norms have in common: channels as rows, and running statistics.
#pragma once

#include "ops/sums/norm_stages.h"

namespace openaclnn {

// The same elements with their channels, axis 1, as the first axis.
Value ChannelsFirst(StageList& list, const Value& x);

// Rows of a tensor whose first axis is that of channels.
NormSegments RowsOfChannels(const Dims& shape);

// count / (count - 1), by which a variance about the mean of `count` numbers is that of all.
inline double UnbiasedBy(int64_t count) {
  return static_cast<double>(count) / static_cast<double>(count - 1);
}

// A running statistic, if it is given, becomes (1 - momentum) times itself and momentum times
// factor * now.
void UpdateRunning(StageList& list, const Call& call, int argument, const Value& now,
                   double momentum, double factor);

}  // namespace openaclnn
