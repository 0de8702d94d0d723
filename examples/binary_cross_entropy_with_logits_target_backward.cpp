// aclnnBinaryCrossEntropyWithLogitsTargetBackward on FLOAT tensors of shape [2, 3]: of a mean, with
// a positive weight for each of the three classes, and no other weight.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#define LOG_PRINT(...) std::printf(__VA_ARGS__)
#define CHECK_RET(condition, otherwise) \
  do {                                  \
    if (!(condition)) {                 \
      otherwise;                        \
    }                                   \
  } while (0)

int64_t CountElements(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  return count;
}

int Init(int32_t deviceId, aclrtStream* stream) {
  aclError ret = aclInit(nullptr);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclInit: error %d\n", ret); return ret);
  ret = aclrtSetDevice(deviceId);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtSetDevice: error %d\n", ret); return ret);
  ret = aclrtCreateStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtCreateStream: error %d\n", ret); return ret);
  return ACL_SUCCESS;
}

// Copies hostData to new device memory and makes a dense tensor of it.
template <typename T>
int CreateAclTensor(const std::vector<T>& hostData, const std::vector<int64_t>& shape,
                    aclDataType dataType, void** deviceAddr, aclTensor** tensor) {
  const size_t size = hostData.size() * sizeof(T);
  aclError ret = aclrtMalloc(deviceAddr, size, ACL_MEM_MALLOC_HUGE_FIRST);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  ret = aclrtMemcpy(*deviceAddr, size, hostData.data(), size, ACL_MEMCPY_HOST_TO_DEVICE);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMemcpy: error %d\n", ret); return ret);

  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i > 1; --i) strides[i - 2] = strides[i - 1] * shape[i - 1];
  *tensor = aclCreateTensor(shape.data(), shape.size(), dataType, strides.data(), 0, ACL_FORMAT_ND,
                            shape.data(), shape.size(), *deviceAddr);
  CHECK_RET(*tensor != nullptr, LOG_PRINT("aclCreateTensor: %s\n", aclGetRecentErrMsg());
            return ACL_ERROR_FAILURE);
  return ACL_SUCCESS;
}

template <typename T>
int CopyBack(void* deviceAddr, std::vector<T>* hostData) {
  const size_t size = hostData->size() * sizeof(T);
  const aclError ret =
      aclrtMemcpy(hostData->data(), size, deviceAddr, size, ACL_MEMCPY_DEVICE_TO_HOST);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMemcpy: error %d\n", ret));
  return ret;
}

int main() {
  // 1. The device and a stream on it.
  const int32_t deviceId = 0;
  aclrtStream stream = nullptr;
  int ret = Init(deviceId, &stream);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 2. The arguments.
  const std::vector<int64_t> shape = {2, 3};
  const std::vector<float> gradOutputHost = {6};
  const std::vector<float> selfHost = {-2, 0, 2, 1, 0.5f, -0.5f};
  const std::vector<float> targetHost = {0, 1, 1, 0, 1, 0};
  const std::vector<float> posWeightHost = {1, 3, 0.5f};
  std::vector<float> gradTargetHost(selfHost.size(), 0);
  void* gradOutputAddr = nullptr;
  void* selfAddr = nullptr;
  void* targetAddr = nullptr;
  void* posWeightAddr = nullptr;
  void* gradTargetAddr = nullptr;
  aclTensor* gradOutput = nullptr;
  aclTensor* self = nullptr;
  aclTensor* target = nullptr;
  aclTensor* posWeight = nullptr;
  aclTensor* gradTarget = nullptr;
  ret = CreateAclTensor(gradOutputHost, {1}, ACL_FLOAT, &gradOutputAddr, &gradOutput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(selfHost, shape, ACL_FLOAT, &selfAddr, &self);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(targetHost, shape, ACL_FLOAT, &targetAddr, &target);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(posWeightHost, {3}, ACL_FLOAT, &posWeightAddr, &posWeight);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(gradTargetHost, shape, ACL_FLOAT, &gradTargetAddr, &gradTarget);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  const aclTensor* weight = nullptr;  // 1 for each element
  const int64_t reduction = 1;        // the mean

  // 3. Both phases of the operator; then wait for the stream.
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  ret = aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
      gradOutput, self, target, weight, posWeight, reduction, gradTarget, &workspaceSize,
      &executor);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  }
  ret = aclnnBinaryCrossEntropyWithLogitsTargetBackward(workspace, workspaceSize, executor, stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  ret = aclrtSynchronizeStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);

  // 4. The result, which does not depend on the target.
  ret = CopyBack(gradTargetAddr, &gradTargetHost);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  for (size_t i = 0; i < gradTargetHost.size(); ++i) {
    LOG_PRINT("self %4.1f  posWeight %.1f  gradTarget %9.6f\n", selfHost[i], posWeightHost[i % 3],
              gradTargetHost[i]);
  }

  // 5. Release everything.
  aclDestroyTensor(gradOutput);
  aclDestroyTensor(self);
  aclDestroyTensor(target);
  aclDestroyTensor(posWeight);
  aclDestroyTensor(gradTarget);
  aclrtFree(gradOutputAddr);
  aclrtFree(selfAddr);
  aclrtFree(targetAddr);
  aclrtFree(posWeightAddr);
  aclrtFree(gradTargetAddr);
  if (workspace != nullptr) aclrtFree(workspace);
  aclrtDestroyStream(stream);
  aclrtResetDevice(deviceId);
  aclFinalize();
  return 0;
}
