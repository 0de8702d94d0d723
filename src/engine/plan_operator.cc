// Phase 1: from checked arguments to an executor.

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/dtype.h"
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

// An optional tensor that is null has a slot without a handle or an address.
void KeepTensors(const OpSpec& spec, std::span<const Argument> arguments, Executor& executor) {
  for (const int i : Ones(spec.tensors)) {
    const Tensor* const tensor = arguments[i].tensor;
    TensorSlot& slot = executor.slots[static_cast<size_t>(i)];
    slot.handle = static_cast<const aclTensor*>(arguments[i].handle);
    slot.data = tensor != nullptr ? tensor->data : nullptr;
    const bool begins_later = tensor != nullptr && tensor->offset != 0;
    slot.offset = begins_later ? tensor->offset * DtypeBytes(tensor->dtype) : 0;
  }
}

// Makes an executor of arguments whose objects are found.
[[gnu::noinline]] Status MakeExecutor(const OpSpec& spec, std::span<const Argument> arguments,
                                      const Likeness& likeness, uint64_t* workspace_size,
                                      aclOpExecutor** executor) {
  OPENACLNN_RETURN_IF_ERROR(CheckRules(spec, arguments, likeness));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, arguments));
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckMemory(spec, arguments));

  ExecutorTable& table = ExecutorTable::Get();
  void* const handle = table.Create(spec);
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

// Whether the numbers among the arguments come to the same, and leave no flag, in any
// floating-point environment: there are none, or all are plain and for tensors of floats.
bool HasPlainNumbers(const OpSpec& spec, std::span<const Argument> arguments,
                     const Likeness& likeness) {
  if (!spec.has_numbers) return true;
  if (spec.work.set_more_params != nullptr || !spec.work.kind->takes_parameters_only) return false;
  if (!likeness.one_dtype || !kFloatDtypes.Has(likeness.first->dtype)) return false;
  const uint32_t all = BitAt(static_cast<int>(arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    if (spec.arguments[i].kind == ArgumentKind::kDouble) return false;
    if (spec.arguments[i].kind != ArgumentKind::kScalar) continue;
    if (arguments[i].scalar == nullptr || !IsPlain(*arguments[i].scalar)) return false;
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
  OPENACLNN_RETURN_IF_ERROR(CheckArguments(spec, arguments));
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
  return RunWithoutFloats(spec.plan_name.data(), kAclnnCodes,
                          [&] { return Make(spec, arguments, workspaceSize, executor); });
}

}  // namespace openaclnn
