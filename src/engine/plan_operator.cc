// Phase 1: from checked arguments to an executor.

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/float_environment.h"
#include "checked/history.h"
#include "engine/call.h"
#include "engine/check.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"
#include "engine/kind.h"
#include "engine/observed_operator.h"
#include "engine/operator.h"
#include "engine/rule_checks.h"
#include "runtime/refusals.h"
#include "tensor/lists.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

// Whether a scalar is a FLOAT that is normal or 0.
bool IsPlain(const Scalar& scalar) {
  if (scalar.dtype != ACL_FLOAT) return false;
  uint32_t bits;
  std::memcpy(&bits, scalar.bytes.data(), sizeof(bits));
  const uint32_t magnitude = bits & 0x7fffffff;
  return magnitude == 0 || (0x00800000 <= magnitude && magnitude < 0x7f800000);
}

// False if it has no address.
bool KeepTensor(const void* handle, const Tensor& tensor, TensorSlot& slot) {
  slot.handle = static_cast<const aclTensor*>(handle);
  slot.data = tensor.data;
  slot.offset = tensor.offset == 0 ? 0 : BytesOfElements(tensor.dtype, tensor.offset);
  return tensor.data != nullptr;
}

// A slot without a tensor.
void KeepNone(TensorSlot& slot) {
  slot.handle = nullptr;
  slot.data = nullptr;
}

[[gnu::noinline]] bool KeepMembers(const OpSpec& spec, std::span<const Argument> arguments,
                                   Executor& executor) {
  executor.list_sizes =
      std::make_unique<int[]>(static_cast<size_t>(std::popcount(spec.tensor_lists)));
  bool have_addresses = true;
  TensorSlot* slot = executor.slots.data() + arguments.size();
  for (size_t list = 0; const int i : Ones(spec.tensor_lists)) {
    const Argument& argument = arguments[i];
    executor.list_sizes[list++] = static_cast<int>(argument.count);
    if (argument.is_null) continue;
    const auto& handles = *FindList(static_cast<const aclTensorList*>(argument.handle));
    for (size_t k = 0; k < handles.size(); ++k, ++slot) {
      const Tensor* const tensor = argument.tensors[k];
      if (tensor == nullptr) {
        KeepNone(*slot);
      } else {
        have_addresses &= KeepTensor(handles[k], *tensor, *slot);
      }
    }
  }
  return have_addresses;
}

void KeepTensors(const OpSpec& spec, std::span<const Argument> arguments, Executor& executor) {
  bool have_addresses = true;
  TensorSlot* slot = executor.slots.data();
  for (const Argument& argument : arguments) {
    if (argument.tensor != nullptr) {
      have_addresses &= KeepTensor(argument.handle, *argument.tensor, *slot);
    } else {
      KeepNone(*slot);
    }
    ++slot;
  }
  for (const int i : Ones(spec.unread)) KeepNone(executor.slots[static_cast<size_t>(i)]);
  if (spec.tensor_lists != 0) have_addresses &= KeepMembers(spec, arguments, executor);
  executor.may_lack_address = !have_addresses;
}

size_t CountSlots(const OpSpec& spec, std::span<const Argument> arguments) {
  size_t count = arguments.size();
  for (const int i : Ones(spec.tensor_lists)) count += arguments[i].count;
  return count;
}

// Makes an executor of arguments whose objects are found.
[[gnu::noinline]] Status MakeExecutor(const OpSpec& spec, std::span<const Argument> arguments,
                                      const Likeness& likeness, uint64_t* workspace_size,
                                      aclOpExecutor** executor) {
  OPENACLNN_RETURN_IF_ERROR(CheckRules(spec, arguments, likeness));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, arguments));
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckMemory(spec, arguments));

  ExecutorTable& table = ExecutorTable::Get();
  void* const handle = table.Create(spec, CountSlots(spec, arguments));
  try {
    Executor& made = *table.Find(handle);
    KeepTensors(spec, arguments, made);
    spec.work.kind->plan({spec, arguments, likeness}, made);
    *workspace_size = made.workspace_size;
    if (AnyChecks()) {
      KeepRanges(arguments, made);
      Made("aclOpExecutor", handle);
    }
  } catch (...) {
    table.Destroy(handle);
    throw;
  }
  *executor = static_cast<aclOpExecutor*>(handle);
  return {};
}

// Whether conversions of the numbers among the arguments have the same results, and leave no flag,
// in any floating-point environment. There are none, or all are plain and for tensors of floats.
bool HasPlainNumbers(const OpSpec& spec, std::span<const Argument> arguments,
                     const Likeness& likeness) {
  if (!spec.has_numbers) return true;
  if (spec.work.set_more_params != nullptr || !spec.work.kind->takes_parameters_only) return false;
  if (!likeness.one_dtype || !kFloatDtypes.Has(likeness.first->dtype)) return false;
  const uint64_t all = BitAt(static_cast<int>(arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    if (spec.arguments[i].kind == ArgumentKind::kScalar) {
      if (arguments[i].scalar == nullptr || !IsPlain(*arguments[i].scalar)) return false;
    } else if (spec.arguments[i].IsNumber()) {
      return false;
    }
  }
  return true;
}

Status Make(const OpSpec& spec, std::span<Argument> arguments, uint64_t* workspace_size,
            aclOpExecutor** executor) {
  if (workspace_size == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "workspaceSize: is null");
  }
  if (executor == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "executor: is null");
  }
  ListMembers members;
  OPENACLNN_RETURN_IF_ERROR(CheckArguments(spec, arguments, members));
  const Likeness likeness = LikenessOf(spec, arguments);
  const auto make = [&] {
    return MakeExecutor(spec, arguments, likeness, workspace_size, executor);
  };
  if (HasPlainNumbers(spec, arguments, likeness)) return make();
  const ExactFloats exact;
  return make();
}

}  // namespace

aclnnStatus PlanOperator(const OpSpec& spec, std::span<Argument> arguments, uint64_t* workspaceSize,
                         aclOpExecutor** executor) noexcept {
  if (ToBeObserved()) [[unlikely]] {
    const PlanCall call{spec.plan_name.data(), &spec, arguments, workspaceSize, executor};
    return Observed(call,
                    [=, &spec] { return PlanOperator(spec, arguments, workspaceSize, executor); });
  }
  return RunWithoutFloats(spec.plan_name.data(), kAclnnCodes, [&] {
    return NotedInQueue(nullptr, spec.plan_name.data(),
                        [&] { return Make(spec, arguments, workspaceSize, executor); });
  });
}

}  // namespace openaclnn
