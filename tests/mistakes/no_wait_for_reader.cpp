// Uploads and work overlap: the work waits for the upload, but the next upload does not wait for
// the work, and may overwrite what that still reads.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclnnLogitGrad (task 1 of stream
// with: reads x, bytes
// with: aclrtMemcpyAsync (task 3 of stream
// with: writes dst, bytes
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
  aclTensor* const dy = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  for (int step = 0; step < 2; ++step) {
    aclrtMemcpyAsync(input, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, upload);  // the mistake
    aclrtRecordEvent(uploaded, upload);
    aclrtStreamWaitEvent(compute, uploaded);
    const Planned planned = Plan(x, dy, out);
    aclnnLogitGrad(nullptr, 0, planned.executor, compute);
  }
  aclrtSynchronizeDevice();
  aclrtDestroyStream(compute);
  Finish(upload);
}
