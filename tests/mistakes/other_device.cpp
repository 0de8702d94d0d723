// Memory of device 0 is given to a stream of device 1.
//
// OPENACLNN_CHECK=memory reports: EZ2010 other-device, EZ2010 other-device
// with: aclrtMemcpyAsync: dst: 0x
// with: of device 0; stream
// with: aclnnLogitGrad: x: bytes 0x
// with: of device 0; the stream is of device 1
#include <cstdlib>

#include "program.h"

int main() {
  setenv("OPENACLNN_DEVICE_COUNT", "2", 1);
  const aclrtStream first = Start();
  void* const memory = Malloc(32);
  aclrtSetDevice(1);
  aclrtStream second = nullptr;
  aclrtCreateStream(&second);
  const float values[8] = {0.5f};
  aclrtMemcpyAsync(memory, 32, values, 32, ACL_MEMCPY_HOST_TO_DEVICE, second);  // the mistake
  aclTensor* const x = TensorOf(memory, {8});
  aclTensor* const out = TensorOf(Malloc(32), {8});
  const Planned planned = Plan(x, out, out);
  aclnnLogitGrad(nullptr, 0, planned.executor, second);  // again
  aclrtSynchronizeStream(second);
  aclrtResetDevice(1);
  aclrtSetDevice(0);
  Finish(first);
}
