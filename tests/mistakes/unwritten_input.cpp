// An operator runs before its input was copied to the device.
//
// OPENACLNN_CHECK=1 reports: EZ2008 unwritten-read
// with: aclnnLogitGrad: x: 32 of the 32 bytes that it reads were never written, the first at offset
// 0
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* input = nullptr;
  aclrtMalloc(&input, 32, ACL_MEM_MALLOC_HUGE_FIRST);  // the mistake: nothing is copied there
  void* const memory = Malloc(32);
  aclTensor* const x = TensorOf(input, {8});
  aclTensor* const out = TensorOf(memory, {8});
  const Planned planned = Plan(x, out, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  aclDestroyTensor(x);
  aclDestroyTensor(out);
  aclrtFree(input);
  aclrtFree(memory);
  Finish(stream);
}
