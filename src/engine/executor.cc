#include "engine/executor.h"

#include <algorithm>
#include <new>

#include "acl/acl_rt.h"
#include "checked/report.h"
#include "engine/checked_mode.h"

namespace openaclnn {
namespace {

// The addresses that programs hold are not those of the bytes.
[[gnu::cold, gnu::noinline]] int32_t RunTranslated(const Executor& executor, const Places& places) {
  const int32_t code = CheckMemoryAtRun(executor, places);
  if (code != ACL_SUCCESS) return code;
  TensorSlots slots;
  std::copy_n(places.slots, slots.size(), slots.begin());
  Places translated{slots.data(), places.workspace};
  GoToDeviceMemory(*executor.spec, slots, translated.workspace);
  executor.computation->Run(translated);
  return ACL_SUCCESS;
}

}  // namespace

bool DestroyExecutor(const void* handle) {
  Executor* const executor = ExecutorTable::Get().Claim(handle);
  if (executor != nullptr) LeaveExecutor(handle, *executor);
  return executor != nullptr;
}

void LeaveExecutor(const void* handle, Executor& executor) {
  if (executor.users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    ExecutorTable::Get().Release(handle);
  }
}

int32_t RunComputation(const Executor& executor, const Places& places) noexcept {
  try {
    if (Checks(Check::kMemory, Check::kOrder)) return RunTranslated(executor, places);
    executor.computation->Run(places);
    return ACL_SUCCESS;
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
