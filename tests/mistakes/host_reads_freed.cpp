// The host reads device memory that is not even there any more.
//
// OPENACLNN_CHECK=memory reports: EZ2001 host-access
// with: host code read device memory
// with: of freed allocation #1
#include "program.h"

int main() {
  Start();
  const int* const count = static_cast<int*>(Malloc(4));
  aclrtFree(const_cast<int*>(count));
  return *count;  // the mistake
}
