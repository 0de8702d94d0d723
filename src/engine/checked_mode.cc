#include "engine/checked_mode.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "base/ones.h"
#include "checked/device_memory.h"
#include "checked/history.h"
#include "checked/out_of_reach.h"
#include "tensor/lists.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

constexpr uintptr_t kBlock = 32;  // bytes that an NPU moves at a time

uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

bool IsMisaligned(uintptr_t address) { return address % kBlock != 0; }

// Refuses bytes that are not in one live allocation.
Status CheckBytes(const char* api, std::string_view name, uintptr_t begin, uintptr_t end) {
  if (begin == end || !Checks(Check::kMemory)) return {};
  const std::optional<Finding> finding = CheckDeviceRange(begin, end);
  if (!finding) return {};
  ReportMistake(finding->mistake, fmt::format("{}: {}: {}.", api, name, finding->details));
  return Error(ErrorKind::kMemoryRange, ACLNN_ERR_PARAM_INVALID, "{}: {}", name, finding->details);
}

// The bytes of each tensor of a run, with those of the workspace last.
std::vector<Use> UsesOf(const Executor& executor, const Places& places) {
  std::vector<Use> uses;
  for (int i = 0; i < static_cast<int>(executor.slots.size()); ++i) {
    const TensorSlot& slot = places.slots[i];
    if (slot.handle == nullptr || slot.begin == slot.end || slot.data == nullptr) continue;
    const uintptr_t data = AddressOf(slot.data);
    uses.push_back({executor.NameOf(i), data + slot.begin, data + slot.end, executor.IsWritten(i)});
  }
  if (executor.workspace_size > 0) {
    const uintptr_t begin = AddressOf(places.workspace);
    uses.push_back({"workspace", begin, begin + executor.workspace_size, true});
  }
  return uses;
}

Status CheckUses(const char* api, const Executor& executor, const Places& places) {
  for (const Use& use : UsesOf(executor, places)) {
    OPENACLNN_RETURN_IF_ERROR(CheckBytes(api, use.name, use.begin, use.end));
  }
  return {};
}

// A stream's operators use the memory of its device.
void CheckDevices(const char* api, const Executor& executor, const Places& places, int32_t device) {
  for (const Use& use : UsesOf(executor, places)) {
    const std::optional<int32_t> other = DeviceOf(use.begin);
    if (!other || *other == device) continue;
    ReportMistake(
        Mistake::kOtherDevice,
        fmt::format("{}: {}: bytes {:#x} to {:#x} are in {}, of device {}; the stream is "
                    "of device {}.",
                    api, use.name, use.begin, use.end, AllocationAt(use.begin), *other, device));
  }
}

// Refuses a tensor of phase 1 that is not in one live allocation.
Status CheckTensor(const char* api, std::string_view name, const Tensor& tensor) {
  if (tensor.data == nullptr) return {};
  const ByteRange range = RangeOf(tensor);
  OPENACLNN_RETURN_IF_ERROR(CheckBytes(api, name, range.begin, range.end));
  // A view that goes backwards begins before its data.
  const uintptr_t data = AddressOf(tensor.data);
  const uintptr_t start = range.begin != range.end ? std::min(data, range.begin) : data;
  if (IsMisaligned(start)) {
    ReportMistake(Mistake::kMisaligned,
                  fmt::format("{}: {}: its data is at {:#x}, {} bytes past a multiple of {}.", api,
                              name, start, start % kBlock, kBlock));
  }
  return {};
}

// A task that is known to use what it uses until it has run.
class TrackedTask final : public Task {
 public:
  TrackedTask(Task& task, UsesOfTask uses) : task_(task), uses_(std::move(uses)) {}

  Status GoTo(Queue& queue, Weight& weight) override { return task_.GoTo(queue, weight); }
  int32_t Run(Stream& stream) noexcept override { return task_.Run(stream); }

  std::unique_ptr<Task> MoveToHeap() override {
    auto run = [task = task_.MoveToHeap(), uses = std::move(uses_)](Stream& stream) {
      return task->Run(stream);
    };
    return std::make_unique<TaskOf<decltype(run)>>(std::move(run));
  }

 private:
  Task& task_;
  UsesOfTask uses_;
};

}  // namespace

