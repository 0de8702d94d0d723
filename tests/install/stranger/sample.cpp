// Written as a user would who knows the vendor's documentation only: bare macros, smart pointers
// with aclrtFree as the deleter, 1-D storage shapes, objects destroyed before the stream is
// synchronised, the null stream, an error path.
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn_base.h"
#include "aclnnop/aclnn_ops_nn.h"
#include "aclnnop/level2/aclnn_prelu_backward.h"

using namespace std;

#define CHECK(cond)                                                            \
  if (!(cond)) {                                                               \
    printf("line %d failed: %s: %s\n", __LINE__, #cond, aclGetRecentErrMsg()); \
    return 1;                                                                  \
  }

typedef unique_ptr<void, aclError (*)(void*)> DevicePtr;
typedef unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)> TensorPtr;

DevicePtr ToDevice(const vector<float>& host) {
  void* addr = nullptr;
  const size_t bytes = host.size() * sizeof(float);
  if (aclrtMalloc(&addr, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS)
    return DevicePtr(nullptr, aclrtFree);
  aclrtMemcpy(addr, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
  return DevicePtr(addr, aclrtFree);
}

TensorPtr Tensor(void* addr, vector<int64_t> shape, vector<int64_t> strides, int64_t offset,
                 int64_t storage) {
  return TensorPtr(aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), offset,
                                   ACL_FORMAT_NCHW, &storage, 1, addr),
                   aclDestroyTensor);
}

void Print(const char* name, const vector<float>& values) {
  printf("%s:", name);
  for (float v : values) printf(" %.3f", v);
  printf("\n");
}

int main() {
  CHECK(aclInit(nullptr) == ACL_SUCCESS);
  CHECK(aclInit(nullptr) == ACL_ERROR_REPEAT_INITIALIZE);
  CHECK(aclrtSetDevice(0) == ACL_SUCCESS);
  printf("%s\n", aclrtGetSocName());

  // One weight; x is every second element of its memory, backwards.
  vector<float> dy = {1, 2, 3, 4}, memory = {4, 99, -3, 99, 2, 99, -1, 99}, weight = {0.5f}, dx(4),
                dw(1);
  DevicePtr dyMem = ToDevice(dy), xMem = ToDevice(memory), wMem = ToDevice(weight),
            dxMem = ToDevice(dx), dwMem = ToDevice(dw);
  CHECK(dyMem && xMem && wMem && dxMem && dwMem);
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  {
    TensorPtr dyT = Tensor(dyMem.get(), {2, 2}, {2, 1}, 0, 4),
              xT = Tensor(xMem.get(), {2, 2}, {-4, -2}, 6, 8),
              wT = Tensor(wMem.get(), {1}, {1}, 0, 1),
              dxT = Tensor(dxMem.get(), {2, 2}, {2, 1}, 0, 4),
              dwT = Tensor(dwMem.get(), {1}, {1}, 0, 1);
    CHECK(aclnnPreluBackwardGetWorkspaceSize(dyT.get(), xT.get(), wT.get(), dxT.get(), dwT.get(),
                                             &workspaceSize, &executor) == ACLNN_SUCCESS);
  }
  DevicePtr workspace(nullptr, aclrtFree);
  if (workspaceSize > 0) {
    void* addr = nullptr;
    CHECK(aclrtMalloc(&addr, workspaceSize, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS);
    workspace.reset(addr);
  }
  CHECK(aclnnPreluBackward(workspace.get(), workspaceSize, executor, nullptr) == OK);
  CHECK(aclrtSynchronizeStream(nullptr) == ACL_SUCCESS);
  CHECK(aclrtMemcpy(dx.data(), 16, dxMem.get(), 16, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
  CHECK(aclrtMemcpy(dw.data(), 4, dwMem.get(), 4, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
  Print("dx", dx);
  Print("dw", dw);

  // The executor is used up.
  CHECK(aclnnPreluBackward(workspace.get(), workspaceSize, executor, nullptr) ==
        ACLNN_ERR_PARAM_INVALID);
  CHECK(strstr(aclGetRecentErrMsg(), "executor") != nullptr);

  // A shape that does not fit: refused with the argument's name and both shapes, and nothing is
  // written.
  {
    TensorPtr dyT = Tensor(dyMem.get(), {4}, {1}, 0, 4),
              xT = Tensor(xMem.get(), {2, 2}, {2, 1}, 0, 8),
              dxT = Tensor(dxMem.get(), {2, 2}, {2, 1}, 0, 4);
    uint64_t size = 77;
    aclOpExecutor* untouched = nullptr;
    CHECK(aclnnLogitGradGetWorkspaceSize(xT.get(), dyT.get(), 0.1, dxT.get(), &size, &untouched) ==
          161002);
    const char* message = aclGetRecentErrMsg();
    CHECK(message && strstr(message, "dy") && strstr(message, "[4]") && strstr(message, "[2, 2]"));
    CHECK(size == 77 && untouched == nullptr);
    CHECK(aclnnLogitGradGetWorkspaceSize(xT.get(), nullptr, 0.1, dxT.get(), &size, &untouched) ==
          ACLNN_ERR_PARAM_NULLPTR);
  }

  // In place on a stream of our own.
  aclrtStream stream;
  CHECK(aclrtCreateStream(&stream) == ACL_SUCCESS);
  {
    float low = -2, high = 2.5;
    aclScalar* min = aclCreateScalar(&low, ACL_FLOAT);
    aclScalar* max = aclCreateScalar(&high, ACL_FLOAT);
    TensorPtr dyT = Tensor(dyMem.get(), {4}, {1}, 0, 4), xT = Tensor(xMem.get(), {4}, {2}, 0, 8);
    CHECK(aclnnHardtanhBackwardGetWorkspaceSize(dyT.get(), xT.get(), min, max, dyT.get(),
                                                &workspaceSize, &executor) == 0);
    CHECK(workspaceSize == 0);
    CHECK(aclnnHardtanhBackward(nullptr, 0, executor, stream) == 0);
    aclDestroyScalar(min);
    aclDestroyScalar(max);
  }
  CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
  CHECK(aclrtMemcpy(dy.data(), 16, dyMem.get(), 16, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
  Print("dy", dy);

  CHECK(aclrtDestroyStream(stream) == ACL_SUCCESS);
  CHECK(aclrtResetDevice(0) == ACL_SUCCESS);
  CHECK(aclFinalize() == ACL_SUCCESS);
  return 0;
}
