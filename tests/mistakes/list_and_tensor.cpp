// A list is destroyed, and then a tensor that went with it.
//
// OPENACLNN_CHECK=lifetime reports: EZ3003 destroyed-twice
// with: tensor: aclTensor
// with: that of its list
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  aclTensorList* const list = aclCreateTensorList(&x, 1);
  aclDestroyTensorList(list);
  aclDestroyTensor(x);  // the mistake; 561000
  aclrtFree(data);
  Finish(stream);
}
