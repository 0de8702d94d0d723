// Tasks that run again and again, in the order in which they came.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/launch.h"

namespace openaclnn {

// Threads may put tasks in at the same time; none does while others read.
class TaskList final : public TaskSink {
 public:
  // Errors: 207000 the task cannot run twice.
  Status Take(std::unique_ptr<Task> task) override;

  // Runs all as if they were launched on the stream, until `stop` says so, and returns the first
  // code that is not 0.
  int32_t Run(Stream& stream, const std::function<bool()>& stop = {}) const;

  const std::vector<std::unique_ptr<Task>>& tasks() const { return tasks_; }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Task>> tasks_;
};

}  // namespace openaclnn
