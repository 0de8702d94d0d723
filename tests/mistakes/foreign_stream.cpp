// A stream is used while another context is current.
//
// OPENACLNN_CHECK=contract reports: EZ5004 foreign-stream
// with: is not of this thread's current context
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclTensor* const x = TensorOf(Malloc(32), {8});
  const Planned planned = Plan(x, x, x);
  aclrtContext other = nullptr;
  aclrtCreateContext(&other, 0);                         // makes it current
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // the mistake
  aclrtSynchronizeStream(stream);
  aclrtDestroyContext(other);
  aclrtSetDevice(0);
  Finish(stream);
}