Status CheckMemory(const OpSpec& spec, std::span<const Argument> arguments) {
  const char* const api = spec.plan_name.data();
  for (const int i : Ones(spec.used)) {
    const std::string_view name = spec.arguments[i].name;
    if (arguments[i].tensor != nullptr) {
      OPENACLNN_RETURN_IF_ERROR(CheckTensor(api, name, *arguments[i].tensor));
    }
    if (!spec.arguments[i].IsTensorList()) continue;
    for (size_t member = 0; const Tensor* const tensor : arguments[i].Tensors()) {
      const std::string member_name = MemberName(name, member++);
      if (tensor != nullptr) OPENACLNN_RETURN_IF_ERROR(CheckTensor(api, member_name, *tensor));
    }
  }
  return {};
}

void KeepRanges(std::span<const Argument> arguments, Executor& executor) {
  const OpSpec& spec = *executor.spec;
  const auto keep = [&executor](size_t slot, bool is_used, const Tensor* tensor) {
    const bool empty = !is_used || tensor == nullptr || tensor->extent.elements == 0;
    executor.slots[slot].begin = empty ? 0 : tensor->extent.begin;
    executor.slots[slot].end = empty ? 0 : tensor->extent.end;
  };
  for (const int i : Ones(spec.tensors)) {
    keep(static_cast<size_t>(i), spec.Uses(i), arguments[i].tensor);
  }
  size_t slot = arguments.size();
  for (const int i : Ones(spec.tensor_lists)) {
    for (const Tensor* const tensor : arguments[i].Tensors()) keep(slot++, spec.Uses(i), tensor);
  }
}

void ReportDeadArgument(const OpSpec& spec, std::string_view name, const void* handle) {
  ReportMistake(Mistake::kDeadObject,
                fmt::format("{}: {}: {}.", spec.plan_name.data(), name, HistoryOf(handle)));
}

void ReportDeadExecutor(const OpSpec& spec, const void* handle) {
  const char* const ended_by = EndedBy(handle);
  const bool reused = ended_by != nullptr && std::strcmp(ended_by, kEndedByRun) == 0;
  ReportMistake(reused ? Mistake::kExecutorReused : Mistake::kDeadObject,
                fmt::format("{}: {}.", spec.name, HistoryOf(handle)));
}

void CheckWorkspaceSize(const Executor& executor, const void* workspace, uint64_t size) {
  if (size >= executor.workspace_size && (workspace != nullptr || size == 0)) return;
  ReportMistake(
      Mistake::kWorkspaceSize,
      fmt::format("{}: workspace {} with workspaceSize {}; {} said {}.", executor.spec->name,
                  workspace, size, executor.spec->plan_name.data(), executor.workspace_size));
}

Status CheckRun(const Executor& executor, void* workspace, aclrtStream stream) {
  const char* const api = executor.spec->name.data();
  const Places places{executor.slots.data(), workspace};
  OPENACLNN_RETURN_IF_ERROR(CheckUses(api, executor, places));
  if (executor.workspace_size > 0 && IsMisaligned(AddressOf(workspace))) {
    ReportMistake(Mistake::kMisaligned,
                  fmt::format("{}: workspace: {} is {} bytes past a multiple of {}.", api,
                              workspace, AddressOf(workspace) % kBlock, kBlock));
  }
  const std::optional<int32_t> device = DeviceOfStream(stream);
  if (device && Checks(Check::kMemory)) CheckDevices(api, executor, places, *device);
  if (IsOfOtherContext(stream)) {
    ReportMistake(
        Mistake::kForeignStream,
        fmt::format("{}: stream {} is not of this thread's current context.", api, stream));
  }
  return {};
}

Status LaunchTracked(aclrtStream stream, Task& task, const Executor& executor, void* workspace) {
  const Places places{executor.slots.data(), workspace};
  TrackedTask tracked(task, UsesOfTask(executor.spec->name.data(), UsesOf(executor, places)));
  return LaunchTask(stream, executor.weight, tracked);
}

int32_t CheckMemoryAtRun(const Executor& executor, const Places& places) {
  const std::string api = fmt::format("{}, when it ran", executor.spec->name);
  return CheckUses(api.c_str(), executor, places).ok() ? ACL_SUCCESS
                                                       : ACL_ERROR_RT_AICORE_EXCEPTION;
}

void GoToDeviceMemory(TensorSlots& slots, void*& workspace) {
  for (TensorSlot& slot : slots) {
    if (slot.handle != nullptr) slot.data = HostAddress(slot.data);
  }
  workspace = HostAddress(workspace);
}

}  // namespace openaclnn
