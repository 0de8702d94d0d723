// The first four of each five columns were computed, and all five are copied back.
//
// OPENACLNN_CHECK=1 reports: EZ2008 unwritten-read
// with: aclrtMemcpy: src: 12 of the 60 bytes that it reads were never written, the first at offset
// 16
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* result = nullptr;
  aclrtMalloc(&result, 60, ACL_MEM_MALLOC_HUGE_FIRST);
  void* const memory = Malloc(48);
  const int64_t shape[] = {3, 4}, strides[] = {5, 1}, storage[] = {15};
  aclTensor* const x = TensorOf(memory, {3, 4});
  aclTensor* const out =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, storage, 1, result);
  const Planned planned = Plan(x, x, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  float host[15];
  aclrtMemcpy(host, 60, result, 60, ACL_MEMCPY_DEVICE_TO_HOST);  // the mistake
  aclDestroyTensor(x);
  aclDestroyTensor(out);
  aclrtFree(memory);
  aclrtFree(result);
  Finish(stream);
}
