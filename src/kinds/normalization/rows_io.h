// Rows of a plan, for the loops of normalisations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cpu/loop_type.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/normalization/loops.h"
#include "kinds/normalization/run.h"

namespace openaclnn {

inline constexpr int64_t kNormTile = kLongestGatheredRow;  // elements that are gathered at once
inline constexpr int64_t kMostNormRows = 256;              // in a tile

// Calls use.template operator()<T>() for the type of the loops.
template <class Use>
void WithNormType(LoopType loop, const Use& use) {
  ForLoopType<float, Bfloat16Bits, Float16Bits, double>(loop, use);
}

// Rows that a thread takes at least.
inline int64_t GrainOf(const NormShape& shape) {
  return std::max<int64_t>(1, GrainFor(kNormCost) / shape.columns);
}

// An input that repeats one element, spread.
template <class T>
const T* Values(const TileInput<T>& input, int64_t count, std::byte* buffer) {
  if (input.mask != 0) return input.values;
  const T value = *input.values;
  std::fill_n(reinterpret_cast<T*>(buffer), count, value);
  return reinterpret_cast<const T*>(buffer);
}

// Rows of a plan: as many at once as lie dense, or as buffers hold.
template <class T>
class RowsIo {
 public:
  RowsIo(const Plan& plan, const OperandData& data, const NormShape& shape, bool writes)
      : plan_(plan),
        io_(writes ? TileIo<T>(plan, data) : TileIo<T>(plan, data, false)),
        columns_(shape.columns),
        writes_(writes),
        buffers_(kNormTile) {}

  // Calls use(tile, row) for tiles of rows from `begin` to `end`, and stores what it wrote.
  template <class Use>
  void ForRows(int64_t begin, int64_t end, const Use& use) {
    for (int64_t row = begin; row < end;) {
      const int64_t most =
          MayRepeat() ? std::clamp<int64_t>(kNormTile / columns_, 1, kMostNormRows) : kMostNormRows;
      const int64_t first = row * columns_, wanted = std::min(most, end - row) * columns_;
      const int64_t rows = std::max<int64_t>(1, io_.TileAt(first, wanted, kNormTile) / columns_);
      Tile<T> loaded{};
      loaded.rows = 1;
      loaded.columns = rows * columns_;
      io_.Begin(first, buffers_, loaded);
      NormTile<T> tile{};
      const int inputs = plan_.num_operands - plan_.num_outputs;
      tile.x = Values(loaded.inputs[0], loaded.columns, buffers_.Values(0));
      if (inputs > 1) tile.grad = Values(loaded.inputs[1], loaded.columns, buffers_.Values(1));
      tile.out = writes_ ? loaded.outputs[0] : nullptr;
      tile.stream = loaded.stream;
      tile.rows = rows;
      tile.columns = columns_;
      use(tile, row);
      if (writes_) io_.End(first, buffers_, loaded);
      row += rows;
    }
    if (io_.Streams()) FinishStreaming();
  }

 private:
  // Whether an input may have to be spread in a buffer.
  bool MayRepeat() const {
    for (int k = 0; k < plan_.num_operands - plan_.num_outputs; ++k) {
      if (plan_.axes.empty() || plan_.axes[0].stride[k] == 0) return true;
    }
    return false;
  }

  const Plan& plan_;
  const TileIo<T> io_;
  const int64_t columns_;
  const bool writes_;
  const TileBuffers buffers_;
};

}  // namespace openaclnn
