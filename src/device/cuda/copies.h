// Copies and fills of any memory, put on a stream of the driver's. A context is current.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/cuda/driver.h"

namespace openaclnn::cuda {

// Ranges may overlap.
Result PutCopy(const Driver& driver, void* dst, const void* src, size_t count, Stream stream);

// Memory that the driver does not know is filled by the host, when the stream has come to it; the
// others by the device.
Result PutFill(const Driver& driver, void* memory, int32_t value, size_t count, Stream stream);

}  // namespace openaclnn::cuda
