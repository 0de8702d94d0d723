// aclnnLogitGrad on BFLOAT16 tensors of shape [7], with eps 0.125; in place: the result replaces
// dy.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_logit_grad.h"

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

// BFLOAT16 is the upper half of a float. The values used here fit without rounding.
uint16_t ToBfloat16(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint16_t>(bits >> 16);
}

float ToFloat(uint16_t value) {
  const uint32_t bits = static_cast<uint32_t>(value) << 16;
  float converted = 0;
  std::memcpy(&converted, &bits, sizeof(bits));
  return converted;
}

int main() {
  // 1. The device and a stream on it.
  const int32_t deviceId = 0;
  aclrtStream stream = nullptr;
  int ret = Init(deviceId, &stream);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 2. The arguments.
  const std::vector<int64_t> shape = {7};
  const double eps = 0.125;
  const std::vector<float> xValues = {0.0625f, 0.125f, 0.25f, 0.5f, 0.75f, 0.875f, 0.9375f};
  const std::vector<float> dyValues = {1, 1, 3, -1, 6, 0.5f, 100};
  std::vector<uint16_t> xHost;
  std::vector<uint16_t> dyHost;
  for (size_t i = 0; i < xValues.size(); ++i) {
    xHost.push_back(ToBfloat16(xValues[i]));
    dyHost.push_back(ToBfloat16(dyValues[i]));
  }
  void* xAddr = nullptr;
  void* dyAddr = nullptr;
  aclTensor* x = nullptr;
  aclTensor* dy = nullptr;
  ret = CreateAclTensor(xHost, shape, ACL_BF16, &xAddr, &x);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  ret = CreateAclTensor(dyHost, shape, ACL_BF16, &dyAddr, &dy);
  CHECK_RET(ret == ACL_SUCCESS, return ret);

  // 3. Both phases of the operator; then wait for the stream.
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  ret = aclnnLogitGradGetWorkspaceSize(x, dy, eps, dy, &workspaceSize, &executor);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc: error %d\n", ret); return ret);
  }
  ret = aclnnLogitGrad(workspace, workspaceSize, executor, stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);
  ret = aclrtSynchronizeStream(stream);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("%s\n", aclGetRecentErrMsg()); return ret);

  // 4. The result: 0 outside of [eps, 1 - eps].
  ret = CopyBack(dyAddr, &dyHost);
  CHECK_RET(ret == ACL_SUCCESS, return ret);
  for (size_t i = 0; i < dyHost.size(); ++i) {
    LOG_PRINT("x %.4f  dy %5.1f  out %g\n", xValues[i], dyValues[i], ToFloat(dyHost[i]));
  }

  // 5. Release everything.
  aclDestroyTensor(x);
  aclDestroyTensor(dy);
  aclrtFree(xAddr);
  aclrtFree(dyAddr);
  if (workspace != nullptr) aclrtFree(workspace);
  aclrtDestroyStream(stream);
  aclrtResetDevice(deviceId);
  aclFinalize();
  return 0;
}
