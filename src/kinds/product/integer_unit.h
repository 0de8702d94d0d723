// Products of integers of 8 bits, whose sums are exact in INT32, in squares like those of a matrix
// unit (matrix_unit.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/product/matrix_unit.h"

namespace openaclnn {

// Packed factors have words of integers that lie side by side along k, as bytes or as 16 bits. A
// block has kWordsOfRow words of each row or column. There are two tiles of 1 KiB for each block:
//   first   [block][half][row of the half][word]
//   second  [block][half][word][column of the half]
inline constexpr int64_t kWordsOfRow = 16, kBytesOfWord = 4;
inline constexpr int64_t kBytesOfIntegerTile = kSideOfUnitTile * kWordsOfRow * kBytesOfWord;
// Behind them a unit may keep a word for each column of a square.
inline constexpr int64_t kBytesOfColumns = kSideOfUnit * kBytesOfWord;

inline constexpr int64_t kMostRowsOfLines = 16;

struct IntegerLines {
  const int8_t *first, *second;
  int64_t first_pitch, second_pitch;  // bytes from row to row, and from column to column
  int64_t k, rows, columns;           // sums[row * columns + column]
};

struct IntegerUnit {
  int64_t item;  // bytes of a packed integer: 1 or 2
  // Packs a block of the second factor, whose 32 columns lie side by side; `pitch` is the bytes
  // from one index k to the next one.
  void (*interleave)(const std::byte* from, int64_t pitch, std::byte* to);
  // Changes what is packed in place; null if that is not wanted.
  void (*arrange)(bool is_second, std::byte* packed, int64_t blocks);
  // sums[row][column] += what `k` indices come to, for so many rows and columns at least.
  void (*multiply)(const std::byte* first, const std::byte* second, int64_t k, int64_t rows,
                   int64_t columns, int32_t* sums);
  // Without packing, where the bytes of each row and column lie side by side.
  void (*multiply_lines)(const IntegerLines& lines, int32_t* sums);

  int64_t TermsOfBlock() const { return kWordsOfRow * kBytesOfWord / item; }
};

// Terms whose sums are exact in INT32, with room for as many again.
inline constexpr int64_t kTermsOfIntegers = int64_t{1} << 16;

// The unit that the settings in force allow; null: as numbers of 16 bits the matrix unit is faster.
const IntegerUnit* GetIntegerUnit();

}  // namespace openaclnn
