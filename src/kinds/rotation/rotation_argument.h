// What the kernel of rotations is given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "kinds/rotation/pairing.h"

namespace openaclnn {

struct RotationArgument {
  ElementwiseArgument walk;  // of rows of `size` elements: x, cos, sin, out
  int64_t pairs;             // in all rows
  int64_t size;
  Pairing of_x, of_result;
};

}  // namespace openaclnn
