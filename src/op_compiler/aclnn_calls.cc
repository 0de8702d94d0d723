#include "op_compiler/aclnn_calls.h"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "acl/acl_rt.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_zero.h"
#include "base/dtype.h"
#include "runtime/launch.h"

namespace openaclnn {
namespace {

constexpr uint64_t kAlignment = 512;  // of a temporary, in bytes

uint64_t Aligned(uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// What a function of the API that failed has left, without the kind of error.
std::string NewestMessage() {
  const char* const text = aclGetRecentErrMsg();
  const std::string_view all = text == nullptr ? "" : text;
  const std::string_view newest = all.substr(0, all.find('\n'));
  return std::string(newest.substr(0, newest.rfind(" [EZ")));
}

}  // namespace

AclnnCalls::~AclnnCalls() {
  for (const Call& call : calls_) {
    if (call.executor != nullptr) aclDestroyAclOpExecutor(call.executor);
  }
  for (const aclTensorList* const list : lists_) aclDestroyTensorList(list);
  for (const aclTensor* const tensor : tensors_) aclDestroyTensor(tensor);
  for (const aclIntArray* const array : arrays_) aclDestroyIntArray(array);
}

Status Refused() {
  return Error(ErrorKind::kNotSupported, ACL_ERROR_API_NOT_SUPPORT, "{}", NewestMessage());
}

View AclnnCalls::Temporary(aclDataType dtype, const Extents& shape) {
  View view = Dense(memory_ == nullptr ? nullptr : memory_ + bytes_, dtype, shape);
  bytes_ += Aligned(static_cast<uint64_t>(view.stored) * static_cast<uint64_t>(DtypeBytes(dtype)));
  return view;
}

aclTensor* AclnnCalls::Tensor(const View& view) {
  if (memory_ == nullptr) return nullptr;
  aclTensor* const tensor =
      aclCreateTensor(view.shape.data(), view.shape.size(), view.dtype, view.strides.data(),
                      view.offset, ACL_FORMAT_ND, &view.stored, 1, view.data);
  if (tensor == nullptr && failure_.ok()) failure_ = Refused();
  tensors_.push_back(tensor);
  return tensor;
}

aclTensorList* AclnnCalls::List(const std::vector<View>& views) {
  if (memory_ == nullptr) return nullptr;
  std::vector<const aclTensor*> members;
  for (const View& view : views) {
    members.push_back(Tensor(view));
    tensors_.pop_back();  // the list owns it
  }
  aclTensorList* const list = aclCreateTensorList(members.data(), members.size());
  if (list == nullptr && failure_.ok()) failure_ = Refused();
  lists_.push_back(list);
  return list;
}

const aclIntArray* AclnnCalls::Ints(const std::vector<int64_t>& values) {
  if (memory_ == nullptr) return nullptr;
  arrays_.push_back(aclCreateIntArray(values.data(), values.size()));
  return arrays_.back();
}

void AclnnCalls::Copy(const View& to, const View& from) {
  Add(aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy, Tensor(to), Tensor(from));
}

void AclnnCalls::SetZero(const View& view) {
  Add(aclnnInplaceZeroGetWorkspaceSize, aclnnInplaceZero, Tensor(view));
}

// The memory ends with a task that comes after all others, or with the stream that drops it. Where
// that task cannot be queued, the memory stays for ever, as others may use it.
Status AclnnCalls::Launch(aclrtStream stream, const std::shared_ptr<TaskMemory>& temporaries) {
  if (!failure_.ok()) return std::move(failure_);
  uint64_t most = 0;
  for (const Call& call : calls_) most = std::max(most, call.workspace);
  const auto workspace = std::make_shared<TaskMemory>();
  if (most > 0) OPENACLNN_RETURN_IF_ERROR(workspace->Allocate(most));
  TaskOf end([temporaries, workspace]() -> int32_t { return 0; });
  Status launched;
  for (Call& call : calls_) {
    aclOpExecutor* const executor = std::exchange(call.executor, nullptr);
    void* const given = call.workspace == 0 ? nullptr : workspace->data();
    if (call.run(given, call.workspace, executor, stream) == 0) continue;
    launched = Refused();
    break;
  }
  bool ended = false;
  try {
    Status status = LaunchTask(stream, Weight::kSmall, end);
    ended = status.ok();
    if (launched.ok()) launched = std::move(status);
  } catch (const std::bad_alloc&) {
    launched = Error(ErrorKind::kOutOfHostMemory, ACL_ERROR_BAD_ALLOC, "out of host memory");
  }
  if (!ended) {
    temporaries->Abandon();
    workspace->Abandon();
  }
  return launched;
}

}  // namespace openaclnn
