#include "runtime/task_memory.h"

#include <algorithm>

#include "runtime/allocations.h"
#include "runtime/context.h"

namespace openaclnn {

Status TaskMemory::Allocate(uint64_t bytes) {
  CurrentContext context;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
  void* memory = nullptr;
  OPENACLNN_RETURN_IF_ERROR(AllocateMemory(std::max<uint64_t>(bytes, 1), MemoryKind::kDevice,
                                           Pages::kHuge, context.device, memory));
  data_ = static_cast<std::byte*>(memory);
  return {};
}

// After a fork there is nothing to free, which FreeMemory refuses.
TaskMemory::~TaskMemory() {
  if (data_ != nullptr) static_cast<void>(FreeMemory(data_, MemoryKind::kDevice, true).ok());
}

}  // namespace openaclnn
