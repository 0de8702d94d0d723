// No mistake: a function of the program, queued between copies, refills their source, and another
// one says when all is done, so that nobody needs to synchronise.
//
// OPENACLNN_CHECK=order reports: nothing
#include <future>

#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* memory = nullptr;
  aclrtMallocHost(&memory, 32);
  float* const host = static_cast<float*>(memory);
  host[0] = 1;
  void* const device = Malloc(32);
  aclrtMemcpyAsync(device, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  aclrtLaunchHostFunc(
      stream, [](void* values) { static_cast<float*>(values)[0] = 2; }, host);
  aclrtMemcpyAsync(device, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  std::promise<void> done;
  aclrtLaunchHostFunc(
      stream, [](void* promise) { static_cast<std::promise<void>*>(promise)->set_value(); }, &done);
  done.get_future().wait();
  float result[8];
  aclrtMemcpy(result, 32, device, 32, ACL_MEMCPY_DEVICE_TO_HOST);
  Finish(stream);
}
