#include "runtime/stream.h"
#include "runtime/refusals.h"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "base/float_environment.h"
#include "base/observe.h"
#include "base/trace.h"
#include "runtime/exit.h"
#include "runtime/fork.h"
#include "runtime/observed_task.h"
#include "runtime/order.h"

namespace openaclnn {
namespace {

thread_local Stream* stream_waiting_here = nullptr;

constexpr uint64_t kAllTasks = std::numeric_limits<uint64_t>::max();  // a ticket

int32_t NextStreamId() {
  static std::atomic<int32_t> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

StreamWaitsHere::StreamWaitsHere(Stream* stream)
    : outer_(std::exchange(stream_waiting_here, stream)) {}

StreamWaitsHere::~StreamWaitsHere() { stream_waiting_here = outer_; }

Stream::Stream(uint32_t flags, std::unique_ptr<Queue> queue)
    : id_(NextStreamId()), flags_(flags), queue_(std::move(queue)) {
  if (Observing()) NameRow(RowOfStream(id_), fmt::format("stream {}", id_));
}

void Stream::Open(aclrtStream handle, const CurrentContext& context) {
  context_ = context;
  handle_ = handle;
  slot_ = StreamTable::Get().SlotOf(handle);
  StreamSlot& kept = slot_->kept;
  kept.id.store(id_, std::memory_order_relaxed);
  kept.at_once.store(queue_->at_once(), std::memory_order_relaxed);
  submitted_ = completed_ = StreamWord::NumberOf(kept.word.Load()) + 1;
  kept.word.Store(submitted_, StreamWord::kIdle);
}

void Stream::Close() {
  const std::lock_guard lock(mutex_);
  Watch();
  slot_->kept.word.Store(submitted_, StreamWord::kWatched);
  closed_.store(true, std::memory_order_release);
}

Status Stream::Refuse() const {
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "stream {}: was destroyed by another thread", id_);
}

Status Stream::LaunchObserved(Weight weight, Task& task, uint64_t* ticket) {
  ObservedTask observed(task, id_);
  return Launch(weight, observed, ticket);
}

Status Stream::Launch(Weight weight, Task& task, uint64_t* ticket) {
  if (Observing() && IsUnobserved(task)) [[unlikely]]
    return LaunchObserved(weight, task, ticket);
  if (weight == Weight::kSmall && RunInCaller(task, ticket)) return {};
  std::unique_ptr<Task> waiting = task.MoveToHeap();
  {
    const std::lock_guard lock(mutex_);
    if (sink_ != nullptr && !closed_) {
      if (ticket != nullptr) *ticket = completed_;
      OPENACLNN_RETURN_IF_ERROR(sink_->Take(std::move(waiting)));
      ++sent_;
      return {};
    }
    if (!closed_) {
      OPENACLNN_RETURN_IF_ERROR(StartWorker());
      tasks_.push_back(std::move(waiting));
      Watch();
      ++submitted_;
      if (ticket != nullptr) *ticket = submitted_;
      work_.notify_one();
      return {};
    }
  }
  if (Checks(Check::kOrder)) TheOrder().EndStream(id_);  // where the task may have been noted
  return Refuse();
}

bool Stream::RunAtOnce(aclrtStream handle, Task& task) {
  StreamTable::Slot* const slot = StreamTable::Get().SlotOf(handle);
  uint64_t number;
  if (slot == nullptr || !slot->kept.at_once.load(std::memory_order_relaxed) || Observing() ||
      is_forked_child || !BeginInCaller(*slot, handle, number)) {
    return false;
  }
  Stream& stream = *slot->object();
  stream.EndInCaller(slot->kept.word, number, task.Run(stream));
  return true;
}

bool Stream::RunInCaller(Task& task, uint64_t* ticket) {
  uint64_t number;
  if (!BeginInCaller(*slot_, handle_, number)) return false;
  if (ticket != nullptr) *ticket = number;
  int32_t code;
  if (queue_->at_once()) {
    code = task.Run(*this);
  } else {
    const StreamWaitsHere here(this);  // for FailRunningTask
    code = task.Run(*this);
  }
  EndInCaller(slot_->kept.word, number, code);
  return true;
}

void Stream::CompleteWatched(int32_t code) {
  const std::lock_guard lock(mutex_);
  Watch();
  Complete(code);
}

void Stream::Watch() {
  if (closed_) return;  // the word may be another stream's by now
  const uint64_t seen = slot_->kept.word.Exchange(0, StreamWord::kWatched);
  if (StreamWord::ModeOf(seen) == StreamWord::kWatched) return;
  running_ = in_caller_ = StreamWord::ModeOf(seen) == StreamWord::kRunsInCaller;
  submitted_ = StreamWord::NumberOf(seen);
  completed_ = submitted_ - (running_ ? 1 : 0);
}

void Stream::Unwatch() {
  if (closed_ || completed_ != submitted_ || failure_ != 0 || sink_ != nullptr) return;
  StreamWord& word = slot_->kept.word;
  if (StreamWord::ModeOf(word.Load()) == StreamWord::kWatched) {
    word.Store(submitted_, StreamWord::kIdle);
  }
}

// The last thing that a caller of Launch does with the stream is to unlock mutex_: notifying later
// would touch a stream that a waiting thread may have destroyed.
void Stream::Complete(int32_t code) {
  running_ = in_caller_ = false;
  completed_ += 1 + std::exchange(dropped_, 0);
  if (failure_ == 0) failure_ = code;
  if (!tasks_.empty()) work_.notify_one();
  if (waiting_ != 0) complete_.notify_all();
  Unwatch();
}

Status Stream::StartWorker() {
  if (worker_.joinable()) return {};
  try {
    worker_ = std::thread(&Stream::Work, shared_from_this());
  } catch (const std::system_error& error) {
    return Error(ErrorKind::kNoThread, ACL_ERROR_RT_NO_STREAM_RESOURCE,
                 "stream: cannot start its thread: {}", error.what());
  }
  WaitForStreamsAtExit();
  return {};
}

void Stream::Work(const std::shared_ptr<Stream>& self) {
  Stream& stream = *self;
  const ExactFloats exact;
  SetThreadContext(stream.context_);
  const StreamWaitsHere here(self.get());
  std::unique_lock lock(stream.mutex_);
  while (true) {
    stream.work_.wait(lock,
                      [&] { return stream.stop_ || (!stream.tasks_.empty() && !stream.running_); });
    if (stream.stop_) return;
    std::unique_ptr<Task> task = std::move(stream.tasks_.front());
    stream.tasks_.pop_front();
    stream.running_ = true;
    lock.unlock();
    int32_t code;
    try {
      code = task->Run(stream);
    } catch (const abi::__forced_unwind&) {
      task.reset();
      lock.lock();
      const std::deque<std::unique_ptr<Task>> dropped = stream.ReplaceWorker();
      lock.unlock();
      throw;
    }
    task.reset();
    lock.lock();
    stream.Complete(code);
  }
}

std::deque<std::unique_ptr<Task>> Stream::ReplaceWorker() {
  if (worker_.joinable()) worker_.detach();  // else Abandon has done so
  bool replaced = stop_ || tasks_.empty();
  try {
    replaced = replaced || StartWorker().ok();
  } catch (const std::bad_alloc&) {
  }
  std::deque<std::unique_ptr<Task>> dropped;
  if (!replaced) {  // the stream reports the end of the thread, which explains this too
    dropped.swap(tasks_);
    completed_ += dropped.size();
  }
  Complete(0);
  return dropped;
}

void Stream::SendTo(std::shared_ptr<TaskSink> sink) {
  const std::lock_guard lock(mutex_);
  Watch();
  sink_.swap(sink);  // the former one may end without the mutex
  Unwatch();
}

uint64_t Stream::sent() {
  const std::lock_guard lock(mutex_);
  return sent_;
}

bool Stream::Idle() {
  {
    const std::lock_guard lock(mutex_);
    Watch();
    const bool idle = completed_ == submitted_;
    Unwatch();
    if (!idle) return false;
  }
  return queue_->Idle();
}

bool Stream::WaitFor(uint64_t ticket, Deadline deadline) {
  std::unique_lock lock(mutex_);
  Watch();
  const uint64_t last = std::min(ticket, submitted_);
  ++waiting_;
  const bool done = WaitUntil(complete_, lock, deadline, [&] { return completed_ >= last; });
  --waiting_;
  Unwatch();
  return done;
}

bool Stream::WaitForAll(Deadline deadline) {
  return WaitFor(kAllTasks, deadline) && queue_->Wait(deadline);
}

Status Stream::Synchronize(Deadline deadline) {
  if (WaitsForThisThread()) {
    return Error(ErrorKind::kWaitsForItself, ACL_ERROR_RT_STREAM_NOT_COMPLETE,
                 "stream {}: waits for the function that tries to synchronise it", id_);
  }
  if (!WaitForAll(deadline)) {
    return Error(ErrorKind::kTimeout, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                 "stream {}: has tasks left after the timeout", id_);
  }
  if (Checks(Check::kOrder)) TheOrder().HostWaitsForAll(id_);
  {
    const std::lock_guard lock(mutex_);
    OPENACLNN_RETURN_IF_ERROR(TakeFailure());
  }
  const Status failure = queue_->Failure();
  if (failure.ok()) return CheckRefusals(context_.handle);
  return Error(failure.kind(), failure.code(), "stream {}: {}", id_, failure.message());
}

void Stream::Fail(ErrorKind kind, int32_t code, const char* message, const char* detail) noexcept {
  const std::lock_guard lock(mutex_);
  if (failure_ != 0) return;
  Watch();
  failure_ = code;
  failure_kind_ = kind;
  try {
    failure_message_ = message;
    failure_message_ += detail;
  } catch (...) {  // no memory for the sentence; the code must do
    failure_message_.clear();
  }
}

int32_t Stream::Note(const Status& failure) noexcept {
  Fail(failure.kind(), failure.code(), failure.message().c_str());
  return failure.code();
}

Status Stream::TakeFailure() {
  const int32_t code = std::exchange(failure_, 0);
  if (code == 0) return {};
  Unwatch();
  const std::string message = std::exchange(failure_message_, {});
  try {
    if (message.empty()) {
      return Error(ErrorKind::kTaskFailed, code, "stream {}: a task failed with status {}{}", id_,
                   code,
                   code == ACL_ERROR_RT_AICORE_EXCEPTION
                       ? ", as its memory is not what it needs; see the report of checked mode"
                       : "");
    }
    return Error(failure_kind_, code, "stream {}: {}", id_, message);
  } catch (const std::bad_alloc&) {  // the code tells more than that there is no memory for words
    return Status(code);
  }
}

bool Stream::WaitsForThisThread() const { return stream_waiting_here == this; }

void Stream::Finish() {
  WaitForAll(std::nullopt);
  std::thread worker;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    worker = std::move(worker_);
    work_.notify_one();
  }
  if (worker.joinable()) worker.join();
}

void Stream::Abandon() {
  std::deque<std::unique_ptr<Task>> dropped;
  std::thread worker;
  bool busy = false;
  {
    std::unique_lock lock(mutex_);
    dropped.swap(tasks_);
    (running_ ? dropped_ : completed_) += dropped.size();
    stop_ = true;
    work_.notify_one();
    if (waiting_ != 0) complete_.notify_all();
    ++waiting_;
    complete_.wait(lock, [&] { return !in_caller_; });  // which is small
    --waiting_;
    worker = std::move(worker_);
    busy = running_;
  }
  if (!worker.joinable()) return;
  if (busy || WaitsForThisThread()) {
    worker.detach();  // it keeps the stream alive until the task has run
  } else {
    worker.join();
  }
}

Status NoSuchStream(aclrtStream handle) {
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "stream: {} is not a live stream; it was destroyed or never created", handle);
}

