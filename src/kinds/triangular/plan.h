// Systems of equations whose matrix is a triangle, as a stage.
#pragma once

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

struct TriangularInputs {
  Value matrix;        // [..., n, n]; what is beyond its triangle is not read
  Value right;         // [..., n, columns]
  bool is_upper;       // whether the triangle is the upper one
  bool is_transposed;  // whether its transpose counts
  bool has_ones;       // whether its diagonal counts as ones, and is not read
  Value solution;      // like `right`; axes before the last two broadcast to its
};
// matrix solution = right, of FLOAT or DOUBLE.
OPENACLNN_SHARED Stage PlanTriangular(const TriangularInputs& inputs);

}  // namespace openaclnn
