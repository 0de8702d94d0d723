// Rows in order, all elements or the first ones: stable, NaN is the largest, and -0 is equal to 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kSortCost = 15000;

// How elements are compared, by their bits.
enum class Ordering : uint8_t { kSigned, kUnsigned, kFloat, kTruth };

struct SortRun {
  const Plan* plan;  // PlanInOrder of the rows, of words (kinds/reduction/extremes.h)
  std::byte* elements;
  const Plan* values;  // the same of the results
  std::byte* value_data;
  const Plan* indices;
  std::byte* index_data;
  int64_t rows, length, wanted;  // of each row
  int bytes;                     // of an element
  Ordering ordering;
  uint64_t infinity;  // of floats
  bool descending;
};

void RunSort(const SortRun& run);

}  // namespace openaclnn