namespace {

// The default stream, or why there is none.
Status FindDefaultStream(std::shared_ptr<Stream>& stream) {
  // A context that ends while it is asked for its stream is not found again.
  while (stream == nullptr) {
    CurrentContext context;
    if (const Status found = FindCurrentContext(context); !found.ok()) {
      return Error(found.kind(), found.code(), "stream: is null, but {}", found.message());
    }
    stream = CopyStream(context.default_stream);
  }
  return {};
}

Status LookUpStream(aclrtStream handle, std::shared_ptr<Stream>& stream) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  stream = nullptr;
  if (handle == nullptr) return FindDefaultStream(stream);
  stream = CopyStream(handle);
  return stream != nullptr ? Status() : NoSuchStream(handle);
}

aclrtStream HandleOf(aclrtStream handle) {
  return handle != nullptr ? handle : ThreadContext().default_stream;
}

}  // namespace

Status FindStream(aclrtStream handle, std::shared_ptr<Stream>& stream) {
  if (Checks(Check::kContract) && handle != nullptr) [[unlikely]]
    CheckThreadHasContext();
  return LookUpStream(handle, stream);
}

Status FindStreamId(aclrtStream handle, int32_t& id) {
  const aclrtStream own = HandleOf(handle);
  StreamTable::Slot* const slot = AnyChecks() ? nullptr : StreamTable::Get().SlotOf(own);
  if (slot != nullptr && !is_forked_child) {
    const int32_t seen = slot->kept.id.load(std::memory_order_acquire);
    if (slot->Holds(own)) {
      id = seen;
      return {};
    }
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  id = stream->id();
  return {};
}

namespace {

[[gnu::noinline]] Status LaunchOnAnyStream(aclrtStream handle, Weight weight, Task& task) {
  if (handle == nullptr && weight == Weight::kSmall &&
      Stream::RunAtOnce(ThreadContext().default_stream, task)) {
    return {};
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(LookUpStream(handle, stream));
  if (!stream->queue().at_once()) [[unlikely]] {
    weight = Weight::kSmall;  // what only hands work over
    const Status ready = task.GoTo(stream->queue(), weight);
    if (!ready.ok()) {
      return Error(ready.kind(), ready.code(), "stream {}: {}", stream->id(), ready.message());
    }
  }
  return stream->Launch(weight, task);
}

}  // namespace

Status LaunchTask(aclrtStream handle, Weight weight, Task& task) {
  if (weight == Weight::kSmall && Stream::RunAtOnce(handle, task)) return {};
  return LaunchOnAnyStream(handle, weight, task);
}

int32_t FailTask(Stream& stream, const Status& failure) noexcept { return stream.CodeOf(failure); }

void FailRunningTask(ErrorKind kind, int32_t code, const char* message) noexcept {
  if (stream_waiting_here != nullptr) stream_waiting_here->Fail(kind, code, message);
}

bool StreamWaitsForThisThread(int32_t id) {
  return stream_waiting_here != nullptr && stream_waiting_here->id() == id;
}

void* NativeStream(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  return FindStream(handle, stream).ok() ? stream->queue().Native() : nullptr;
}

bool IsOfOtherContext(aclrtStream handle) {
  const std::shared_ptr<Stream> stream = CopyStream(handle);
  const aclrtContext current = ThreadContext().handle;
  return stream != nullptr && current != nullptr && stream->context().handle != current;
}

std::optional<int32_t> DeviceOfStream(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (!FindStream(handle, stream).ok()) return std::nullopt;
  return stream->device();
}

}  // namespace openaclnn
