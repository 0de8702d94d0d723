// Programs of random runtime calls, in any order and with handles of any kind, compared with a
// model that says which status each call must return, and what must have run when.

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "tests/fuzz/fuzz.h"

namespace openaclnn::fuzz {
namespace {

constexpr int32_t kDevices = 1;
constexpr size_t kMostCalls = 64;

// Holds up the stream that runs Pass until it is opened.
class Gate {
 public:
  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  bool is_open() {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  static void Pass(void* gate) {
    auto* const self = static_cast<Gate*>(gate);
    std::unique_lock lock(self->mutex_);
    self->opened_.wait(lock, [self] { return self->open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

struct ModelStream;

// A host function's argument: checks that the stream runs it in its turn, and after what an event
// made it wait for.
struct Turn {
  ModelStream* stream;
  int64_t number;
  ModelStream* waited_for;  // may be null
  int64_t waited_number;
};

struct ModelStream {
  void* context;
  std::atomic<int64_t> ran{0};
  int64_t launched = 0;               // turns
  std::shared_ptr<Gate> gate;         // the first closed one in the queue
  bool may_be_busy = false;           // launched to since it was last known to be idle
  bool fails = false;                 // a task threw since the last synchronisation
  std::atomic<bool> dropped{false};   // destroyed by force
  bool fills = false;                 // has written to memory
  ModelStream* waited_for = nullptr;  // by the last wait for an event
  int64_t waited_number = 0;
  std::deque<Turn> turns;  // stable addresses

  bool held() const { return gate != nullptr && !gate->is_open(); }
};

struct ModelEvent {
  bool complete_unrecorded = false;
  ModelStream* stream = nullptr;  // of the latest record; null: never recorded
  int64_t number = 0;             // of the turns before it
  std::shared_ptr<Gate> behind;   // the gate it waits behind, if any
  bool known_complete = false;
};

struct Block {
  bool is_device;
  size_t size;
};

// Handles of one kind that the program has seen, with the model's state of the live ones.
template <class State>
struct Handles {
  std::vector<std::pair<void*, State*>> all;  // null state: destroyed

  void Add(void* handle, State* state) { all.emplace_back(handle, state); }
  State* Find(const void* handle) const {
    for (const auto& [known, state] : all) {
      if (known == handle && state != nullptr) return state;
    }
    return nullptr;
  }
  void End(const void* handle) {
    for (auto& [known, state] : all) {
      if (known == handle) state = nullptr;
    }
  }
};

void Throw(void*) { throw std::runtime_error("from a fuzzer"); }

void TakeTurn(void* argument) {
  const Turn& turn = *static_cast<Turn*>(argument);
  Require(turn.stream->ran.fetch_add(1) == turn.number, "a stream changed the order of its tasks");
  if (turn.waited_for == nullptr || turn.waited_for->dropped) return;
  Require(turn.waited_for->ran.load() >= turn.waited_number, "a stream did not wait for an event");
}

class Program {
 public:
  explicit Program(Choices& choices) : choices_(choices) {}

  ~Program() {
    OpenGates();
    for (const auto& [handle, event] : events_.all) {
      if (event != nullptr) aclrtDestroyEvent(handle);
    }
    for (const auto& [pointer, block] : blocks_.all) {
      if (block != nullptr) block->is_device ? aclrtFree(pointer) : aclrtFreeHost(pointer);
    }
    aclrtSetDevice(0);
    for (const auto& [handle, context] : contexts_.all) {
      if (context != nullptr) aclrtDestroyContext(handle);
    }
    aclrtSetDevice(0);
    aclrtResetDeviceForce(0);
    aclGetRecentErrMsg();
    KeepForAWhile();
  }

  void Run() {
    if (!choices_.Rarely(4)) SetDevice(0);
    for (size_t calls = 0; calls < kMostCalls && !choices_.empty(); ++calls) Call();
    SynchronizeAll();
  }

 private:
  // Streams destroyed by force may be running their last function still.
  void KeepForAWhile() {
    constexpr size_t kKept = 64;
    static auto* const kept =
        new std::deque<std::pair<std::deque<ModelStream>, std::vector<std::shared_ptr<Gate>>>>;
    kept->emplace_back(std::move(all_streams_), std::move(gates_));
    if (kept->size() > kKept) kept->pop_front();
  }

  // The call returned what the model says, and a message if that is a failure.
  void Expect(const char* function, aclError got, aclError expected) {
    const char* const message = aclGetRecentErrMsg();
    Require(got == expected, "{} returned {}, expected {}: {}", function, got, expected,
            message != nullptr ? message : "no message");
    Require((message == nullptr) == (got == 0), "the message of {}, which returned {}", function,
            got);
    if (message == nullptr) return;
    Require(std::string_view(message).starts_with(function) && NamesItsKind(message, got),
            "the message of {} is {}", function, message);
  }

  void* AnyHandle(const auto& handles) {
    switch (choices_.Below(16)) {
      case 12:
        return nullptr;
      case 13:
        return &choices_;
      case 14:
        return events_.all.empty() ? nullptr : events_.all.back().first;
      case 15:
        return streams_.all.empty() ? nullptr : streams_.all.back().first;
      default:
        return handles.all.empty() ? nullptr
                                   : handles.all[choices_.Below(handles.all.size())].first;
    }
  }

  void* current() const {
    return contexts_.Find(current_) != nullptr || current_ == default_ ? current_ : nullptr;
  }

  // The stream that a handle means; null and the status if it means none.
  ModelStream* StreamOf(void* handle, aclError& status) {
    status = 0;
    if (handle == nullptr) {
      if (current() == nullptr) {
        status = ACL_ERROR_RT_CONTEXT_NULL;
        return nullptr;
      }
      return default_streams_.Find(current());
    }
    ModelStream* const stream = streams_.Find(handle);
    if (stream == nullptr) status = ACL_ERROR_RT_INVALID_HANDLE;
    return stream;
  }

  ModelStream* NewStream(void* context) {
    ModelStream& stream = all_streams_.emplace_back();
    stream.context = context;
    return &stream;
  }

  void OpenGates() {
    for (const std::shared_ptr<Gate>& gate : gates_) gate->Open();
  }

  void SetDevice(int32_t device) {
    const bool valid = 0 <= device && device < kDevices;
    Expect("aclrtSetDevice", aclrtSetDevice(device), valid ? 0 : ACL_ERROR_RT_INVALID_DEVICEID);
    if (!valid) return;
    ++set_count_;
    if (default_ == nullptr) {
      Require(aclrtGetCurrentContext(&default_) == 0, "no context after aclrtSetDevice");
      default_streams_.Add(default_, NewStream(default_));
    }
    current_ = default_;
  }

  void EndContext(void* context) {
    default_streams_.End(context);
    for (auto& [handle, stream] : streams_.all) {
      if (stream != nullptr && stream->context == context) stream = nullptr;
    }
  }

  void ResetDevice() {
    const bool forced = choices_.Rarely(4);
    const auto device = static_cast<int32_t>(choices_.Rarely(8) ? choices_.Between(-1, 1) : 0);
    const bool valid = 0 <= device && device < kDevices;
    const bool ends = valid && set_count_ > 0 && (forced || set_count_ == 1);
    if (ends) OpenGates();
    const aclError expected = !valid            ? ACL_ERROR_RT_INVALID_DEVICEID
                              : set_count_ == 0 ? ACL_ERROR_RT_CONTEXT_RELEASE_ERROR
                                                : 0;
    if (forced) {
      Expect("aclrtResetDeviceForce", aclrtResetDeviceForce(device), expected);
    } else {
      Expect("aclrtResetDevice", aclrtResetDevice(device), expected);
    }
    if (expected != 0) return;
    if (!ends) {
      --set_count_;
      return;
    }
    set_count_ = 0;
    EndContext(default_);
    default_ = nullptr;
  }

  void CreateContext() {
    void* context = nullptr;
    const auto device = static_cast<int32_t>(choices_.Rarely(8) ? -1 : 0);
    Expect("aclrtCreateContext", aclrtCreateContext(&context, device),
           device == 0 ? 0 : ACL_ERROR_RT_INVALID_DEVICEID);
    if (device != 0) return;
    contexts_.Add(context, &context_);
    default_streams_.Add(context, NewStream(context));
    current_ = context;
  }

  void* AnyContext() { return choices_.Rarely(3) ? default_ : AnyHandle(contexts_); }

  void DestroyContext() {
    void* const context = AnyContext();
    const bool live = context != nullptr && contexts_.Find(context) != nullptr;
    if (live) OpenGates();
    Expect("aclrtDestroyContext", aclrtDestroyContext(context),
           context == nullptr ? ACL_ERROR_INVALID_PARAM
           : live             ? 0
                              : ACL_ERROR_RT_PARAM_INVALID);
    if (!live) return;
    contexts_.End(context);
    EndContext(context);
  }

  void SetCurrentContext() {
    void* const context = AnyContext();
    const bool live =
        context != nullptr && (contexts_.Find(context) != nullptr || context == default_);
    Expect("aclrtSetCurrentContext", aclrtSetCurrentContext(context),
           context == nullptr ? ACL_ERROR_INVALID_PARAM
           : live             ? 0
                              : ACL_ERROR_RT_PARAM_INVALID);
    if (live) current_ = context;
  }

  void GetCurrentContext() {
    void* context = nullptr;
    Expect("aclrtGetCurrentContext", aclrtGetCurrentContext(&context),
           current() != nullptr ? 0 : ACL_ERROR_RT_CONTEXT_NULL);
    Require(context == current(), "another context is current");
  }

  void CreateStream() {
    void* stream = nullptr;
    Expect("aclrtCreateStream", aclrtCreateStream(&stream),
           current() != nullptr ? 0 : ACL_ERROR_RT_CONTEXT_NULL);
    if (current() != nullptr) streams_.Add(stream, NewStream(current()));
  }

  void DestroyStream() {
    void* const handle = AnyHandle(streams_);
    ModelStream* const stream = handle != nullptr ? streams_.Find(handle) : nullptr;
    // A dropped stream may be writing still, so that its memory could never be freed.
    const bool forced = choices_.Rarely(4) && (stream == nullptr || !stream->fills);
    const aclError expected = handle == nullptr              ? ACL_ERROR_INVALID_PARAM
                              : current() == nullptr         ? ACL_ERROR_RT_CONTEXT_NULL
                              : stream == nullptr            ? ACL_ERROR_RT_INVALID_HANDLE
                              : stream->context != current() ? ACL_ERROR_RT_STREAM_CONTEXT
                                                             : 0;
    if (expected == 0 && !forced) OpenGates();
    if (expected == 0) stream->dropped = forced;
    if (forced) {
      Expect("aclrtDestroyStreamForce", aclrtDestroyStreamForce(handle), expected);
    } else {
      Expect("aclrtDestroyStream", aclrtDestroyStream(handle), expected);
    }
    if (expected == 0) streams_.End(handle);
  }

  void SynchronizeStream() {
    void* const handle = AnyHandle(streams_);
    aclError expected;
    ModelStream* const stream = StreamOf(handle, expected);
    if (stream != nullptr && stream->held() && choices_.Rarely(2)) {
      Expect("aclrtSynchronizeStreamWithTimeout", aclrtSynchronizeStreamWithTimeout(handle, 1),
             ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
      return;
    }
    OpenGates();
    if (stream != nullptr && stream->fails) expected = ACL_ERROR_RT_INTERNAL_ERROR;
    Expect("aclrtSynchronizeStream", aclrtSynchronizeStream(handle), expected);
    if (stream != nullptr) NowIdle(*stream);
  }

  void NowIdle(ModelStream& stream) {
    stream.fails = stream.may_be_busy = false;
    stream.gate = nullptr;
    Require(stream.ran == stream.launched, "a synchronised stream has tasks left");
  }

  void SynchronizeDevice() {
    OpenGates();
    bool fails = false;
    std::vector<ModelStream*> streams;
    for (const auto* const some : {&streams_, &default_streams_}) {
      for (const auto& [handle, stream] : some->all) {
        if (stream != nullptr) streams.push_back(stream);
      }
    }
    for (const ModelStream* const stream : streams) fails = fails || stream->fails;
    Expect("aclrtSynchronizeDevice", aclrtSynchronizeDevice(),
           current() == nullptr ? ACL_ERROR_RT_CONTEXT_NULL
           : fails              ? ACL_ERROR_RT_INTERNAL_ERROR
                                : 0);
    if (current() == nullptr) return;
    for (ModelStream* const stream : streams) NowIdle(*stream);
  }

  void SynchronizeAll() {
    if (current() == nullptr) SetDevice(0);
    SynchronizeDevice();
  }

  void QueryStream() {
    void* const handle = AnyHandle(streams_);
    aclError expected;
    const ModelStream* const stream = StreamOf(handle, expected);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    Expect("aclrtStreamQuery", aclrtStreamQuery(handle, &status), expected);
    if (stream == nullptr) return;
    if (stream->held()) Require(status == ACL_STREAM_STATUS_NOT_READY, "a held stream is idle");
    if (!stream->may_be_busy)
      Require(status == ACL_STREAM_STATUS_COMPLETE, "an idle stream is busy");
  }

  void LaunchHostFunc() {
    void* const handle = AnyHandle(streams_);
    aclError expected;
    ModelStream* const stream = StreamOf(handle, expected);
    switch (choices_.Below(8)) {
      case 5: {
        Expect("aclrtLaunchHostFunc", aclrtLaunchHostFunc(handle, nullptr, nullptr),
               ACL_ERROR_INVALID_PARAM);
        return;
      }
      case 6:
        Expect("aclrtLaunchHostFunc", aclrtLaunchHostFunc(handle, Throw, nullptr), expected);
        if (stream != nullptr) stream->fails = stream->may_be_busy = true;
        return;
      case 7: {
        if (gates_.size() == 4) return;
        const auto gate = std::make_shared<Gate>();
        gates_.push_back(gate);
        Expect("aclrtLaunchHostFunc", aclrtLaunchHostFunc(handle, Gate::Pass, gate.get()),
               expected);
        if (stream == nullptr) return;
        if (!stream->held()) stream->gate = gate;
        stream->may_be_busy = true;
        return;
      }
      default: {
        if (stream == nullptr) {
          Expect("aclrtLaunchHostFunc", aclrtLaunchHostFunc(handle, TakeTurn, nullptr), expected);
          return;
        }
        Turn& turn = stream->turns.emplace_back(
            Turn{stream, stream->launched++, stream->waited_for, stream->waited_number});
        Expect("aclrtLaunchHostFunc", aclrtLaunchHostFunc(handle, TakeTurn, &turn), expected);
        stream->may_be_busy = true;
      }
    }
  }

  void CreateEvent() {
    void* handle = nullptr;
    const bool complete_unrecorded = choices_.Rarely(2);
    const aclError expected = current() != nullptr ? 0 : ACL_ERROR_RT_CONTEXT_NULL;
    if (complete_unrecorded) {
      Expect("aclrtCreateEventExWithFlag", aclrtCreateEventExWithFlag(&handle, ACL_EVENT_SYNC),
             expected);
    } else {
      Expect("aclrtCreateEvent", aclrtCreateEvent(&handle), expected);
    }
    if (expected != 0) return;
    ModelEvent& event = all_events_.emplace_back();
    event.complete_unrecorded = complete_unrecorded;
    events_.Add(handle, &event);
  }

  ModelEvent* EventOf(void* handle, aclError& status) {
    ModelEvent* const event = handle != nullptr ? events_.Find(handle) : nullptr;
    status = handle == nullptr  ? ACL_ERROR_INVALID_PARAM
             : event == nullptr ? ACL_ERROR_RT_INVALID_HANDLE
                                : 0;
    return event;
  }

  void DestroyEvent() {
    void* const handle = AnyHandle(events_);
    aclError expected;
    EventOf(handle, expected);
    Expect("aclrtDestroyEvent", aclrtDestroyEvent(handle), expected);
    if (expected == 0) events_.End(handle);
  }

  void RecordEvent() {
    void *const event_handle = AnyHandle(events_), *const stream_handle = AnyHandle(streams_);
    aclError expected, of_stream;
    ModelEvent* const event = EventOf(event_handle, expected);
    ModelStream* const stream = StreamOf(stream_handle, of_stream);
    if (expected == 0) expected = of_stream;
    Expect("aclrtRecordEvent", aclrtRecordEvent(event_handle, stream_handle), expected);
    if (expected != 0) return;
    const bool complete_unrecorded = event->complete_unrecorded;
    *event = {complete_unrecorded, stream, stream->launched,
              stream->held() ? stream->gate : nullptr, false};
    stream->may_be_busy = true;
  }

  void WaitForEvent() {
    void *const event_handle = AnyHandle(events_), *const stream_handle = AnyHandle(streams_);
    aclError expected, of_stream;
    const ModelEvent* const event = EventOf(event_handle, expected);
    ModelStream* const stream = StreamOf(stream_handle, of_stream);
    if (expected == 0) expected = of_stream;
    Expect("aclrtStreamWaitEvent", aclrtStreamWaitEvent(stream_handle, event_handle), expected);
    if (expected != 0) return;
    stream->may_be_busy = true;
    if (event->stream == nullptr) return;
    stream->waited_for = event->stream;
    stream->waited_number = event->number;
  }

  static bool IsHeld(const ModelEvent& event) {
    return event.behind != nullptr && !event.behind->is_open() && !event.stream->dropped;
  }

  void QueryEvent() {
    void* const handle = AnyHandle(events_);
    aclError expected;
    const ModelEvent* const event = EventOf(handle, expected);
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    Expect("aclrtQueryEventStatus", aclrtQueryEventStatus(handle, &status), expected);
    if (event == nullptr) return;
    const bool complete = status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
    if (event->stream == nullptr) {
      Require(complete == event->complete_unrecorded, "the status of an event never recorded");
    } else if (IsHeld(*event)) {
      Require(!complete, "an event of a held stream is complete");
    } else if (event->known_complete) {
      Require(complete, "a complete event is not complete");
    }
  }

  void SynchronizeEvent() {
    void* const handle = AnyHandle(events_);
    aclError expected;
    ModelEvent* const event = EventOf(handle, expected);
    if (event != nullptr && IsHeld(*event) && choices_.Rarely(2)) {
      Expect("aclrtSynchronizeEventWithTimeout", aclrtSynchronizeEventWithTimeout(handle, 1),
             ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
      return;
    }
    OpenGates();
    Expect("aclrtSynchronizeEvent", aclrtSynchronizeEvent(handle), expected);
    if (event == nullptr || event->stream == nullptr) return;
    event->known_complete = true;
    Require(event->stream->dropped || event->stream->ran >= event->number,
            "a synchronised event came before its tasks");
  }

  void ElapsedTime() {
    void *const start_handle = AnyHandle(events_), *const end_handle = AnyHandle(events_);
    aclError of_start, of_end;
    const ModelEvent* const start = EventOf(start_handle, of_start);
    const ModelEvent* const end = EventOf(end_handle, of_end);
    float milliseconds = -1;
    const aclError got = aclrtEventElapsedTime(&milliseconds, start_handle, end_handle);
    // Nulls come before handles that are not live.
    const bool any_null = start_handle == nullptr || end_handle == nullptr;
    aclError expected = any_null        ? ACL_ERROR_INVALID_PARAM
                        : of_start != 0 ? of_start
                        : of_end != 0   ? of_end
                                        : 0;
    if (expected == 0) {
      const auto invalid = [](const ModelEvent& event) {
        return event.stream == nullptr || IsHeld(event);
      };
      const bool known = start->known_complete && end->known_complete;
      if (invalid(*start) || invalid(*end)) {
        expected = ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID;
      } else if (got == ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL) {
        expected = got;
      } else if (!known && got == ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID) {
        expected = got;  // not complete yet
      }
    }
    Expect("aclrtEventElapsedTime", got, expected);
    if (got == 0) Require(milliseconds >= 0, "a negative time");
  }

  void Allocate() {
    constexpr size_t kSizes[] = {1, 64, 4096, size_t{2} << 20, 0, size_t{1} << 60, ~size_t{0}};
    const size_t size = choices_.Of<size_t>(kSizes);
    const bool is_device = choices_.Rarely(2);
    const aclError expected = size == 0 || size == ~size_t{0} ? ACL_ERROR_INVALID_PARAM
                              : current() == nullptr          ? ACL_ERROR_RT_CONTEXT_NULL
                              : size == size_t{1} << 60       ? ACL_ERROR_RT_MEMORY_ALLOCATION
                                                              : 0;
    void* pointer = nullptr;
    if (is_device) {
      Expect("aclrtMalloc", aclrtMalloc(&pointer, size, ACL_MEM_MALLOC_HUGE_FIRST), expected);
    } else {
      Expect("aclrtMallocHost", aclrtMallocHost(&pointer, size), expected);
    }
    Require((pointer != nullptr) == (expected == 0), "the pointer of an allocation");
    if (pointer == nullptr) return;
    blocks_.End(pointer);  // of a freed block at the same address
    blocks_.Add(pointer, &all_blocks_.emplace_back(Block{is_device, size}));
  }

  // Streams may still write to the memory.
  void Free() {
    void* const pointer = AnyHandle(blocks_);
    const Block* const block = pointer != nullptr ? blocks_.Find(pointer) : nullptr;
    const bool is_device = choices_.Rarely(2);
    const aclError expected = pointer == nullptr ? ACL_ERROR_INVALID_PARAM
                              : block == nullptr || block->is_device != is_device
                                  ? ACL_ERROR_RT_PARAM_INVALID
                                  : 0;
    if (expected == 0) WaitForMemory();
    if (is_device) {
      Expect("aclrtFree", aclrtFree(pointer), expected);
    } else {
      Expect("aclrtFreeHost", aclrtFreeHost(pointer), expected);
    }
    if (expected == 0) blocks_.End(pointer);
  }

  void WaitForMemory() {
    OpenGates();
    for (const auto* const some : {&streams_, &default_streams_}) {
      for (const auto& [handle, stream] : some->all) {
        if (stream == nullptr || !stream->may_be_busy || some == &default_streams_) continue;
        const aclError expected = stream->fails ? ACL_ERROR_RT_INTERNAL_ERROR : 0;
        Expect("aclrtSynchronizeStream", aclrtSynchronizeStream(handle), expected);
        NowIdle(*stream);
      }
    }
  }

  // Only on streams with handles, which WaitForMemory can synchronise.
  void Fill() {
    void *const pointer = AnyHandle(blocks_), *const handle = AnyHandle(streams_);
    const Block* const block = pointer != nullptr ? blocks_.Find(pointer) : nullptr;
    if (handle == nullptr || (block == nullptr && pointer != nullptr)) return;
    const size_t most = block != nullptr ? block->size : 8;
    const size_t count = choices_.Rarely(8) ? most + 1 : choices_.Rarely(8) ? 0 : most;
    aclError of_stream;
    ModelStream* const stream = StreamOf(handle, of_stream);
    const aclError expected = count == 0           ? 0
                              : pointer == nullptr ? ACL_ERROR_INVALID_PARAM
                              : count > most       ? ACL_ERROR_RT_PARAM_INVALID
                                                   : of_stream;
    Expect("aclrtMemsetAsync", aclrtMemsetAsync(pointer, most, 7, count, handle), expected);
    if (stream != nullptr && expected == 0) stream->may_be_busy = stream->fills = true;
  }

  void Call() {
    constexpr void (Program::*kCalls[])() = {&Program::LaunchHostFunc,
                                             &Program::CreateStream,
                                             &Program::CreateEvent,
                                             &Program::RecordEvent,
                                             &Program::WaitForEvent,
                                             &Program::LaunchHostFunc,
                                             &Program::QueryStream,
                                             &Program::QueryEvent,
                                             &Program::SynchronizeStream,
                                             &Program::SynchronizeEvent,
                                             &Program::SynchronizeDevice,
                                             &Program::DestroyStream,
                                             &Program::DestroyEvent,
                                             &Program::ElapsedTime,
                                             &Program::Allocate,
                                             &Program::Free,
                                             &Program::Fill,
                                             &Program::CreateContext,
                                             &Program::DestroyContext,
                                             &Program::SetCurrentContext,
                                             &Program::GetCurrentContext,
                                             &Program::ResetDevice,
                                             &Program::SetDeviceAgain};
    (this->*kCalls[choices_.Below(std::size(kCalls))])();
  }

  void SetDeviceAgain() {
    SetDevice(static_cast<int32_t>(choices_.Rarely(4) ? choices_.Between(-1, 1) : 0));
  }

  struct ModelContext {};

  Choices& choices_;
  uint64_t set_count_ = 0;
  void *default_ = nullptr, *current_ = nullptr;
  ModelContext context_;
  Handles<ModelContext> contexts_;        // those made by aclrtCreateContext
  Handles<ModelStream> default_streams_;  // by context
  Handles<ModelStream> streams_;
  Handles<ModelEvent> events_;
  Handles<Block> blocks_;
  std::deque<ModelStream> all_streams_;
  std::deque<ModelEvent> all_events_;
  std::deque<Block> all_blocks_;
  std::vector<std::shared_ptr<Gate>> gates_;
};

}  // namespace
}  // namespace openaclnn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  openaclnn::fuzz::Choices choices({data, size});
  openaclnn::fuzz::Program(choices).Run();
  return 0;
}
