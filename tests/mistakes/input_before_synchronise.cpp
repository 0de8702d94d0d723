// The input of the next call is copied over that of one that still runs.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclnnLogitGrad (task 1 of stream
// with: reads x, bytes
// with: aclrtMemcpy (on the host) writes dst, bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const input = Malloc(32);
  aclTensor* const x = TensorOf(input, {8});
  aclTensor* const dy = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  for (int step = 0; step < 2; ++step) {
    const float host[8] = {0.5f};
    aclrtMemcpy(input, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE);  // the mistake, at step 1
    const Planned planned = Plan(x, dy, out);
    aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  }
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
