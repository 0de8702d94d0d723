// Addresses that a program reserves, and memory that it maps there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "device/device.h"

namespace openaclnn {

// What sizes and places of mapped memory are multiples of, in bytes.
inline constexpr size_t kMapGranularity = kHugePage;

// Whether device memory can be mapped: it is the host's, and checked mode does not watch it.
bool HasVirtualMemory(int32_t device);

// The C functions of these names, after the checks of pointers.
Status ReserveAddresses(size_t size, void*& begin);
Status ReleaseAddresses(void* begin);
Status AllocatePhysical(size_t size, int32_t device, aclrtDrvMemHandle& handle);
// What is mapped stays until it is unmapped.
Status FreePhysical(aclrtDrvMemHandle handle);
Status MapPhysical(void* begin, size_t size, aclrtDrvMemHandle handle);
Status Unmap(void* begin);

// Whether all of a range is mapped, perhaps by several calls.
bool IsMapped(const void* begin, size_t size);

}  // namespace openaclnn
