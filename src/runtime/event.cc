#include "runtime/event.h"

#include <utility>

#include "base/clock.h"
#include "checked/uses.h"
#include "fmt/format.h"
#include "runtime/fork.h"
#include "runtime/order.h"
#include "runtime/refusals.h"

namespace openaclnn {
namespace {

// The host has seen that the record is complete.
void TellHost(const Record& record) {
  if (Checks(Check::kOrder)) TheOrder().HostWaits(record.moment());
}

// Gives a record to the stream's queue when it runs, or completes it when it is dropped.
class RecordTask final : public Task {
 public:
  RecordTask(std::shared_ptr<Record> record, Stream& stream)
      : record_(std::move(record)), stream_(stream) {}
  ~RecordTask() override {
    if (record_ != nullptr) record_->Give(nullptr);
  }

  int32_t Run() noexcept override {
    std::unique_ptr<Mark> mark;
    const int32_t code = stream_.CodeOf(stream_.queue().Record(mark));
    std::exchange(record_, nullptr)->Give(std::move(mark));
    return code;
  }
  std::unique_ptr<Task> MoveToHeap() override {
    auto task = std::make_unique<RecordTask>(nullptr, stream_);
    task->record_ = std::move(record_);
    return task;
  }

 private:
  std::shared_ptr<Record> record_;
  Stream& stream_;  // which runs this
};

// Waits for a record: in the stream's thread until it has a place in its queue, for which the
// stream's own queue waits then.
class WaitTask final : public Task {
 public:
  WaitTask(std::shared_ptr<EventState> event, std::shared_ptr<Record> record, Stream& stream,
           UsesOfTask uses)
      : event_(std::move(event)),
        record_(std::move(record)),
        stream_(stream),
        uses_(std::move(uses)) {
    event_->waits.fetch_add(1, std::memory_order_relaxed);
  }
  ~WaitTask() override {
    if (event_ != nullptr) event_->waits.fetch_sub(1, std::memory_order_release);
  }
  WaitTask(WaitTask&&) = default;

  int32_t Run() noexcept override {
    record_->WaitUntilGiven(std::nullopt);
    if (record_->mark() == nullptr) return 0;
    try {
      const std::lock_guard lock(event_->mutex);
      event_->waited.push_back(record_);
    } catch (...) {  // no memory for the list
      record_->WaitFor(std::nullopt);
    }
    return stream_.CodeOf(stream_.queue().WaitFor(*record_->mark()));
  }
  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<WaitTask>(std::move(*this));
  }

 private:
  std::shared_ptr<EventState> event_;
  std::shared_ptr<Record> record_;
  Stream& stream_;  // which runs this
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
  RecordTask task(record, stream);
  OPENACLNN_RETURN_IF_ERROR(stream.Launch(Weight::kSmall, task));
  const std::lock_guard lock(event.state->mutex);
  event.state->latest = std::move(record);
  return {};
}

Status ResetEvent(Event& event, Stream& stream) {
  TaskOf task([state = event.state, record = event.state->Latest(), &stream]() noexcept {
    stream.queue().Wait(std::nullopt);
    const std::lock_guard lock(state->mutex);
    if (state->latest == record) state->latest = nullptr;
    return 0;
  });
  return stream.Launch(stream.queue().Idle() ? Weight::kSmall : Weight::kLarge, task);
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
  const Weight weight = record->given() ? Weight::kSmall : Weight::kLarge;
  WaitTask task(event.state, std::move(record), stream, std::move(uses));
  return stream.Launch(weight, task);
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
  return CheckRefusals(record->stream().context());
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

bool HasNoWaits(Event& event) {
  EventState& state = *event.state;
  if (state.waits.load(std::memory_order_acquire) != 0) return false;
  const std::lock_guard lock(state.mutex);
  std::erase_if(state.waited, [](const auto& record) { return record->complete(); });
  return state.waited.empty();
}

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
  return record->Time(time);
}

Status ElapsedTime(Event& start, Event& end, int64_t& time) {
  int64_t start_time = 0, end_time = 0;
  OPENACLNN_RETURN_IF_ERROR(EventTime(start, "startEvent", start_time));
  OPENACLNN_RETURN_IF_ERROR(EventTime(end, "endEvent", end_time));
  time = end_time - start_time;
  const std::shared_ptr<Record> from = start.state->Latest(), to = end.state->Latest();
  if (from == nullptr || to == nullptr || !from->complete() || !to->complete()) return {};
  if (from->mark() == nullptr || to->mark() == nullptr) return {};
  return to->mark()->Since(*from->mark(), time);
}

}  // namespace openaclnn
