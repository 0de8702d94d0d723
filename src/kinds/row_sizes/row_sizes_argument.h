// What the kernel of the largest sizes of rows is given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

struct RowSizesArgument {
  ElementwiseArgument walk;  // of [rows, columns]: x and perhaps a factor
  int64_t rows, columns;
  double divisor;
  uint64_t out;  // floats, for each row
  bool has_factor;
};

inline constexpr int kThreadsOfSizedRow = 32;

}  // namespace openaclnn
