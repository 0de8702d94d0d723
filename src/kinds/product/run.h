// Products of matrices.
//
// The plan's axes are k, n, m and then those of batches, innermost first, none left out: element
// (m, n) is the sum over k. Its operands are the factors, perhaps a third one that is added, and
// the result; each has a stride of 0 along the axes that it has not. The order of summation follows
// from k, and from how many batches are added, so that threads, layouts and SIMD width do not
// change the bits. docs/numerics.md, "Products of matrices", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "base/dtype.h"
#include "cpu/loop_type.h"
#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What a term costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kProductCost = 10;

// How products are added and what is computed with their sums, unless factors and result are all
// FLOAT, FLOAT16 or BFLOAT16: one product after the other, in double or as integers modulo 2^64.
struct NumbersOfProduct {
  aclDataType sum = ACL_FLOAT;     // what factors promote to: integers wrap in it
  aclDataType result = ACL_FLOAT;  // the same of all that the result is computed from
  int64_t alpha = 1, beta = 1;     // where `result` is of integers

  bool AddsIntegers() const { return ClassOf(sum) != DtypeClass::kFloat; }
  bool GivesIntegers() const { return ClassOf(result) != DtypeClass::kFloat; }
};

struct ProductRun {
  const Plan* plan;
  OperandData data;           // in the order of the plan
  double alpha = 1;           // times the product
  double beta = 0;            // times the third operand, which is not read where this is 0
  bool sums_batches = false;  // the products of all batches are added; the result has no such axes
  // Null: products are added in float, and sums of many in double (cpu/product_order.h).
  const NumbersOfProduct* numbers = nullptr;
};

// The result is rounded once. Without `numbers`, factors and result are FLOAT, FLOAT16 or BFLOAT16,
// each by itself.
void RunProduct(const ProductRun& run);

}  // namespace openaclnn
