// Runs a plan whose formula also gives a term for each element, summed for each channel.
//
// The elements lie as [outer, channels, inner]. The order of summation follows from these three
// numbers alone, so that threads, tiles, layouts and SIMD width do not change the bits.
// docs/numerics.md, "Sums", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/elementwise/run.h"

namespace openaclnn {

struct SumShape {
  int64_t outer;
  int64_t channels;
  int64_t inner;
};

// How terms are added. Either rows of inner elements are added along themselves, in chunks of
// kSumChunk. Or columns are, with `side` outer indices in a row and blocks of kSumBlock rows.
struct SumOrder {
  bool along_rows;
  int64_t side;
};
inline constexpr int64_t kSumChunk = 1024;
inline constexpr int64_t kSumBlock = 64;

// The order that follows from a shape.
SumOrder OrderOf(const SumShape& shape);

// Numbers that RunWithSums needs as `partials`; no more than there are elements.
int64_t PartialSums(const SumShape& shape, const SumOrder& order);
inline int64_t PartialSums(const SumShape& shape) { return PartialSums(shape, OrderOf(shape)); }

// `run.plan` walks the elements in row-major order (PlanInOrder). The operand at `channel_operand`
// has a number of the loop's type for each channel, one after the other; the plan, with strides of
// 0, says nothing of it. Writes the sum of each channel to `sums` (shape.channels numbers). The
// kernel has sums in that type.
void RunWithSums(const ElementwiseRun& run, const SumShape& shape, int channel_operand,
                 LoopType loop, double* partials, double* sums);

// Leaves the partial sums as they are before they are added as trees: along rows a number for each
// [channel, outer, chunk], along columns for each [block, side, channel, inner]. A part of a
// larger array, by its order, gives partial sums of the larger array. The part has to begin with a
// chunk of its rows, or a block of its columns.
void RunPartialSums(const ElementwiseRun& run, const SumShape& shape, const SumOrder& order,
                    int channel_operand, LoopType loop, double* partials);

}  // namespace openaclnn
