// The SIMD loops of sums, averages and products, for each target.
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
  void (*rows)(const T* terms, int64_t rows, int64_t count, S* sums);
  // Adds `rows` rows of terms, one after the other, to sums, behind which are kSlackOfSums more.
  void (*columns)(const T* terms, int64_t rows, int64_t pitch, int64_t width, S* sums);
};

using AllTermLoops = LoopsByType<TermLoops, float, double, Bfloat16Bits, Float16Bits, int64_t>;

// The loops of the SIMD target in use.
const AllTermLoops& GetTermLoops(TermWay way);

}  // namespace openaclnn
