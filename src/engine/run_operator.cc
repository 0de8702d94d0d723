// Phase 2: from an executor to a task on a stream.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "boost/container/small_vector.hpp"
#include "checked/history.h"
#include "checked/report.h"
#include "engine/accesses.h"
#include "engine/check.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"
#include "engine/observed_operator.h"
#include "engine/operator.h"
#include "engine/run_on_gpu.h"
#include "runtime/launch.h"
#include "runtime/refusals.h"

namespace openaclnn {
namespace {

// Takes over the addresses of a repeatable executor's tensors, and refuses what phase 1 would have
// refused. Each tensor is live.
Status TakeAddresses(Executor& executor) {
  const OpSpec& spec = *executor.spec;
  boost::container::small_vector<Tensor*, 9> tensors;
  for (const TensorSlot& slot : executor.slots) tensors.push_back(FindTensor(slot.handle));
  boost::container::small_vector<Argument, 8> arguments(static_cast<size_t>(spec.NumArguments()));
  for (const int i : Ones(spec.tensors)) {
    arguments[i] = executor.slots[i].handle;
    arguments[i].tensor = tensors[i];
  }
  Tensor* const* member = tensors.data() + arguments.size();
  for (size_t list = 0; const int i : Ones(spec.tensor_lists)) {
    arguments[i].tensors = member;
    arguments[i].count = static_cast<uint32_t>(executor.list_sizes[list++]);
    member += arguments[i].count;
  }
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, {arguments.data(), arguments.size()}));
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i] != nullptr) executor.slots[i].data = tensors[i]->data;
  }
  executor.may_lack_address = true;
  return {};
}

[[gnu::cold, gnu::noinline]] Status RefuseDeadTensor(const Executor& executor,
                                                     const TensorSlot& slot) {
  const std::string name = executor.NameOf(static_cast<int>(&slot - executor.slots.data()));
  if (AnyChecks()) ReportDeadArgument(*executor.spec, name, slot.handle);
  return Error(ErrorKind::kTensorDestroyed, ACLNN_ERR_PARAM_INVALID,
               "{}: was destroyed; the tensors of a repeatable executor must outlive its runs",
               name);
}

// The tensor arguments of a repeatable executor may have got new addresses since the last run.
Status Refresh(Executor& executor) {
  bool changed = false;
  for (const TensorSlot& slot : executor.slots) {
    if (slot.handle == nullptr) continue;
    const Tensor* const tensor = FindTensor(slot.handle);
    if (tensor == nullptr) return RefuseDeadTensor(executor, slot);
    changed |= tensor->data != slot.data;
  }
  return changed ? TakeAddresses(executor) : Status();
}

[[gnu::cold, gnu::noinline]] Status RefuseMissing(const Executor& executor, int slot) {
  return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
               "{}: has no device address; pass tensorData to aclCreateTensor or call "
               "aclSetTensorAddr before running",
               executor.NameOf(slot));
}

// Every tensor with elements needs an address by now.
[[gnu::cold, gnu::noinline]] Status CheckAddresses(Executor& executor) {
  executor.may_lack_address = std::ranges::any_of(executor.slots, [](const TensorSlot& slot) {
    return slot.handle != nullptr && slot.data == nullptr;
  });
  if (!executor.may_lack_address) return {};
  int missing = -1;
  executor.computation->ForEachAccess([&](const PlanAccess& access) {
    const bool is_missing = executor.slots[static_cast<size_t>(access.slot)].data == nullptr;
    if (missing < 0 && is_missing) missing = access.slot;
  });
  return missing < 0 ? Status() : RefuseMissing(executor, missing);
}

// An executor whose handle is no longer valid for anybody else; ends it when done.
class Consumed {
 public:
  explicit Consumed(const void* handle) : handle_(handle) {}
  Consumed(Consumed&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Consumed& operator=(Consumed&&) = delete;
  ~Consumed() {
    if (handle_ != nullptr) ExecutorTable::Get().Release(handle_);
  }

 private:
  const void* handle_;
};

// A run of an executor, in the host's memory, or on the device of the queue that it goes to.
class RunTask : public Task {
 public:
  RunTask(Executor& executor, void* workspace)
      : executor_(executor), places_{executor.slots.data(), workspace} {}

