// A task of a stream that the log (at debug) or the trace looks at.
#pragma once

#include <cstdint>
#include <memory>

#include "base/details.h"
#include "runtime/launch.h"

namespace openaclnn {

// Runs another task and tells when. Carries the name and the arguments of the call that launches
// it.
class ObservedTask final : public Task {
 public:
  ObservedTask(Task& task, int32_t stream);

  Status GoTo(Queue& queue, Weight& weight) override { return task_.GoTo(queue, weight); }
  int32_t Run(Stream& stream) override;
  std::unique_ptr<Task> MoveToHeap() override;
  bool Repeats() const override { return task_.Repeats(); }
  std::string_view Name() const override { return task_.Name(); }

 private:
  ObservedTask(std::unique_ptr<Task> task, const ObservedTask& other);

  const std::unique_ptr<Task> owner_;  // of a task that has to wait
  Task& task_;
  const int32_t stream_;
  const char* const name_;
  const Details arguments_;
  const uint64_t flow_;
};

// Whether a task is to become one.
[[gnu::cold]] bool IsUnobserved(const Task& task);

}  // namespace openaclnn
