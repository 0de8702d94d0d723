// The order in which the terms of a channel are added (docs/numerics.md, "Sums"): the part of it
// that depends on the plan.
#pragma once

#include <cstdint>

#include "kinds/channels/sums.h"

namespace openaclnn {

// Whether rows of inner elements are summed along themselves, or else along columns.
bool SumsRows(const SumShape& shape);

// How many outer indices lie side by side in a row whose columns are summed. So rows are long
// enough for vectors, and there are still many.
int64_t SideBySide(const SumShape& shape);

// Adds `rows` rows of partial sums of the channels begin .. end as a tree, in place, then the inner
// elements of each channel, whose sum goes to sums[channel].
void FoldPartials(const SumShape& shape, int64_t rows, int64_t begin, int64_t end, double* partials,
                  double* sums);

// Sets values[i], i < count, to that of the channel of column `column` + i.
template <class T>
void RepeatChannelValues(const SumShape& shape, const T* channel_values, int64_t column,
                         int64_t count, T* values) {
  int64_t channel = column / shape.inner % shape.channels;
  int64_t alike = shape.inner - column % shape.inner;
  for (int64_t i = 0; i < count; ++i) {
    values[i] = channel_values[channel];
    if (--alike > 0) continue;
    alike = shape.inner;
    if (++channel == shape.channels) channel = 0;
  }
}

}  // namespace openaclnn
