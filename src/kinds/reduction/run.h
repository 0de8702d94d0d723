// Sums of elements along any axes of a tensor, and averages.
//
// The elements lie as [outer, reduced, inner]. The order of summation follows from the shape and
// the axes alone, so that threads, layouts and SIMD width do not change the bits. docs/numerics.md,
// "Reductions", describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/loop_type.h"
#include "kinds/reduction/shape.h"
#include "kinds/reduction/term_way.h"
#include "tensor/plan.h"

namespace openaclnn {

struct ReductionRun {
  const Plan* plan;  // PlanInOrder of the elements alone
  std::byte* elements;
  const Plan* store;  // PlanInOrder of the sums alone, which are outputs
  std::byte* sums;
  ReductionShape shape;
  bool averages;  // the sums are divided by Terms()
  TermWay way;
  double power;    // of TermWay::kPowers
  void* partials;  // ReductionPartials(shape) numbers of 8 bytes
};

// In double, or, for LoopType::kInt64, modulo 2^64; quotients of integers are truncated, and 0
// where there are no terms.
void RunReduction(const ReductionRun& run, LoopType loop);

}  // namespace openaclnn
