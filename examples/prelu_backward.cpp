// aclnnPreluBackward on FLOAT tensors of shape [2, 3, 2] with a weight for each of the 3 channels.
// Two outputs; the sums over the channels need a workspace.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_prelu_backward.h"

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
  const std::vector<int64_t> shape = {2, 3, 2};
  const std::vector<int64_t> channels = {3};
  const std::vector<float> gradOutputHost = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<float> selfHost = {-1, 2, -3, -4, 5, 6, 0.5f, -0.25f, 0, 2, -1, 1};
  const std::vector<float> weightHost = {0.5f, 0.25f, -2.0f};
  std::vector<float> gradInputHost(CountElements(shape), 0);
  std::vector<float> gradWeightHost(CountElements(channels), 0);
  void* gradOutputAddr = nullptr;
  void* selfAddr = nullptr;
  void* weightAddr = nullptr;
  void* gradInputAddr = nullptr;
  void* gradWeightAddr = nullptr;
  aclTensor* gradOutput = nullptr;
  aclTensor* self = nullptr;
  aclTensor* weight = nullptr;
  aclTensor* gradInput = nullptr;
  aclTensor* gradWeight = nullptr;
  ret = CreateAclTensor(gradOutputHost, shape, ACL_FLOAT, &gradOutputAddr, &gradOutput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(selfHost, shape, ACL_FLOAT, &selfAddr, &self);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(weightHost, channels, ACL_FLOAT, &weightAddr, &weight);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(gradInputHost, shape, ACL_FLOAT, &gradInputAddr, &gradInput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(gradWeightHost, channels, ACL_FLOAT, &gradWeightAddr, &gradWeight);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 3. Both phases of the operator; then wait for the stream.
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  ret = aclnnPreluBackwardGetWorkspaceSize(gradOutput, self, weight, gradInput, gradWeight,
                                           &workspaceSize, &executor);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  }
  ret = aclnnPreluBackward(workspace, workspaceSize, executor, stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  ret = aclrtSynchronizeStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);

  // 4. The results.
  ret = CopyBack(gradInputAddr, &gradInputHost);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CopyBack(gradWeightAddr, &gradWeightHost);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  for (size_t i = 0; i < gradInputHost.size(); ++i) {
    LOG_PRINT("channel %d  self %5.2f  gradOutput %2.0f  gradInput %6.2f\n",
              static_cast<int>(i / 2 % 3), selfHost[i], gradOutputHost[i], gradInputHost[i]);
  }
  for (size_t i = 0; i < gradWeightHost.size(); ++i) {
    LOG_PRINT("weight %5.2f  gradWeight %6.2f\n", weightHost[i], gradWeightHost[i]);
  }

  // 5. Release everything.
  aclDestroyTensor(gradOutput);
  aclDestroyTensor(self);
  aclDestroyTensor(weight);
  aclDestroyTensor(gradInput);
  aclDestroyTensor(gradWeight);
  aclrtFree(gradOutputAddr);
  aclrtFree(selfAddr);
  aclrtFree(weightAddr);
  aclrtFree(gradInputAddr);
  aclrtFree(gradWeightAddr);
  if (workspace != nullptr) aclrtFree(workspace);
  aclrtDestroyStream(stream);
  aclrtResetDevice(deviceId);
  aclFinalize();
  return 0;
}
