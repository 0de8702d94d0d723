// A scalar is destroyed before the first phase has read it.
//
// OPENACLNN_CHECK=lifetime reports: EZ3002 dead-object
// with: aclnnHardtanhBackwardGetWorkspaceSize: max: aclScalar
// with: ended by aclDestroyScalar
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  float low = -1, high = 1;
  aclScalar* const min = aclCreateScalar(&low, ACL_FLOAT);
  aclScalar* const max = aclCreateScalar(&high, ACL_FLOAT);
  aclDestroyScalar(max);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnHardtanhBackwardGetWorkspaceSize(x, x, min, max, x, &size, &executor);  // the mistake
  aclDestroyScalar(min);
  aclDestroyTensor(x);
  aclrtFree(data);
  Finish(stream);
}
