// aclnnSoftplusBackward on FLOAT16 tensors of shape [3, 2]: beta 2, and beyond beta x = 4 softplus
// counts as x itself.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_softplus_backward.h"

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

std::vector<aclFloat16> ToFloat16(const std::vector<float>& values) {
  std::vector<aclFloat16> converted(values.size());
  for (size_t i = 0; i < values.size(); ++i) converted[i] = aclFloatToFloat16(values[i]);
  return converted;
}

int main() {
  // 1. The device and a stream on it.
  const int32_t deviceId = 0;
  aclrtStream stream = nullptr;
  int ret = Init(deviceId, &stream);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 2. The arguments.
  const std::vector<int64_t> shape = {3, 2};
  const std::vector<float> gradOutputHost = {1, 1, 1, 1, -8, 100};
  const std::vector<float> selfHost = {-3.0f, -0.5f, 0.0f, 1.5f, 2.0f, 2.25f};
  std::vector<aclFloat16> gradInputHost(CountElements(shape), 0);
  float betaValue = 2.0f;
  float thresholdValue = 4.0f;
  void* gradOutputAddr = nullptr;
  void* selfAddr = nullptr;
  void* gradInputAddr = nullptr;
  aclTensor* gradOutput = nullptr;
  aclTensor* self = nullptr;
  aclTensor* gradInput = nullptr;
  ret =
      CreateAclTensor(ToFloat16(gradOutputHost), shape, ACL_FLOAT16, &gradOutputAddr, &gradOutput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(ToFloat16(selfHost), shape, ACL_FLOAT16, &selfAddr, &self);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(gradInputHost, shape, ACL_FLOAT16, &gradInputAddr, &gradInput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  aclScalar* beta = aclCreateScalar(&betaValue, ACL_FLOAT);
  aclScalar* threshold = aclCreateScalar(&thresholdValue, ACL_FLOAT);
  CHECK_RET(beta != nullptr && threshold != nullptr, LOG_PRINT("%s\n", aclGetRecentErrMsg());
            return -1);

  // 3. Both phases of the operator; then wait for the stream.
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  ret = aclnnSoftplusBackwardGetWorkspaceSize(gradOutput, self, beta, threshold, gradInput,
                                              &workspaceSize, &executor);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  }
  ret = aclnnSoftplusBackward(workspace, workspaceSize, executor, stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  ret = aclrtSynchronizeStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);

  // 4. The result. At self = 2 beta x is 4, which does not exceed the threshold yet.
  ret = CopyBack(gradInputAddr, &gradInputHost);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  for (size_t i = 0; i < gradInputHost.size(); ++i) {
    LOG_PRINT("self %5.2f  gradOutput %3.0f  gradInput %.7g\n", selfHost[i], gradOutputHost[i],
              aclFloat16ToFloat(gradInputHost[i]));
  }

  // 5. Release everything.
  aclDestroyTensor(gradOutput);
  aclDestroyTensor(self);
  aclDestroyTensor(gradInput);
  aclDestroyScalar(beta);
  aclDestroyScalar(threshold);
  aclrtFree(gradOutputAddr);
  aclrtFree(selfAddr);
  aclrtFree(gradInputAddr);
  if (workspace != nullptr) aclrtFree(workspace);
  aclrtDestroyStream(stream);
  aclrtResetDevice(deviceId);
  aclFinalize();
  return 0;
}
