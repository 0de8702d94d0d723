// A stream is asked whether it is done, and the answer is not looked at.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclnnLogitGrad (task 1 of stream
// with: and aclrtMemcpy (on the host) reads src
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const result = Malloc(32);
  aclTensor* const x = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(result, {8});
  const Planned planned = Plan(x, x, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtStreamStatus status;
  aclrtStreamQuery(stream, &status);  // the mistake: status may be ACL_STREAM_STATUS_NOT_READY
  float host[8];
  aclrtMemcpy(host, 32, result, 32, ACL_MEMCPY_DEVICE_TO_HOST);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
