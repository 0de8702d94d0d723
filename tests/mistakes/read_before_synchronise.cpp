// A result is copied back before the stream has been waited for.
//
// OPENACLNN_CHECK=contract reports: EZ5005 unsynchronised-read
// with: aclrtMemcpy: src
// with: is out of aclnnLogitGrad, which nobody has waited for
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const out = Malloc(4 << 20);
  aclTensor* const x = TensorOf(Malloc(4 << 20), {1 << 20});
  aclTensor* const y = TensorOf(out, {1 << 20});
  const Planned planned = Plan(x, x, y);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  float first = 0;
  aclrtMemcpy(&first, 4, out, 4, ACL_MEMCPY_DEVICE_TO_HOST);  // the mistake
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
