#include "cpu/panel.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstring>
#include <span>

#include "base/dtype.h"
#include "cpu/gather.h"
#include "cpu/prefetch.h"
#include "cpu/transpose.h"

namespace openaclnn {
namespace {

// Elements from a row of a buffer to the next: a line more than there are, so that rows do not fall
// on the same places of the first-level cache.
int64_t RowElements(const Panel& panel) { return panel.columns + (panel.rows > 1 ? kPanelGap : 0); }

// Elements along one axis, and the bytes from one to the next on either side of a copy.
struct Dim {
  int64_t extent;
  int64_t source;
  int64_t target;
};
using DimList = boost::container::small_vector<Dim, 4>;

// Asks for the lines of `rows` rows of `bytes` each.
template <bool kWrites>
void AskFor(const std::byte* first, int64_t skipped, int64_t step, int64_t rows, int64_t bytes) {
  for (int64_t r = 0; r < rows; ++r) {
    AskForLines<kWrites, CacheLevel::kSecond>(
        reinterpret_cast<uintptr_t>(first) + static_cast<uintptr_t>(skipped + r * step), bytes);
  }
}

// Moves elements that follow each other along `from` in the source and along `to` in the target.
// Few rows at a time of the side where they are far apart: rows that are a multiple of 4 KiB apart
// drive each other out of the first-level cache. Machines do not foresee the jumps from row to row,
// so those to come are asked for: a matrix of 16 Mi floats took 0.8 times as long.
template <bool kGathers>
void CopyTransposed(const Dim& from, const Dim& to, const std::byte* source, std::byte* target,
                    int item_bytes) {
  const int64_t few = 32 / item_bytes, many = 256 / item_bytes, ahead = 4 * few;
  const int64_t rows = kGathers ? few : many, columns = kGathers ? many : few;
  const int64_t far_step = kGathers ? to.source : from.target;
  for (int64_t f = 0; f < from.extent; f += columns) {
    for (int64_t t = 0; t < to.extent; t += rows) {
      const TransposeBlock block = {.source = source + f * item_bytes + t * to.source,
                                    .source_step = to.source,
                                    .target = target + f * from.target + t * item_bytes,
                                    .target_step = from.target,
                                    .rows = std::min(rows, to.extent - t),
                                    .columns = std::min(columns, from.extent - f)};
      AskFor<!kGathers>(kGathers ? block.source : block.target, ahead * far_step, far_step, few,
                        (kGathers ? block.columns : block.rows) * item_bytes);
      Transpose(block, item_bytes);
    }
  }
}

// The same for each index along `others`.
template <bool kGathers>
void CopyEach(std::span<const Dim> others, const Dim& from, const Dim& to, const std::byte* source,
              std::byte* target, int item_bytes) {
  if (others.empty()) return CopyTransposed<kGathers>(from, to, source, target, item_bytes);
  const Dim& dim = others.back();
  for (int64_t i = 0; i < dim.extent; ++i) {
    CopyEach<kGathers>(others.first(others.size() - 1), from, to, source + i * dim.source,
                       target + i * dim.target, item_bytes);
  }
}

// Elements `first` .. `first + count` of a walk that are the indices of one axis from some index
// on, `extent` of them, with all of the axes within it.
struct Box {
  int64_t first;
  int64_t count;
  size_t axis;
  int64_t extent;
};

// Calls use(box) for the boxes that make up a range of the walk.
template <class Use>
void ForEachBox(const Plan& plan, int64_t first, int64_t count, Use use) {
  for (const int64_t end = first + count; first < end;) {
    size_t a = 0;
    int64_t within = 1;  // elements of the axes within axis a
    for (; a + 1 < plan.axes.size(); ++a) {
      const int64_t whole = within * plan.axes[a].extent;
      if (first % whole != 0 || end - first < whole) break;
      within = whole;
    }
    const int64_t extent = plan.axes[a].extent;
    const int64_t here = std::min(extent - first / within % extent, (end - first) / within);
    use(Box{first, here * within, a, here});
    first += here * within;
  }
}

// Moves a panel of one operand between its place and a dense buffer.
template <bool kGathers>
void MovePanel(const Plan& plan, int operand, const Panel& panel, std::byte* base,
               std::byte* dense) {
  const int item_bytes = DtypeBytes(plan.dtype[operand]);
  const auto dim = [](int64_t extent, int64_t strided, int64_t packed) {
    return kGathers ? Dim{extent, strided, packed} : Dim{extent, packed, strided};
  };
  const int64_t row_bytes = RowElements(panel) * item_bytes;
  const int64_t row_stride = panel.rows == 1 ? 0
                                             : OffsetOf(plan, operand, panel.first + panel.pitch) -
                                                   OffsetOf(plan, operand, panel.first);
  ForEachBox(plan, panel.first, panel.columns, [&](const Box& box) {
    DimList others;
    int64_t packed = item_bytes;
    for (size_t a = 0; a <= box.axis; ++a) {
      const int64_t extent = a < box.axis ? plan.axes[a].extent : box.extent;
      others.push_back(dim(extent, plan.axes[a].stride[operand], packed));
      packed *= extent;
    }
    others.push_back(dim(panel.rows, row_stride, row_bytes));
    const Dim inner = others.front();
    others.erase(others.begin());
    const auto follow = std::find_if(others.begin(), others.end(), [&](const Dim& d) {
      return d.extent > 1 && (kGathers ? d.source : d.target) == item_bytes;
    });
    std::byte* const packed_first = dense + (box.first - panel.first) * item_bytes;
    if (follow == others.end()) {
      for (int64_t r = 0; r < panel.rows; ++r) {
        const Range range = {plan, operand, box.first + r * panel.pitch, box.count};
        std::byte* const row = packed_first + r * row_bytes;
        kGathers ? Gather(range, base, item_bytes, row) : Scatter(range, row, item_bytes, base);
      }
      return;
    }
    const Dim across = *follow;
    others.erase(follow);
    std::byte* const strided_first = base + OffsetOf(plan, operand, box.first);
    if constexpr (kGathers) {
      CopyEach<true>({others.data(), others.size()}, across, inner, strided_first, packed_first,
                     item_bytes);
    } else {
      CopyEach<false>({others.data(), others.size()}, inner, across, packed_first, strided_first,
                      item_bytes);
    }
  });
}

}  // namespace

template <class T>
PanelIo<T>::PanelIo(const Plan& plan, const OperandData& data, const Panel& panel,
                    const TileBuffers& buffers, bool streams)
    : plan_(plan),
      whole_(data),
      panel_(panel),
      part_(Part()),
      data_(Gathered(data, buffers)),
      io_(part_, data_, streams && !BuffersOutputs()) {}

template <class T>
bool PanelIo<T>::Buffered(int operand) const {
  return !IsDense(plan_, operand) && !IsUniform(plan_, operand);
}

template <class T>
bool PanelIo<T>::BuffersOutputs() const {
  for (int k = plan_.num_operands - plan_.num_outputs; k < plan_.num_operands; ++k) {
    if (Buffered(k)) return true;
  }
  return false;
}

template <class T>
Plan PanelIo<T>::Part() const {
  Plan part = plan_;
  part.origin = {};
  part.elements = panel_.rows * panel_.columns;
  Axis columns{.extent = panel_.columns, .stride = {}}, rows{.extent = panel_.rows, .stride = {}};
  for (int k = 0; k < plan_.num_operands; ++k) {
    if (IsUniform(plan_, k)) continue;
    columns.stride[k] = DtypeBytes(plan_.dtype[k]);
    rows.stride[k] = columns.stride[k] * (Buffered(k) ? RowElements(panel_) : panel_.pitch);
  }
  part.axes = {columns};
  if (panel_.rows > 1) part.axes.push_back(rows);
  return part;
}

template <class T>
OperandData PanelIo<T>::Gathered(const OperandData& data, const TileBuffers& buffers) const {
  OperandData gathered{};
  const int inputs = plan_.num_operands - plan_.num_outputs;
  for (int k = 0; k < plan_.num_operands; ++k) {
    std::byte* const base = data[k] + plan_.origin[k];
    if (!Buffered(k)) {
      gathered[k] = base + OffsetOf(plan_, k, panel_.first);
      continue;
    }
    gathered[k] = buffers.Panel(k);
    if (k < inputs) MovePanel<true>(plan_, k, panel_, base, gathered[k]);
  }
  return gathered;
}

template <class T>
void PanelIo<T>::Finish() const {
  for (int k = plan_.num_operands - plan_.num_outputs; k < plan_.num_operands; ++k) {
    if (!Buffered(k)) continue;
    MovePanel<false>(plan_, k, panel_, whole_[k] + plan_.origin[k], data_[k]);
  }
}

template class PanelIo<float>;
template class PanelIo<Bfloat16Bits>;
template class PanelIo<Float16Bits>;

}  // namespace openaclnn
