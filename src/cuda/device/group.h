// Threads of a warp that share a sum of lanes.
//
// The terms of a chunk are summed in kLanesOfChunk lanes, term i in lane i mod kLanesOfChunk. Then
// pairs of lanes half of them apart are added, and so on (docs/numerics.md). A group of
// threads has these lanes in turn, so its size changes no bits. Each thread adds its own lanes one
// after the other, in the order of the tree. Then the threads add their sums.
#pragma once

#include <cstdint>

#include "cpu/term_order.h"
#include "cuda/device/tree.h"
#include "cuda/device/words.h"
#include "formulas/target.h"

namespace openaclnn {

// `size` neighbours, a power of two of at most a warp's threads. Only whole groups may call what
// needs all of them, and groups may call it at different times.
struct Group {
  int32_t size;
  int32_t thread;  // of them
};

// Combines the numbers of all threads, first those of threads that are half a group apart, then
// those of pairs a quarter apart, and so on. All threads get the result, in the same bits where the
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
OPENACLNN_INLINE int32_t CountLanes(const Group& group) {
  return int32_t{kLanesOfChunk} / group.size;
}
OPENACLNN_INLINE int32_t LaneAt(const Group& group, int32_t n) {
  static_assert(kLanesOfChunk == 32);  // n, of five bits, turned round
  return group.thread + ((n & 1) << 4 | (n & 2) << 2 | (n & 4) | (n & 8) >> 2 | (n & 16) >> 4);
}

// A tree over the lanes of a thread, which come one after the other; SumOfGroup goes on with it.
template <class Number>
using LaneTree = Tree<Number, 5>;
static_assert(1 << 5 == kLanesOfChunk);

}  // namespace openaclnn
