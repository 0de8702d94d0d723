// The SIMD loops of sums and averages, for each target.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/kernel.h"

namespace openaclnn {

inline constexpr int64_t kSlackOfSums = 2 * kWidestVector / int64_t{sizeof(double)};

// The dense loops over terms of T, with sums of S.
template <class T, class S>
struct TermLoops {
  // sums[r] = that of row r of up to kTermsOfChunk terms.
  void (*rows)(const T* terms, int64_t rows, int64_t count, S* sums);
  // Adds `rows` rows of terms, one after the other, to sums, behind which are kSlackOfSums more.
  void (*columns)(const T* terms, int64_t rows, int64_t pitch, int64_t width, S* sums);
};

struct AllTermLoops {
  TermLoops<float, double> in_float;
  TermLoops<double, double> in_double;
  TermLoops<Bfloat16Bits, double> in_bfloat16;
  TermLoops<Float16Bits, double> in_float16;
  TermLoops<int64_t, int64_t> in_int64;  // modulo 2^64, in any order
};

// The loops of the SIMD target in use.
const AllTermLoops& GetTermLoops();

}  // namespace openaclnn
