// Products of BFLOAT16 by AVX-512's dot products of pairs. VDPBF16PS adds the product of the upper
// halves of two words to a sum, then that of the lower halves, each by a fused multiply-add. So
// pairs of one chain (WordOrder::kChains) give the order kHalves at twice the speed of floats.
#pragma once

#include "kinds/product/matrix_unit.h"

namespace openaclnn {

// Null if the compiler does not know the instruction. It may be called where HasDotPairs().
const MatrixUnit* DotPairsUnit();

}  // namespace openaclnn
