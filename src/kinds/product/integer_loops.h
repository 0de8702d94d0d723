// The SIMD loops that make numbers of integers, for each target.
#pragma once

#include <cstdint>

#include "cpu/product_order.h"

namespace openaclnn {

// Columns of a factor whose integers lie side by side along k, from whole bytes on.
struct IntegerColumns {
  const uint8_t* data;
  int64_t pitch;           // bytes from column to column
  int64_t k;               // a multiple of kTermsOfBlock
  int64_t group;           // indices k with one scale: such a multiple, or all
  int64_t groups;          // of k
  const float* scales;     // those of a column side by side, with room to read kMostBlocks more
  const float* offsets;    // in the same way; null: none
  const uint16_t* halves;  // instead of scales: those of FLOAT16 where they lie; null: none
};

// Blocks of kTermsOfBlock indices k that a loop takes together, at most.
inline constexpr int64_t kMostBlocks = 16;
inline constexpr int64_t kMostTermsOfChunk = kMostBlocks * kTermsOfBlock;

// Adds to sums[r * sums_pitch + c] the sum over k of a[r * a_pitch + k] times the number of column
// c, in the order kHalves, for as many of the first columns of `width` as it gives: all, or none
// where there are no such loops. `turned` begins at a line of the caches, and has room for the rows
// of a, each up to a whole kMostTermsOfChunk.
using MultiplyColumnsLoop = int64_t (*)(const float* a, int64_t a_pitch, int64_t rows,
                                        const IntegerColumns& columns, int64_t width, double* sums,
                                        int64_t sums_pitch, float* turned);

// To elements of one type. The results are (from[i] + offset) * scale.
struct NumberLoops {
  // Groups of `group` integers with one scale and offset each; of the first one `rest` are left.
  void (*groups)(const int8_t* from, int64_t count, int64_t rest, int64_t group,
                 const float* scales, const float* offsets, void* to);
  void (*each)(const int8_t* from, int64_t count, const float* scales, const float* offsets,
               void* to);
  // Products with such numbers, of integers of 8 and of 4 bits, which are never stored.
  MultiplyColumnsLoop multiply_bytes, multiply_halves;
};

// The loops of one instruction set.
struct IntegerLoops {
  // Elements of INT4, two to a byte, from an even one on.
  void (*unpack)(const uint8_t* from, int64_t count, int8_t* to);
  NumberLoops to_bfloat16, to_float16;
};

// The loops of the SIMD target in use.
const IntegerLoops& GetIntegerLoops();

}  // namespace openaclnn
