// What checked mode says about operators. To be called if AnyChecks().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/status.h"
#include "checked/uses.h"
#include "engine/argument.h"
#include "engine/executor.h"
#include "engine/op_spec.h"
#include "runtime/launch.h"

namespace openaclnn {

// Phase 1. Errors: 161002 for a view that is not in live device memory.
Status CheckMemory(const OpSpec& spec, std::span<const Argument> arguments);
// Keeps what phase 2 needs to know.
void KeepRanges(std::span<const Argument> arguments, Executor& executor);

// A dead tensor, scalar, list or array, by its name.
//
// Phase 2. A dead tensor or executor; the size of a workspace.
void ReportDeadArgument(const OpSpec& spec, std::string_view name, const void* handle);
void ReportDeadExecutor(const OpSpec& spec, const void* handle);
void CheckWorkspaceSize(const Executor& executor, const void* workspace, uint64_t size);
// What an executor is to be run with. Errors: 161002 as in phase 1.
Status CheckRun(const Executor& executor, void* workspace, aclrtStream stream);

// LaunchTask that keeps account of what the task uses.
Status LaunchTracked(aclrtStream stream, Task& task, const Executor& executor, void* workspace);

// Just before it runs, as memory may have been freed since. Returns the code for the stream.
int32_t CheckMemoryAtRun(const Executor& executor, const Places& places);
// Turns the addresses of a run into those that the host may use.
void GoToDeviceMemory(TensorSlots& slots, void*& workspace);

}  // namespace openaclnn
