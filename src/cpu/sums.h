// Runs a plan whose formula also gives a term for each element, summed for each channel.
//
// The elements lie as [outer, channels, inner]. The order of summation follows from these three
// numbers alone, so that threads, tiles, layouts and SIMD width do not change the bits; it is a
// tree, so that the error grows with the logarithm of the number of terms. docs/numerics.md,
// "Sums", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/elementwise.h"

namespace openaclnn {

struct SumShape {
  int64_t outer;
  int64_t channels;
  int64_t inner;
};

// Floats that RunWithSums needs as `partials`.
int64_t PartialSums(const SumShape& shape);

// `run.plan` walks the elements in row-major order (PlanInOrder) and computes in float. The operand
// at `channel_operand` has a float for each channel, one after the other; the plan, with strides of
// 0, says nothing of it. Writes the sum of each channel to `sums` (shape.channels floats). With no
// elements the sums are 0.
void RunWithSums(const ElementwiseRun& run, const SumShape& shape, int channel_operand,
                 float* partials, float* sums);

}  // namespace openaclnn
