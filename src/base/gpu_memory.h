// Where the memory of GPUs comes from.
#pragma once

#include <cstdint>

#include "base/shared.h"

namespace openaclnn {

// kPool: freed without waiting for the GPU, where the driver can; kManaged: the host reaches it.
enum class GpuMemory : uint8_t { kPool, kPlain, kManaged };

// OPENACLNN_DEVICE_MEMORY, read with the other settings.
OPENACLNN_SHARED GpuMemory GetGpuMemory();

}  // namespace openaclnn
