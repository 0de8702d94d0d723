// The host reads a result where the device has it.
//
// OPENACLNN_CHECK=memory reports: EZ2001 host-access
// with: host code read device memory
// with: offset 8 of allocation #1 of 4096 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  const float* const result = static_cast<float*>(Malloc(4096));
  aclrtSynchronizeStream(stream);
  return result[2] > 0 ? 0 : 1;  // the mistake
}
