// Device memory as it is in checked mode: addresses that the host can neither read nor write.
//
// Two ranges of address space of the same size are reserved, a fixed distance apart. Programs get
// addresses in the first, where nothing is ever mapped; the bytes are at the same place in the
// second, and only what runs "on the device" (kernels, copies, fills) goes there, by HostAddress.
// Pages around an allocation stay unmapped, and addresses of freed memory are not used again until
// the whole range has been.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/shared.h"
#include "checked/report.h"

namespace openaclnn {

// Memory for `size` bytes that may be read and written a page further; null if there is none.
void* ReserveDeviceMemory(size_t size, int32_t device);

// Ends an allocation. `keep`: its bytes stay, for tasks that have not finished with them.
void ReleaseDeviceMemory(void* memory, bool keep);

// The last context of a device ended, and with it what was allocated there.
void EndDeviceMemory(int32_t device);

// Where the bytes of a device address, or of one of pinned memory, are; of any other address, the
// address.
OPENACLNN_SHARED void* TranslateAddress(const void* address) noexcept;
inline void* HostAddress(const void* address) {
  if (Checks(Check::kMemory, Check::kOrder)) [[unlikely]]
    return TranslateAddress(address);
  return const_cast<void*>(address);
}

OPENACLNN_SHARED bool IsDeviceAddress(const void* address) noexcept;

// What is wrong with the device's use of a range of bytes; nothing if it is in one live
// allocation.
struct Finding {
  Mistake mistake;
  std::string details;
};
OPENACLNN_SHARED std::optional<Finding> CheckDeviceRange(uintptr_t begin, uintptr_t end);

// The device of the allocation that an address is in, and that allocation in words.
OPENACLNN_SHARED std::optional<int32_t> DeviceOf(uintptr_t address);
OPENACLNN_SHARED std::string AllocationAt(uintptr_t address);

// Whether copies can go there: the memory is the host's, or mapped.
bool IsMapped(uintptr_t begin, uintptr_t end);

// What is wrong with freeing an address that is not one of a live allocation.
Finding ExplainFree(const void* memory, const char* allocator);

}  // namespace openaclnn
