// The second phase is called twice with one executor.
//
// OPENACLNN_CHECK=contract reports: EZ5001 executor-reused
// with: aclnnLogitGrad: aclOpExecutor
// with: ended by its run
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclTensor* const x = TensorOf(Malloc(32), {8});
  const Planned planned = Plan(x, x, x);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // the mistake; 161002
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
