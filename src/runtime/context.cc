#include "runtime/context.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "base/settings.h"
#include "checked/device_memory.h"
#include "checked/history.h"
#include "checked/report.h"
#include "checked/site.h"
#include "checked/uses.h"
#include "device/devices.h"
#include "fmt/format.h"
#include "runtime/capture.h"
#include "runtime/exit.h"
#include "runtime/fork.h"
#include "runtime/order.h"
#include "runtime/refusals.h"
#include "runtime/reports.h"

namespace openaclnn {
namespace {

struct DeviceState {
  uint64_t set_count = 0;  // calls of aclrtSetDevice that were not taken back
  aclrtContext default_context = nullptr;
  std::vector<aclrtContext> contexts;  // all live ones
};

struct Devices {
  std::mutex mutex;  // guards what follows, and the lists in contexts; never held while waiting
  std::map<int32_t, DeviceState> all;
};

Devices& TheDevices() {
  static auto* const devices = new Devices;
  return *devices;
}

thread_local constinit CurrentContext thread_context;

constexpr int32_t kNoDevice = -1;
std::atomic<int32_t> default_device{kNoDevice};
std::atomic<bool> is_initialised{false};

// Each of these reports is made once: by a thread, by the process.
void ReportNoDevice() {
  static thread_local bool reported = false;
  if (std::exchange(reported, true)) return;
  ReportMistake(Mistake::kNoDevice,
                fmt::format("This thread has no current context, at {}.", TextOf(CallSite())));
}

void CheckInitialised(const char* api) {
  static std::atomic<bool> reported{false};
  if (is_initialised || !Checks(Check::kContract) || reported.exchange(true)) return;
  ReportMistake(Mistake::kNotInitialised,
                fmt::format("{} is called at {}, but aclInit was not, or aclFinalize was since.",
                            api, TextOf(CallSite())));
}

using Streams = std::vector<std::shared_ptr<Stream>>;

// In the functions of this namespace that take or return contexts, the mutex is held.

Status MakeStream(int32_t device_id, uint32_t flags, std::shared_ptr<Stream>& stream) {
  std::unique_ptr<Queue> queue;
  OPENACLNN_RETURN_IF_ERROR(DeviceOfNumber(device_id).MakeQueue(queue));
  if (!queue->at_once()) WaitForStreamsAtExit();
  stream = std::make_shared<Stream>(flags, std::move(queue));
  return {};
}

CurrentContext CurrentOf(aclrtContext handle) {
  const Context& context = *ContextTable::Get().Find(handle);
  return {handle, context.device, context.default_stream};
}

Status MakeContext(int32_t device_id, bool is_default, aclrtContext& context) {
  RefuseDeviceToChildren();
  DeviceState& device = TheDevices().all[device_id];
  device.contexts.reserve(device.contexts.size() + 1);
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(MakeStream(device_id, 0, stream));
  const aclrtStream default_stream = StreamTable::Get().Create(stream);
  try {
    context = ContextTable::Get().Create(Context{device_id, is_default, default_stream, {}, {}});
  } catch (...) {
    StreamTable::Get().Destroy(default_stream);
    throw;
  }
  stream->Open(default_stream, CurrentOf(context));
  device.contexts.push_back(context);
  return {};
}

Status FindDefaultContext(int32_t device_id, CurrentContext& context) {
  DeviceState& device = TheDevices().all[device_id];
  if (device.default_context == nullptr) {
    OPENACLNN_RETURN_IF_ERROR(MakeContext(device_id, true, device.default_context));
  }
  context = CurrentOf(device.default_context);
  return {};
}

// Streams are claimed where the mutex is held.
void AppendStreams(const Context& context, Streams& streams) {
  streams.push_back(*StreamTable::Get().Find(context.default_stream));
  for (aclrtStream handle : context.streams) streams.push_back(*StreamTable::Get().Find(handle));
}

void AppendStreams(const DeviceState& device, Streams& streams) {
  for (aclrtContext context : device.contexts) {
    AppendStreams(*ContextTable::Get().Find(context), streams);
  }
}

// The stream of a live handle that nobody can find any more, for End.
std::shared_ptr<Stream> TakeStream(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  {
    const std::lock_guard lock(StreamTable::Get().SlotOf(handle)->kept.mutex);
    stream = *StreamTable::Get().Claim(handle);
  }
  stream->Close();
  if (handle != stream->context().default_stream) {
    Ended(handle, "aclrtDestroyStream or the end of its context");
  }
  return stream;
}

Status CheckNotWaitingHere(const Stream& stream) {
  if (!stream.WaitsForThisThread()) return {};
  return Error(ErrorKind::kWaitsForItself, ACL_ERROR_RT_STREAM_NOT_COMPLETE,
               "stream {}: waits for the function that tries to destroy it", stream.id());
}

// Ends the life of a context and moves its streams, still to be ended, to `streams`.
Status TakeContext(aclrtContext handle, Streams& streams) {
  const Context& context = *ContextTable::Get().Find(handle);
  AppendStreams(context, streams);
  for (const std::shared_ptr<Stream>& stream : streams) {
    OPENACLNN_RETURN_IF_ERROR(CheckNotWaitingHere(*stream));
  }
  DeviceState& device = TheDevices().all[context.device];
  if (device.default_context == handle) device.default_context = nullptr;
  std::erase(device.contexts, handle);
  ContextTable::Get().Destroy(handle);  // before its default stream: see FindDefaultStream
  for (const std::shared_ptr<Stream>& stream : streams) TakeStream(stream->handle());
  ForgetRefusals(handle);
  Ended(handle, "aclrtDestroyContext");
  return {};
}

// Without the mutex.
void End(Stream& stream, DestroyMode mode) {
  LeaveCapture(stream);
  if (mode == DestroyMode::kAbandon) {
    EndSubscription(stream);  // first: the callback that the stream waits for may never come
    stream.Abandon();
  } else {
    stream.Finish();
    EndSubscription(stream);
  }
  Synchronised();
  if (Checks(Check::kOrder)) TheOrder().EndStream(stream.id());
  StreamTable::Get().Release(stream.handle());
}

Status NoContext() {
  return Error(ErrorKind::kNoContext, ACL_ERROR_RT_CONTEXT_NULL,
               "this thread has no current context; call aclrtSetDevice first");
}

Status NoSuchContext(aclrtContext handle) {
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_PARAM_INVALID,
               "context: {} is not a live context; it was destroyed or never created", handle);
}

}  // namespace

