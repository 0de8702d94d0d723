// What RunWithSums does (kinds/channels/sums.h), for so few elements that preparing for tiles,
// threads and layouts would take longer than the loops.
#pragma once

#include "kinds/channels/kernel.h"
#include "kinds/channels/sums.h"

namespace openaclnn {

inline constexpr int64_t kFewTerms = 1024;

// `tile` has all elements, at most kFewTerms and at least one, of so many inputs and the output in
// row-major order, and from tile.inputs[channel_operand].values on the value of each channel; it
// is of no use afterwards.
template <class T>
void RunWithFewTerms(const Kernel& kernel, const Params& params, Tile<T>& tile, int inputs,
                     const SumShape& shape, int channel_operand, double* sums);

extern template void RunWithFewTerms<float>(const Kernel&, const Params&, Tile<float>&, int,
                                            const SumShape&, int, double*);
extern template void RunWithFewTerms<Bfloat16Bits>(const Kernel&, const Params&,
                                                   Tile<Bfloat16Bits>&, int, const SumShape&, int,
                                                   double*);
extern template void RunWithFewTerms<Float16Bits>(const Kernel&, const Params&, Tile<Float16Bits>&,
                                                  int, const SumShape&, int, double*);

}  // namespace openaclnn
