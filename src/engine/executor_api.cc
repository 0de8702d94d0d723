// The functions of aclnn/acl_meta.h that take an executor.

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "checked/history.h"
#include "engine/executor.h"
#include "tensor/tensor.h"

namespace openaclnn {
namespace {

// `not_live`: the code for a handle that is not, or no longer, an executor's.
Status FindExecutor(const aclOpExecutor* handle, int32_t not_live, Executor** executor) {
  if (handle == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_INNER_NULLPTR, "executor: is null");
  }
  *executor = ExecutorTable::Get().Find(handle);
  if (*executor != nullptr) return {};
  return Error(ErrorKind::kExecutorNotLive, not_live,
               "executor: {} is not a live executor; it was run, destroyed or never made",
               static_cast<const void*>(handle));
}

// Which of an operator's tensors an index counts.
enum class Counted { kInputs, kOutputs, kAll };

bool Counts(Counted counted, ArgumentKind kind) {
  return kind == ArgumentKind::kInOut ||
         (kind == ArgumentKind::kInput && counted != Counted::kOutputs) ||
         (kind == ArgumentKind::kOutput && counted != Counted::kInputs);
}

int NumCounted(const OpSpec& spec, Counted counted) {
  int count = 0;
  for (const ArgumentSpec& argument : spec.arguments) count += Counts(counted, argument.kind);
  return count;
}

// The argument that `index` means, counting what is read before what is only written, or -1.
int ArgumentAt(const OpSpec& spec, Counted counted, size_t index) {
  for (const bool is_read : {true, false}) {
    for (int i = 0; i < spec.NumArguments(); ++i) {
      const ArgumentSpec& argument = spec.arguments[i];
      if (Counts(counted, argument.kind) && argument.IsRead() == is_read && index-- == 0) return i;
    }
  }
  return -1;
}

aclnnStatus SetAddress(const char* api, Counted counted, aclOpExecutor* handle, size_t index,
                       aclTensor* tensor, void* address) {
  const auto call = MakeCall(api, "executor, index, tensor, addr", handle, index, tensor, address);
  return CallApi(call, kAclnnCodes, [&]() -> Status {
    Executor* executor;
    OPENACLNN_RETURN_IF_ERROR(FindExecutor(handle, ACLNN_ERR_PARAM_INVALID, &executor));
    if (tensor == nullptr) {
      return Error(ErrorKind::kNullArgument, ACLNN_ERR_INNER_NULLPTR, "tensor: is null");
    }
    Tensor* const found = FindTensor(tensor);
    if (found == nullptr) {
      return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
                   "tensor: {} is not a live aclTensor; it was destroyed or never created",
                   static_cast<const void*>(tensor));
    }
    const int argument = ArgumentAt(*executor->spec, counted, index);
    if (argument < 0) {
      return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                   "index: is {}, expected 0 to {}, which count tensors of {}", index,
                   NumCounted(*executor->spec, counted) - 1, executor->spec->name);
    }
    found->data = address;
    TensorSlot& slot = executor->slots[static_cast<size_t>(argument)];
    slot.handle = tensor;
    // A repeatable executor reads the tensor's address, and checks it, at its next run.
    if (!executor->repeatable) slot.data = address;
    return {};
  });
}

// None of the operators takes a list of tensors, so there is no index that these could mean.
aclnnStatus SetListAddress(const char* api, aclOpExecutor* handle, size_t index,
                           const aclTensorList* tensors) {
  return CallApi(api, kAclnnCodes, [&]() -> Status {
    Executor* executor;
    OPENACLNN_RETURN_IF_ERROR(FindExecutor(handle, ACLNN_ERR_PARAM_INVALID, &executor));
    if (tensors == nullptr) {
      return Error(ErrorKind::kNullArgument, ACLNN_ERR_INNER_NULLPTR, "tensors: is null");
    }
    return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                 "irIndex: {} is out of range, {} takes no list of tensors", index,
                 executor->spec->name);
  });
}

}  // namespace
}  // namespace openaclnn

using openaclnn::CallApi;
using openaclnn::Counted;
using openaclnn::kAclnnCodes;
using openaclnn::SetAddress;
using openaclnn::SetListAddress;

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return CallApi(OPENACLNN_CALL(executor), kAclnnCodes, [&]() -> openaclnn::Status {
    openaclnn::Executor* found;
    OPENACLNN_RETURN_IF_ERROR(openaclnn::FindExecutor(executor, ACLNN_ERR_INNER, &found));
    found->repeatable = true;
    return {};
  });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return CallApi(OPENACLNN_CALL(executor), kAclnnCodes, [&]() -> openaclnn::Status {
    openaclnn::Executor* found;
    openaclnn::Status status = openaclnn::FindExecutor(executor, ACLNN_ERR_INNER, &found);
    if (!status.ok()) {
      if (openaclnn::AnyChecks() && executor != nullptr) {
        ReportMistake(openaclnn::Mistake::kDestroyedTwice,
                      fmt::format("aclDestroyAclOpExecutor: {}.", openaclnn::HistoryOf(executor)));
      }
      return status;
    }
    openaclnn::DestroyExecutor(executor);
    openaclnn::Ended(executor, "aclDestroyAclOpExecutor");
    return {};
  });
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return SetAddress(__func__, Counted::kInputs, executor, index, tensor, addr);
}
aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return SetAddress(__func__, Counted::kOutputs, executor, index, tensor, addr);
}
aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
  return SetAddress(__func__, Counted::kAll, executor, index, tensor, addr);
}
aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return SetAddress(__func__, Counted::kInputs, executor, index, tensor, addr);
}
aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return SetAddress(__func__, Counted::kOutputs, executor, index, tensor, addr);
}
aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
  return SetAddress(__func__, Counted::kAll, executor, index, tensor, addr);
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                         aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}
aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                          aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}
aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                    aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}
aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                         aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}
aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                          aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}
aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t,
                                    aclTensorList* tensors, void*) {
  return SetListAddress(__func__, executor, irIndex, tensors);
}

}  // extern "C"
