#include "cpu/streaming.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/dtype.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/streaming.cc"
#include "hwy/foreach_target.h"

#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void CopyPastCaches(const uint8_t* source, uint8_t* target, int64_t bytes) {
  const hn::ScalableTag<uint8_t> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t to_aligned =
      -static_cast<int64_t>(reinterpret_cast<uintptr_t>(target)) & (lanes - 1);
  int64_t i = std::min(bytes, to_aligned);
  std::memcpy(target, source, static_cast<size_t>(i));
  for (; i + lanes <= bytes; i += lanes) hn::Stream(hn::LoadU(d, source + i), d, target + i);
  std::memcpy(target + i, source + i, static_cast<size_t>(bytes - i));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(CopyPastCaches);

// What a working set may have of the caches. The last level is shared with cores that this process
// does not see (a virtual machine with 2 of them reported the 480 MiB of its socket), so it counts
// up to a multiple of the second level, which a core has for itself. On that machine, with 2 MiB of
// it, streaming took 1.9 times as long as ordinary stores at 0.8 MiB, as long at 12 and 24 MiB, 0.8
// to 1 times as long at 48 MiB, and 0.71 and 0.65 times at 96 and 192 MiB.
int64_t CacheBytes() {
  constexpr int64_t kSecondLevels = 32, kUnknown = 32 << 20;
#ifdef _SC_LEVEL2_CACHE_SIZE
  const int64_t second = sysconf(_SC_LEVEL2_CACHE_SIZE), last = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (second > 0 && last > 0) return std::min(last, kSecondLevels * second);
#endif
  return kUnknown;
}

int64_t& TheCacheBytes() {
  static int64_t bytes = CacheBytes();
  return bytes;
}

// Elements that the operand has of its own, broadcast ones counted once.
int64_t OwnElements(const Plan& plan, int operand) {
  int64_t elements = 1;
  for (const Axis& axis : plan.axes) {
    if (axis.stride[operand] != 0) elements *= axis.extent;
  }
  return elements;
}

}  // namespace

bool ExceedsCaches(const Plan& plan) {
  int64_t bytes = 0;
  for (int k = 0; k < plan.num_operands; ++k) {
    bytes += OwnElements(plan, k) * DtypeBytes(plan.dtype[k]);
  }
  return bytes > TheCacheBytes();
}

void StreamCopy(const void* source, void* target, int64_t bytes) {
  HWY_DYNAMIC_DISPATCH(CopyPastCaches)
  (static_cast<const uint8_t*>(source), static_cast<uint8_t*>(target), bytes);
}

void FinishStreaming() { hwy::FlushStream(); }

int64_t OverrideCacheBytes(int64_t bytes) { return std::exchange(TheCacheBytes(), bytes); }

}  // namespace openaclnn
#endif  // HWY_ONCE
