// Which of two elements of a window is taken for the largest.
#pragma once

namespace openaclnn {

// Whether the largest element of a column, in this row, is taken rather than that of the columns
// before it: it is larger, or equal and in an earlier row, or a NaN and none is in a later row.
template <class T, class P>
inline bool IsTaken(T value, P row, T best, P best_row) {
  const bool is_before = row < best_row;
  const bool is_nan = value != value, best_is_nan = best != best;
  return (value > best) | ((value == best) & is_before) | (is_nan & !(best_is_nan & is_before));
}

}  // namespace openaclnn
