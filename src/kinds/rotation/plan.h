// Pairs of the elements of rows, rotated by angles, as a stage.
#pragma once

#include "base/shared.h"
#include "kinds/rotation/pairing.h"
#include "kinds/stage.h"

namespace openaclnn {

struct RotationInputs {
  Value x;
  Value cos, sin;  // in the shape of x, with 1 in the place of any size but the last
  Value out;       // in the shape of x
  Pairing of_x;
  Pairing of_result;  // that of cos and sin, too: of_x, or halves where x has neighbours
};

// Each pair (a, b) of x becomes (a cos - b sin, b cos + a sin), with the cosines and sines in the
// places of the results. Products and sums are in double, and rounded once. The last size is a
// multiple of 2, or of 4 for quarters. `out` may be exactly the view of x if the pairings are
// equal.
OPENACLNN_SHARED Stage PlanRotation(const RotationInputs& inputs);

}  // namespace openaclnn
