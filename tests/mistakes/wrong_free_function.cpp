// Pinned host memory is freed as if it were the device's.
//
// OPENACLNN_CHECK=memory reports: EZ2006 foreign-free
// with: was allocated by aclrtMallocHost; free it with aclrtFreeHost
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* pinned = nullptr;
  aclrtMallocHost(&pinned, 4096);
  aclrtFree(pinned);  // the mistake; 107000
  Finish(stream);
}
