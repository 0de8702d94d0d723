// A tensor is destroyed too early, and passed to an operator.
//
// OPENACLNN_CHECK=lifetime reports: EZ3002 dead-object
// with: aclnnLogitGradGetWorkspaceSize: x: aclTensor
// with: ended by aclDestroyTensor
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  aclDestroyTensor(x);
  Plan(x, x, x);  // the mistake; 161002
  aclrtFree(data);
  Finish(stream);
}
