// Device memory of a layer above, for tasks that it puts on a stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// Ends with its owner: a task behind all those that use it, which nobody has to wait for.
class TaskMemory {
 public:
  TaskMemory() = default;
  OPENACLNN_SHARED ~TaskMemory();
  TaskMemory(const TaskMemory&) = delete;
  TaskMemory& operator=(const TaskMemory&) = delete;

  // To be called once, for memory of the current context's device. Errors: 107002 there is no
  // context; 207001 not enough memory.
  OPENACLNN_SHARED Status Allocate(uint64_t bytes);
  std::byte* data() const { return data_; }
  // Leaves the memory for ever to the tasks that use it.
  void Abandon() { data_ = nullptr; }

 private:
  std::byte* data_ = nullptr;
};

}  // namespace openaclnn
