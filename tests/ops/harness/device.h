#pragma once

#include <cstddef>
#include <memory>

namespace openaclnn::test {

// Initialises the library and makes device 0 current in the calling thread; once in each thread.
void EnsureDevice();

// Whether OPENACLNN_DEVICE asks for a GPU, whose memory the host does not reach.
bool OnGpu();

struct FreeDeviceMemory {
  void operator()(std::byte* memory) const;
};
using DeviceMemory = std::unique_ptr<std::byte[], FreeDeviceMemory>;
DeviceMemory MakeDeviceMemory(size_t size);
void CopyBytes(std::byte* to, const std::byte* from, size_t size);  // of the device or the host

}  // namespace openaclnn::test
