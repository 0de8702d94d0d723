// One operand of a plan whose elements are moved as they are, whatever their dtype.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/dtype.h"
#include "cpu/gather.h"
#include "cpu/streaming.h"
#include "tensor/plan.h"

namespace openaclnn {

// An innermost axis at least this long is worth staying on.
inline constexpr int64_t kLongMovedRow = 512;

class MovedOperand {
 public:
  // `first`: the first element of the tensor. Keeps a reference to `plan`.
  MovedOperand(const Plan& plan, int operand, std::byte* first)
      : plan_(plan),
        operand_(operand),
        base_(first + plan.origin[operand]),
        item_bytes_(DtypeBytes(plan.dtype[operand])),
        dense_(IsDense(plan, operand)) {}

  int item_bytes() const { return item_bytes_; }
  bool dense() const { return dense_; }
  std::byte* first() const { return base_; }  // element of the walk
  // Whether the walk stays on one element.
  bool IsUniform() const { return openaclnn::IsUniform(plan_, operand_); }

  // Whether rows, which lie on the innermost axis, have no gaps.
  bool HasDenseRows() const { return dense_ || plan_.axes[0].stride[operand_] == item_bytes_; }

  // The element at `first` of the walk if the next `count` follow it without gaps, else null.
  std::byte* InPlace(int64_t first, int64_t count) const {
    if (dense_) return base_ + first * item_bytes_;
    if (!HasDenseRows()) return nullptr;
    const bool rows_follow =  // each other, in a block that is taken whole
        plan_.block == count &&
        plan_.axes[1].stride[operand_] == plan_.axes[0].extent * item_bytes_;
    const bool on_one_row = first % plan_.axes[0].extent + count <= plan_.axes[0].extent;
    return rows_follow || on_one_row ? base_ + OffsetOf(plan_, operand_, first) : nullptr;
  }

  // Elements `first` .. `first + count` of the walk, made dense.
  void GatherInto(int64_t first, int64_t count, std::byte* dense) const {
    Gather({plan_, operand_, first, count}, base_, item_bytes_, dense);
  }
  void ScatterFrom(int64_t first, int64_t count, const std::byte* dense) const {
    Scatter({plan_, operand_, first, count}, dense, item_bytes_, base_);
  }

  // Writes dense elements, which are in the first-level cache, where they belong.
  void Put(int64_t first, int64_t count, const std::byte* dense, bool streams) const {
    std::byte* const target = InPlace(first, count);
    if (target == nullptr) {
      ScatterFrom(first, count, dense);
    } else if (streams) {
      StreamCopy(dense, target, count * item_bytes_);
    } else {
      std::memcpy(target, dense, static_cast<size_t>(count * item_bytes_));
    }
  }

 private:
  const Plan& plan_;
  const int operand_;
  std::byte* const base_;
  const int item_bytes_;
  const bool dense_;
};

}  // namespace openaclnn
