// Which taps meet elements of the tensor, and not only its margins, at the positions of a block.
// Positions that meet the same ones come one after the other, so that tiles of them leave out the
// others.
#pragma once

#include <cstdint>
#include <vector>

#include "kinds/convolution/windows.h"

namespace openaclnn {

// A bit for each tap.
using Taps = uint64_t;

class MetTaps {
 public:
  // Finds them for so many positions from `position` on, in tiles of so many rows.
  void Find(const Windows& windows, int64_t position, int64_t positions, int64_t rows_of_tile);

  // Whether no tile leaves out any.
  bool AreAll() const { return of_tiles_.empty(); }
  // The position of a row of the block, which counts from the first one.
  int64_t PositionOf(int64_t row) const {
    return AreAll() ? row : positions_[static_cast<size_t>(row)];
  }
  // What the rows of each tile meet together.
  const std::vector<Taps>& OfTiles() const { return of_tiles_; }

  // Calls use(count, position) for rows whose positions follow each other.
  template <class Use>
  void ForEachStretch(int64_t row, int64_t rows, const Use& use) const {
    if (AreAll()) return use(rows, row);
    for (int64_t end = row + rows, count; row < end; row += count) {
      const int64_t position = PositionOf(row);
      count = 1;
      while (row + count < end && PositionOf(row + count) == position + count) ++count;
      use(count, position);
    }
  }

 private:
  void Sort(const std::vector<Taps>& of_positions);

  std::vector<int64_t> positions_;
  std::vector<Taps> of_tiles_;
};

}  // namespace openaclnn
