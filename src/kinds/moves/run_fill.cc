#include "kinds/moves/run_fill.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "base/settings.h"
#include "cpu/prefetch.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/moves/moved_operand.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/moves/run_fill.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Part = hn::CappedTag<uint8_t, kCacheLine>;
inline constexpr int64_t kPart = hn::MaxLanes(Part());

// Copies of a line, whose parts stay in registers.
template <size_t... part>
HWY_INLINE void RepeatParts(const uint8_t* line, int64_t lines, uint8_t* to,
                            std::index_sequence<part...>) {
  const hn::Vec<Part> parts[] = {hn::LoadU(Part(), line + part * kPart)...};
  for (int64_t l = 0; l < lines; ++l) {
    (hn::StoreU(parts[part], Part(), to + l * kCacheLine + part * kPart), ...);
  }
}

void RepeatLine(const uint8_t* line, int64_t lines, uint8_t* to) {
  RepeatParts(line, lines, to, std::make_index_sequence<kCacheLine / kPart>());
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(RepeatLine);

// Fills at least this long are left to the processor's own loop over words, if it has a fast one.
// It does not read the lines that it overwrites, and leaves them in the caches if they fit. GB/s of
// a thread of a Zen 5, by vectors, past the caches and so: 256 KiB 262, 44 and 176; 1 MiB 164, 44
// and 178; 4 MiB 127, 45 and 142; 24 MiB 56, 45 and 139; 64 MiB 38, 44 and 44.
constexpr int64_t kFewestBytesByWords = 2 << 20;

#ifdef __x86_64__
bool HasFastWords() {
  static const bool has_them = [] {
    constexpr unsigned kFeatures = 7, kErms = 1u << 9;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(kFeatures, 0, &a, &b, &c, &d) != 0 && (b & kErms) != 0;
  }();
  return has_them;
}

void RepeatWord(uint64_t word, int64_t words, std::byte* to) {
  asm volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(word) : "memory");
}
#else
constexpr bool HasFastWords() { return false; }
void RepeatWord(uint64_t, int64_t, std::byte*) {}
#endif

// `count` elements, each as the first.
void Repeat(const Element& element, int item_bytes, int64_t count, std::byte* to) {
  const int64_t bytes = count * item_bytes;
  std::memcpy(to, element.data(), static_cast<size_t>(std::min<int64_t>(bytes, item_bytes)));
  for (int64_t done = item_bytes; done < bytes; done *= 2) {
    std::memcpy(to + done, to, static_cast<size_t>(std::min(done, bytes - done)));
  }
}

// The same of many, by whole lines where they can be; equal bytes as the C library does that best.
void FillDense(const Element& element, int item_bytes, int64_t count, bool by_words,
               std::byte* to) {
  std::array<std::byte, kCacheLine> line;
  Repeat(element, item_bytes, kCacheLine / item_bytes, line.data());
  const int64_t bytes = count * item_bytes;
  if (std::all_of(line.begin(), line.end(), [&](std::byte byte) { return byte == line[0]; })) {
    std::memset(to, static_cast<int>(line[0]), static_cast<size_t>(bytes));
    return;
  }
  const int64_t to_aligned = -reinterpret_cast<intptr_t>(to) & (kCacheLine - 1);
  const int64_t first = to_aligned % item_bytes == 0 ? std::min(to_aligned, bytes) : 0;
  const int64_t lines = (bytes - first) / kCacheLine, last = first + lines * kCacheLine;
  std::memcpy(to, line.data(), static_cast<size_t>(first));
  if (by_words) {
    uint64_t word = 0;
    std::memcpy(&word, line.data(), sizeof(word));
    RepeatWord(word, lines * kCacheLine / int64_t{sizeof(word)}, to + first);
  } else {
    HWY_DYNAMIC_DISPATCH(RepeatLine)
    (reinterpret_cast<const uint8_t*>(line.data()), lines, reinterpret_cast<uint8_t*>(to + first));
  }
  std::memcpy(to + last, line.data(), static_cast<size_t>(bytes - last));
}

}  // namespace

void RunFill(const Plan& plan, const Element& element, std::byte* target) {
  if (plan.elements == 0) return;
  const MovedOperand output(plan, 0, target);
  const int item_bytes = output.item_bytes();
  const bool by_words = HasFastWords() && item_bytes <= int{sizeof(uint64_t)} &&
                        plan.elements * item_bytes >= kFewestBytesByWords;
  const bool streams = ExceedsCaches(plan) && !(output.dense() && by_words);
  ParallelFor(plan.elements, GrainFor(kFillCost), [&](int64_t begin, int64_t end) {
    if (output.dense() && !streams) {
      return FillDense(element, item_bytes, end - begin, by_words,
                       output.InPlace(begin, end - begin));
    }
    const int64_t buffered = std::min(GetSettings().tile, end - begin);
    const TileBuffers buffers(buffered * int64_t{sizeof(Element)} / int64_t{sizeof(double)});
    std::byte* const repeated = buffers.Values(0);
    Repeat(element, item_bytes, buffered, repeated);
    for (int64_t first = begin; first < end; first += buffered) {
      output.Put(first, std::min(buffered, end - first), repeated, streams);
    }
    if (streams) FinishStreaming();
  });
}

}  // namespace openaclnn
#endif  // HWY_ONCE
