#include "kinds/channels/row_chunks.h"

#include <algorithm>
#include <cstddef>

namespace openaclnn {

ChunkPanels::ChunkPanels(const RowChunks& chunks, const Plan& plan, int competing, int64_t line)
    : chunks_(chunks) {
  constexpr int64_t kMostElements = 4 * kPanelElements;
  if (line % chunks.inner() == 0) {
    step_ = line / chunks.inner() * chunks.of_row();
  } else if (line % kSumChunk == 0) {
    step_ = line / kSumChunk;
  }
  if (step_ > 1) {
    extent_ = plan.axes[static_cast<size_t>(competing)].extent;
    most_ = kSumBlock;
  } else {
    extent_ = chunks.count();
    most_ = CeilDiv(std::clamp(kSumBlock * line, kPanelElements, kMostElements), chunks.longest());
  }
  most_ = std::min(most_, extent_);
  sides_ = CeilDiv(extent_, most_);
  count_ = chunks.count() / extent_ * sides_;
}

PanelChunks ChunkPanels::At(int64_t panel) const {
  const int64_t across = panel / step_, side = across % sides_ * most_;
  const int64_t here = std::min(most_, extent_ - side);
  const int64_t rows = step_ == 1 ? 1 : here;
  return {(across / sides_ * extent_ + side) * step_ + panel % step_, rows, here / rows};
}

Panel ChunkPanels::Place(const PanelChunks& of) const {
  const int64_t first = chunks_.ElementAt(of.first);
  return {.first = first,
          .rows = of.rows,
          .columns = chunks_.ElementAt(of.first + of.neighbours) - first,
          .pitch = chunks_.ElementAt(of.first + step_) - first};
}

}  // namespace openaclnn
