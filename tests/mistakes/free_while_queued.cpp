// Memory is freed while the operator that reads it waits in the queue of its stream.
//
// OPENACLNN_CHECK=memory,lifetime reports: EZ3001 freed-in-use, EZ2004 use-after-free, EZ3005 leak
// with: these 32 bytes are x of aclnnLogitGrad
// with: aclnnLogitGrad, when it ran: x: bytes
// with: 1 x device memory
#include <atomic>

#include "program.h"

static void Wait(void* open) {
  while (!*static_cast<std::atomic<bool>*>(open)) {
  }
}

int main() {
  const aclrtStream stream = Start();
  std::atomic<bool> open(false);
  void* const in = Malloc(32);
  aclTensor* const x = TensorOf(in, {8});
  aclTensor* const y = TensorOf(Malloc(32), {8});
  aclrtLaunchHostFunc(stream, Wait, &open);  // what was there before takes its time
  const Planned planned = Plan(x, x, y);
  aclnnLogitGrad(nullptr, 0, planned.executor, stream);
  aclrtFree(in);  // the mistake
  open = true;
  aclrtSynchronizeStream(stream);  // 507015
  aclDestroyTensor(x);
  aclDestroyTensor(y);
  Finish(stream);
}
