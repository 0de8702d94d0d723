// Memory is allocated for 256 bytes instead of 256 floats.
//
// OPENACLNN_CHECK=memory reports: EZ2007 copy-bounds, EZ2002 out-of-bounds
// with: aclrtMemcpy: dst
// with: offsets 0 to 1024 of allocation #1 of 256 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  const std::vector<float> values(256, 0.5f);
  void* const data = Malloc(values.size());  // the mistake: * sizeof(float)
  aclrtMemcpy(data, 1024, values.data(), 1024, ACL_MEMCPY_HOST_TO_DEVICE);
  aclTensor* const x = TensorOf(data, {256});
  Plan(x, x, x);  // 161002
  Finish(stream);
}
