// How the columns of a row lie, for segments: in a tile, in parts or in pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cpu/prefetch.h"
#include "cpu/term_order.h"
#include "cpu/tile_io.h"
#include "kinds/normalization/loops.h"
#include "kinds/normalization/rows_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What lies at columns that follow each other in a row.
template <class T>
struct Stretch {
  const T* x;
  const T* grad;
  T* out;
  int64_t count;
};

// A row of a tile: all of it is there at once.
template <class T>
class RowInTile {
 public:
  RowInTile(const NormTile<T>& tile, int64_t row) : tile_(tile), first_(row * tile.columns) {}

  // Calls use(stretch) for `count` columns from `column` on. All stretches but the last one are
  // whole numbers of kTermsOfChunk.
  template <class Use>
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    const int64_t at = first_ + column;
    use(Stretch<T>{tile_.x + at, tile_.grad == nullptr ? nullptr : tile_.grad + at,
                   tile_.out == nullptr ? nullptr : tile_.out + at, count});
  }
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
    ForColumns(column, count, use);
  }

 private:
  const NormTile<T>& tile_;
  const int64_t first_;
};

// A long row that does not lie dense, which comes in stretches.
template <class T>
class RowInParts {
 public:
  RowInParts(const Plan& plan, const TileIo<T>& io, const TileBuffers& buffers, int64_t first)
      : plan_(plan), io_(io), buffers_(buffers), first_(first) {}

  template <class Use>
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    Walk<false>(column, count, use);
  }
  // The same, where use writes what the stretch has for it.
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
    Walk<true>(column, count, use);
  }

 private:
  template <bool kWrites, class Use>
  void Walk(int64_t column, int64_t count, Use&& use) const {
    const int64_t last = first_ + column + count;
    const bool has_grad = plan_.num_operands - plan_.num_outputs > 1;
    for (int64_t at = first_ + column; at < last;) {
      const int64_t most = io_.TileAt(at, last - at, kNormTile);
      const int64_t whole = std::max<int64_t>(1, most / kTermsOfChunk) * kTermsOfChunk;
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = most >= last - at ? last - at : std::min(last - at, whole);
      io_.Begin(at, buffers_, tile);
      use(Stretch<T>{Values(tile.inputs[0], tile.columns, buffers_.Values(0)),
                     has_grad ? Values(tile.inputs[1], tile.columns, buffers_.Values(1)) : nullptr,
                     kWrites ? tile.outputs[0] : nullptr, tile.columns});
      if constexpr (kWrites) io_.End(at, buffers_, tile);
      at += tile.columns;
    }
  }

  const Plan& plan_;
  const TileIo<T>& io_;
  const TileBuffers& buffers_;
  const int64_t first_;
};

// A row that lies in pieces, which are taken where they are.
template <class T>
class RowOfPieces {
 public:
  RowOfPieces(const Plan& plan, const OperandData& data, int64_t row) : plan_(plan) {
    for (int k = 0; k < plan.num_operands; ++k) {
      first_[k] = data[k] + plan.origin[k] + row * plan.axes[2].stride[k];
    }
  }

  // Whether the rows of a plan do.
  static bool Has(const Plan& plan, int64_t columns) {
    constexpr int64_t kShortestPiece = 16;
    if (plan.axes.size() != 3 || plan.axes[0].extent < kShortestPiece) return false;
    if (plan.axes[0].extent * plan.axes[1].extent != columns) return false;
    for (int k = 0; k < plan.num_operands; ++k) {
      const bool lies =
          plan.dtype[k] == LoopTraits<T>::kDtype && plan.axes[0].stride[k] == int64_t{sizeof(T)};
      if (!lies) return false;
    }
    return true;
  }

  // Stretches end where pieces do.
  template <class Use>
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    const int64_t piece = plan_.axes[0].extent, last = column + count;
    const int outputs = plan_.num_outputs, inputs = plan_.num_operands - outputs;
    while (column < last) {
      const int64_t in_piece = column % piece, here = std::min(piece - in_piece, last - column);
      const auto at = [&](int k) {
        return first_[k] + column / piece * plan_.axes[1].stride[k] + in_piece * int64_t{sizeof(T)};
      };
      AskForNext(column / piece);
      use(Stretch<T>{reinterpret_cast<const T*>(at(0)),
                     inputs > 1 ? reinterpret_cast<const T*>(at(1)) : nullptr,
                     outputs > 0 ? reinterpret_cast<T*>(at(inputs)) : nullptr, here});
      column += here;
    }
  }
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
    ForColumns(column, count, use);
  }

 private:
  // Machines do not foresee where the next piece is, of this row or the next one.
  void AskForNext(int64_t piece) const {
    const Axis& pieces = plan_.axes[1];
    const int64_t bytes = plan_.axes[0].extent * int64_t{sizeof(T)};
    for (int k = 0; k < plan_.num_operands; ++k) {
      const int64_t step =
          piece + 1 < pieces.extent ? (piece + 1) * pieces.stride[k] : plan_.axes[2].stride[k];
      AskForLines(reinterpret_cast<uintptr_t>(first_[k]) + static_cast<uintptr_t>(step), bytes);
    }
  }

  const Plan& plan_;
  OperandData first_;
};

}  // namespace openaclnn
