// The kernels of kinds/moves/launch_transpose.h. A block of threads reads a tile along the axis in
// which the source has neighbours, and writes it along that of the target; in between it lies in
// the memory that the block shares.
#include <cstdint>

#include "cuda/argument.h"
#include "cuda/device/block.h"
#include "cuda/device/shared_tile.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"

namespace openaclnn {
namespace {

template <class Bits>
OPENACLNN_INLINE void Transpose(const ElementwiseArgument& argument) {
  const TileShape shape = TileOf(argument);
  const uint32_t of_tile = shape.columns * shape.rows;
  const auto threads = static_cast<uint32_t>(ThreadsOfBlock());
  const int64_t tiles = argument.elements / of_tile;
  const BlockMemory memory = MemoryOfBlock();
  for (int64_t n = ThisBlock(); n < tiles; n += CountBlocks()) {
    uint64_t at[2];
    Locate(argument, n * of_tile, at);
    ReadTile<Bits>(argument, 1, at[1], shape, 0);
    MeetInBlock();
    for (auto i = static_cast<uint32_t>(ThreadOfBlock()); i < of_tile; i += threads) {
      const uint32_t row = argument.by_extent[0].Divide(i), column = i - row * shape.columns;
      const uint32_t bits = memory[shape.WordAt(row, column)];
      StoreAt(at[0] + OffsetIn(argument, 0, row, column), static_cast<Bits>(bits));
    }
    MeetInBlock();
  }
}

}  // namespace

OPENACLNN_BLOCK_KERNEL(openaclnn_transpose_2, Transpose<uint16_t>, ElementwiseArgument)
OPENACLNN_BLOCK_KERNEL(openaclnn_transpose_4, Transpose<uint32_t>, ElementwiseArgument)

}  // namespace openaclnn
