// No mistake: a view goes backwards, so that its data is where its last byte is.
//
// OPENACLNN_CHECK=memory,contract reports: nothing
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  float* const memory = static_cast<float*>(Malloc(7 * sizeof(float)));
  const int64_t shape[] = {7}, strides[] = {-1};
  aclTensor* const x =
      aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 1, memory + 6);
  aclTensor* const out = TensorOf(Malloc(7 * sizeof(float)), {7});
  const Planned planned = Plan(x, x, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
