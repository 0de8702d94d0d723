// Asking the caches for memory before it is needed.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kCacheLine = 64;

enum class CacheLevel { kSecond = 2, kFirst = 3 };  // as __builtin_prefetch counts

// Asks for the lines of the `bytes` from `address` on, to write there or to read. Where nothing is
// mapped it does no harm. Always inlined: GCC takes a function that only asks for one without
// effect, and leaves out its calls.
template <bool kWrites = false, CacheLevel kLevel = CacheLevel::kFirst>
__attribute__((always_inline)) inline void AskForLines(uintptr_t address, int64_t bytes) {
  for (int64_t b = 0; b < bytes; b += kCacheLine) {
    __builtin_prefetch(reinterpret_cast<const void*>(address + static_cast<uintptr_t>(b)), kWrites,
                       static_cast<int>(kLevel));
  }
}

}  // namespace openaclnn
