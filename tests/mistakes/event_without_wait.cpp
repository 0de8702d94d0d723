// An event is recorded behind an upload, but the stream that needs it does not wait.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclrtMemcpyAsync (task 1 of stream
// with: writes dst, bytes
// with: aclnnLogitGrad (task 1 of stream
// with: reads dy, bytes
#include "program.h"

int main() {
  const aclrtStream upload = Start();
  aclrtStream compute = nullptr;
  aclrtCreateStream(&compute);
  aclrtEvent uploaded = nullptr;
  aclrtCreateEvent(&uploaded);
  void* host = nullptr;
  aclrtMallocHost(&host, 32);
  void* const input = Malloc(32);
  aclTensor* const x = TensorOf(input, {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  const Planned planned = Plan(x, x, out);
  aclrtMemcpyAsync(input, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, upload);
  aclrtRecordEvent(uploaded, upload);
  // the mistake: no aclrtStreamWaitEvent(compute, uploaded)
  aclnnLogitGrad(nullptr, 0, planned.executor, compute);
  aclrtSynchronizeDevice();
  aclrtDestroyStream(compute);
  Finish(upload);
}
