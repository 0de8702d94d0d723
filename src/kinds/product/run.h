// Products of matrices.
//
// The plan's axes are k, n, m and then those of batches, innermost first, none left out: element
// (m, n) is the sum over k. Its operands are the factors, perhaps a third one that is added, and
// the result; each has a stride of 0 along the axes that it has not. The order of summation follows
// from k alone, so that threads, layouts and SIMD width do not change the bits. docs/numerics.md,
// "Products of matrices", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/loop_type.h"
#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What a term costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kProductCost = 10;

struct QuantizedRun;  // quantized_run.h

struct ProductRun {
  const Plan* plan;
  OperandData data;  // in the order of the plan
  double alpha = 1;  // times the product
  double beta = 0;   // times the third operand, which is not read where this is 0
  // Null: factors and results are floats. Else the plan's dtype of a factor of integers is that of
  // the numbers that they become, and its strides are as if those lay like the integers.
  const QuantizedRun* quantized = nullptr;
};

// Products are added in float, and sums of many in double (cpu/product_order.h); the result is
// rounded once. FLOAT, FLOAT16 and BFLOAT16, of each operand by itself.
void RunProduct(const ProductRun& run);

}  // namespace openaclnn
