// A tensor is made of a vector of the host. It works on a CPU only.
//
// OPENACLNN_CHECK=memory reports: EZ2003 host-pointer
// with: aclnnLogitGradGetWorkspaceSize: x: bytes
// with: not in device memory
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  std::vector<float> values(8, 0.5f);
  void* const device = Malloc(32);
  aclTensor* const x = TensorOf(values.data(), {8});  // the mistake
  aclTensor* const out = TensorOf(device, {8});
  const Planned planned = Plan(x, out, out);  // 161002
  if (planned.executor != nullptr) aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
