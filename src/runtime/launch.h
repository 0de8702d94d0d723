// How the layers above put work on a stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "base/status.h"
#include "device/queue.h"

namespace openaclnn {

class Stream;

// kSmall: cheaper than handing it to another thread; runs in the caller, before Launch returns, if
// the stream is idle.
enum class Weight { kSmall, kLarge };

// A unit of work on a stream. Run returns 0 or the code that the next synchronisation of the stream
// reports, and throws nothing; only the end of the thread (pthread_exit in a function of the
// program) may leave it. A task that is dropped (aclrtDestroyStreamForce) is destroyed without
// having run. Tasks run in the formulas' floating-point environment (base/float_environment.h).
class Task {
 public:
  virtual ~Task() = default;
  // Called by LaunchTask for a stream of a device that does its work later. Run is to give the work
  // to `queue`, which lives longer. `weight`: kSmall for a task that does no more than that, kLarge
  // for one that waits.
  virtual Status GoTo(Queue& /*queue*/, Weight& /*weight*/) { return {}; }
  // By the stream that it was launched on, or one that executes the graph that captured it.
  virtual int32_t Run(Stream& stream) = 0;
  virtual std::unique_ptr<Task> MoveToHeap() = 0;  // called when the task has to wait in the queue
  virtual bool Repeats() const { return true; }    // whether Run may be called again
  virtual std::string_view Name() const { return "task"; }  // lives as long as the task
};

// Where the tasks of a stream go that is not to run them.
class TaskSink {
 public:
  virtual ~TaskSink() = default;
  virtual Status Take(std::unique_ptr<Task> task) = 0;
};

// The task of a function without arguments, or of the stream.
template <class F>
class TaskOf final : public Task {
 public:
  explicit TaskOf(F run) : run_(std::move(run)) {}
  int32_t Run(Stream& stream) override {
    if constexpr (std::is_invocable_v<F&, Stream&>) {
      return run_(stream);
    } else {
      return run_();
    }
  }
  std::unique_ptr<Task> MoveToHeap() override { return std::make_unique<TaskOf>(std::move(run_)); }

 private:
  F run_;
};

// Queues the task on `stream` (null: the default stream of the current context), after all that was
// queued before it. Another thread may destroy the stream meanwhile: the task is queued, and waited
// for like others, or refused. Errors: 107002 no current context for a null stream; 107017 not a
// live stream; 207008 no thread for the stream could be started; those of Task::GoTo. On error the
// task was not queued.
OPENACLNN_SHARED Status LaunchTask(aclrtStream stream, Weight weight, Task& task);

// What the interface of a GPU calls a stream, so that others in the process can let it wait for
// their work while it is idle; null on a CPU, and of what is no live stream.
OPENACLNN_SHARED void* NativeStream(aclrtStream stream);

// Says why a task that the stream runs is about to fail; returns the code for Task::Run.
OPENACLNN_SHARED int32_t FailTask(Stream& stream, const Status& failure) noexcept;

// Says why the task that this thread runs for a stream is about to fail with `code`: the next
// synchronisation reports it. Does nothing in other threads.
OPENACLNN_SHARED void FailRunningTask(ErrorKind kind, int32_t code, const char* message) noexcept;

// Whether a graph keeps the tasks of a stream, which do not run now.
OPENACLNN_SHARED bool IsCaptured(aclrtStream stream);

// Whether a live stream belongs to another context than the one of this thread, if it has one.
OPENACLNN_SHARED bool IsOfOtherContext(aclrtStream stream);

// For checked mode: the device of a stream, or of the current context for null; none if there is no
// such. Reports a thread that has no context.
OPENACLNN_SHARED std::optional<int32_t> DeviceOfStream(aclrtStream stream);

}  // namespace openaclnn
