#include "runtime/event.h"

#include <chrono>
#include <utility>

#include "base/clock.h"
#include "checked/history.h"
#include "checked/uses.h"
#include "fmt/format.h"
#include "runtime/capture.h"
#include "runtime/fork.h"
#include "runtime/order.h"
#include "runtime/refusals.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

// The host has seen that the record is complete.
void TellHost(const Record& record) {
  if (Checks(Check::kOrder)) TheOrder().HostWaits(record.moment());
}

// Calls a function, which returns a Status, of a live event that nobody can change meanwhile.
template <class Function>
Status WithEvent(aclrtEvent handle, Function function) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  if (EventTable::Slot* const slot = EventTable::Get().SlotOf(handle)) {
    const std::lock_guard lock(slot->kept);
    if (slot->Holds(handle)) return function(slot->object());
  }
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "event: {} is not a live event; it was destroyed or never created", handle);
}

// The same in a task: it may have been destroyed since.
template <class Function>
void IfLive(aclrtEvent handle, Function function) {
  EventTable::Slot& slot = *EventTable::Get().SlotOf(handle);
  const std::lock_guard lock(slot.kept);
  if (slot.Holds(handle)) function(slot.object());
}

Status CheckLive(aclrtEvent handle) {
  return WithEvent(handle, [](const Event&) { return Status(); });
}

// The latest record, and whether the event is external; null: none, also of a capture that is over.
Status FindLatest(aclrtEvent handle, std::shared_ptr<Record>& record, bool& external) {
  OPENACLNN_RETURN_IF_ERROR(WithEvent(handle, [&](const Event& event) -> Status {
    record = event.latest;
    external = event.external;
    return {};
  }));
  const CaptureMark* const capture = record != nullptr ? record->capture() : nullptr;
  if (capture != nullptr && IsOver(*capture)) record = nullptr;
  return {};
}

Status RefuseCapturedRecord(const std::shared_ptr<Record>& record) {
  if (record == nullptr || record->capture() == nullptr) return {};
  return Error(ErrorKind::kCaptured, ACL_ERROR_RT_EVENT_CAPTURED,
               "event: was recorded on stream {}, which is captured; the host cannot wait for it",
               record->stream());
}

// For the host, which cannot wait for what is captured.
Status FindLatest(aclrtEvent handle, std::shared_ptr<Record>& record) {
  bool external = false;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(handle, record, external));
  return RefuseCapturedRecord(record);
}

// Gives a record to the stream's queue when it runs, or completes it when it is dropped.
class RecordTask final : public Task {
 public:
  explicit RecordTask(std::shared_ptr<Record> record) : record_(std::move(record)) {}
  ~RecordTask() override {
    if (record_ != nullptr) record_->Give(nullptr);
  }
  RecordTask(RecordTask&&) = default;

  int32_t Run(Stream& stream) noexcept override {
    std::unique_ptr<Mark> mark;
    const int32_t code = stream.CodeOf(stream.queue().Record(mark));
    std::exchange(record_, nullptr)->Give(std::move(mark));
    return code;
  }
  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<RecordTask>(std::move(*this));
  }
  bool Repeats() const override { return false; }

 private:
  std::shared_ptr<Record> record_;
};

// Waits for a record: in the stream's thread until it has a place in its queue, for which the
// stream's own queue waits then.
class WaitTask final : public Task {
 public:
  WaitTask(aclrtEvent handle, std::shared_ptr<Record> record, UsesOfTask uses)
      : event_(handle), record_(std::move(record)), uses_(std::move(uses)) {
    IfLive(event_, [](Event& event) { ++event.waits; });
  }
  ~WaitTask() override {
    if (record_ != nullptr) IfLive(event_, [](Event& event) { --event.waits; });
  }
  WaitTask(WaitTask&&) = default;

  int32_t Run(Stream& stream) noexcept override {
    record_->WaitUntilGiven(std::nullopt);
    if (record_->mark() == nullptr) return 0;
    try {
      IfLive(event_, [&](Event& event) { event.waited.push_back(record_); });
    } catch (...) {  // no memory for the list
      record_->WaitFor(std::nullopt);
    }
    return stream.CodeOf(stream.queue().WaitFor(*record_->mark()));
  }
  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<WaitTask>(std::move(*this));
  }
  bool Repeats() const override { return false; }

 private:
  const aclrtEvent event_;
  std::shared_ptr<Record> record_;
  UsesOfTask uses_;
};

