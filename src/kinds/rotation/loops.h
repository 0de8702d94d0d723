// The dense loops of rotations.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "kinds/rotation/pairing.h"

namespace openaclnn {

// Rotates `size` numbers of a type in memory, which lie side by side, as the results do. Those may
// take the place of x. The first ones of pairs have a sine with the other sign.
using RotateRow = void (*)(const void* x, const double* cos, const double* sin, int64_t size,
                           void* to);

struct RotationLoops {
  // to[i] = x[i] cos[i] + partner[i] sin[i]
  void (*rotate)(const double* x, const double* partner, const double* cos, const double* sin,
                 int64_t count, double* to);
  // The same where the partner of an element is the other one of two neighbours.
  void (*rotate_neighbours)(const double* x, const double* cos, const double* sin, int64_t count,
                            double* to);
  // By way of registers instead of a row of doubles; null where the type is none of FLOAT, FLOAT16
  // and BFLOAT16.
  RotateRow (*row_of)(aclDataType dtype, Pairing pairing);
};

// The loops of the SIMD target in use.
const RotationLoops& GetRotationLoops();

}  // namespace openaclnn
