// The SIMD loops of sums, averages, products and norms, for each target.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/half.h"
#include "cpu/loop_type.h"
#include "cpu/tile.h"
#include "kinds/reduction/term_way.h"

namespace openaclnn {

inline constexpr int64_t kSlackOfSums = 2 * kWidestVector / int64_t{sizeof(double)};

// Integers are summed modulo 2^64, in any order.
template <class T>
using SumOf = std::conditional_t<std::is_same_v<T, int64_t>, int64_t, double>;

// The dense loops over terms of T.
template <class T>
struct TermLoops {
  using S = SumOf<T>;
  // sums[r] = that of row r of up to kTermsOfChunk terms.
  void (*rows)(const T* terms, int64_t rows, int64_t count, double power, S* sums);
  // Adds `rows` rows of terms, one after the other, to sums, behind which are kSlackOfSums more.
  void (*columns)(const T* terms, int64_t rows, int64_t pitch, int64_t width, double power,
                  S* sums);
  // sums[i] is joined with others[i].
  void (*join)(const S* others, int64_t count, S* sums);
  S none;  // that of no terms
};

using AllTermLoops = LoopsByType<TermLoops, float, double, Bfloat16Bits, Float16Bits, int64_t>;

// The loops of the SIMD target in use; of norms those of floats and 16-bit floats alone. `power` is
// that of TermWay::kPowers.
const AllTermLoops& GetTermLoops(TermWay way);

// The roots of numbers that are not below 0, in their places: to the power of 1 / power.
void TakeRoots(double power, double* numbers, int64_t count);

}  // namespace openaclnn