// Records of external events: graphs wait until there is one.
struct ExternalRecords {
  std::mutex mutex;
  std::condition_variable changed;
};

ExternalRecords& TheExternalRecords() {
  static auto* const records = new ExternalRecords;
  return *records;
}

void TellGraphs() {
  const std::lock_guard lock(TheExternalRecords().mutex);
  TheExternalRecords().changed.notify_all();
}

// The latest record of an external event, as soon as there is one; null: the event or the stream
// has ended.
std::shared_ptr<Record> AwaitRecord(aclrtEvent handle, const Stream& stream) {
  ExternalRecords& records = TheExternalRecords();
  std::unique_lock lock(records.mutex);
  while (true) {
    bool live = false;
    std::shared_ptr<Record> record;
    IfLive(handle, [&](const Event& event) {
      live = true;
      record = event.latest;
    });
    if (record != nullptr || !live || stream.closed()) return record;
    records.changed.wait_for(lock, std::chrono::milliseconds(50));  // nobody tells of an end
  }
}

// What a graph does with an external event each time that it is executed.
auto RecordOfGraph(aclrtEvent handle) {
  return TaskOf([handle](Stream& on) {
    std::unique_ptr<Mark> mark;
    const int32_t code = on.CodeOf(on.queue().Record(mark));
    auto record = std::make_shared<Record>(on.id(), Moment());
    record->Give(std::move(mark));
    IfLive(handle, [&](Event& event) { event.latest.swap(record); });
    TellGraphs();
    return code;
  });
}

auto WaitOfGraph(aclrtEvent handle) {
  return TaskOf([handle](Stream& on) {
    const std::shared_ptr<Record> record = AwaitRecord(handle, on);
    if (record == nullptr) return 0;
    record->WaitUntilGiven(std::nullopt);
    return record->mark() != nullptr ? on.CodeOf(on.queue().WaitFor(*record->mark())) : 0;
  });
}

auto ResetOfGraph(aclrtEvent handle) {
  return TaskOf([handle](Stream& on) {
    on.queue().Wait(std::nullopt);
    std::shared_ptr<Record> none;
    IfLive(handle, [&](Event& event) { event.latest.swap(none); });
    return 0;
  });
}

// What a call about an event is on a captured stream. `done`: it is no more than that.
Status RecordInCapture(aclrtEvent handle, aclrtStream stream_handle, bool& done) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(stream_handle, stream));
  std::shared_ptr<const CaptureMark> mark = MarkCapture(*stream);
  done = mark != nullptr;
  if (!done) return {};
  auto record = std::make_shared<Record>(stream->id(), Moment(), std::move(mark));
  bool external = false;
  OPENACLNN_RETURN_IF_ERROR(WithEvent(handle, [&](Event& event) -> Status {
    external = event.external;
    if (!external) event.latest.swap(record);
    return {};
  }));
  if (!external) return {};
  auto task = RecordOfGraph(handle);
  return stream->Launch(Weight::kSmall, task);
}

Status WaitInCapture(aclrtEvent handle, const std::shared_ptr<Record>& record, bool external,
                     aclrtStream stream_handle, bool& done) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(stream_handle, stream));
  done = true;
  if (record != nullptr && record->capture() != nullptr) {
    return JoinCapture(stream, *record->capture());
  }
  done = IsCaptured(stream_handle);
  if (!done) return {};
  if (!external) return record != nullptr ? RefuseOutside(*stream) : Status();
  auto task = WaitOfGraph(handle);
  return stream->Launch(Weight::kLarge, task);
}

// An event's handle, which is no address, stands for the event where uses of memory are known.
uintptr_t PlaceOf(aclrtEvent event) { return reinterpret_cast<uintptr_t>(event); }

