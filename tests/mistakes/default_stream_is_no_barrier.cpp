// Work on the default stream is taken for a barrier between the others, as it is elsewhere.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclrtMemsetAsync (task 1 of stream
// with: writes devPtr, bytes
// with: aclnnLogitGrad (task 1 of stream
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const memory = Malloc(32);
  aclTensor* const x = TensorOf(memory, {8});
  const Planned planned = Plan(x, x, x);
  aclrtMemsetAsync(memory, 32, 0, 32, nullptr);  // the mistake: not on `stream`
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeDevice();
  Finish(stream);
}
