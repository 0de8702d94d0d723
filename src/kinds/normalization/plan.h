// Normalisations as stages.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

struct NormShape {
  int64_t rows, columns;
  int64_t Elements() const { return rows * columns; }
};

// The last axes of `x`, shape.columns elements, are a row. `weight` and `bias` are dense FLOATs,
// one for each column, `mean` and `rstd` dense DOUBLEs, one for each row. The other tensors have
// the shape of `x`. Rows longer than kLongestGatheredRow are dense, and of one dtype.
struct NormaliseInputs {
  Value x;
  NormShape shape;
  std::optional<Value> weight, bias;
  double eps;
  Value out;
  std::optional<Value> mean, rstd;
};
OPENACLNN_SHARED Stage PlanNormalise(const NormaliseInputs& inputs);

// The sums over all rows of grad (x - mean) rstd, and of grad, as dense DOUBLEs.
struct NormColumnsInputs {
  Value x, grad;
  NormShape shape;
  Value mean, rstd;
  Value products;
  std::optional<Value> grads;
};
OPENACLNN_SHARED Stage PlanNormColumns(const NormColumnsInputs& inputs);

// The gradient by x; and those sums in the same pass, if `products` is there.
struct NormGradientsInputs {
  Value x, grad;
  NormShape shape;
  Value mean, rstd;
  std::optional<Value> weight;
  Value out;
  std::optional<Value> products, grads;
};
OPENACLNN_SHARED Stage PlanNormGradients(const NormGradientsInputs& inputs);

// Whether stages can take rows of these tensors as they are; if not, they are moved to dense ones
// of one dtype.
OPENACLNN_SHARED bool TakesRows(std::initializer_list<const Tensor*> tensors, int64_t columns);

}  // namespace openaclnn
