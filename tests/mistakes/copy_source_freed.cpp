// The source of a copy on a stream is freed behind the call.
//
// OPENACLNN_CHECK=lifetime reports: EZ3001 freed-in-use
// with: aclrtFree(
// with: are src of aclrtMemcpyAsync
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const from = Malloc(1 << 20);
  void* const to = Malloc(1 << 20);
  aclrtMemcpyAsync(to, 1 << 20, from, 1 << 20, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
  aclrtFree(from);  // the mistake
  aclrtSynchronizeStream(stream);
  aclrtFree(to);
  Finish(stream);
}
