// The order in which loops read columns that lie side by side along k, and what comes later in it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace openaclnn {

// A chunk of kChunk indices k, of columns with k of them. Up to kPart are read of a column before
// the next one, and kAtOnce columns at once. After kGroup columns follow their next parts.
template <int64_t kPart, int64_t kChunk, int64_t kAtOnce, int64_t kGroup>
class ChunkOfColumns {
 public:
  // So many steps behind the first one.
  ChunkOfColumns(int64_t k, int64_t steps) : columns_k_(k) {
    for (int64_t i = 0; i < steps; ++i) Step();
  }

  int64_t Column() const { return column_; }
  int64_t K() const { return k_; }

  // To the next one. After a group follows another one.
  void Step() {
    k_ += kChunk;
    if (k_ < std::min(part_ + kPart, columns_k_)) return;
    column_ += kAtOnce;
    if (column_ % kGroup == 0) {
      part_ += kPart;
      if (part_ < columns_k_) {
        column_ -= kGroup;
      } else {
        part_ = 0;
      }
    }
    k_ = part_;
  }

 private:
  const int64_t columns_k_;
  int64_t column_ = 0, part_ = 0, k_ = 0;
};

}  // namespace openaclnn
