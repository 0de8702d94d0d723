// How the layers above put work on a stream.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// A unit of work on a stream. Run returns 0 or the code that the next synchronisation of the stream
// reports. A task that is dropped (aclrtDestroyStreamForce) is destroyed without having run.
class Task {
 public:
  virtual ~Task() = default;
  virtual int32_t Run() noexcept = 0;
  virtual std::unique_ptr<Task> MoveToHeap() = 0;  // called when the task has to wait in the queue
};

template <class F>
class TaskOf final : public Task {
 public:
  explicit TaskOf(F run) : run_(std::move(run)) {}
  int32_t Run() noexcept override { return run_(); }
  std::unique_ptr<Task> MoveToHeap() override { return std::make_unique<TaskOf>(std::move(run_)); }

 private:
  F run_;
};

// kSmall: cheaper than handing it to another thread; runs in the caller, before Launch returns, if
// the stream is idle.
enum class Weight { kSmall, kLarge };

// Queues the task on `stream` (null: the default stream of the current context), after all that was
// queued before it. Errors: 107002 no current context for a null stream; 107017 not a live stream;
// 207008 no thread for the stream could be started. On error the task was not queued.
OPENACLNN_SHARED Status LaunchTask(aclrtStream stream, Weight weight, Task& task);

// Whether a live stream belongs to another context than the one of this thread, if it has one.
OPENACLNN_SHARED bool IsOfOtherContext(aclrtStream stream);

template <class F>
Status Launch(aclrtStream stream, Weight weight, F run) {
  TaskOf<F> task(std::move(run));
  return LaunchTask(stream, weight, task);
}

}  // namespace openaclnn
