// Several streams at once. Three gradients arrive one after the other on a stream of their own; for
// each of them two streams compute gelu's gradient of the left and of the right half of a matrix,
// and a last stream, once both are done, passes the matrix, transposed, on through hardtanh's
// gradient. Shows events between streams, strided views, and executors that are made once and run
// repeatedly with other addresses.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const int status = (call);                                                             \
    if (status != 0) {                                                                     \
      const char* message = aclGetRecentErrMsg();                                          \
      std::printf("%s: error %d\n%s\n", #call, status, message != nullptr ? message : ""); \
      return status;                                                                       \
    }                                                                                      \
  } while (0)

const int64_t kRows = 4;
const int64_t kColumns = 6;
const int64_t kHalf = kColumns / 2;
const int kSteps = 3;
const size_t kMatrixBytes = kRows * kColumns * sizeof(float);

// A FLOAT view of a matrix in device memory. Strides and offset are in elements.
aclTensor* MakeView(void* matrix, int64_t rows, int64_t columns, int64_t rowStride,
                    int64_t columnStride, int64_t offset) {
  const int64_t shape[] = {rows, columns};
  const int64_t strides[] = {rowStride, columnStride};
  const int64_t storage[] = {kRows * kColumns};
  return aclCreateTensor(shape, 2, ACL_FLOAT, strides, offset, ACL_FORMAT_ND, storage, 1, matrix);
}

// gelu's gradient for one half of the columns, to be run many times.
struct HalfGelu {
  aclTensor* gradOutput;
  aclTensor* self;
  aclTensor* gradInput;
  aclOpExecutor* executor;
  uint64_t workspaceSize;
  void* workspace;
};

