// Two owners free the same memory.
//
// OPENACLNN_CHECK=memory reports: EZ2005 double-free
// with: aclrtFree:
// with: allocation #1 of 32 bytes
// with: and freed at
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclrtFree(data);
  aclrtFree(data);  // the mistake; 107000
  Finish(stream);
}
