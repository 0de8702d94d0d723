// The kind of a copy is the wrong way round.
//
// OPENACLNN_CHECK=memory,contract reports: EZ5006 copy-kind
// with: aclrtMemcpy: kind says device to host
// with: src
// with: is host memory
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  const std::vector<float> values(8, 1.0f);
  aclrtMemcpy(Malloc(32), 32, values.data(), 32, ACL_MEMCPY_DEVICE_TO_HOST);  // the mistake
  Finish(stream);
}