int MakeHalfGelu(void* gradOutput, void* self, void* gradInput, int64_t firstColumn,
                 HalfGelu* half) {
  half->gradOutput = MakeView(gradOutput, kRows, kHalf, kColumns, 1, firstColumn);
  half->self = MakeView(self, kRows, kHalf, kColumns, 1, firstColumn);
  half->gradInput = MakeView(gradInput, kRows, kHalf, kColumns, 1, firstColumn);
  half->workspaceSize = 0;
  half->workspace = nullptr;
  char approximate[] = "none";
  CHECK(aclnnGeluBackwardV2GetWorkspaceSize(half->gradOutput, half->self, approximate,
                                            half->gradInput, &half->workspaceSize,
                                            &half->executor));
  CHECK(aclSetAclOpExecutorRepeatable(half->executor));
  if (half->workspaceSize > 0) {
    CHECK(aclrtMalloc(&half->workspace, half->workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  return 0;
}

int RunHalfGelu(const HalfGelu& half, void* gradOutput, aclrtStream stream) {
  CHECK(aclSetInputTensorAddr(half.executor, 0, half.gradOutput, gradOutput));
  CHECK(aclnnGeluBackwardV2(half.workspace, half.workspaceSize, half.executor, stream));
  return 0;
}

int DestroyHalfGelu(const HalfGelu& half) {
  CHECK(aclDestroyAclOpExecutor(half.executor));
  CHECK(aclDestroyTensor(half.gradOutput));
  CHECK(aclDestroyTensor(half.self));
  CHECK(aclDestroyTensor(half.gradInput));
  if (half.workspace != nullptr) CHECK(aclrtFree(half.workspace));
  return 0;
}

int Run() {
  // Host memory that asynchronous copies can read from, and the matrices on the device.
  float* host = nullptr;
  CHECK(aclrtMallocHost(reinterpret_cast<void**>(&host), kMatrixBytes * (kSteps + 1)));
  void* self = nullptr;
  void* gelu = nullptr;  // the gradient between the two operators
  void* gradOutput[kSteps];
  void* out[kSteps];
  CHECK(aclrtMalloc(&self, kMatrixBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  CHECK(aclrtMalloc(&gelu, kMatrixBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  for (int step = 0; step < kSteps; ++step) {
    CHECK(aclrtMalloc(&gradOutput[step], kMatrixBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&out[step], kMatrixBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  }

  aclrtStream upload = nullptr, left = nullptr, right = nullptr, last = nullptr;
  for (aclrtStream* stream : {&upload, &left, &right, &last}) CHECK(aclrtCreateStream(stream));
  aclrtEvent begin = nullptr, uploaded = nullptr, leftDone = nullptr, rightDone = nullptr,
             stepDone = nullptr;
  for (aclrtEvent* event : {&begin, &uploaded, &leftDone, &rightDone, &stepDone}) {
    CHECK(aclrtCreateEvent(event));
  }

  // The executors. The last one reads both of its inputs transposed.
  HalfGelu leftGelu, rightGelu;
  CHECK(MakeHalfGelu(gradOutput[0], self, gelu, 0, &leftGelu));
  CHECK(MakeHalfGelu(gradOutput[0], self, gelu, kHalf, &rightGelu));
  aclTensor* geluTransposed = MakeView(gelu, kColumns, kRows, 1, kColumns, 0);
  aclTensor* selfTransposed = MakeView(self, kColumns, kRows, 1, kColumns, 0);
  aclTensor* result = MakeView(out[0], kColumns, kRows, kRows, 1, 0);
  float bound = -1;
  aclScalar* min = aclCreateScalar(&bound, ACL_FLOAT);
  bound = 1;
  aclScalar* max = aclCreateScalar(&bound, ACL_FLOAT);
  uint64_t workspaceSize = 0;
  void* workspace = nullptr;
  aclOpExecutor* hardtanh = nullptr;
  CHECK(aclnnHardtanhBackwardGetWorkspaceSize(geluTransposed, selfTransposed, min, max, result,
                                              &workspaceSize, &hardtanh));
  CHECK(aclSetAclOpExecutorRepeatable(hardtanh));
  if (workspaceSize > 0) {
    CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
  }

  // The work is queued here and runs while we go on.
  CHECK(aclrtRecordEvent(begin, upload));
  for (int64_t row = 0; row < kRows; ++row) {
    for (int64_t column = 0; column < kColumns; ++column) {
      host[row * kColumns + column] = static_cast<float>(2 * column + row) * 0.25f - 1.25f;
    }
  }
  CHECK(
      aclrtMemcpyAsync(self, kMatrixBytes, host, kMatrixBytes, ACL_MEMCPY_HOST_TO_DEVICE, upload));
  for (int step = 0; step < kSteps; ++step) {
    float* grad = host + kRows * kColumns * (step + 1);
    for (int64_t i = 0; i < kRows * kColumns; ++i)
      grad[i] = static_cast<float>((step + 1) * (i + 1));
    CHECK(aclrtMemcpyAsync(gradOutput[step], kMatrixBytes, grad, kMatrixBytes,
                           ACL_MEMCPY_HOST_TO_DEVICE, upload));
    CHECK(aclrtRecordEvent(uploaded, upload));

    // Both halves need the upload, and the matrix between the operators must have been read.
    CHECK(aclrtStreamWaitEvent(left, uploaded));
    CHECK(aclrtStreamWaitEvent(right, uploaded));
    CHECK(aclrtStreamWaitEvent(left, stepDone));
    CHECK(aclrtStreamWaitEvent(right, stepDone));
    CHECK(RunHalfGelu(leftGelu, gradOutput[step], left));
    CHECK(RunHalfGelu(rightGelu, gradOutput[step], right));
    CHECK(aclrtRecordEvent(leftDone, left));
    CHECK(aclrtRecordEvent(rightDone, right));

    CHECK(aclrtStreamWaitEvent(last, leftDone));
    CHECK(aclrtStreamWaitEvent(last, rightDone));
    CHECK(aclSetOutputTensorAddr(hardtanh, 0, result, out[step]));
    CHECK(aclnnHardtanhBackward(workspace, workspaceSize, hardtanh, last));
    CHECK(aclrtRecordEvent(stepDone, last));
  }
  CHECK(aclrtSynchronizeEvent(stepDone));

  std::vector<float> resultHost(kRows * kColumns);
  for (int step = 0; step < kSteps; ++step) {
    CHECK(aclrtMemcpy(resultHost.data(), kMatrixBytes, out[step], kMatrixBytes,
                      ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("step %d\n", step);
    for (int64_t i = 0; i < kRows * kColumns; ++i) {
      std::printf("%9.3f%s", resultHost[i], i % kRows == kRows - 1 ? "\n" : "");
    }
  }
  float milliseconds = 0;
  CHECK(aclrtEventElapsedTime(&milliseconds, begin, stepDone));
  std::printf("elapsed: %.3f ms\n", milliseconds);

  CHECK(DestroyHalfGelu(leftGelu));
  CHECK(DestroyHalfGelu(rightGelu));
  CHECK(aclDestroyAclOpExecutor(hardtanh));
  for (aclTensor* tensor : {geluTransposed, selfTransposed, result})
    CHECK(aclDestroyTensor(tensor));
  CHECK(aclDestroyScalar(min));
  CHECK(aclDestroyScalar(max));
  for (aclrtEvent event : {begin, uploaded, leftDone, rightDone, stepDone}) {
    CHECK(aclrtDestroyEvent(event));
  }
  for (aclrtStream stream : {upload, left, right, last}) CHECK(aclrtDestroyStream(stream));
  if (workspace != nullptr) CHECK(aclrtFree(workspace));
  for (int step = 0; step < kSteps; ++step) {
    CHECK(aclrtFree(gradOutput[step]));
    CHECK(aclrtFree(out[step]));
  }
  CHECK(aclrtFree(self));
  CHECK(aclrtFree(gelu));
  CHECK(aclrtFreeHost(host));
  return 0;
}

int main() {
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(0));
  CHECK(Run());
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
  return 0;
}
