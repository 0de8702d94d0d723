#include "kinds/convolution/loops.h"

#include <algorithm>
#include <cstddef>

#include "cpu/prefetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/convolution/loops.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Where an element would be, also behind the last one.
template <class T>
HWY_INLINE uintptr_t AddressOf(const T* from, int64_t element) {
  return reinterpret_cast<uintptr_t>(from) + static_cast<uintptr_t>(element) * sizeof(T);
}

template <class T>
using Group = hn::CappedTag<T, kColumnsOfGroup>;

template <class T>
HWY_INLINE void CopyAll(const T* from, int64_t count, T* to) {
  const Group<T> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) hn::StoreU(hn::LoadU(d, from + i), d, to + i);
  for (; i < count; ++i) to[i] = from[i];
}

template <class T>
HWY_INLINE void CopySome(const T* from, uint32_t mask, int64_t count, T* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR && HWY_MEM_OPS_MIGHT_FAULT == 0
  const Group<T> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  for (; i + kLanes <= count; i += kLanes) {
    const uint64_t bits = mask >> i;
    const auto here = hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&bits));
    hn::StoreU(hn::MaskedLoad(here, d, from + i), d, to + i);
  }
#endif
  for (; i < count; ++i) to[i] = (mask >> i & 1) != 0 ? from[i] : T{0};
}

// A whole group; its last element is the last one that is read.
template <class T>
HWY_INLINE void CopyEverySecond(const T* from, T* to) {
#if HWY_TARGET != HWY_SCALAR
  const Group<T> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  for (int64_t i = 0; i < kColumnsOfGroup; i += kLanes, from += 2 * kLanes, to += kLanes) {
    const auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + kLanes - 1);
    hn::StoreU(hn::ConcatUpperLower(d, hn::ConcatOdd(d, high, high), hn::ConcatEven(d, low, low)),
               d, to);
  }
#else
  for (int64_t i = 0; i < kColumnsOfGroup; ++i) to[i] = from[2 * i];
#endif
}

template <class T>
HWY_INLINE void CopyRuns(const T* from, const RunOfElements* runs, const GroupOfColumns& group,
                         int64_t step, T* to) {
  std::fill_n(to, group.count, T{0});
  for (int32_t r = 0; r < group.runs; ++r) {
    const T* source = from + runs[r].from;
    T* const target = to + runs[r].column;
    for (int32_t i = 0; i < runs[r].count; ++i, source += step) target[i] = *source;
  }
}

// Calls copy_row(from, to) for a group of each channel.
template <class T, class CopyRow>
HWY_INLINE void ForEachChannel(const CopyOfRows& copy, int64_t group, const CopyRow& copy_row) {
  const T* const from = static_cast<const T*>(copy.from);  // null where there are no elements
  T* to = static_cast<T*>(copy.to) + group * kColumnsOfGroup;
  int64_t at = 0;
  for (int64_t c = 0; c < copy.channels; ++c, at += copy.channel_stride, to += copy.pitch) {
    copy_row(from, at, to);
  }
}

template <class T>
void Copy(const CopyOfRows& copy) {
  for (int64_t g = 0; g < copy.num_groups; ++g) {
    const GroupOfColumns& group = copy.groups[g];
    const int64_t first = group.from, count = group.count;
    using enum GroupOfColumns::Way;
    switch (group.way) {
      case kNone:
        ForEachChannel<T>(copy, g, [&](const T*, int64_t, T* to) { std::fill_n(to, count, T{0}); });
        break;
      case kAll: {
        // What the next part reads of a channel: the machine does not read ahead for so many.
        const int64_t next = first + copy.num_groups * kColumnsOfGroup;
        if (count == kColumnsOfGroup) {
          ForEachChannel<T>(copy, g, [&](const T* from, int64_t at, T* to) HWY_ATTR {
            AskForLines(AddressOf(from, at + next), kCacheLine);
            CopyAll(from + (at + first), kColumnsOfGroup, to);
          });
          break;
        }
        ForEachChannel<T>(copy, g, [&](const T* from, int64_t at, T* to) HWY_ATTR {
          CopyAll(from + (at + first), count, to);
        });
        break;
      }
      case kSome:
        ForEachChannel<T>(copy, g, [&](const T* from, int64_t at, T* to) HWY_ATTR {
          CopySome(from + (at + first), group.mask, count, to);
        });
        break;
      case kEverySecond:
        ForEachChannel<T>(copy, g, [&](const T* from, int64_t at, T* to) HWY_ATTR {
          CopyEverySecond(from + (at + first), to);
        });
        break;
      case kRuns:
        ForEachChannel<T>(copy, g, [&](const T* from, int64_t at, T* to) {
          CopyRuns(from + at, copy.runs + group.first_run, group, copy.step, to);
        });
    }
  }
}

const WindowLoops* WindowLoopsOfTarget() {
  static constexpr WindowLoops kLoops = {.copy_words = Copy<uint32_t>,
                                         .copy_halves = Copy<uint16_t>};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(WindowLoopsOfTarget);

const WindowLoops& GetWindowLoops() { return *HWY_DYNAMIC_DISPATCH(WindowLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
