// Sums in the order of docs/numerics.md: a tree of numbers that a thread adds one by one, and the
// lanes of a chunk, which the threads of a group share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cpu/term_order.h"
#include "cuda/device/words.h"
#include "formulas/target.h"

namespace openaclnn {

OPENACLNN_INLINE double Plus(double a, double b) { return a + b; }
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
  // Of at least one number.
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

// The lanes that a thread of a group has: as many side by side as each other one.
inline constexpr int kLanesOfThread = int{kLanesOfChunk} / kThreadsOfGroup;

template <class S, class Term, size_t... v>
OPENACLNN_INLINE S SumInLanes(int count, const Term& term, std::index_sequence<v...>) {
  S lanes[] = {((void)v, S{0})...};
  for (int i = PlaceInGroup() * kLanesOfThread; i < count; i += int{kLanesOfChunk}) {
    ((lanes[v] = i + int{v} < count ? Plus(lanes[v], term(i + int{v})) : lanes[v]), ...);
  }
  // Lanes half of them apart are of other threads at first, then of this one.
  const auto add_threads = [&lanes](int distance) {
    ((lanes[v] = Plus(lanes[v], FromThread(lanes[v], distance))), ...);
  };
  if constexpr (kThreadsOfGroup > 4) add_threads(4);
  if constexpr (kThreadsOfGroup > 2) add_threads(2);
  if constexpr (kThreadsOfGroup > 1) add_threads(1);
  const auto add_lanes = [&lanes](size_t half) {
    ((lanes[v] = v < half ? Plus(lanes[v], lanes[(v + half) % sizeof...(v)]) : lanes[v]), ...);
  };
  if constexpr (kLanesOfThread > 16) add_lanes(16);
  if constexpr (kLanesOfThread > 8) add_lanes(8);
  if constexpr (kLanesOfThread > 4) add_lanes(4);
  add_lanes(2);
  add_lanes(1);
  return lanes[0];
}

// The sum of a chunk of up to kTermsOfChunk terms, term(i) the i-th, in the first thread of the
// group. All of its threads call it.
template <class S, class Term>
OPENACLNN_INLINE S SumInLanes(int count, const Term& term) {
  return SumInLanes<S>(count, term, std::make_index_sequence<kLanesOfThread>());
}

}  // namespace openaclnn
