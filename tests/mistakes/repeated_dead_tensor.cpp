// A repeatable executor is run again after one of its tensors was destroyed.
//
// OPENACLNN_CHECK=lifetime reports: EZ3002 dead-object
// with: x: aclTensor
// with: ended by aclDestroyTensor
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  const Planned planned = Plan(x, x, x);
  aclSetAclOpExecutorRepeatable(planned.executor);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclDestroyTensor(x);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // the mistake; 161002
  aclrtSynchronizeStream(stream);
  aclDestroyAclOpExecutor(planned.executor);
  aclrtFree(data);
  Finish(stream);
}
