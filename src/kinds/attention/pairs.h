// Products of BFLOAT16 numbers by AVX-512's dot products of pairs, in FLOAT's order. VDPBF16PS adds
// the product of the upper halves of two words to a sum, then that of the lower halves, each by a
// fused multiply-add: what a chain of floats does, at twice the speed.
#pragma once

#include <cstdint>

#include "kinds/product/loops.h"
#include "kinds/product/word_loops.h"

namespace openaclnn {

struct PairLoops {
  // Packed floats that are BFLOAT16 numbers, packed[k * step + i], become words, two of them each:
  // words[k * step + i] has the elements 2k, above, and 2k + 1. Both numbers are even.
  void (*pack)(const float* packed, int64_t depth, int64_t step, uint32_t* words);
  // Those of packed floats.
  Exponents (*exponents)(const float* packed, int64_t count);
  // As OrderedLoops::tile, of `depth` elements as words: an `in_float` that is not null becomes the
  // sums of up to kTermsInFloat products, instead.
  void (*tile)(const uint32_t* a, const uint32_t* b, int64_t depth, int64_t rows, int64_t vectors,
               float* in_float, double* sums);
};

// Null if machine, compiler or settings do not have the instruction, or the loops in use have
// vectors of another length.
const PairLoops* GetPairLoops(const ProductLoops& loops);

}  // namespace openaclnn
