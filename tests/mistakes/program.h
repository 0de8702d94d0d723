// What the programs of this gallery share: a device, and small tensors of floats.
#pragma once

#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_prelu_backward.h"

// Device 0 and a stream on it.
inline aclrtStream Start() {
  aclrtStream stream = nullptr;
  aclInit(nullptr);
  aclrtSetDevice(0);
  aclrtCreateStream(&stream);
  return stream;
}

inline void Finish(aclrtStream stream) {
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
}

// Device memory with zeros.
inline void* Malloc(size_t bytes) {
  void* memory = nullptr;
  aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  aclrtMemset(memory, bytes, 0, bytes);
  return memory;
}

inline aclTensor* TensorOf(void* data, const std::vector<int64_t>& shape,
                           aclDataType dtype = ACL_FLOAT) {
  return aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                         shape.size(), data);
}

// A call of aclnnLogitGrad up to the second phase.
struct Planned {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
};
inline Planned Plan(const aclTensor* x, const aclTensor* dy, aclTensor* out) {
  Planned planned;
  aclnnLogitGradGetWorkspaceSize(x, dy, 0.1, out, &planned.workspace_size, &planned.executor);
  return planned;
}