  Status GoTo(Queue& queue, Weight& /*weight*/) override {
    queue_ = &queue;
    found_ = std::make_shared<FoundOnGpu>();
    return CheckRunsOn(queue, executor_, places_, *found_);
  }
  int32_t Run(Stream& stream) noexcept override {
    if (queue_ == nullptr) return RunComputation(executor_, places_, stream);
    if (Checks(Check::kMemory)) [[unlikely]] {
      const int32_t code = CheckMemoryAtRun(executor_, places_);
      if (code != ACL_SUCCESS) return code;
    }
    return RunOnGpu(executor_, *found_, places_, *queue_);
  }
  std::string_view Name() const override { return executor_.spec->name; }

 protected:
  RunTask(const RunTask&) = default;

  Executor& executor_;
  Places places_;

 private:
  Queue* queue_ = nullptr;
  std::shared_ptr<FoundOnGpu> found_;  // on the heap, as CPUs need none
};

// The run of an executor that ends with it.
class LastRun final : public RunTask {
 public:
  LastRun(Executor& executor, void* workspace, Consumed owner)
      : RunTask(executor, workspace), owner_(std::move(owner)) {}

  std::unique_ptr<Task> MoveToHeap() override {
    return std::unique_ptr<Task>(new LastRun(std::move(*this)));
  }

 private:
  LastRun(LastRun&& other) noexcept : RunTask(other), owner_(std::move(other.owner_)) {}

  Consumed owner_;
};

// The run of a repeatable executor, which lives on. A run that has to wait keeps the addresses that
// the tensors have now, and keeps the executor alive.
class WaitingRun final : public RunTask {
 public:
  WaitingRun(const RunTask& run, const aclOpExecutor* handle)
      : RunTask(run), handle_(handle), slots_(executor_.slots) {
    places_.slots = slots_.data();
    executor_.users.fetch_add(1, std::memory_order_relaxed);
  }
  ~WaitingRun() override { LeaveExecutor(handle_, executor_); }

  std::unique_ptr<Task> MoveToHeap() override { return nullptr; }  // it is there

 private:
  const aclOpExecutor* const handle_;
  const TensorSlots slots_;
};

class RepeatableRun final : public RunTask {
 public:
  RepeatableRun(Executor& executor, void* workspace, const aclOpExecutor* handle)
      : RunTask(executor, workspace), handle_(handle) {}

  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<WaitingRun>(*this, handle_);
  }

 private:
  const aclOpExecutor* const handle_;
};

// Refusals are out of line, so that runs pay for none of their words.

// A handle whose executor, if it has one, is of another operator.
[[gnu::cold, gnu::noinline]] Status RefuseExecutor(const OpSpec& spec, const aclOpExecutor* handle,
                                                   const Executor* executor) {
  if (handle == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "executor: is null");
  }
  if (executor != nullptr) {
    return Error(ErrorKind::kForeignExecutor, ACLNN_ERR_PARAM_INVALID,
                 "executor: was made by {}, not by {}", executor->spec->plan_name.data(),
                 spec.plan_name.data());
  }
  if (AnyChecks()) ReportDeadExecutor(spec, handle);
  return Error(ErrorKind::kExecutorNotLive, ACLNN_ERR_PARAM_INVALID,
               "executor: {} is not a live executor; each is used once unless "
               "aclSetAclOpExecutorRepeatable was called, so call {} again",
               static_cast<const void*>(handle), spec.plan_name.data());
}

// Whether a workspace is to be looked at: it may be wrong, or somebody checks.
bool IsUnusual(const Executor& executor, const void* workspace, uint64_t size) {
  return size < executor.workspace_size || (workspace == nullptr && size > 0) || AnyChecks();
}

[[gnu::cold, gnu::noinline]] Status CheckWorkspace(const Executor& executor, const void* workspace,
                                                   uint64_t size) {
  const OpSpec& spec = *executor.spec;
  if (AnyChecks()) CheckWorkspaceSize(executor, workspace, size);
  if (workspace == nullptr && size > 0) {
    return Error(ErrorKind::kNullWorkspace, ACLNN_ERR_PARAM_NULLPTR,
                 "workspace: is null, but workspaceSize is {}; the executor is destroyed", size);
  }
  if (size < executor.workspace_size) {
    return Error(ErrorKind::kSmallWorkspace, ACLNN_ERR_PARAM_INVALID,
                 "workspaceSize: is {}, expected at least {}, as {} said", size,
                 executor.workspace_size, spec.plan_name.data());
  }
  return {};
}

