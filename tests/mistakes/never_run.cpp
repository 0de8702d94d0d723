// The first phase is called in a loop, the second once.
//
// OPENACLNN_CHECK=lifetime reports: EZ3004 executor-never-run
// with: 3 x aclOpExecutor
// with: never run nor destroyed
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  Planned planned;
  for (int i = 0; i < 4; ++i) planned = Plan(x, x, x);  // the mistake
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  aclDestroyTensor(x);
  aclrtFree(data);
  Finish(stream);
}
