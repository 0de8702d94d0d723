// A buffer is cut at a place that is no multiple of 32 bytes.
//
// OPENACLNN_CHECK=contract reports: EZ5003 misaligned
// with: x: its data is at
// with: 20 bytes past a multiple of 32
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  char* const data = static_cast<char*>(Malloc(1024));
  aclTensor* const x = TensorOf(data + 5 * sizeof(float), {8});  // the mistake
  aclTensor* const out = TensorOf(data + 512, {8});
  const Planned planned = Plan(x, out, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
