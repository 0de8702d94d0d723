// A tile of an operand. A block of threads reads it along the axis in which the operand has
// neighbours, into shared memory, and uses it along another axis.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "cuda/device/block.h"
#include "cuda/device/words.h"

namespace openaclnn {

// Rows of a tile follow each other a word further apart than they are long, so that 32 words below
// each other are in 32 banks.
struct TileShape {
  uint32_t columns, rows;

  OPENACLNN_INLINE uint32_t WordAt(uint32_t row, uint32_t column) const {
    return row * (columns + 1) + column;
  }
};

// The first axis of the walk goes along a row of a tile, the second one down a column.
OPENACLNN_INLINE TileShape TileOf(const ElementwiseArgument& walk) {
  return {static_cast<uint32_t>(walk.extent[0]), static_cast<uint32_t>(walk.extent[1])};
}
OPENACLNN_INLINE uint64_t OffsetIn(const ElementwiseArgument& walk, int operand, uint32_t row,
                                   uint32_t column) {
  return static_cast<uint64_t>(column * walk.stride[0][operand] + row * walk.stride[1][operand]);
}

// By all threads of a block. at: where the operand has the tile's first element.
template <class Bits>
OPENACLNN_INLINE void ReadTile(const ElementwiseArgument& walk, int operand, uint64_t at,
                               const TileShape& shape, uint32_t first_word) {
  const BlockMemory memory = MemoryOfBlock();
  const auto threads = static_cast<uint32_t>(ThreadsOfBlock());
  for (auto i = static_cast<uint32_t>(ThreadOfBlock()); i < shape.columns * shape.rows;
       i += threads) {
    const uint32_t column = walk.by_extent[1].Divide(i), row = i - column * shape.rows;
    memory[first_word + shape.WordAt(row, column)] =
        LoadAt<Bits>(at + OffsetIn(walk, operand, row, column));
  }
}

}  // namespace openaclnn
