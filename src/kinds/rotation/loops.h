// The dense loops of rotations.
#pragma once

#include <cstdint>

namespace openaclnn {

struct RotationLoops {
  // to[i] = x[i] cos[i] + partner[i] sin[i]
  void (*rotate)(const double* x, const double* partner, const double* cos, const double* sin,
                 int64_t count, double* to);
  // The same where the partner of an element is the other one of two neighbours.
  void (*rotate_neighbours)(const double* x, const double* cos, const double* sin, int64_t count,
                            double* to);
};

// The loops of the SIMD target in use.
const RotationLoops& GetRotationLoops();

}  // namespace openaclnn
