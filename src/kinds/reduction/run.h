// Sums of elements along any axes of a tensor, and averages.
//
// The elements lie as [outer, reduced, inner]. The order of summation follows from the shape and
// the axes alone, so that threads, layouts and SIMD width do not change the bits. docs/numerics.md,
// "Reductions", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/loop_type.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kReductionCost = 150;

struct ReductionShape {
  int64_t outer;
  int64_t reduced;
  int64_t inner;
  // The inner elements are summed as well; else there is a sum for each of them.
  bool along_rows;

  int64_t Sums() const { return along_rows ? outer : outer * inner; }
  int64_t Terms() const { return along_rows ? reduced * inner : reduced; }  // of each sum
};

struct ReductionRun {
  const Plan* plan;  // PlanInOrder of the elements alone
  std::byte* elements;
  const Plan* store;  // PlanInOrder of the sums alone, which are outputs
  std::byte* sums;
  ReductionShape shape;
  bool averages;   // the sums are divided by Terms()
  void* partials;  // ReductionPartials(shape) numbers of 8 bytes
};

// The partial sums that threads share; 0 where each sum is made by one thread.
int64_t ReductionPartials(const ReductionShape& shape);

// In double, or, for LoopType::kInt64, modulo 2^64; quotients of integers are truncated, and 0
// where there are no terms.
void RunReduction(const ReductionRun& run, LoopType loop);

}  // namespace openaclnn
