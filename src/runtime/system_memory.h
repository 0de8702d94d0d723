// The machine's memory, as far as this process may use it.
#pragma once

#include <cstdint>

namespace openaclnn {

struct SystemMemory {
  uint64_t total;  // bytes; the limit of the control group if that is lower
  uint64_t free;   // bytes that can be allocated without swapping; at most total
};
SystemMemory GetSystemMemory();

}  // namespace openaclnn
