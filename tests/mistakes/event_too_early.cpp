// An event is recorded before the work that others are to wait for.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclnnLogitGrad (task 2 of stream
// with: writes out, bytes
// with: aclrtMemcpyAsync (task 1 of stream
// with: reads src, bytes
#include "program.h"

int main() {
  const aclrtStream compute = Start();
  aclrtStream download = nullptr;
  aclrtCreateStream(&download);
  aclrtEvent computed = nullptr;
  aclrtCreateEvent(&computed);
  void* host = nullptr;
  aclrtMallocHost(&host, 32);
  void* const result = Malloc(32);
  aclTensor* const x = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(result, {8});
  const Planned planned = Plan(x, x, out);
  aclrtRecordEvent(computed, compute);  // the mistake: before the call, not behind it
  aclnnLogitGrad(nullptr, 0, planned.executor, compute);
  aclrtStreamWaitEvent(download, computed);
  aclrtMemcpyAsync(host, 32, result, 32, ACL_MEMCPY_DEVICE_TO_HOST, download);
  aclrtSynchronizeDevice();
  aclrtDestroyStream(download);
  Finish(compute);
}
