// An event is asked whether it has come, and the answer is not looked at.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclnnLogitGrad (task 1 of stream
// with: and aclrtMemcpy (on the host) reads src
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclrtEvent computed = nullptr;
  aclrtCreateEvent(&computed);
  void* const result = Malloc(32);
  aclTensor* const x = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(result, {8});
  const Planned planned = Plan(x, x, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtRecordEvent(computed, stream);
  aclrtEventRecordedStatus status;
  aclrtQueryEventStatus(computed, &status);  // the mistake: it may not be ready
  float host[8];
  aclrtMemcpy(host, 32, result, 32, ACL_MEMCPY_DEVICE_TO_HOST);
  aclrtSynchronizeStream(stream);
  aclrtDestroyEvent(computed);
  Finish(stream);
}
