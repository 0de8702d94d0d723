// Factors of matrices, as stages. All tensors are dense, of DOUBLE or, except for Cholesky factors,
// COMPLEX128: operators convert others before and after.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

struct CholeskyInputs {
  Value matrices;  // DOUBLE, [..., n, n]; what is below the diagonal is not read
  Value factors;   // alike, and may be the same
  std::string_view operator_name, name_of_matrices;  // of the spec
};
// Upper triangles U with U^T U = matrix, and 0 below. Fails the run if a matrix is not positive
// definite, as a whole before anything is written elsewhere than in `factors`.
OPENACLNN_SHARED Stage PlanCholesky(const CholeskyInputs& inputs);

struct QrInputs {
  Value matrices;    // [..., m, n]
  Value orthogonal;  // [..., m, c], c = min(m, n) or m; or of no tensor, if it is not asked for
  Value triangular;  // [..., c, n], or of no tensor
};
// matrix = orthogonal triangular, by reflections as LAPACK has them: the diagonal is real, and its
// signs are those of geqrf.
OPENACLNN_SHARED Stage PlanQr(const QrInputs& inputs);

struct SvdInputs {
  Value matrices;  // [..., m, n]
  Value values;    // [..., min(m, n)], of the same dtype, in descending order; or of no tensor
  Value left;      // [..., m, c], c = min(m, n) or m; or of no tensor
  Value right;     // [..., n, d], d = min(m, n) or n; or of no tensor
};
// matrix = left diag(values) right^T: the conjugates of the singular vectors on the right. All that
// there is of a matrix with a number that is not finite is NaN.
OPENACLNN_SHARED Stage PlanSvd(const SvdInputs& inputs);

struct DeterminantInputs {
  Value matrices;  // [..., n, n]
  Value signs;     // [...], of the same dtype
  Value sizes;     // [...], DOUBLE
  Value powers;    // alike
};
// determinant = sign size 2^power, where the power is a whole number, and the size is 0 or within a
// factor of sqrt(2) of 1. All are NaN, except for the power, which is 0 then, of a matrix with a
// number that is not finite.
OPENACLNN_SHARED Stage PlanDeterminant(const DeterminantInputs& inputs);

}  // namespace openaclnn
