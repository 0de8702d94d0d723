// How the rows of a sum over channels are cut into chunks, and how these make up panels where
// operands are transposed. Positions alone: no memory is touched.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ceil_div.h"
#include "cpu/panel.h"
#include "kinds/channels/sums.h"
#include "tensor/plan.h"

namespace openaclnn {

// Chunks of up to kSumChunk elements of a row, numbered in the order of the elements.
class RowChunks {
 public:
  explicit RowChunks(const SumShape& shape)
      : shape_(shape), of_row_(CeilDiv(shape.inner, kSumChunk)) {}

  int64_t count() const { return shape_.outer * shape_.channels * of_row_; }
  int64_t of_row() const { return of_row_; }
  int64_t of_channel() const { return shape_.outer * of_row_; }
  int64_t inner() const { return shape_.inner; }
  int64_t longest() const { return std::min(shape_.inner, kSumChunk); }

  // The first element of a chunk.
  int64_t ElementAt(int64_t chunk) const {
    return chunk / of_row_ * shape_.inner + chunk % of_row_ * kSumChunk;
  }
  int64_t ChannelOf(int64_t chunk) const { return chunk / of_row_ % shape_.channels; }
  // The place of a chunk's sum among the partial sums; those of a channel lie together.
  int64_t PartialOf(int64_t chunk) const {
    const int64_t row = chunk / of_row_;
    return (row % shape_.channels * shape_.outer + row / shape_.channels) * of_row_ +
           chunk % of_row_;
  }

 private:
  SumShape shape_;
  int64_t of_row_;
};

// The chunks of one panel: `rows` times `neighbours` of them.
struct PanelChunks {
  int64_t first;
  int64_t rows;
  int64_t neighbours;
};

// How all chunks make up panels. A panel has chunks that follow each other along the competing axis
// of a plan, kSumBlock of them or what is left. If the axes within that one are no whole number of
// chunks, it has neighbours, so many that they cover enough of its lines.
class ChunkPanels {
 public:
  // `competing`: the axis of the plan, whose axes within it have `line` elements.
  ChunkPanels(const RowChunks& chunks, const Plan& plan, int competing, int64_t line);

  int64_t count() const { return count_; }
  // The most chunks of a panel, and from a row of it to the next.
  int64_t most() const { return most_; }
  int64_t step() const { return step_; }

  PanelChunks At(int64_t panel) const;
  // Where the panel of these chunks is in the walk.
  Panel Place(const PanelChunks& of) const;

 private:
  RowChunks chunks_;
  int64_t step_ = 1;
  int64_t extent_;  // chunks that follow each other along the axis, `step_` apart
  int64_t most_;
  int64_t sides_;  // panels along the extent
  int64_t count_;
};

}  // namespace openaclnn