UsesOfTask UsesOfWait(aclrtEvent event, int32_t stream) {
  if (!Checks(Check::kLifetime)) return {};
  return {fmt::format("aclrtStreamWaitEvent on stream {}", stream),
          {{"event", PlaceOf(event), PlaceOf(event) + 1, true}}};
}

// Reports an event that is about to be destroyed while, as far as the host can know, a stream waits
// for it.
void CheckNoStreamWaits(aclrtEvent event) {
  const auto use = FindUse(PlaceOf(event), PlaceOf(event) + 1, UseKind::kAny);
  if (!use) return;
  ReportMistake(Mistake::kEventInUse,
                fmt::format("aclrtDestroyEvent({}): it is the {}, which nobody has waited for.",
                            event, *use));
}

// `name`: of the argument, for the message.
Status CheckComplete(const char* name, const std::shared_ptr<Record>& record) {
  if (record == nullptr) {
    return Error(ErrorKind::kNotRecorded, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                 "{}: was never recorded; call aclrtRecordEvent first", name);
  }
  if (!record->complete()) {
    return Error(ErrorKind::kNotRecorded, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                 "{}: is not complete; call aclrtSynchronizeEvent first", name);
  }
  TellHost(*record);
  return {};
}

}  // namespace

void Record::Give(std::unique_ptr<Mark> mark) {
  time_ = SteadyNow();
  mark_ = std::move(mark);
  const std::lock_guard lock(mutex_);
  given_.store(true, std::memory_order_release);
  changed_.notify_all();
}

bool Record::WaitUntilGiven(Deadline deadline) {
  if (given()) return true;
  std::unique_lock lock(mutex_);
  return WaitUntil(changed_, lock, deadline, [&] { return given(); });
}

bool Record::WaitFor(Deadline deadline) {
  return WaitUntilGiven(deadline) && (mark_ == nullptr || mark_->Wait(deadline));
}

Status Record::Time(int64_t& time) const {
  if (mark_ != nullptr) return mark_->Time(time);
  time = time_;
  return {};
}

Status DestroyEvent(aclrtEvent handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(handle));
  if (Checks(Check::kLifetime)) CheckNoStreamWaits(handle);
  OPENACLNN_RETURN_IF_ERROR(WithEvent(handle, [&](Event&) -> Status {
    EventTable::Get().Claim(handle);
    return {};
  }));
  EventTable::Get().Release(handle);
  Ended(handle, "aclrtDestroyEvent");
  return {};
}

Status RecordEvent(aclrtEvent handle, aclrtStream stream) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(handle));
  if (AnyCaptures()) [[unlikely]] {
    bool done = false;
    Status status = RecordInCapture(handle, stream, done);
    if (done || !status.ok()) return status;
  }
  int32_t id = 0;
  OPENACLNN_RETURN_IF_ERROR(FindStreamId(stream, id));
  Moment moment;
  if (Checks(Check::kOrder)) moment = NoteTask(id, "aclrtRecordEvent", {});
  auto record = std::make_shared<Record>(id, std::move(moment));
  RecordTask task(record);
  OPENACLNN_RETURN_IF_ERROR(LaunchTask(stream, Weight::kSmall, task));
  bool external = false;
  OPENACLNN_RETURN_IF_ERROR(WithEvent(handle, [&](Event& event) -> Status {
    event.latest.swap(record);  // the former one ends without the mutex
    external = event.external;
    return {};
  }));
  if (external) TellGraphs();
  return {};
}

Status ResetEvent(aclrtEvent handle, aclrtStream stream_handle) {
  std::shared_ptr<Record> record;
  bool external = false;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(handle, record, external));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(stream_handle, stream));
  if (IsCaptured(stream_handle)) {
    if (!external) return {};  // the end of the capture does so
    auto task = ResetOfGraph(handle);
    return stream->Launch(Weight::kLarge, task);
  }
  TaskOf task([handle, record = std::move(record)](Stream& on) noexcept {
    on.queue().Wait(std::nullopt);
    IfLive(handle, [&](Event& event) {
      if (event.latest == record) event.latest = nullptr;
    });
    return 0;
  });
  return stream->Launch(stream->queue().Idle() ? Weight::kSmall : Weight::kLarge, task);
}

