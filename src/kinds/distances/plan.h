// Distances of the rows of two matrices, and their gradients, as stages.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// What the differences d of two rows come to.
enum class Distance : uint8_t {
  kCount,    // how many are not 0
  kSizes,    // the sum of |d|
  kSquares,  // the root of the sum of d^2
  kPowers,   // the root of the sum of |d|^power
  kLargest,  // the largest |d|, or NaN
};
// That of a power from 0 on, inf being the largest; NaN is a power.
OPENACLNN_SHARED Distance DistanceOf(double power);

// Matrices of DOUBLEs, dense along rows: `x1` is [batches..., P, M], `x2` [batches..., M, R] for
// distances and [batches..., R, M] for gradients. Axes before the last two broadcast to those of
// the result.
struct DistancesInputs {
  Value x1, x2;
  double power;
  Value out;  // [batches..., P, R], of floats
};
OPENACLNN_SHARED Stage PlanDistances(const DistancesInputs& inputs);

// All pairs of rows of one matrix, each once: row 0 and each behind it, then row 1, and so on.
struct PairDistancesInputs {
  Value rows;     // DOUBLE, [P, M], dense
  Value columns;  // the same, [M, P]
  double power;
  Value out;  // [P (P - 1) / 2], of floats
};
OPENACLNN_SHARED Stage PlanPairDistances(const PairDistancesInputs& inputs);

struct DistanceGradientsInputs {
  Value grad, x1, x2, distances;  // [batches..., P, R] the first and the last one, of floats
  double power;
  aclDataType dtype;  // to which distances were rounded
  Value out;          // like x1, of floats
};
OPENACLNN_SHARED Stage PlanDistanceGradients(const DistanceGradientsInputs& inputs);

}  // namespace openaclnn
