// Queues of GPUs, each a stream of the driver's, and marks in them, each an event.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "acl/acl_base.h"
#include "checked/device_memory.h"
#include "device/cuda/code.h"
#include "device/cuda/copies.h"
#include "device/cuda/device.h"
#include "device/cuda/live_streams.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

// What `query` answers when it is not kNotReady any more; that, if the time is over. The driver has
// no waits with an end.
template <class Query>
Result Poll(Deadline deadline, Query query) {
  using std::chrono::microseconds;
  microseconds pause(20);
  while (true) {
    const Result result = query();
    const auto now = std::chrono::steady_clock::now();
    if (result != kNotReady || now >= *deadline) return result;
    std::this_thread::sleep_for(std::min(pause, std::chrono::ceil<microseconds>(*deadline - now)));
    pause = std::min(pause * 3 / 2, microseconds(1000));
  }
}

// What waited in the library for its turn may come to memory that was freed meanwhile.
Status CheckNotFreed(const char* what, const void* memory, size_t count) {
  if (!IsDeviceAddress(memory)) return {};
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const std::optional<Finding> finding = CheckDeviceRange(begin, begin + count);
  if (!finding || finding->mistake != Mistake::kUseAfterFree) return {};
  ReportMistake(finding->mistake,
                fmt::format("a {} on a stream, when it ran: {}.", what, finding->details));
  return Error(ErrorKind::kMemoryRange, ACL_ERROR_RT_AICORE_EXCEPTION, "{}: {}", what,
               finding->details);
}

class CudaMark final : public Mark {
 public:
  CudaMark(CudaDevice& device, Event event) : device_(device), event_(event) {}
  ~CudaMark() override { device_.GiveBackEvent(event_); }

  Event event() const { return event_; }

  // What fails has been reached: the stream reports it.
  bool Reached() override {
    const Here here(device_);
    return device_.driver().event_query(event_) != kNotReady;
  }

  bool Wait(Deadline deadline) override {
    const Here here(device_);
    if (deadline) {
      return Poll(deadline, [&] { return device_.driver().event_query(event_); }) != kNotReady;
    }
    device_.driver().event_synchronize(event_);
    return true;
  }

  Status Time(int64_t& nanoseconds) override { return device_.TimeOf(event_, nanoseconds); }

  Status Since(const Mark& earlier, int64_t& nanoseconds) override {
    const auto& begin = static_cast<const CudaMark&>(earlier);
    if (&begin.device_ != &device_) return SinceElsewhere(begin, nanoseconds);
    return device_.TimeBetween(begin.event_, event_, nanoseconds);
  }

 private:
  Status SinceElsewhere(const CudaMark& earlier, int64_t& nanoseconds) {
    int64_t begin = 0, end = 0;
    OPENACLNN_RETURN_IF_ERROR(earlier.device_.TimeOf(earlier.event_, begin));
    OPENACLNN_RETURN_IF_ERROR(device_.TimeOf(event_, end));
    nanoseconds = end - begin;
    return {};
  }

  CudaDevice& device_;
  const Event event_;
};

class CudaQueue final : public Queue {
 public:
  CudaQueue(CudaDevice& device, Stream stream)
      : Queue(device, false), device_(device), driver_(device.driver()), stream_(stream) {
    AddLiveStream(device_, stream_);
  }
  // The driver lets the stream finish.
  ~CudaQueue() override {
    RemoveLiveStream(device_, stream_);
    const Here here(device_);
    driver_.stream_destroy(stream_);
  }

  Status Copy(void* dst, const void* src, size_t count) override {
    if (Checks(Check::kMemory)) [[unlikely]] {
      OPENACLNN_RETURN_IF_ERROR(CheckNotFreed("copy", dst, count));
      OPENACLNN_RETURN_IF_ERROR(CheckNotFreed("copy", src, count));
    }
    const Here here(device_);
    return device_.Check(PutCopy(driver_, dst, src, count, stream_), "copy");
  }

  Status Fill(void* memory, int32_t value, size_t count) override {
    if (Checks(Check::kMemory)) [[unlikely]] {
      OPENACLNN_RETURN_IF_ERROR(CheckNotFreed("fill", memory, count));
    }
    const Here here(device_);
    return device_.Check(PutFill(driver_, memory, value, count, stream_), "fill");
  }

  Status Record(std::unique_ptr<Mark>& mark) override {
    Event event = nullptr;
    OPENACLNN_RETURN_IF_ERROR(device_.TakeEvent(event));
    auto made = std::make_unique<CudaMark>(device_, event);
    const Here here(device_);
    OPENACLNN_RETURN_IF_ERROR(device_.Check(driver_.event_record(event, stream_), "cuEventRecord"));
    mark = std::move(made);
    return {};
  }

  Status WaitFor(const Mark& mark) override {
    const Here here(device_);
    const Event event = static_cast<const CudaMark&>(mark).event();
    return device_.Check(driver_.stream_wait_event(stream_, event, 0), "cuStreamWaitEvent");
  }

  Status FindCode(std::string_view name, const DeviceCode*& code) override {
    Function function = nullptr;
    OPENACLNN_RETURN_IF_ERROR(device_.FindFunction(name, function));
    code = reinterpret_cast<const DeviceCode*>(function);
    return {};
  }

  Status RunBytes(const DeviceCode* code, std::span<const std::byte> argument,
                  int64_t elements) override {
    const Here here(device_);
    const auto function = reinterpret_cast<Function>(const_cast<DeviceCode*>(code));
    void* arguments[] = {const_cast<std::byte*>(argument.data())};
    const unsigned blocks = device_.BlocksFor(elements);
    return device_.Check(driver_.launch_kernel(function, blocks, 1, 1, kThreadsOfBlock, 1, 1, 0,
                                               stream_, arguments, nullptr),
                         "cuLaunchKernel");
  }

  Status Place(const void* constant, size_t size, const void*& placed) override {
    return device_.Place(constant, size, placed);
  }

  void* Native() override { return stream_; }

  bool Reaches(const void* address) override {
    if (device_.ReachesPageableMemory()) return true;
    unsigned type = 0;
    return driver_.pointer_get_attribute(&type, kMemoryType, reinterpret_cast<Address>(address)) ==
           kSuccess;
  }

 private:
  bool AskIdle() override {
    const Here here(device_);
    return driver_.stream_query(stream_) != kNotReady;
  }

  bool WaitLonger(Deadline deadline) override {
    const Here here(device_);
    const Result result = deadline ? Poll(deadline, [&] { return driver_.stream_query(stream_); })
                                   : driver_.stream_synchronize(stream_);
    return result != kNotReady;
  }

  // The driver returns it from now on, whatever it is asked.
  Status AskFailure() override {
    const Here here(device_);
    const Result result = driver_.stream_query(stream_);
    return result == kNotReady ? Status() : device_.Check(result, "work");
  }

  CudaDevice& device_;
  const Driver& driver_;
  const Stream stream_;
};

}  // namespace

Status CudaDevice::MakeQueue(std::unique_ptr<Queue>& queue) {
  OPENACLNN_RETURN_IF_ERROR(Open());
  const Here here(*this);
  Stream stream = nullptr;
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().stream_create(&stream, kStreamNonBlocking), "cuStreamCreate"));
  queue = std::make_unique<CudaQueue>(*this, stream);
  return {};
}

}  // namespace openaclnn::cuda