Status WaitForEvent(aclrtEvent handle, aclrtStream stream_handle) {
  std::shared_ptr<Record> record;
  bool external = false;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(handle, record, external));
  if (AnyCaptures()) [[unlikely]] {
    bool done = false;
    Status status = WaitInCapture(handle, record, external, stream_handle, done);
    if (done || !status.ok()) return status;
  }
  int32_t stream = 0;
  OPENACLNN_RETURN_IF_ERROR(FindStreamId(stream_handle, stream));
  if (record != nullptr && Checks(Check::kOrder)) {
    TheOrder().StreamWaits(stream, record->moment());
  }
  // The order of a stream's own tasks is wait enough.
  if (record == nullptr || record->stream() == stream) return {};
  UsesOfTask uses = UsesOfWait(handle, stream);  // the program cannot know what is complete
  if (record->complete()) return {};
  const Weight weight = record->given() ? Weight::kSmall : Weight::kLarge;
  WaitTask task(handle, std::move(record), std::move(uses));
  std::shared_ptr<Stream> found;
  OPENACLNN_RETURN_IF_ERROR(FindStream(stream_handle, found));
  return found->Launch(weight, task);
}

Status SynchronizeEvent(aclrtEvent event, Deadline deadline) {
  std::shared_ptr<Record> record;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(event, record));
  if (record == nullptr) return {};
  if (!record->complete() && StreamWaitsForThisThread(record->stream())) {
    return Error(
        ErrorKind::kWaitsForItself, ACL_ERROR_RT_EVENT_NOT_COMPLETE,
        "event: its record on stream {} waits for the function that tries to synchronise it",
        record->stream());
  }
  if (!record->WaitFor(deadline)) {
    return Error(ErrorKind::kTimeout, ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                 "event: is not complete after the timeout");
  }
  TellHost(*record);
  return CheckRefusals(ThreadContext().handle);
}

Status IsComplete(aclrtEvent handle, bool& complete) {
  bool complete_unrecorded = false;
  std::shared_ptr<Record> record;
  OPENACLNN_RETURN_IF_ERROR(WithEvent(handle, [&](const Event& event) -> Status {
    complete_unrecorded = event.complete_unrecorded;
    record = event.latest;
    return {};
  }));
  if (record != nullptr && record->capture() != nullptr) {
    if (!IsOver(*record->capture())) return RefuseCapturedRecord(record);
    record = nullptr;
  }
  if (record == nullptr) {
    complete = complete_unrecorded;
    return {};
  }
  complete = record->complete() &&
             !(Checks(Check::kOrder) && TheOrder().DoubtsQuery(record->stream(), record->moment()));
  if (complete) TellHost(*record);
  return {};
}

Status HasNoWaits(aclrtEvent handle, bool& none) {
  return WithEvent(handle, [&](Event& event) -> Status {
    std::erase_if(event.waited, [](const auto& record) { return record->complete(); });
    none = event.waits == 0 && event.waited.empty();
    return {};
  });
}

Status EventTime(aclrtEvent event, const char* name, int64_t& time) {
  std::shared_ptr<Record> record;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(event, record));
  OPENACLNN_RETURN_IF_ERROR(CheckComplete(name, record));
  return record->Time(time);
}

Status ElapsedTime(aclrtEvent start, aclrtEvent end, int64_t& time) {
  std::shared_ptr<Record> from, to;
  OPENACLNN_RETURN_IF_ERROR(FindLatest(start, from));
  OPENACLNN_RETURN_IF_ERROR(FindLatest(end, to));
  OPENACLNN_RETURN_IF_ERROR(CheckComplete("startEvent", from));
  OPENACLNN_RETURN_IF_ERROR(CheckComplete("endEvent", to));
  if (from->mark() != nullptr && to->mark() != nullptr) {
    return to->mark()->Since(*from->mark(), time);
  }
  int64_t start_time = 0, end_time = 0;
  OPENACLNN_RETURN_IF_ERROR(from->Time(start_time));
  OPENACLNN_RETURN_IF_ERROR(to->Time(end_time));
  time = end_time - start_time;
  return {};
}

}  // namespace openaclnn
