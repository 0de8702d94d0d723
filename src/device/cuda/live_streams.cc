#include "device/cuda/live_streams.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "device/cuda/device.h"

namespace openaclnn::cuda {
namespace {

struct StreamOfDevice {
  CudaDevice* device;
  Stream stream;

  bool operator==(const StreamOfDevice&) const = default;
};

struct Streams {
  std::mutex mutex;  // guards both
  std::vector<StreamOfDevice> live, freeing;
};

// Outlives everything, as streams end in destructors of static objects.
Streams& TheStreams() {
  static auto* const streams = new Streams;
  return *streams;
}

bool IsIdle(const StreamOfDevice& of) {
  const Here here(*of.device);
  return of.device->driver().stream_query(of.stream) == kSuccess;
}

bool Record(const StreamOfDevice& of, Event event) {
  const Here here(*of.device);
  return of.device->driver().event_record(event, of.stream) == kSuccess;
}

// A device that is lost says so elsewhere; where only the mark fails, the work is waited for here.
void LetWait(const StreamOfDevice& later, const StreamOfDevice& earlier) {
  if (IsIdle(earlier)) return;
  Event event = nullptr;
  if (earlier.device->TakeEvent(event).ok()) {
    const bool recorded = Record(earlier, event);
    const Here here(*later.device);
    const bool waits =
        recorded && later.device->driver().stream_wait_event(later.stream, event, 0) == kSuccess;
    earlier.device->GiveBackEvent(event);
    if (waits) return;
  }
  const Here here(*earlier.device);
  earlier.device->driver().stream_synchronize(earlier.stream);
}

}  // namespace

void AddLiveStream(CudaDevice& device, Stream stream) {
  Streams& streams = TheStreams();
  const std::lock_guard lock(streams.mutex);
  streams.live.push_back({&device, stream});
}

void RemoveLiveStream(CudaDevice& device, Stream stream) {
  Streams& streams = TheStreams();
  const std::lock_guard lock(streams.mutex);
  std::erase(streams.live, StreamOfDevice{&device, stream});
  for (const StreamOfDevice& freeing : streams.freeing) LetWait(freeing, {&device, stream});
}

void AddFreeingStream(CudaDevice& device, Stream stream) {
  Streams& streams = TheStreams();
  const std::lock_guard lock(streams.mutex);
  streams.freeing.push_back({&device, stream});
}

void WaitForLiveStreams(CudaDevice& device, Stream freeing) {
  Streams& streams = TheStreams();
  const std::lock_guard lock(streams.mutex);
  for (const StreamOfDevice& live : streams.live) LetWait({&device, freeing}, live);
}

}  // namespace openaclnn::cuda
