// The functions of aclnn/acl_meta.h that take an executor.

#include <algorithm>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "checked/history.h"
#include "engine/executor.h"
#include "engine/op_spec.h"
#include "tensor/lists.h"
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

// Which of an operator's tensors, and lists of tensors, an index counts.
enum class Counted { kInputs, kOutputs, kAll };

bool Counts(Counted counted, const ArgumentSpec& argument) {
  return (argument.IsRead() && counted != Counted::kOutputs) ||
         (argument.IsWritten() && counted != Counted::kInputs);
}

int NumCounted(const OpSpec& spec, Counted counted) {
  int count = 0;
  for (const ArgumentSpec& argument : spec.arguments) count += Counts(counted, argument);
  return count;
}

// The argument that `index` means, counting what is read before what is only written, or -1.
int ArgumentAt(const OpSpec& spec, Counted counted, size_t index) {
  for (const bool is_read : {true, false}) {
    for (int i = 0; i < spec.NumArguments(); ++i) {
      const ArgumentSpec& argument = spec.arguments[i];
      if (Counts(counted, argument) && argument.IsRead() == is_read && index-- == 0) return i;
    }
  }
  return -1;
}

// Sets `argument` to what an index means, if it is a list or is none, as it is to be.
Status FindArgument(const char* parameter, size_t index, Counted counted, const OpSpec& spec,
                    bool is_list, int* argument) {
  *argument = ArgumentAt(spec, counted, index);
  if (*argument < 0) {
    return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                 "{}: is {}, expected 0 to {}, which count tensors of {}", parameter, index,
                 NumCounted(spec, counted) - 1, spec.name);
  }
  const ArgumentSpec& found = spec.arguments[*argument];
  if (found.IsTensorList() == is_list) return {};
  return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID, "{}: is {}, which means {} of {}, {}",
               parameter, index, found.name, spec.name,
               is_list ? "which is no list; call aclSetTensorAddr"
                       : "which is a list; call aclSetDynamicTensorAddr");
}

Status NotLive(const char* parameter, const void* handle, const char* type) {
  return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is not a live {}; it was destroyed or never created", parameter, handle,
               type);
}

void Set(Executor& executor, size_t slot_index, const aclTensor* handle, Tensor& tensor,
         void* address) {
  tensor.data = address;
  TensorSlot& slot = executor.slots[slot_index];
  slot.handle = handle;
  executor.may_lack_address = true;
  // A repeatable executor reads the tensor's address, and checks it, at its next run.
  if (!executor.repeatable) slot.data = address;
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
    if (found == nullptr) return NotLive("tensor", tensor, "aclTensor");
    int argument;
    OPENACLNN_RETURN_IF_ERROR(
        FindArgument("index", index, counted, *executor->spec, false, &argument));
    const auto slot = static_cast<size_t>(argument);
    if (executor->slots[slot].handle == nullptr) {
      return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                   "index: is {}, which means {} of {}, which was null in the first phase", index,
                   executor->spec->arguments[argument].name, executor->spec->name);
    }
    Set(*executor, slot, tensor, *found, address);
    return {};
  });
}

aclnnStatus SetListAddress(const char* api, Counted counted, aclOpExecutor* handle, size_t index,
                           size_t member, const aclTensorList* tensors, void* address) {
  const auto call = MakeCall(api, "executor, irIndex, relativeIndex, tensors, addr", handle, index,
                             member, tensors, address);
  return CallApi(call, kAclnnCodes, [&]() -> Status {
    Executor* executor;
    OPENACLNN_RETURN_IF_ERROR(FindExecutor(handle, ACLNN_ERR_PARAM_INVALID, &executor));
    if (tensors == nullptr) {
      return Error(ErrorKind::kNullArgument, ACLNN_ERR_INNER_NULLPTR, "tensors: is null");
    }
    const OpSpec& spec = *executor->spec;
    if (spec.tensor_lists == 0) {
      return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                   "irIndex: {} is out of range, {} takes no list of tensors", index, spec.name);
    }
    const auto* const list = FindList(tensors);
    if (list == nullptr) return NotLive("tensors", tensors, "aclTensorList");
    int argument;
    OPENACLNN_RETURN_IF_ERROR(FindArgument("irIndex", index, counted, spec, true, &argument));
    const SlotRange slots = executor->SlotsOf(argument);
    const size_t count = std::min(list->size(), static_cast<size_t>(slots.count));
    if (member >= count) {
      return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                   "relativeIndex: is {}, expected less than {}, how many tensors {} has", member,
                   count, spec.arguments[argument].name);
    }
    const aclTensor* const tensor = (*list)[member];
    const size_t slot = static_cast<size_t>(slots.first) + member;
    if (tensor == nullptr || executor->slots[slot].handle == nullptr) {
      return Error(ErrorKind::kIndex, ACLNN_ERR_PARAM_INVALID,
                   "relativeIndex: is {}, where {} has no tensor", member,
                   spec.arguments[argument].name);
    }
    Tensor* const found = FindTensor(tensor);
    if (found == nullptr) return NotLive("tensors", tensor, "aclTensor");
    Set(*executor, slot, tensor, *found, address);
    return {};
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

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return SetListAddress(__func__, Counted::kInputs, executor, irIndex, relativeIndex, tensors,
                        addr);
}
aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return SetListAddress(__func__, Counted::kOutputs, executor, irIndex, relativeIndex, tensors,
                        addr);
}
aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
  return SetListAddress(__func__, Counted::kAll, executor, irIndex, relativeIndex, tensors, addr);
}
aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return SetListAddress(__func__, Counted::kInputs, executor, irIndex, relativeIndex, tensors,
                        addr);
}
aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return SetListAddress(__func__, Counted::kOutputs, executor, irIndex, relativeIndex, tensors,
                        addr);
}
aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
  return SetListAddress(__func__, Counted::kAll, executor, irIndex, relativeIndex, tensors, addr);
}

}  // extern "C"
