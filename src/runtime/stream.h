// A stream: a queue of tasks and the thread that runs them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "acl/acl_rt.h"
#include "base/deadline.h"
#include "base/handle_table.h"
#include "base/observe.h"
#include "base/status.h"
#include "device/queue.h"
#include "runtime/fork.h"
#include "runtime/launch.h"
#include "runtime/refusals.h"

namespace openaclnn {

// Tasks run one at a time in the order of their tickets 1, 2, 3, ... The thread is started when a
// task first has to wait; small tasks on an idle stream run in the caller.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  // `queue`: of the device.
  Stream(int32_t device, uint32_t flags, std::unique_ptr<Queue> queue);

  int32_t id() const { return id_; }
  int32_t device() const { return device_; }
  uint32_t flags() const { return flags_; }
  aclrtContext context() const { return context_; }
  void set_context(aclrtContext context) { context_ = context; }  // before the first Launch

  // What tasks give the device's work to. What is not work of the device first waits for it.
  Queue& queue() { return *queue_; }

  // Status and meaning as for LaunchTask. `ticket`: may be null.
  Status Launch(Weight weight, Task& task, uint64_t* ticket = nullptr);
  // The short way of a small task for a device that runs it at once: runs it if the stream is idle.
  // False: nothing was done, and Launch knows more.
  bool RunAtOnce(Task& task);

  bool Idle();  // no task runs or waits, nor work of one
  // Whether Synchronize would succeed at once. May say no while another thread waits, and does so
  // where the device runs by itself.
  bool Done() const {
    return ModeOf(progress_.load(std::memory_order_acquire)) == kIdle &&
           failure_.load(std::memory_order_acquire) == 0 && queue_->at_once() && !AnyRefusals();
  }
  // Whether the tasks up to and including `ticket` have run in time; whether all that are there now
  // have, and the work that they gave to the queue.
  bool WaitFor(uint64_t ticket, Deadline deadline);
  bool WaitForAll(Deadline deadline);

  // Waits for all tasks. Errors: 507046 not in time, 507004 called by what the stream waits for,
  // the first failure of a task since the last call, or 200001 that of runtime/refusals.h.
  Status Synchronize(Deadline deadline);

  // Notes a failure of the task that runs, or of what it set off. `detail` ends the message.
  void Fail(ErrorKind kind, int32_t code, const char* message, const char* detail = "") noexcept;

  // What a task returns that did this: 0, or the code of a failure, which is noted.
  int32_t CodeOf(const Status& status) noexcept { return status.ok() ? 0 : Note(status); }

  // Whether the calling thread is running something that the stream waits for: a task of its own,
  // or a blocking callback. To wait for the stream there would be to wait forever.
  bool WaitsForThisThread() const;

  // Two ways to end a stream, whose handle nobody can use any more. Finish waits for all tasks;
  // Abandon drops those that have not begun, and waits for none that the stream's thread is
  // running.
  void Finish();
  void Abandon();

 private:
  // Where the numbers of tasks are. As long as no task has to wait, nor anybody for one, they are
  // in progress_ alone, and a small task costs no more than to change it from kIdle to
  // kRunsInCaller and back. Whoever needs more takes mutex_ and calls Watch; from then on the mutex
  // guards the numbers, until nothing is left to do.
  enum Mode : uint64_t { kIdle, kRunsInCaller, kWatched };
  static constexpr uint64_t kModes = 4;
  static Mode ModeOf(uint64_t progress) { return static_cast<Mode>(progress % kModes); }
  static uint64_t Progress(uint64_t submitted, Mode mode) { return submitted * kModes + mode; }

  [[gnu::cold]] Status LaunchObserved(Weight weight, Task& task, uint64_t* ticket);
  // A small task, by those who found the stream idle and made that known.
  bool BeginInCaller(uint64_t& number);  // false: it was not idle
  void EndInCaller(uint64_t number, int32_t code);
  [[gnu::cold, gnu::noinline]] void CompleteWatched(int32_t code);
  bool RunInCaller(Task& task, uint64_t* ticket);  // false: the stream was not idle
  int32_t Note(const Status& failure) noexcept;
  static void Work(const std::shared_ptr<Stream>& self);

  // mutex_ is held:
  void Watch();
  void Unwatch();  // if nothing is left to do
  Status StartWorker();
  // For the worker that runs a task which ends its thread. Returns the tasks to be dropped, where
  // no other thread can be started.
  std::deque<std::unique_ptr<Task>> ReplaceWorker();
  void Complete(int32_t code);
  Status TakeFailure();

  const int32_t id_;
  const int32_t device_;
  const uint32_t flags_;
  const std::unique_ptr<Queue> queue_;
  aclrtContext context_ = nullptr;

  std::atomic<uint64_t> progress_{Progress(0, kIdle)};
  std::mutex mutex_;
  std::condition_variable work_;             // something to do for the worker
  std::condition_variable complete_;         // a task has run
  std::deque<std::unique_ptr<Task>> tasks_;  // that wait
  uint64_t submitted_ = 0, completed_ = 0;   // while kWatched
  bool running_ = false;  // a task is being run, by the worker or by a caller of Launch
  bool stop_ = false;
  int waiting_ = 0;                                  // threads in WaitFor
  std::atomic<int32_t> failure_{0};                  // the first one since the last synchronisation
  ErrorKind failure_kind_ = ErrorKind::kTaskFailed;  // of failure_message_
  std::string failure_message_;
  std::thread worker_;
};

using StreamTable = HandleTable<std::shared_ptr<Stream>, HandleKind::kStream>;

inline bool Stream::BeginInCaller(uint64_t& number) {
  uint64_t idle = progress_.load(std::memory_order_relaxed);
  number = idle / kModes + 1;
  return ModeOf(idle) == kIdle &&
         progress_.compare_exchange_strong(idle, Progress(number, kRunsInCaller),
                                           std::memory_order_acquire);
}

// The last thing that this does with the stream is to say that the task has run: a thread that
// waited for that may destroy the stream at once.
inline void Stream::EndInCaller(uint64_t number, int32_t code) {
  uint64_t running = Progress(number, kRunsInCaller);
  if (code != 0 || !progress_.compare_exchange_strong(running, Progress(number, kIdle),
                                                      std::memory_order_release)) [[unlikely]] {
    CompleteWatched(code);
  }
}

inline bool Stream::RunAtOnce(Task& task) {
  uint64_t number;
  if (!queue_->at_once() || Observing() || !BeginInCaller(number)) return false;
  EndInCaller(number, task.Run());
  return true;
}

// Marks, for its lifetime, that the stream waits for what the calling thread does.
class StreamWaitsHere {
 public:
  explicit StreamWaitsHere(Stream* stream);
  ~StreamWaitsHere();
  StreamWaitsHere(const StreamWaitsHere&) = delete;
  StreamWaitsHere& operator=(const StreamWaitsHere&) = delete;

 private:
  Stream* const outer_;
};

// The stream of a live handle; null if it is none, or if there is more to say: FindStream knows.
inline Stream* FindLiveStream(aclrtStream handle) {
  const std::shared_ptr<Stream>* const found = StreamTable::Get().Find(handle);
  return found != nullptr && !is_forked_child ? found->get() : nullptr;
}

// The stream of a handle, or the default stream of the current context for null. The first form is
// for calls during which nobody may destroy the stream; the second keeps it alive.
Status FindStream(aclrtStream handle, Stream*& stream);
Status FindStream(aclrtStream handle, std::shared_ptr<Stream>& stream);

}  // namespace openaclnn
