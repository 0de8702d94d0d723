// Live device memory and pinned host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.h"
#include "device/device.h"

namespace openaclnn {

// `device`: whose memory it is, or near which. Errors: 207001 not enough memory.
Status AllocateMemory(size_t size, MemoryKind kind, Pages pages, int32_t device, void*& memory);

// Errors: 107000 not the address of a live allocation of this kind. `by_task`: a task of a stream
// frees what those before it used, so that nobody has waited for them.
Status FreeMemory(void* memory, MemoryKind kind, bool by_task = false);

// The kind of the live allocation that all of the range lies in; none if there is no such.
std::optional<MemoryKind> KindOf(const void* begin, size_t size);
inline bool IsAllocated(const void* begin, size_t size) { return KindOf(begin, size).has_value(); }

}  // namespace openaclnn
