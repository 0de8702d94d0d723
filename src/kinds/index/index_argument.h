// What the kernels of indices are given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// One element of each row (kinds/index/run.h), whose plan has the axes of columns and rows.
struct IndexArgument {
  ElementwiseArgument plan;
  int64_t ignored;
  bool gives_factors;  // of kPick: there are two results
  bool divides;        // of kPut
};

}  // namespace openaclnn
