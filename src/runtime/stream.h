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
#include "base/status.h"
#include "device/queue.h"
#include "runtime/current_context.h"
#include "runtime/launch.h"
#include "runtime/stream_table.h"

namespace openaclnn {

// Tasks run one at a time in the order of their tickets, which count up. The thread is started when
// a task first has to wait; small tasks on an idle stream run in the caller.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  // `queue`: of the device.
  Stream(uint32_t flags, std::unique_ptr<Queue> queue);

  // Begins the stream's life, before anybody else knows it. `handle`: its own, in StreamTable.
  void Open(aclrtStream handle, const CurrentContext& context);
  // Refuses tasks from now on. To be called by who has claimed the handle, and is to Finish or to
  // Abandon the stream and then to release the handle.
  void Close();

  int32_t id() const { return id_; }
  int32_t device() const { return context_.device; }
  uint32_t flags() const { return flags_; }
  aclrtStream handle() const { return handle_; }
  const CurrentContext& context() const { return context_; }
  bool closed() const { return closed_.load(std::memory_order_acquire); }
  Status Refuse() const;  // what wants to use a closed stream: 107017

  // What tasks give the device's work to. What is not work of the device first waits for it.
  Queue& queue() { return *queue_; }

  // The short way of a small task for a device that runs it at once: runs it if the stream is live,
  // and idle. False: nothing was done, and Launch knows more.
  static bool RunAtOnce(aclrtStream handle, Task& task);
  // Status and meaning as for LaunchTask. `ticket`: may be null.
  Status Launch(Weight weight, Task& task, uint64_t* ticket = nullptr);

  // Gives tasks to a sink from now on; null: runs them again. Those that wait already run.
  void SendTo(std::shared_ptr<TaskSink> sink);
  uint64_t sent();  // to sinks so far

  bool Idle();  // no task runs or waits, nor work of one
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

  // Two ways to end a stream that is closed. Finish waits for all tasks; Abandon drops those that
  // have not begun, and waits for none that the stream's thread is running.
  void Finish();
  void Abandon();

 private:
  [[gnu::cold]] Status LaunchObserved(Weight weight, Task& task, uint64_t* ticket);
  bool RunInCaller(Task& task, uint64_t* ticket);  // false: the stream was not idle
  // A small task, by who began it, has run.
  void EndInCaller(StreamWord& word, uint64_t number, int32_t code);
  [[gnu::cold, gnu::noinline]] void CompleteWatched(int32_t code);
  int32_t Note(const Status& failure) noexcept;
  static void Work(const std::shared_ptr<Stream>& self);

  // mutex_ is held:
  void Watch();
  void Unwatch();  // if nothing is left to do or to tell
  Status StartWorker();
  // For the worker that runs a task which ends its thread. Returns the tasks to be dropped, where
  // no other thread can be started.
  std::deque<std::unique_ptr<Task>> ReplaceWorker();
  void Complete(int32_t code);
  Status TakeFailure();

  const int32_t id_;
  const uint32_t flags_;
  const std::unique_ptr<Queue> queue_;
  // From Open on:
  CurrentContext context_;
  aclrtStream handle_ = nullptr;
  StreamTable::Slot* slot_ = nullptr;  // its own until it is closed

  std::atomic<bool> closed_{false};  // written with mutex_
  std::mutex mutex_;
  std::condition_variable work_;             // something to do for the worker
  std::condition_variable complete_;         // a task has run
  std::deque<std::unique_ptr<Task>> tasks_;  // that wait
  uint64_t submitted_ = 0, completed_ = 0;   // while the word is kWatched
  uint64_t dropped_ = 0;    // tasks behind the one that is being run, which is waited for first
  bool running_ = false;    // a task is being run, by the worker or by a caller of Launch
  bool in_caller_ = false;  // by one of the latter
  bool stop_ = false;       // the worker is to end
  int waiting_ = 0;         // threads in WaitFor
  std::shared_ptr<TaskSink> sink_;  // the word is kWatched while there is one
  uint64_t sent_ = 0;
  int32_t failure_ = 0;                              // the first one since the last synchronisation
  ErrorKind failure_kind_ = ErrorKind::kTaskFailed;  // of failure_message_
  std::string failure_message_;
  std::thread worker_;
};

// The last thing that this does is to say that the task has run: a thread that waited for that may
// destroy the stream at once.
inline void Stream::EndInCaller(StreamWord& word, uint64_t number, int32_t code) {
  if (code != 0 || !word.End(number)) [[unlikely]]
    CompleteWatched(code);
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

// A stream of a handle, or the default stream of the current context for null.
Status FindStream(aclrtStream handle, std::shared_ptr<Stream>& stream);
// Its id alone, which costs less.
Status FindStreamId(aclrtStream handle, int32_t& id);
// Stream::WaitsForThisThread of the stream with an id.
bool StreamWaitsForThisThread(int32_t id);
// Why `handle` is none: 107017.
Status NoSuchStream(aclrtStream handle);

}  // namespace openaclnn
