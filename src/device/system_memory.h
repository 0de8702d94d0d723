// The machine's memory, as far as this process may use it.
#pragma once

#include "device/device.h"

namespace openaclnn {

// The total is the limit of the control group if that is lower; free is what can be allocated
// without swapping.
MemorySize GetSystemMemory();

}  // namespace openaclnn
