// How the terms of sums are cut, on every device (docs/numerics.md, "Reductions" and "Products of
// matrices"). Compilers of device code read this, too.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kTermsOfChunk = 1024;  // of a row, that are summed in lanes
inline constexpr int64_t kLanesOfChunk = 32;    // term i of a chunk is added to lane i mod 32
inline constexpr int64_t kRowsOfBlock = 64;     // that are added one after the other, by columns
inline constexpr int64_t kTermsInFloat = 64;    // products, before their sum becomes a double

}  // namespace openaclnn