Status FindCurrentContext(CurrentContext& context) {
  Status status = AskForCurrentContext(context);
  if (!status.ok() && status.kind() == ErrorKind::kNoContext) [[unlikely]] {
    if (Checks(Check::kContract)) ReportNoDevice();
  }
  return status;
}

void CheckThreadHasContext() {
  CurrentContext context;
  const Status status = AskForCurrentContext(context);
  if (!status.ok() && status.kind() == ErrorKind::kNoContext) ReportNoDevice();
}

Status AskForCurrentContext(CurrentContext& context) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  if (ContextTable::Get().Find(thread_context.handle) == nullptr) {
    const int32_t device = default_device.load(std::memory_order_relaxed);
    if (device == kNoDevice) return NoContext();
    const std::lock_guard lock(TheDevices().mutex);
    OPENACLNN_RETURN_IF_ERROR(FindDefaultContext(device, thread_context));
  }
  context = thread_context;
  return {};
}

const CurrentContext& ThreadContext() { return thread_context; }

void SetThreadContext(const CurrentContext& context) { thread_context = context; }

Status UseContext(aclrtContext handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  if (ContextTable::Get().Find(handle) == nullptr) return NoSuchContext(handle);
  if (thread_context.handle == handle) return {};
  const std::lock_guard lock(TheDevices().mutex);
  if (ContextTable::Get().Find(handle) == nullptr) return NoSuchContext(handle);
  thread_context = CurrentOf(handle);
  return {};
}

void SetInitialised(bool initialised) { is_initialised = initialised; }

void SetDefaultDevice(std::optional<int32_t> device) {
  default_device.store(device.value_or(kNoDevice), std::memory_order_relaxed);
}

Status StartDevices(uint32_t& count) {
  if (GetSettings().device_kind != DeviceKind::kCpu) {  // whose driver a child cannot ask
    OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
    RefuseDeviceToChildren();
  }
  return CountDevices(count);
}

Status CheckDevice(int32_t device, const char* name) {
  uint32_t count = 0;
  OPENACLNN_RETURN_IF_ERROR(StartDevices(count));
  if (device >= 0 && static_cast<uint32_t>(device) < count) return {};
  return Error(ErrorKind::kDevice, ACL_ERROR_RT_INVALID_DEVICEID, "{}: is {}, expected 0 to {}",
               name, device, count - 1);
}

Status SetDevice(int32_t device) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  OPENACLNN_RETURN_IF_ERROR(CheckDevices());
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(device, "deviceId"));
  CheckInitialised("aclrtSetDevice");
  const std::lock_guard lock(TheDevices().mutex);
  OPENACLNN_RETURN_IF_ERROR(FindDefaultContext(device, thread_context));
  ++TheDevices().all[device].set_count;
  return {};
}

