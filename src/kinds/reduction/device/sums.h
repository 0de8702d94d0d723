// Sums of chunks in the order of docs/numerics.md, whose lanes the threads of a group share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cpu/term_order.h"
#include "cuda/device/tree.h"
#include "cuda/device/words.h"
#include "formulas/target.h"

// For a loop: the loads of so many rounds may be under way together.
#ifdef __CUDA__
#define OPENACLNN_PRAGMA(text) _Pragma(#text)
#define OPENACLNN_AT_ONCE(rounds) OPENACLNN_PRAGMA(unroll rounds)
#else
#define OPENACLNN_AT_ONCE(rounds)
#endif

namespace openaclnn {

// Groups of kThreadsOfChunk threads side by side.
OPENACLNN_INLINE int64_t ThisGroup() { return ThisThread() / kThreadsOfChunk; }
OPENACLNN_INLINE int64_t CountGroups() { return CountThreads() / kThreadsOfChunk; }
OPENACLNN_INLINE int PlaceInGroup() { return static_cast<int>(ThisThread() % kThreadsOfChunk); }

// The lanes that a thread of a group has: as many side by side as each other one.
inline constexpr int kLanesOfThread = int{kLanesOfChunk} / kThreadsOfChunk;

template <class S, class Terms, size_t... v>
OPENACLNN_INLINE S SumInLanes(const Terms& terms, int64_t first, int count,
                              std::index_sequence<v...>) {
  S lanes[] = {((void)v, S{0})...};
  const auto load = [&](int i) { return terms.Load(first + i); };
  int i = PlaceInGroup() * kLanesOfThread;
  OPENACLNN_AT_ONCE(Terms::kAtOnce)
  for (; i + kLanesOfThread <= count; i += int{kLanesOfChunk}) {
    const decltype(load(0)) loaded[] = {load(i + int{v})...};
    ((lanes[v] = Plus(lanes[v], terms.NumberOf(loaded[v]))), ...);
  }
  if (i < count) {
    ((lanes[v] = i + int{v} < count ? Plus(lanes[v], terms.NumberOf(load(i + int{v}))) : lanes[v]),
     ...);
  }
  // Lanes half of them apart are of other threads at first, then of this one.
  const auto add_threads = [&lanes](int distance) {
    ((lanes[v] = Plus(lanes[v], FromThread(lanes[v], distance, kThreadsOfChunk))), ...);
  };
  if constexpr (kThreadsOfChunk > 4) add_threads(4);
  if constexpr (kThreadsOfChunk > 2) add_threads(2);
  if constexpr (kThreadsOfChunk > 1) add_threads(1);
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

// The sum of a chunk of up to kTermsOfChunk terms, in the first thread of the group. All of its
// threads call it. The terms are what NumberOf makes of what Load loads, of which that of kAtOnce
// rounds may be under way together.
template <class S, class Terms>
OPENACLNN_INLINE S SumInLanes(const Terms& terms, int64_t first, int count) {
  return SumInLanes<S>(terms, first, count, std::make_index_sequence<kLanesOfThread>());
}

}  // namespace openaclnn
