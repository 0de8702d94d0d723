// How elements that are reduced lie: as [outer, reduced, inner], by the shape and the axes alone.
#pragma once

#include <cstdint>
#include <span>

#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace openaclnn {

struct Call;

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

// The elements as they are reduced, where inner is the last axes that are all reduced, or all not;
// an axis of one element is none. `axes` are those that are reduced; none: all. Without elements
// there are rows of nothing, as many as there are results.
ReductionShape ReducedAs(const Tensor& self, std::span<const int64_t> axes, int64_t results,
                         Dims& shape, Dims& strides);

// The axes that a call names by the role kReducedAxes: one, several, or, with none, all.
std::span<const int64_t> ReducedAxesOf(const Call& call);

// Chunks along rows, or blocks of columns, that threads share as parts (cpu/sum_parts.h): the parts
// of all results, or 0 where each result is made by one thread.
int64_t ReductionPartials(const ReductionShape& shape);

}  // namespace openaclnn
