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

// Which elements of a row are wanted.
enum class Take : uint8_t {
  kFirst,      // so many of the first ones
  kOne,        // the one at a place
  kMedian,     // the one in the middle, the first of two; a NaN if there is one
  kNanMedian,  // the same of all that are no NaN, if there are any
};

struct SortRun {
  const Plan* plan;  // PlanInOrder of the rows, of words (kinds/reduction/extremes.h)
  std::byte* elements;
  const Plan* values;  // the same of the results; null: their indices alone are wanted
  std::byte* value_data;
  const Plan* indices;
  std::byte* index_data;
  int64_t rows, length, wanted;  // of each row
  Take take;
  int64_t at;  // of kOne
  int bytes;   // of an element
  Ordering ordering;
  uint64_t infinity;  // of floats
  bool descending;
};

void RunSort(const SortRun& run);

}  // namespace openaclnn
