// Transposes blocks of raw elements in SIMD registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// Element j of source row i becomes element i of target row j. Steps are the bytes from row to row;
// within a row elements lie without gaps. Source and target do not overlap, neither needs to be
// aligned. `item_bytes`: 1, 2, 4 or 8.
struct TransposeBlock {
  const std::byte* source;
  int64_t source_step;
  std::byte* target;
  int64_t target_step;
  int64_t rows, columns;  // of the source
};
inline constexpr int kWidestTransposed = 8;
void Transpose(const TransposeBlock& block, int item_bytes);

}  // namespace openaclnn
