// The SIMD loops over factors that are packed for the matrix unit (matrix_unit.h), for each target:
// whether the unit's bits are those of fused multiply-adds, and the same product by these. And
// those of integers, as pairs of 16 bits.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "kinds/product/integer_unit.h"

namespace openaclnn {

// The least and the largest exponent, as BFLOAT16 has it in its bits, of elements that are not 0.
// Those of a subnormal number are 0.
struct Exponents {
  static constexpr int kInfinity = 255, kBias = 127;
  int least = kInfinity - 1, most = 0;  // of no element
};

// No number on the way is subnormal: all are multiples of the product of the least units in the
// last place, 2^(least exponents - 2 * 7), which then is a normal number. Nor is any input infinite
// or NaN, of which units may make other NaNs.
constexpr bool IsExactOnUnit(const Exponents& first, const Exponents& second) {
  constexpr int kDigits = 7, kLeastNormal = -126;
  if (first.least == 0 || second.least == 0) return false;
  if (first.most == Exponents::kInfinity || second.most == Exponents::kInfinity) return false;
  return first.least + second.least - 2 * Exponents::kBias - 2 * kDigits >= kLeastNormal;
}

// The loops of one instruction set.
struct WordLoops {
  // `count` is that of whole tiles.
  Exponents (*exponents)(const Bfloat16Bits* values, int64_t count);
  // As MatrixUnit::multiply, by WordOrder, subnormal numbers included.
  void (*multiply[2])(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                      int64_t rows, float* sums);
  // Puts elements of kSideOfUnitTile columns side by side: of one index k, and of the next one.
  void (*interleave)(const Bfloat16Bits* one, const Bfloat16Bits* next, Bfloat16Bits* to);
  IntegerUnit integers;
};

// The loops of the SIMD target in use.
const WordLoops& GetWordLoops();

}  // namespace openaclnn
