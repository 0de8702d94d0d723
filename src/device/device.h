// What owns memory and runs work. The runtime makes contexts, streams and events of it, and no
// layer above knows more of a device than this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "device/queue.h"

namespace openaclnn {

enum class MemoryKind { kDevice, kHost };

// Every address is a multiple of this, on which frameworks build their own allocators.
inline constexpr size_t kMemoryAlignment = 512;
// What lies behind each allocation and may be read: programs do read a little too far, which the
// larger granularity of an NPU's memory hides.
inline constexpr size_t kMemorySlack = 4096;
// From this size on, memory comes from the system in huge pages, if wanted.
inline constexpr size_t kHugePage = size_t{2} << 20;

enum class Pages { kNormal, kHuge };

// Memory as a device gave it.
struct Allocation {
  void* begin = nullptr;
  size_t extent = 0;  // bytes that may be read: those asked for, and the slack
  int source = 0;     // where the device got it
};

struct MemorySize {
  uint64_t total;  // bytes
  uint64_t free;   // at most total
};

// The device of one number. Any thread may use it. It lives forever.
class Device {
 public:
  // Its own memory, or pinned memory of the host near it. Errors: 207001 not enough.
  virtual Status Allocate(size_t size, MemoryKind kind, Pages pages, Allocation& allocation) = 0;
  // `in_use`: by work that may yet run; then the bytes stay for ever.
  virtual void Free(const Allocation& allocation, bool in_use) = 0;
  virtual MemorySize Memory() = 0;
  // Whether its memory is the host's, which reaches it then.
  virtual bool IsHost() const = 0;

  // At once, whatever streams do. All memory may be the device's or the host's. Ranges may overlap.
  virtual Status Copy(void* dst, const void* src, size_t count) = 0;
  // `value`: of each byte, modulo 256.
  virtual Status Fill(void* memory, int32_t value, size_t count) = 0;

  virtual Status MakeQueue(std::unique_ptr<Queue>& queue) = 0;

  // What programs ask for to share work out: processors, and the bytes of their second-level cache.
  virtual int64_t Cores() = 0;
  virtual int64_t CacheSize() = 0;
  // Whether it could copy to another device directly.
  virtual bool Reaches(int32_t peer) = 0;
  // Whether it does, for what has to go faster; copies need no permission.
  virtual Status SetPeer(int32_t peer, bool enabled) = 0;

 protected:
  ~Device() = default;
};

}  // namespace openaclnn
