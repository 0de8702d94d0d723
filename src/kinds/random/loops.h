// The dense loops of random numbers. Each starts at a whole block of four words.
#pragma once

#include <cstdint>

#include "kinds/random/draw.h"
#include "kinds/random/philox.h"

namespace openaclnn {

// The words of `blocks` blocks from number `first` on.
void FillWords(const WordStream& stream, uint64_t first, int64_t blocks, uint32_t* words);

// A number for each word; `count` is a multiple of four.
void DrawNumbers(const Draw& draw, const uint32_t* words, int64_t count, double* numbers);

// Words of an element of integers.
constexpr int64_t WordsOfInteger(const Draw& draw) {
  return draw.count - 1 < kIntegersOfOneWord ? 1 : 2;
}
void DrawIntegers(const Draw& draw, const uint32_t* words, int64_t count, int64_t* integers);

// Words 2 i, which are the lower bits, and 2 i + 1.
inline uint64_t PairAt(const uint32_t* words, int64_t i) {
  return words[2 * i] | uint64_t{words[2 * i + 1]} << 32;
}

// A bit for each word, 1 if its uppermost 24 bits are below `threshold`; `count` is a multiple of
// eight.
void DrawBits(uint32_t threshold, const uint32_t* words, int64_t count, uint8_t* bits);

// The words whose uppermost 24 bits are below this are those of numbers u below p.
uint32_t ThresholdOf(double probability);

// How elements are kept by bits (KeepInputs).
struct Keep {
  double scale;
  bool for_halves;  // floats that round to 16 bits as the doubles do
};
// Up to 64 elements, element k by bit k.
void KeepFloats(const Keep& keep, uint64_t bits, const float* from, int64_t count, float* to);

}  // namespace openaclnn
