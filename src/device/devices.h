// Which devices there are.
#pragma once

#include <cstdint>

#include "device/device.h"

namespace openaclnn {

// Whether devices may be used: all settings can be understood, and the devices that
// OPENACLNN_DEVICE asks for can be looked for. Starts nothing, so that a process may yet fork.
// Errors: 100000 not; the reason.
Status CheckDevices();

// Their numbers are 0 to count - 1. Errors: 100000 there is none; the reason.
Status CountDevices(uint32_t& count);
// After CountDevices succeeded; below the count.
Device& DeviceOfNumber(int32_t number);

}  // namespace openaclnn
