#include "engine/executor.h"

#include <new>

#include "acl/acl_rt.h"
#include "checked/report.h"
#include "engine/checked_mode.h"
#include "engine/op_spec.h"
#include "engine/run_failure.h"
#include "runtime/launch.h"
#include "tensor/lists.h"

namespace openaclnn {
namespace {

// The addresses that programs hold are not those of the bytes.
[[gnu::cold, gnu::noinline]] int32_t RunTranslated(const Executor& executor, const Places& places) {
  const int32_t code = CheckMemoryAtRun(executor, places);
  if (code != ACL_SUCCESS) return code;
  TensorSlots slots(places.slots, executor.slots.size());
  Places translated{slots.data(), places.workspace};
  GoToDeviceMemory(slots, translated.workspace);
  executor.computation->Run(translated);
  return ACL_SUCCESS;
}

}  // namespace

SlotOwner Executor::OwnerOf(int slot) const {
  if (slot < spec->NumArguments()) return {slot, -1};
  for (const int argument : Ones(spec->tensor_lists)) {
    const SlotRange members = SlotsOf(argument);
    if (slot < members.first + members.count) return {argument, slot - members.first};
  }
  return {-1, -1};
}

SlotRange Executor::SlotsOf(int list) const {
  SlotRange members{spec->NumArguments(), 0};
  for (const int* count = list_sizes.get(); const int argument : Ones(spec->tensor_lists)) {
    members.count = *count++;
    if (argument == list) return members;
    members.first += members.count;
  }
  return members;
}

std::string Executor::NameOf(int slot) const {
  const SlotOwner owner = OwnerOf(slot);
  const std::string_view name = spec->arguments[owner.argument].name;
  return owner.member < 0 ? std::string(name) : MemberName(name, static_cast<size_t>(owner.member));
}

bool Executor::IsWritten(int slot) const {
  return spec->arguments[OwnerOf(slot).argument].IsWritten();
}

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

int32_t RunComputation(const Executor& executor, const Places& places, Stream& stream) noexcept {
  try {
    if (Checks(Check::kMemory, Check::kOrder)) return RunTranslated(executor, places);
    executor.computation->Run(places);
    return ACL_SUCCESS;
  } catch (const RunFailure& failure) {
    return FailTask(stream, failure.status);
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
