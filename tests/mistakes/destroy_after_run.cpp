// An executor is destroyed that its run has ended.
//
// OPENACLNN_CHECK=lifetime reports: EZ3003 destroyed-twice
// with: aclDestroyAclOpExecutor: aclOpExecutor
// with: ended by its run
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  const Planned planned = Plan(x, x, x);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclDestroyAclOpExecutor(planned.executor);  // the mistake; 561000
  aclrtSynchronizeStream(stream);
  aclDestroyTensor(x);
  aclrtFree(data);
  Finish(stream);
}
