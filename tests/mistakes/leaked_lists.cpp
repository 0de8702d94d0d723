// Attributes and lists are made for every step and never destroyed.
//
// OPENACLNN_CHECK=lifetime reports: EZ3005 leak, EZ3005 leak, EZ3005 leak
// with: 3 x aclIntArray
// with: 3 x aclTensorList
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  for (int step = 0; step < 3; ++step) {
    const int64_t axes[] = {0, 1};
    aclCreateIntArray(axes, 2);  // the mistake
    aclTensor* const x = TensorOf(data, {8});
    aclCreateTensorList(&x, 1);  // the mistake: without aclDestroyTensorList
  }
  aclrtFree(data);
  Finish(stream);
}
