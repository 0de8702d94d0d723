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
  // No mean is subtracted: rstd is that of the squares of x. Weights are those and weight_plus;
  // there is a weight and no bias.
  bool is_of_rms = false;
  double weight_plus = -0.0;
};
OPENACLNN_SHARED Stage PlanNormalise(const NormaliseInputs& inputs);

// The sums over all rows of grad (x - mean) rstd, and of grad, as dense DOUBLEs.
struct NormColumnsInputs {
  Value x, grad;
  NormShape shape;
  std::optional<Value> mean;  // none: 0
  Value rstd;
  Value products;
  std::optional<Value> grads;
};
OPENACLNN_SHARED Stage PlanNormColumns(const NormColumnsInputs& inputs);

// The gradient by x; and those sums in the same pass, if `products` is there.
struct NormGradientsInputs {
  Value x, grad;
  NormShape shape;
  std::optional<Value> mean;
  Value rstd;
  std::optional<Value> weight;
  Value out;
  std::optional<Value> products, grads;
  bool is_of_rms = false;  // there is no mean
};
OPENACLNN_SHARED Stage PlanNormGradients(const NormGradientsInputs& inputs);

// Rows of `shape.columns` elements, the last axes of x, which consist of `of_row` segments. A
// segment has one weight and one bias. Those of row r are the same as of row r + cycle.
struct NormSegments {
  NormShape shape;
  int64_t of_row, cycle;
  int64_t Inner() const { return of_row == 0 ? 0 : shape.columns / of_row; }
};

// Where mean and rstd come from, and of gradients the sums of each segment.
enum class StatisticsFrom : uint8_t {
  kRows,       // they are those of the rows
  kGiven,      // they are given; sums as what they add to each element
  kConstants,  // they are given and do not depend on x, so that gradients are products alone
};

// x may have any layout and dtype. The other values are dense DOUBLEs: `weight` and `bias` for each
// segment of `cycle` rows, `mean`, `rstd` and `variance` for each row.
struct SegmentsInputs {
  Value x;
  NormSegments segments;
  std::optional<Value> weight, bias;
  double eps;
  StatisticsFrom from = StatisticsFrom::kRows;
  Value mean, rstd;
  std::optional<Value> variance;
  std::optional<Value> out;
};
OPENACLNN_SHARED Stage PlanSegments(const SegmentsInputs& inputs);

// The sums of each segment of each row, of grad (x - mean) rstd and of grad; the gradient by x.
struct SegmentGradientsInputs {
  Value x, grad;
  NormSegments segments;
  Value mean, rstd;
  std::optional<Value> weight;
  StatisticsFrom from = StatisticsFrom::kRows;
  Value products, grads;
  std::optional<Value> out;
};
OPENACLNN_SHARED Stage PlanSegmentGradients(const SegmentGradientsInputs& inputs);

// Whether stages can take rows of these tensors as they are; if not, they are moved to dense ones
// of one dtype.
OPENACLNN_SHARED bool TakesRows(std::initializer_list<const Tensor*> tensors, int64_t columns);

}  // namespace openaclnn
