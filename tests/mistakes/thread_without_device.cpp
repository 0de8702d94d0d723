// A thread uses the stream of another one, and has no device itself.
//
// OPENACLNN_CHECK=1 reports: EZ5007 no-device
// with: This thread has no current context, at thread_without_device+0x
#include <thread>

#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const memory = Malloc(32);
  aclTensor* const x = TensorOf(memory, {8});
  std::thread([&] {
    const Planned planned = Plan(x, x, x);
    aclnnLogitGrad(nullptr, 0, planned.executor, stream);  // the mistake: no aclrtSetDevice(0)
    aclrtSynchronizeStream(stream);
  }).join();
  aclDestroyTensor(x);
  aclrtFree(memory);
  Finish(stream);
}
