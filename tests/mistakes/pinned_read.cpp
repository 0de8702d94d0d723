// The program reads a result in pinned memory before its copy has been waited for.
//
// OPENACLNN_CHECK=order reports: EZ4002 host-race
// with: aclrtMemcpyAsync (task 1 of stream
// with: writes dst, bytes 0x
// with: and the program (on the host) read
// with: at pinned_read+0x
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* memory = nullptr;
  aclrtMallocHost(&memory, 32);  // pinned, so that the copy does not wait
  const float* const host = static_cast<float*>(memory);
  aclrtMemcpyAsync(memory, 32, Malloc(32), 32, ACL_MEMCPY_DEVICE_TO_HOST, stream);
  const bool too_early = host[2] > 0;  // the mistake
  aclrtSynchronizeStream(stream);
  const bool in_time = host[2] > 0;
  Finish(stream);
  return too_early || in_time ? 1 : 0;
}
