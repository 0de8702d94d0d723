// The program fills the source of a copy anew before the copy is done.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclrtMemcpyAsync (task 1 of stream
// with: reads src, bytes
// with: the program (on the host) writes src, bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* memory = nullptr;
  aclrtMallocHost(&memory, 32);  // pinned, so that the copy does not wait
  float* const host = static_cast<float*>(memory);
  for (int i = 0; i < 8; ++i) host[i] = 1;
  aclrtMemcpyAsync(Malloc(32), 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  for (int i = 0; i < 8; ++i) host[i] = 2;  // the mistake
  aclrtMemcpyAsync(Malloc(32), 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE, stream);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
