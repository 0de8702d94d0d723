// Two streams write the same output.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclnnLogitGrad (task 1 of stream
// with: writes out, bytes
#include "program.h"

int main() {
  const aclrtStream first = Start();
  aclrtStream second = nullptr;
  aclrtCreateStream(&second);
  aclTensor* const x = TensorOf(Malloc(32), {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  for (const aclrtStream stream : {first, second}) {
    const Planned planned = Plan(x, x, out);
    aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // the mistake
  }
  aclrtSynchronizeDevice();
  aclrtDestroyStream(second);
  Finish(first);
}