Status ResetDevice(int32_t device_id, ResetMode mode) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(device_id, "deviceId"));
  Streams streams;
  bool was_last = false;
  {
    const std::lock_guard lock(TheDevices().mutex);
    DeviceState& device = TheDevices().all[device_id];
    if (device.set_count == 0) {
      return Error(ErrorKind::kDeviceNotSet, ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
                   "deviceId: device {} is not set, or was reset as often as it was set",
                   device_id);
    }
    if (mode == ResetMode::kCounted && device.set_count > 1) {
      --device.set_count;
      return {};
    }
    OPENACLNN_RETURN_IF_ERROR(TakeContext(device.default_context, streams));
    device.set_count = 0;
    was_last = device.contexts.empty();
  }
  for (const std::shared_ptr<Stream>& stream : streams) End(*stream, DestroyMode::kFinish);
  if (was_last && Checks(Check::kMemory)) EndDeviceMemory(device_id);
  return {};
}

Status HasDefaultContext(int32_t device, bool& has) {
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(device, "deviceId"));
  const std::lock_guard lock(TheDevices().mutex);
  const auto found = TheDevices().all.find(device);
  has = found != TheDevices().all.end() && found->second.default_context != nullptr;
  return {};
}

Status CreateContext(int32_t device, aclrtContext& context) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  OPENACLNN_RETURN_IF_ERROR(CheckDevices());
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(device, "deviceId"));
  CheckInitialised("aclrtCreateContext");
  const std::lock_guard lock(TheDevices().mutex);
  OPENACLNN_RETURN_IF_ERROR(MakeContext(device, false, context));
  thread_context = CurrentOf(context);
  Made("aclrtContext", context);
  return {};
}

Status DestroyContext(aclrtContext handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  Streams streams;
  {
    const std::lock_guard lock(TheDevices().mutex);
    const Context* const context = ContextTable::Get().Find(handle);
    if (context == nullptr) return NoSuchContext(handle);
    if (context->is_default) {
      return Error(ErrorKind::kDefaultContext, ACL_ERROR_RT_PARAM_INVALID,
                   "context: {} is the default context of device {}, which aclrtResetDevice ends",
                   handle, context->device);
    }
    OPENACLNN_RETURN_IF_ERROR(TakeContext(handle, streams));
  }
  for (const std::shared_ptr<Stream>& stream : streams) End(*stream, DestroyMode::kFinish);
  return {};
}

namespace {

// Calls a function of this thread's context, which nobody can destroy meanwhile.
template <class Function>
Status WithContext(Function function) {
  CurrentContext current;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(current));
  const std::lock_guard lock(TheDevices().mutex);
  Context* const context = ContextTable::Get().Find(current.handle);
  return context != nullptr ? function(*context) : NoContext();
}

}  // namespace

Status SetContextOption(int option, int64_t value) {
  return WithContext([&](Context& context) -> Status {
    context.options[static_cast<size_t>(option)] = value;
    return {};
  });
}

Status GetContextOption(int option, std::optional<int64_t>& value) {
  return WithContext([&](const Context& context) -> Status {
    value = context.options[static_cast<size_t>(option)];
    return {};
  });
}

Status CreateStream(uint32_t flags, aclrtStream& handle) {
  return WithContext([&](Context& context) -> Status {
    std::shared_ptr<Stream> stream;
    OPENACLNN_RETURN_IF_ERROR(MakeStream(context.device, flags, stream));
    context.streams.reserve(context.streams.size() + 1);
    handle = StreamTable::Get().Create(stream);
    stream->Open(handle, thread_context);
    context.streams.push_back(handle);
    Made("aclrtStream", handle);
    return {};
  });
}

Status DestroyStream(aclrtStream handle, DestroyMode mode) {
  std::shared_ptr<Stream> stream;
  Status taken = WithContext([&](Context& context) -> Status {
    const std::shared_ptr<Stream>* const found = StreamTable::Get().Find(handle);
    if (found == nullptr) return NoSuchStream(handle);
    stream = *found;
    if (stream->context().handle != thread_context.handle) {
      return Error(ErrorKind::kForeignContext, ACL_ERROR_RT_STREAM_CONTEXT,
                   "stream: {} belongs to context {}, not to the current context {}; make its "
                   "context current first",
                   handle, stream->context().handle, thread_context.handle);
    }
    if (mode == DestroyMode::kFinish) OPENACLNN_RETURN_IF_ERROR(CheckNotWaitingHere(*stream));
    OPENACLNN_RETURN_IF_ERROR(RefuseCaptured(*stream, "destroyed"));
    std::erase(context.streams, handle);
    TakeStream(handle);
    return {};
  });
  if (taken.ok()) End(*stream, mode);
  return taken;
}

std::vector<std::shared_ptr<Stream>> StreamsOf(int32_t device) {
  Streams streams;
  const std::lock_guard lock(TheDevices().mutex);
  const auto found = TheDevices().all.find(device);
  if (found != TheDevices().all.end()) AppendStreams(found->second, streams);
  return streams;
}

std::vector<std::shared_ptr<Stream>> AllStreams() {
  Streams streams;
  const std::lock_guard lock(TheDevices().mutex);
  for (const auto& [id, device] : TheDevices().all) AppendStreams(device, streams);
  return streams;
}

}  // namespace openaclnn
