// A result is copied back after its memory was freed.
//
// OPENACLNN_CHECK=memory reports: EZ2004 use-after-free
// with: aclrtMemcpy: src: bytes
// with: and freed at
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  float result = 0;
  void* const data = Malloc(4);
  aclrtFree(data);
  aclrtMemcpy(&result, 4, data, 4, ACL_MEMCPY_DEVICE_TO_HOST);  // the mistake; 107000
  Finish(stream);
}
