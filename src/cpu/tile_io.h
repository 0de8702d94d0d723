// Gives ranges of a plan's walk to dense loops: operands that already are dense and of the compute
// type as they lie, others through buffers in the first-level cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cpu/convert.h"
#include "cpu/tile.h"
#include "tensor/plan.h"

namespace openaclnn {

class LookAhead;

// Addresses of the operands' first elements, in the order of the plan.
using OperandData = std::array<std::byte*, kMaxOperands>;

// Buffers of one thread for tiles of up to `elements`, and for panels (cpu/panel.h) of up to
// `panel_elements` of up to 4 bytes. Only one at a time in a thread.
class TileBuffers {
 public:
  explicit TileBuffers(int64_t elements, int64_t panel_elements = 0);
  std::byte* Values(int operand) const { return memory_ + bytes_ * operand; }
  std::byte* Items() const { return memory_ + bytes_ * kMaxOperands; }
  std::byte* Panel(int operand) const {
    return memory_ + bytes_ * (kMaxOperands + 1) + panel_bytes_ * operand;
  }

 private:
  int64_t bytes_;  // of each
  int64_t panel_bytes_;
  std::byte* memory_;
};

// T: the type that the loop reads and writes.
template <class T>
class TileIo {
 public:
  // Keeps a reference to `plan`.
  TileIo(const Plan& plan, const OperandData& data);
  // The same for a part of a longer walk.
  TileIo(const Plan& plan, const OperandData& data, bool streams);

  // Elements to take at `first` when at most `wanted` are wanted and buffers hold `buffered`: as
  // many as can be used where they lie, or else as the buffers hold.
  int64_t TileAt(int64_t first, int64_t wanted, int64_t buffered) const;
  // Whether every operand is used as it lies, wherever the elements begin and end.
  bool IsAllInPlace() const { return all_in_place_; }

  // Fills in the operands of elements first .. first + rows * columns of the tile: inputs loaded,
  // outputs as addresses to write to. The elements are one that TileAt allows. In a plan of blocks
  // there is one row, or those of a whole block; while that is gathered, `ahead` is asked for. The
  // buffers then hold BufferedBlock() elements.
  void Begin(int64_t first, const TileBuffers& buffers, Tile<T>& tile,
             LookAhead* ahead = nullptr) const;
  // Where every operand is used as it lies in whole rows of the innermost axis, of which there are
  // several: how many to take at `first`, where one begins, when `wanted` elements are wanted,
  // whole rows, and buffers hold `buffered`.
  bool TakesRows() const { return takes_rows_; }
  int64_t RowsAt(int64_t first, int64_t wanted, int64_t buffered) const;
  // Fills in the operands of the tile's rows. There is nothing to End.
  void BeginRows(int64_t first, const TileBuffers& buffers, Tile<T>& tile) const;

  // Brings the outputs that were written to buffers where they belong.
  void End(int64_t first, const TileBuffers& buffers, const Tile<T>& tile) const;

  // Whether a block of the plan (Plan::block) is better taken as rows along the innermost axis, as
  // some operand is then used as it lies.
  bool TakesBlocksByRows() const { return takes_blocks_by_rows_; }
  // How an input has the rows of a block.
  enum class Rows { kInPlace, kTransposed, kOther };
  Rows RowsOf(int operand) const;
  // Elements of a block in a buffer, where rows may be apart.
  int64_t BufferedBlock() const;

  // Whether a thread calls FinishStreaming after its last End.
  bool Streams() const { return streams_; }

 private:
  struct Operand {
    std::byte* base;  // the first element of the walk
    int item_bytes;
    bool dense;              // the walk is contiguous
    bool uniform;            // the walk stays on one element
    ConvertLoop conversion;  // null: the operand is of the loop's type
    ConvertLoop wrap;        // of a result before its conversion, or null
  };

  T* Values(const TileBuffers& buffers, int operand) const {
    return reinterpret_cast<T*>(buffers.Values(operand));
  }
  // Finds stretches_.
  void FindStretches();
  bool OnOneRow(int64_t first, int64_t count) const;
  bool HasRowsInPlace(int operand) const { return RowsOf(operand) == Rows::kInPlace; }
  // The element at `first` if the next `count` follow it without gaps, else null.
  std::byte* InPlace(int operand, int64_t first, int64_t count) const;
  // Whether all rows of `columns` elements are equal.
  bool RepeatsRows(int operand, int64_t columns) const;
  TileInput<T> Load(int operand, int64_t first, int64_t rows, int64_t columns,
                    const TileBuffers& buffers, LookAhead* ahead) const;
  // One value for each of `rows` rows of a block, or of a tile that is one row.
  TileInput<T> LoadUniform(int operand, int64_t first, int64_t rows,
                           const TileBuffers& buffers) const;

  const Plan& plan_;
  std::array<Operand, kMaxOperands> operands_;
  int num_inputs_;
  // What a row reads of inputs whose rows lie apart, and may lie side by side with those of others,
  // as halves of a tensor do. Machines do not foresee where the next row is.
  struct Stretch {
    int operand;  // the one that lies first
    int64_t bytes;
  };
  std::array<Stretch, kMaxOperands> stretches_;
  int num_stretches_ = 0;
  bool streams_;
  bool all_in_place_ = true;   // every operand is used as it lies, wherever the tile begins
  bool rows_in_place_ = true;  // so it is while the tile stays on the innermost axis
  bool takes_blocks_by_rows_ = false;
  bool takes_rows_ = true;
};

extern template class TileIo<float>;
extern template class TileIo<double>;
extern template class TileIo<Bfloat16Bits>;
extern template class TileIo<Float16Bits>;
extern template class TileIo<int64_t>;
extern template class TileIo<int32_t>;
extern template class TileIo<int8_t>;

}  // namespace openaclnn
