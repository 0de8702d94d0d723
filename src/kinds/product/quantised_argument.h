// What the kernel of quantised products is given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "kinds/product/quantised_numbers.h"

namespace openaclnn {

// As QuantisedRun has it: `numbers` has the operands QuantisedNumbers, of which `has` tells those
// that there are.
struct QuantisedProductArgument {
  ElementwiseArgument plan, numbers;  // the axes k, or its groups, n, m and those of batches
  int64_t batches, group;
  uint8_t bits_of_first, bits_of_second;  // of integers; 0: floats
  bool has[kCountNumbers];
  bool adds;       // the third operand, before the scales
  bool is_scaled;  // not only rounded
  bool has_offsets_in_scales;
};

}  // namespace openaclnn
