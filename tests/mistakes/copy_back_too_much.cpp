// Indices of 32 bits are read back as if they had 64.
//
// OPENACLNN_CHECK=memory reports: EZ2007 copy-bounds
// with: aclrtMemcpy: src
// with: offsets 0 to 64 of allocation #1 of 32 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const indices = Malloc(8 * sizeof(int32_t));
  std::vector<int64_t> result(8);  // the mistake
  aclrtMemcpy(result.data(), 64, indices, 64, ACL_MEMCPY_DEVICE_TO_HOST);
  Finish(stream);
}
