// Memory is freed between the two phases.
//
// OPENACLNN_CHECK=memory reports: EZ2004 use-after-free
// with: aclnnLogitGrad: x: bytes
// with: made by aclrtMalloc at
// with: and freed at
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  const Planned planned = Plan(x, out, out);
  aclrtFree(data);                                       // the mistake
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // 161002
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