// For whoever keeps others from the executor, or has a repeatable one.
Status Check(Executor& executor, void* workspace, uint64_t workspace_size, aclrtStream stream) {
  if (IsUnusual(executor, workspace, workspace_size)) {
    OPENACLNN_RETURN_IF_ERROR(CheckWorkspace(executor, workspace, workspace_size));
  }
  if (executor.repeatable) OPENACLNN_RETURN_IF_ERROR(Refresh(executor));
  if (executor.may_lack_address) OPENACLNN_RETURN_IF_ERROR(CheckAddresses(executor));
  if (AnyChecks()) {
    OPENACLNN_RETURN_IF_ERROR(CheckRun(executor, workspace, stream));
    if (Checks(Check::kMemory, Check::kOrder)) NoteRun(executor, workspace, stream);
  }
  return {};
}

// A refused call leaves the executor to its program, unless its workspace is null.
[[gnu::cold, gnu::noinline]] Status Refuse(Status refused, const Executor& executor,
                                           const aclOpExecutor* handle) {
  const OpSpec& spec = *executor.spec;
  if (!executor.repeatable) ExecutorTable::Get().GiveBack(handle);
  if (refused.kind() == ErrorKind::kNullWorkspace && DestroyExecutor(handle)) {
    Ended(handle, spec.name.data());
  }
  return refused;
}

[[gnu::cold, gnu::noinline]] Status RefuseOther(const aclOpExecutor* handle) {
  return Error(ErrorKind::kExecutorInUse, ACLNN_ERR_PARAM_INVALID,
               "executor: {} is being used by another thread", static_cast<const void*>(handle));
}

// `consequence`: what became of the executor.
[[gnu::cold, gnu::noinline]] Status NotLaunched(const Status& launched, const char* consequence) {
  const bool refuses_address = launched.code() == ACLNN_ERR_PARAM_INVALID;
  return Error(launched.kind(), refuses_address ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_RUNTIME_ERROR,
               "{}{}", launched.message(), consequence);
}

Status Launch(aclrtStream stream, Task& task, const Executor& executor, void* workspace) {
  if (AnyChecks() && !IsCaptured(stream)) {
    return LaunchTracked(stream, task, executor, workspace);
  }
  return LaunchTask(stream, executor.weight, task);
}

Status Run(const OpSpec& spec, void* workspace, uint64_t workspace_size, aclOpExecutor* handle,
           aclrtStream stream) {
  ExecutorTable& table = ExecutorTable::Get();
  Executor* const executor = table.Find(handle);
  if (executor == nullptr || executor->spec != &spec) {
    return RefuseExecutor(spec, handle, executor);
  }
  if (!executor->repeatable && table.Claim(handle) == nullptr) return RefuseOther(handle);
  Status checked;
  try {
    checked = Check(*executor, workspace, workspace_size, stream);
  } catch (...) {
    if (!executor->repeatable) table.GiveBack(handle);
    throw;
  }
  if (!checked.ok()) [[unlikely]] {
    return Refuse(std::move(checked), *executor, handle);
  }
  if (executor->repeatable) {
    RepeatableRun run(*executor, workspace, handle);
    const Status launched = Launch(stream, run, *executor, workspace);
    return launched.ok() ? Status() : NotLaunched(launched, "");
  }
  Ended(handle, kEndedByRun);
  LastRun run(*executor, workspace, Consumed(handle));
  const Status launched = Launch(stream, run, *executor, workspace);
  return launched.ok() ? Status() : NotLaunched(launched, "; the executor is destroyed");
}

}  // namespace

aclnnStatus RunOperator(const OpSpec& spec, void* workspace, uint64_t workspaceSize,
                        aclOpExecutor* executor, aclrtStream stream) noexcept {
  if (ToBeObserved()) [[unlikely]] {
    const RunCall call{spec.name.data(), workspace, workspaceSize, executor, stream};
    return Observed(
        call, [=, &spec] { return RunOperator(spec, workspace, workspaceSize, executor, stream); });
  }
  return RunAsApi(spec.name.data(), kAclnnCodes, [&] {
    return NotedInQueue(stream, spec.name.data(),
                        [&] { return Run(spec, workspace, workspaceSize, executor, stream); });
  });
}

}  // namespace openaclnn
