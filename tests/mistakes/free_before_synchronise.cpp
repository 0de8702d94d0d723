// Memory is freed while the stream may still write to it.
//
// OPENACLNN_CHECK=lifetime reports: EZ3001 freed-in-use
// with: aclrtFree(
// with: these 4194304 bytes are out of aclnnLogitGrad
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const in = Malloc(4 << 20);
  void* const out = Malloc(4 << 20);
  aclTensor* const x = TensorOf(in, {1 << 20});
  aclTensor* const y = TensorOf(out, {1 << 20});
  const Planned planned = Plan(x, x, y);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtFree(out);  // the mistake
  aclrtSynchronizeStream(stream);
  aclrtFree(in);
  aclDestroyTensor(x);
  aclDestroyTensor(y);
  Finish(stream);
}
