// Device memory of CPUs as it is in checked mode: addresses that the host can neither read nor
// write.
//
// Two ranges of address space of the same size are reserved, a fixed distance apart. Programs get
// addresses in the first, where nothing is ever mapped; the bytes are at the same place in the
// second, and only what runs "on the device" (kernels, copies, fills) goes there, by HostAddress.
// Pages around an allocation stay unmapped, and addresses of freed memory are not used again until
// the whole range has been.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/shared.h"
#include "checked/report.h"

namespace openaclnn {

// Memory for `size` bytes that may be read and written a page further; null if there is none.
void* ReserveDeviceMemory(size_t size, int32_t device);

// Ends an allocation. `keep`: its bytes stay, for tasks that have not finished with them.
void ReleaseDeviceMemory(void* memory, bool keep);

// Where the bytes of a device address, or of one of pinned memory, are; of any other address, the
// address.
OPENACLNN_SHARED void* TranslateAddress(const void* address) noexcept;
inline void* HostAddress(const void* address) {
  if (Checks(Check::kMemory, Check::kOrder)) [[unlikely]]
    return TranslateAddress(address);
  return const_cast<void*>(address);
}

// Whether an address is in the first range, used or not.
bool IsOutOfReach(uintptr_t address) noexcept;

}  // namespace openaclnn
