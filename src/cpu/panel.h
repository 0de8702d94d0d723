// Parts of a plan's walk that fit into the second-level cache. Operands that jump through memory as
// the walk goes are moved there and back as a whole. So every line that a panel touches is used up
// in it. A walk whose order must be kept goes panel by panel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// `rows` stretches of `columns` elements of a walk, `pitch` elements from one to the next. Each
// operand has them equally far apart in memory.
struct Panel {
  int64_t first;
  int64_t rows;
  int64_t columns;
  int64_t pitch;
};

// Elements of panels that are worth their while.
inline constexpr int64_t kPanelElements = int64_t{1} << 16;

// Elements of a buffer that no row of a panel uses, for each of its rows if there are several.
inline constexpr int64_t kPanelGap = 16;

// A panel as a walk of its own for loops of type T: operands that are neither dense nor uniform are
// in buffers, which are `buffers.Panel`, the others where they lie. Outputs are in place after
// Finish.
template <class T>
class PanelIo {
 public:
  // Keeps a reference to `plan`. `streams`: as that of the whole walk's TileIo.
  PanelIo(const Plan& plan, const OperandData& data, const Panel& panel, const TileBuffers& buffers,
          bool streams);
  PanelIo(const PanelIo&) = delete;
  PanelIo& operator=(const PanelIo&) = delete;

  // Row r of the panel begins at element r * columns.
  const TileIo<T>& io() const { return io_; }
  int64_t elements() const { return part_.elements; }
  void Finish() const;

 private:
  bool Buffered(int operand) const;
  bool BuffersOutputs() const;
  Plan Part() const;
  OperandData Gathered(const OperandData& data, const TileBuffers& buffers) const;

  const Plan& plan_;
  const OperandData& whole_;
  const Panel panel_;
  const Plan part_;
  const OperandData data_;
  const TileIo<T> io_;
};

extern template class PanelIo<float>;
extern template class PanelIo<Bfloat16Bits>;
extern template class PanelIo<Float16Bits>;

}  // namespace openaclnn
