// Calls of aclnn functions, one after the other, that together do the work of an operator of the
// older interface. That gives no workspace, so the memory that the calls need is their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/status.h"
#include "op_compiler/view.h"
#include "runtime/task_memory.h"

namespace openaclnn {

// A call of the API was refused: 200001, in the words that it left.
Status Refused();

// What fails is kept, and ends what comes after it. The same calls are made twice: first without
// memory, which counts the bytes of temporaries alone.
class AclnnCalls {
 public:
  explicit AclnnCalls(std::byte* memory = nullptr) : memory_(memory) {}
  ~AclnnCalls();
  AclnnCalls(const AclnnCalls&) = delete;
  AclnnCalls& operator=(const AclnnCalls&) = delete;

  // A dense tensor whose memory is part of that of the calls.
  View Temporary(aclDataType dtype, const Extents& shape);
  uint64_t bytes() const { return bytes_; }

  // Handles, which live as long as this; null without memory.
  aclTensor* Tensor(const View& view);
  aclTensorList* List(const std::vector<View>& views);
  const aclIntArray* Ints(const std::vector<int64_t>& values);

  // The two phases of a function, and what the first one takes before the size and the executor.
  template <class GetWorkspaceSize, class... Arguments>
  void Add(GetWorkspaceSize plan, aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream),
           Arguments... given) {
    if (memory_ == nullptr || !failure_.ok()) return;
    Call call{.run = run};
    if (plan(given..., &call.workspace, &call.executor) != 0) {
      failure_ = Refused();
    } else {
      calls_.push_back(call);
    }
  }
  void Copy(const View& to, const View& from);
  void SetZero(const View& view);

  // Queues all. `temporaries`: what `memory` is in.
  Status Launch(aclrtStream stream, const std::shared_ptr<TaskMemory>& temporaries);

 private:
  struct Call {
    aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream);
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
  };

  std::byte* const memory_;
  uint64_t bytes_ = 0;
  std::vector<const aclTensor*> tensors_;
  std::vector<const aclTensorList*> lists_;
  std::vector<const aclIntArray*> arrays_;
  std::vector<Call> calls_;
  Status failure_;
};

}  // namespace openaclnn
