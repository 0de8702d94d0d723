// The address of a sub-buffer is freed.
//
// OPENACLNN_CHECK=memory reports: EZ2006 foreign-free
// with: aclrtFree:
// with: at offset 512 of allocation #1 of 1024 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  char* const data = static_cast<char*>(Malloc(1024));
  aclrtFree(data + 512);  // the mistake; 107000
  Finish(stream);
}
