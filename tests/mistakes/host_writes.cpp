// The host fills device memory with std::memcpy.
//
// OPENACLNN_CHECK=memory reports: EZ2001 host-access
// with: host code wrote device memory
// with: offset 0 of allocation #1 of 64 bytes
#include <cstring>

#include "program.h"

int main() {
  Start();
  std::vector<float> values(16, 1.0f);
  std::memcpy(Malloc(64), values.data(), 64);  // the mistake: aclrtMemcpy
  return 0;
}
