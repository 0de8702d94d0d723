// A result is copied back after another stream than its own was synchronised.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclnnLogitGrad (task 1 of stream
// with: writes out, bytes
// with: aclrtMemcpy (on the host) reads src, bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const result = Malloc(32);
  aclTensor* const x = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(result, {8});
  const Planned planned = Plan(x, x, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(nullptr);  // the mistake: this is the default stream
  float host[8];
  aclrtMemcpy(host, 32, result, 32, ACL_MEMCPY_DEVICE_TO_HOST);
  Finish(stream);
}
