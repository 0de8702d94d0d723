// All streams that may hold work, of all GPUs, as work of one reaches the memory of others; and the
// streams that give memory back, which let all of them finish first.
#pragma once

#include "device/cuda/driver.h"

namespace openaclnn::cuda {

class CudaDevice;

void AddLiveStream(CudaDevice& device, Stream stream);
// What it was given still comes before all that is given back from now on.
void RemoveLiveStream(CudaDevice& device, Stream stream);

// A stream that gives memory back; stays.
void AddFreeingStream(CudaDevice& device, Stream stream);
// What is put on it from now on comes after all that live streams hold.
void WaitForLiveStreams(CudaDevice& device, Stream freeing);

}  // namespace openaclnn::cuda
