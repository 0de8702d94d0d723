// Pinned host memory as it is in checked mode: whole pages of it can be kept from the program's own
// loads and stores while a task of a stream is to write them.
//
// The same pages are mapped twice. Programs get addresses of the first mapping, which may be
// protected; what runs "on the device" goes through the second (HostAddress).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace openaclnn {

// Memory for `size` bytes that may be read and written a page further; null if there is none, or
// the system cannot map it twice.
void* ReservePinnedMemory(size_t size);

// Ends an allocation. `keep`: its bytes stay, for tasks that have not finished with them.
void ReleasePinnedMemory(void* memory, bool keep);

// The address of the second mapping; of any other address, the address.
void* TranslatePinned(const void* address) noexcept;

// Until EndWatch, the first access of the program to these bytes is reported as a host race. Then
// the program goes on. `task`: which task writes them, and what; the report begins with it. Watches
// the pages of which no byte of the allocation is outside; returns a number for EndWatch.
uint64_t WatchPinned(uintptr_t begin, uintptr_t end, std::string task);
void EndWatch(uint64_t watch) noexcept;

}  // namespace openaclnn
