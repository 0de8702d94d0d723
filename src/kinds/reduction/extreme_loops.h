// The SIMD loops of extremes, truths and positions, for each target. They take elements as words:
// integers of as many bytes, whose bits are those of the elements.
#pragma once

#include <cstdint>

#include "cpu/loop_type.h"
#include "cpu/tile.h"

namespace openaclnn {

// A part that is vectors wide may be read and written so far beyond its end.
template <class W>
inline constexpr int64_t kSlackOfWords = kWidestVector / int64_t{sizeof(W)};

// What a loop makes of words.
enum class Taking : uint8_t {
  kLargestInteger,  // the largest of word ^ flip
  kLargestFloat,    // the same of floats, -0 below +0; a NaN if there is one
  kAnyBits,         // all bits that any word has
  kAnyZero,         // -1 if a word & magnitude is 0, else 0
};

// What sort of numbers words are, and what turns their order round.
template <class W>
struct WordOrder {
  W flip;       // the bits that change before words are compared as signed integers, or as floats
  W infinity;   // of floats
  W magnitude;  // the bits that say whether a number is 0
};

// The first of the largest words, as it is, and where it is; below 0: there is none.
template <class W>
struct Best {
  W value;
  int64_t index;
};

template <class W>
struct TakingLoops {
  // parts[r] = that of row r.
  void (*rows)(const W* words, int64_t rows, int64_t count, WordOrder<W> order, W* parts);
  // Adds rows of words to what parts have.
  void (*columns)(const W* words, int64_t rows, int64_t pitch, int64_t width, WordOrder<W> order,
                  W* parts);
  // parts[i] is joined with others[i].
  void (*join)(const W* others, int64_t width, WordOrder<W> order, W* parts);
  // What so many parts come to, at least one.
  W (*all)(const W* parts, int64_t count, WordOrder<W> order);
};

// By what words of a type are compared to find the first of the largest: -0 is equal to +0, NaNs
// are the largest, and any truth is equal to any other.
enum class Comparing : uint8_t { kIntegers, kFloats, kTruths };

template <class W>
struct PositionLoops {
  void (*rows)(const W* words, int64_t rows, int64_t count, WordOrder<W> order, Best<W>* parts);
  // The first row has the index `row`; parts are of rows before it.
  void (*columns)(const W* words, int64_t rows, int64_t pitch, int64_t width, int64_t row,
                  WordOrder<W> order, Best<W>* parts);
  // parts[i] is joined with others[i], whose indices are larger.
  void (*join)(const Best<W>* others, int64_t width, WordOrder<W> order, Best<W>* parts);
};

template <class W>
struct ExtremeLoops {
  TakingLoops<W> taking[4];
  PositionLoops<W> positions[3];
};

using AllExtremeLoops = LoopsByType<ExtremeLoops, int8_t, int16_t, int32_t, int64_t>;

// The loops of the SIMD target in use.
const AllExtremeLoops& GetExtremeLoops();

// Columns that PositionLoops take at once, at most, and rows: an int8_t has to hold the index of
// each.
inline constexpr int64_t kMostColumns = 1024, kMostRows = 64;

}  // namespace openaclnn
