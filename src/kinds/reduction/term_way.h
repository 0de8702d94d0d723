// What terms come to: sums, products and norms.
#pragma once

#include <cstdint>

namespace openaclnn {

enum class TermWay : int64_t {
  kSum,
  kSumOfNumbers,  // a NaN counts as 0
  kProduct,
  // Norms of floats; all but the first two and the last two are roots of sums.
  kCount,  // of terms that are not 0
  kSizes,  // |x|
  kSquares,
  kPowers,   // of |x|
  kLargest,  // |x|; a NaN if there is one
  kSmallest,
};
inline constexpr int kTermWays = 9;

constexpr bool IsNorm(TermWay way) { return way >= TermWay::kCount; }

}  // namespace openaclnn
