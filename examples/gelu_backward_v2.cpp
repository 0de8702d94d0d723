// aclnnGeluBackwardV2 in both its forms, with one gradOutput for each row (shape [2, 1]) of self
// (shape [2, 5]).

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"

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

// Both phases of the operator, and the wait for the stream.
int GeluBackward(const aclTensor* gradOutput, const aclTensor* self, char* approximate,
                 aclTensor* gradInput, aclrtStream stream) {
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  int ret = aclnnGeluBackwardV2GetWorkspaceSize(gradOutput, self, approximate, gradInput,
                                                &workspaceSize, &executor);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  }
  ret = aclnnGeluBackwardV2(workspace, workspaceSize, executor, stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  ret = aclrtSynchronizeStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  if (workspace != nullptr) aclrtFree(workspace);
  return ACL_SUCCESS;
}

int main() {
  // 1. The device and a stream on it.
  const int32_t deviceId = 0;
  aclrtStream stream = nullptr;
  int ret = Init(deviceId, &stream);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 2. The arguments.
  const std::vector<int64_t> shape = {2, 5};
  const std::vector<int64_t> rows = {2, 1};
  const std::vector<float> gradOutputHost = {1, -10};
  const std::vector<float> selfHost = {-6, -0.75f, 0, 0.75f, 6, -3, -1, -0.1f, 1, 3};
  std::vector<float> gradInputHost(CountElements(shape), 0);
  void* gradOutputAddr = nullptr;
  void* selfAddr = nullptr;
  void* gradInputAddr = nullptr;
  aclTensor* gradOutput = nullptr;
  aclTensor* self = nullptr;
  aclTensor* gradInput = nullptr;
  ret = CreateAclTensor(gradOutputHost, rows, ACL_FLOAT, &gradOutputAddr, &gradOutput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(selfHost, shape, ACL_FLOAT, &selfAddr, &self);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(gradInputHost, shape, ACL_FLOAT, &gradInputAddr, &gradInput);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  char none[] = "none";
  char tanh[] = "tanh";
  char* const forms[] = {none, tanh};
  for (char* form : forms) {
    // 3. The operator.
    ret = GeluBackward(gradOutput, self, form, gradInput, stream);
    CHECK_RET(ret == ACL_SUCCESS, return ret);

    // 4. The result.
    ret = CopyBack(gradInputAddr, &gradInputHost);
    CHECK_RET(ret == ACL_SUCCESS, return ret);
    for (size_t i = 0; i < gradInputHost.size(); ++i) {
      LOG_PRINT("%s  self %5.2f  gradOutput %3.0f  gradInput %11.4e\n", form, selfHost[i],
                gradOutputHost[i / 5], gradInputHost[i]);
    }
  }

  // 5. Release everything.
  aclDestroyTensor(gradOutput);
  aclDestroyTensor(self);
  aclDestroyTensor(gradInput);
  aclrtFree(gradOutputAddr);
  aclrtFree(selfAddr);
  aclrtFree(gradInputAddr);
  aclrtDestroyStream(stream);
  aclrtResetDevice(deviceId);
  aclFinalize();
  return 0;
}
