// The pages of the system's memory.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace openaclnn {

inline size_t PageSize() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

constexpr uintptr_t RoundDown(uintptr_t address, size_t unit) { return address / unit * unit; }
constexpr uintptr_t RoundUp(uintptr_t address, size_t unit) {
  return RoundDown(address + unit - 1, unit);
}

}  // namespace openaclnn
