// Device memory and pinned host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.h"

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

// `device`: whose memory it is, or near which. Errors: 207001 not enough memory.
Status AllocateMemory(size_t size, MemoryKind kind, Pages pages, int32_t device, void*& memory);

// Errors: 107000 not the address of a live allocation of this kind.
Status FreeMemory(void* memory, MemoryKind kind);

// Of the live allocation that all of the range lies in; none if there is no such.
std::optional<MemoryKind> KindOf(const void* begin, size_t size);
inline bool IsAllocated(const void* begin, size_t size) { return KindOf(begin, size).has_value(); }

}  // namespace openaclnn
