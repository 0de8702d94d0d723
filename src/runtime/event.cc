#include "runtime/event.h"

#include <chrono>
#include <utility>

#include "checked/uses.h"
#include "fmt/format.h"
#include "runtime/fork.h"
#include "runtime/order.h"

namespace openaclnn {
namespace {

int64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The host has seen that the record is complete.
void TellHost(const Record& record) {
  if (Checks(Check::kOrder)) TheOrder().HostWaits(record.moment());
}

// Completes a record when it runs, or when it is dropped.
class RecordTask final : public Task {
 public:
  explicit RecordTask(std::shared_ptr<Record> record) : record_(std::move(record)) {}
  ~RecordTask() override {
    if (record_ != nullptr) record_->Complete();
  }

  int32_t Run() noexcept override {
    std::exchange(record_, nullptr)->Complete();
    return 0;
  }
  std::unique_ptr<Task> MoveToHeap() override {
    auto task = std::make_unique<RecordTask>(nullptr);
    task->record_ = std::move(record_);
    return task;
  }

 private:
  std::shared_ptr<Record> record_;
};

// Waits for a record in the stream's thread.
class WaitTask final : public Task {
 public:
  WaitTask(std::shared_ptr<EventState> event, std::shared_ptr<Record> record, UsesOfTask uses)
      : event_(std::move(event)), record_(std::move(record)), uses_(std::move(uses)) {
    event_->waits.fetch_add(1, std::memory_order_relaxed);
  }
  ~WaitTask() override {
    if (event_ != nullptr) event_->waits.fetch_sub(1, std::memory_order_release);
  }
  WaitTask(WaitTask&&) = default;

  int32_t Run() noexcept override {
    record_->WaitFor(std::nullopt);
    return 0;
  }
  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<WaitTask>(std::move(*this));
  }

 private:
  std::shared_ptr<EventState> event_;
  std::shared_ptr<Record> record_;
  UsesOfTask uses_;
};

// The place of an event's state stands for the event.
uintptr_t PlaceOf(const Event& event) { return reinterpret_cast<uintptr_t>(event.state.get()); }

UsesOfTask UsesOfWait(const Event& event, const Stream& stream) {
  if (!Checks(Check::kLifetime)) return {};
  return {fmt::format("aclrtStreamWaitEvent on stream {}", stream.id()),
          {{"event", PlaceOf(event), PlaceOf(event) + 1, true}}};
}

}  // namespace

void Record::Complete() {
  time_ = Now();
  const std::lock_guard lock(mutex_);
  complete_.store(true, std::memory_order_release);
  changed_.notify_all();
}

bool Record::WaitFor(Deadline deadline) {
  if (complete()) return true;
  std::unique_lock lock(mutex_);
  return WaitUntil(changed_, lock, deadline, [&] { return complete(); });
}

Status FindEvent(aclrtEvent handle, Event*& event) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  event = EventTable::Get().Find(handle);
  if (event != nullptr) return {};
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "event: {} is not a live event; it was destroyed or never created", handle);
}

Status RecordEvent(Event& event, Stream& stream) {
  Moment moment;
  if (Checks(Check::kOrder)) moment = NoteTask(stream, "aclrtRecordEvent", {});
  auto record = std::make_shared<Record>(stream.shared_from_this(), std::move(moment));
  RecordTask task(record);
  OPENACLNN_RETURN_IF_ERROR(stream.Launch(Weight::kSmall, task));
  const std::lock_guard lock(event.state->mutex);
  event.state->latest = std::move(record);
  return {};
}

Status ResetEvent(Event& event, Stream& stream) {
  TaskOf task([state = event.state, record = event.state->Latest()]() noexcept {
    const std::lock_guard lock(state->mutex);
    if (state->latest == record) state->latest = nullptr;
    return 0;
  });
  return stream.Launch(Weight::kSmall, task);
}

Status WaitForEvent(Event& event, Stream& stream) {
  std::shared_ptr<Record> record = event.state->Latest();
  if (record != nullptr && Checks(Check::kOrder)) {
    TheOrder().StreamWaits(stream.id(), record->moment());
  }
  // The order of a stream's own tasks is wait enough.
  if (record == nullptr || &record->stream() == &stream) return {};
  UsesOfTask uses = UsesOfWait(event, stream);  // the program cannot know what is complete
  if (record->complete()) return {};
  WaitTask task(event.state, std::move(record), std::move(uses));
  return stream.Launch(Weight::kLarge, task);
}

Status SynchronizeEvent(Event& event, Deadline deadline) {
  const std::shared_ptr<Record> record = event.state->Latest();
  if (record == nullptr) return {};
  if (!record->complete() && record->stream().WaitsForThisThread()) {
    return Error(
        ErrorKind::kWaitsForItself, ACL_ERROR_RT_EVENT_NOT_COMPLETE,
        "event: its record on stream {} waits for the function that tries to synchronise it",
        record->stream().id());
  }
  if (!record->WaitFor(deadline)) {
    return Error(ErrorKind::kTimeout, ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                 "event: is not complete after the timeout");
  }
  TellHost(*record);
  return {};
}

bool IsComplete(Event& event) {
  const std::shared_ptr<Record> record = event.state->Latest();
  if (record == nullptr) return event.complete_unrecorded;
  if (!record->complete()) return false;
  if (Checks(Check::kOrder) && TheOrder().DoubtsQuery(record->stream().id(), record->moment())) {
    return false;
  }
  TellHost(*record);
  return true;
}

void CheckNoStreamWaits(const Event& event, aclrtEvent handle) {
  const auto use = FindUse(PlaceOf(event), PlaceOf(event) + 1, UseKind::kAny);
  if (!use) return;
  ReportMistake(Mistake::kEventInUse,
                fmt::format("aclrtDestroyEvent({}): it is the {}, which nobody has waited for.",
                            handle, *use));
}

bool HasNoWaits(Event& event) { return event.state->waits.load(std::memory_order_acquire) == 0; }

Status EventTime(Event& event, const char* name, int64_t& time) {
  const std::shared_ptr<Record> record = event.state->Latest();
  if (record == nullptr) {
    return Error(ErrorKind::kNotRecorded, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                 "{}: was never recorded; call aclrtRecordEvent first", name);
  }
  if (!record->complete()) {
    return Error(ErrorKind::kNotRecorded, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                 "{}: is not complete; call aclrtSynchronizeEvent first", name);
  }
  TellHost(*record);
  time = record->time();
  return {};
}

}  // namespace openaclnn
