// Events: marks in streams, to wait for and to measure time with.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "base/deadline.h"
#include "base/handle_table.h"
#include "base/status.h"
#include "checked/happens_before.h"
#include "device/queue.h"

namespace openaclnn {

class CaptureMark;

// One aclrtRecordEvent: complete when its stream, and the stream's queue, have come to it, or when
// it was dropped.
class Record {
 public:
  // `stream`: its id. `moment`: of the record in the program's order, if checked mode looks at
  // that.
  // `capture`: where the stream was captured; the record is never complete then.
  Record(int32_t stream, Moment moment, std::shared_ptr<const CaptureMark> capture = nullptr)
      : stream_(stream), moment_(std::move(moment)), capture_(std::move(capture)) {}

  int32_t stream() const { return stream_; }
  const CaptureMark* capture() const { return capture_.get(); }
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
  const int32_t stream_;
  const Moment moment_;
  const std::shared_ptr<const CaptureMark> capture_;
  std::atomic<bool> given_{false};
  int64_t time_ = 0;  // without a mark
  std::unique_ptr<Mark> mark_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

// Guarded by the mutex in the slot of its handle, as other threads may destroy it at any time.
// Tasks that refer to it know its handle.
struct Event {
  const bool complete_unrecorded;               // made by aclrtCreateEventExWithFlag
  const bool external;                          // a graph records it, waits for it, resets it
  std::shared_ptr<Record> latest;               // null: not recorded
  std::vector<std::shared_ptr<Record>> waited;  // by queues; some may be complete
  int waits = 0;                                // of streams, which have not come to the wait yet
};
using EventTable = HandleTable<Event, HandleKind::kEvent, kHandleSlotBits, std::mutex>;

// The C functions of these names, after the checks of pointers. All: 107017 not a live event. Those
// that ask whether it is complete, or wait on the host: 107028 its stream is captured.
Status DestroyEvent(aclrtEvent event);
Status RecordEvent(aclrtEvent event, aclrtStream stream);
Status ResetEvent(aclrtEvent event, aclrtStream stream);
Status WaitForEvent(aclrtEvent event, aclrtStream stream);
Status SynchronizeEvent(aclrtEvent event, Deadline deadline);

// Whether the latest record is complete; whether no stream waits for a record.
Status IsComplete(aclrtEvent event, bool& complete);
Status HasNoWaits(aclrtEvent event, bool& none);
// When the latest record completed; the time between two. Errors: 107006 not recorded, or not
// complete. `name`: of the argument, for the message. In nanoseconds.
Status EventTime(aclrtEvent event, const char* name, int64_t& time);
Status ElapsedTime(aclrtEvent start, aclrtEvent end, int64_t& time);

}  // namespace openaclnn
