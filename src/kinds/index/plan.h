// One element of each row, by its index, as a stage.
#pragma once

#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Rows of `table`, [rows, columns], or, of one row, [columns]; indices and results have one element
// for each row, and no axis where there is one row. Or rows along two axes of the table,
// [parts, columns, rows], that indices and results have too; on CPUs alone.
struct PickInputs {
  Value index;                   // of integers
  Value factor;                  // [columns]
  Value table;                   // [rows, columns]
  int64_t ignored;               // an index whose results are 0
  Value product;                 // -(factor[index] * table[row, index])
  std::optional<Value> factors;  // factor[index]
};
OPENACLNN_SHARED Stage PlanPick(const PickInputs& inputs);

struct PutInputs {
  Value number;  // for each row, or one for all
  Value index;
  Value factor;     // [columns]
  Value divisor;    // one element
  bool divides;     // if not, the divisor counts as 1
  int64_t ignored;  // an index whose row is 0
  Value table;      // -(number[row] * factor[index]) / divisor at [row, index], 0 elsewhere
};
OPENACLNN_SHARED Stage PlanPut(const PutInputs& inputs);

}  // namespace openaclnn
