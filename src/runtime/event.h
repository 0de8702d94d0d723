// Events: marks in streams, to wait for and to measure time with.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "acl/acl_rt.h"
#include "base/deadline.h"
#include "base/handle_table.h"
#include "base/status.h"
#include "checked/happens_before.h"
#include "runtime/stream.h"

namespace openaclnn {

// One aclrtRecordEvent: complete when its stream, and the stream's queue, have come to it, or when
// it was dropped.
class Record {
 public:
  // `moment`: of the record in the program's order, if checked mode looks at that.
  Record(std::shared_ptr<const Stream> stream, Moment moment)
      : stream_(std::move(stream)), moment_(std::move(moment)) {}

  const Stream& stream() const { return *stream_; }
  const Moment& moment() const { return moment_; }
  // Whether the stream has come to it, and from then on its place in the queue: null where that is
  // complete too.
  bool given() const { return given_.load(std::memory_order_acquire); }
  Mark* mark() const { return mark_.get(); }
  bool complete() const { return given() && (mark_ == nullptr || mark_->Reached()); }
  // In nanoseconds of a steady clock, after complete().
  Status Time(int64_t& time) const;

  void Give(std::unique_ptr<Mark> mark);
  bool WaitUntilGiven(Deadline deadline);  // false: not in time
  bool WaitFor(Deadline deadline);         // false: not in time

 private:
  const std::shared_ptr<const Stream> stream_;
  const Moment moment_;
  std::atomic<bool> given_{false};
  int64_t time_ = 0;  // without a mark
  std::unique_ptr<Mark> mark_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

// What outlives an event's handle while streams still refer to it.
struct EventState {
  std::mutex mutex;
  // Guarded by mutex:
  std::shared_ptr<Record> latest;               // null: not recorded
  std::vector<std::shared_ptr<Record>> waited;  // by queues; some may be complete

  std::atomic<int> waits{0};  // of streams, which have not come to the wait yet

  std::shared_ptr<Record> Latest() {
    const std::lock_guard lock(mutex);
    return latest;
  }
};

struct Event {
  const bool complete_unrecorded;  // made by aclrtCreateEventExWithFlag
  const std::shared_ptr<EventState> state;
};
using EventTable = HandleTable<Event, HandleKind::kEvent>;

Status FindEvent(aclrtEvent handle, Event*& event);

// aclrtRecordEvent, aclrtResetEvent, aclrtStreamWaitEvent and aclrtSynchronizeEvent.
Status RecordEvent(Event& event, Stream& stream);
Status ResetEvent(Event& event, Stream& stream);
Status WaitForEvent(Event& event, Stream& stream);
Status SynchronizeEvent(Event& event, Deadline deadline);

// Whether the latest record is complete; whether no stream waits for a record.
bool IsComplete(Event& event);
bool HasNoWaits(Event& event);
// Of checked mode, where Checks(Check::kLifetime): reports an event that is about to be destroyed
// while, as far as the host can know, a stream waits for it.
void CheckNoStreamWaits(const Event& event, aclrtEvent handle);
// When the latest record completed; the time between two. Errors: 107006 not recorded, or not
// complete. `name`: of the argument, for the message. In nanoseconds.
Status EventTime(Event& event, const char* name, int64_t& time);
Status ElapsedTime(Event& start, Event& end, int64_t& time);

}  // namespace openaclnn
