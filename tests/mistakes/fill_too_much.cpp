// aclrtMemset gets the size of the wrong buffer, 1 MiB.
//
// OPENACLNN_CHECK=memory reports: EZ2007 copy-bounds
// with: aclrtMemset: devPtr
// with: offsets 0 to 1048576 of allocation #1 of 4096 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const small = Malloc(4096);
  aclrtMemset(small, 1 << 20, 0, 1 << 20);  // the mistake; 107000
  Finish(stream);
}
