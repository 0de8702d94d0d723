// Threads of a warp that share a sum of lanes.
//
// The terms of a chunk are summed in kLanesOfSum lanes, term i in lane i mod kLanesOfSum, then
// pairs of lanes half of them apart, and so on (docs/numerics.md). A group of threads has these
// lanes in turn, so its size changes no bits: each thread adds its own lanes one after the other,
// in the order of the tree, and the threads add what they have come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cuda/device/words.h"
#include "formulas/target.h"

namespace openaclnn {

inline constexpr int kLanesOfSum = 32;

// `size` neighbours, a power of two of at most a warp's threads. Only whole groups may call what
// needs all of them, and groups may call it at different times.
struct Group {
  int32_t size;
  int32_t thread;  // of them
};

// Combines the numbers of all threads, first those of threads that are half a group apart, then
// those of pairs a quarter apart, and so on; all threads get the result, in the same bits where the
// order of two does not matter.
template <class Number, class Combine>
OPENACLNN_INLINE Number InPairs(const Group& group, Number mine, const Combine& combine) {
  for (int32_t distance = group.size / 2; distance > 0; distance /= 2) {
    mine = combine(mine, FromThread(mine, distance, group.size));
  }
  return mine;
}

template <class Number>
OPENACLNN_INLINE Number SumOfGroup(const Group& group, Number mine) {
  return InPairs(group, mine, [](Number a, Number b) { return a + b; });
}
template <class Number>
OPENACLNN_INLINE Number MaxOfGroup(const Group& group, Number mine) {
  return InPairs(group, mine, [](Number a, Number b) { return a < b ? b : a; });
}

// The lanes of a thread, in the order in which their tree adds them: those of neighbours in this
// order are half of all lanes apart, pairs of those a quarter, and so on.
OPENACLNN_INLINE int32_t CountLanes(const Group& group) { return kLanesOfSum / group.size; }
OPENACLNN_INLINE int32_t LaneAt(const Group& group, int32_t n) {
  static_assert(kLanesOfSum == 32);  // n, of five bits, turned round
  return group.thread + ((n & 1) << 4 | (n & 2) << 2 | (n & 4) | (n & 8) >> 2 | (n & 16) >> 4);
}

// A tree over the lanes of a thread, which come one after the other, then over the threads.
template <class Number>
class LaneTree {
 public:
  OPENACLNN_INLINE void Add(Number lane) { AddAt(lane, std::make_index_sequence<kLevels>()); }
  // When all lanes were added.
  OPENACLNN_INLINE Number Total(const Group& group) const { return SumOfGroup(group, last_); }

 private:
  static constexpr size_t kLevels = 5;
  static_assert(1 << kLevels == kLanesOfSum);

  template <size_t... level>
  OPENACLNN_INLINE void AddAt(Number lane, std::index_sequence<level...>) {
    last_ = lane;
    (void)(AddToNeighbour<level>() && ...);
    ++count_;
  }
  // Whether there is one on this level; else the sum so far waits for it.
  template <size_t level>
  OPENACLNN_INLINE bool AddToNeighbour() {
    if ((count_ >> level & 1) != 0) {
      last_ = waiting_[level] + last_;
      return true;
    }
    waiting_[level] = last_;
    return false;
  }

  Number waiting_[kLevels] = {};
  Number last_ = {};
  int32_t count_ = 0;
};

}  // namespace openaclnn
