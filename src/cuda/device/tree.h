// A tree of numbers that a thread adds one by one, in the order of docs/numerics.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "formulas/target.h"

namespace openaclnn {

template <class S>
OPENACLNN_INLINE S Plus(S a, S b) {
  return a + b;
}
OPENACLNN_INLINE int64_t Plus(int64_t a, int64_t b) {  // modulo 2^64
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// Adds up to 2^kLevels numbers as a tree: neighbours first, the last one waiting where it has none.
// Indices of its array are constants, which keeps it in registers.
template <class S, int kLevels>
class Tree {
 public:
  OPENACLNN_INLINE void Add(S number) {
    Join<0>(number);
    ++count_;
  }
  // The sum of at least one number.
  OPENACLNN_INLINE S Sum() const { return SumOf(std::make_index_sequence<kLevels + 1>()); }

 private:
  OPENACLNN_INLINE bool Waits(int level) const { return (count_ >> level & 1) != 0; }

  template <int level>
  OPENACLNN_INLINE void Join(S number) {
    if constexpr (level < kLevels) {
      if (Waits(level)) return Join<level + 1>(Plus(waiting_[level], number));
    }
    waiting_[level] = number;
  }
  template <size_t... level>
  OPENACLNN_INLINE S SumOf(std::index_sequence<level...>) const {
    S sum{};
    bool any = false;
    ((sum = !Waits(level) ? sum
            : any         ? Plus(waiting_[level], sum)
                          : waiting_[level],
      any = any || Waits(level)),
     ...);
    return sum;
  }

  S waiting_[kLevels + 1] = {};  // those that wait are the bits of the count
  uint32_t count_ = 0;
};

}  // namespace openaclnn
