// No mistake: what is read has been written, some of it by copies within the device or by a
// function of the program, though the rest of the memory has not.
//
// OPENACLNN_CHECK=memory,order,contract reports: nothing
#include "program.h"

namespace {

void Upload(void* memory) {
  const float values[4] = {0.5f, 0.5f, 0.5f, 0.5f};
  aclrtMemcpy(memory, 16, values, 16, ACL_MEMCPY_HOST_TO_DEVICE);
}

void* Unwritten(size_t bytes) {
  void* memory = nullptr;
  aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  return memory;
}

}  // namespace

int main() {
  const aclrtStream stream = Start();
  char* const input = static_cast<char*>(Unwritten(1024));
  char* const moved = static_cast<char*>(Unwritten(1024));
  const float values[4] = {0.25f, 0.5f, 0.75f, 1.0f};
  // Every other float of 256 .. 288.
  for (int i = 0; i < 4; ++i) {
    aclrtMemcpy(input + 256 + 8 * i, 4, values + i, 4, ACL_MEMCPY_HOST_TO_DEVICE);
  }
  aclrtMemcpyAsync(moved, 1024, input, 1024, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
  const int64_t shape[] = {4}, strides[] = {2}, storage[] = {8};
  aclTensor* const x =
      aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, storage, 1, moved + 256);
  void* const uploaded = Unwritten(16);
  aclrtLaunchHostFunc(stream, Upload, uploaded);
  aclTensor* const dy = TensorOf(uploaded, {4});
  aclTensor* const out = TensorOf(moved, {4});
  const Planned planned = Plan(x, dy, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  float result[4];
  aclrtMemcpy(result, 16, moved, 16, ACL_MEMCPY_DEVICE_TO_HOST);
  Finish(stream);
}
