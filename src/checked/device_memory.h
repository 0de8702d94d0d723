// What checked mode knows of device memory: which bytes are in which allocation, where that was
// made and freed. The same on all devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/shared.h"
#include "checked/fault_handler.h"
#include "checked/report.h"

namespace openaclnn {

// What devices tell; `extent`: the bytes from `memory` on that may be touched.
void NoteAllocated(const void* memory, size_t size, size_t extent, int32_t device);
// Ends an allocation; returns its extent, 0 if it is not registered.
size_t NoteFreed(const void* memory);
// From now on the addresses of a freed allocation may be anybody's in the process.
void NoteGone(const void* memory);
// The last context of a device ended, and with it what was allocated there.
void EndDeviceMemory(int32_t device);

// Says whether an address is in device memory at all, for devices that others in the process use
// too. Device memory that is not registered is not judged. From now on, faults of the host are
// explained.
using KnowsFunction = bool (*)(uintptr_t address);
void AskWhetherDevice(KnowsFunction knows);

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

// Whether copies can go there, though it is more than was asked for.
bool IsMapped(uintptr_t begin, uintptr_t end);

// What is wrong with freeing an address that is not one of a live allocation.
Finding ExplainFree(const void* memory, const char* allocator);

// Tells of a fault in device memory. For handlers of signals.
enum class Culprit { kHostCode, kTask };
FaultAnswer ReportFault(uintptr_t address, const char* did, Culprit culprit) noexcept;

}  // namespace openaclnn
