// The order in which loops read columns that lie side by side along k, and what comes later in it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace openaclnn {

// A chunk of a column, or of some columns next to each other.
class ChunkOfColumns {
 public:
  struct Order {
    int64_t k;        // that columns have
    int64_t part;     // indices k of a column that are read before the next one
    int64_t chunk;    // that are read at once
    int64_t columns;  // that are read at once
    int64_t group;    // columns that are read before the next part of them
  };

  explicit ChunkOfColumns(const Order& order, int64_t steps = 0) : order_(order) {
    for (int64_t i = 0; i < steps; ++i) Step();
  }

  int64_t Column() const { return column_; }
  int64_t K() const { return k_; }

  // To the next one. After a group follows another one.
  void Step() {
    k_ += order_.chunk;
    if (k_ < std::min(part_ + order_.part, order_.k)) return;
    column_ += order_.columns;
    if (column_ % order_.group == 0) {
      part_ += order_.part;
      if (part_ < order_.k) {
        column_ -= order_.group;
      } else {
        part_ = 0;
      }
    }
    k_ = part_;
  }

 private:
  Order order_;
  int64_t column_ = 0, part_ = 0, k_ = 0;
};

}  // namespace openaclnn
