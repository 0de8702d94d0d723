// The kernels of cuda/transpose.h. A block of threads reads a tile along the axis in which the
// source has neighbours, and writes it along that of the target; in between it lies in the memory
// that the block shares.
#include <cstdint>
#include <cstdlib>  // clang's own <algorithm> for devices wants malloc

#include "cuda/argument.h"
#include "cuda/device/block.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"

namespace openaclnn {
namespace {

// The first axis of the walk goes along a row of a tile, the second one down a column.
template <class Bits>
OPENACLNN_INLINE void Transpose(const ElementwiseArgument& argument) {
  const auto columns = static_cast<uint32_t>(argument.extent[0]);
  const auto rows = static_cast<uint32_t>(argument.extent[1]);
  const uint32_t of_tile = columns * rows;
  const auto threads = static_cast<uint32_t>(ThreadsOfBlock());
  const int64_t tiles = argument.elements / of_tile;
  // Rows are one word longer than they need be: 32 words below each other are then in 32 banks.
  const uint32_t row_words = columns + 1;
  const BlockMemory tile = MemoryOfBlock();
  for (int64_t n = ThisBlock(); n < tiles; n += CountBlocks()) {
    uint64_t at[2];
    Locate(argument, n * of_tile, at);
    for (auto i = static_cast<uint32_t>(ThreadOfBlock()); i < of_tile; i += threads) {
      const uint32_t column = argument.by_extent[1].Divide(i), row = i - column * rows;
      const int64_t offset = column * argument.stride[0][1] + row * argument.stride[1][1];
      tile[row * row_words + column] = LoadAt<Bits>(at[1] + static_cast<uint64_t>(offset));
    }
    MeetInBlock();
    for (auto i = static_cast<uint32_t>(ThreadOfBlock()); i < of_tile; i += threads) {
      const uint32_t row = argument.by_extent[0].Divide(i), column = i - row * columns;
      const int64_t offset = column * argument.stride[0][0] + row * argument.stride[1][0];
      const uint32_t bits = tile[row * row_words + column];
      StoreAt(at[0] + static_cast<uint64_t>(offset), static_cast<Bits>(bits));
    }
    MeetInBlock();
  }
}

}  // namespace

OPENACLNN_BLOCK_KERNEL(openaclnn_transpose_2, Transpose<uint16_t>, ElementwiseArgument)
OPENACLNN_BLOCK_KERNEL(openaclnn_transpose_4, Transpose<uint32_t>, ElementwiseArgument)

}  // namespace openaclnn
