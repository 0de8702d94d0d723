// aclrtFree gets memory of the host.
//
// OPENACLNN_CHECK=memory reports: EZ2006 foreign-free
// with: aclrtFree:
// with: did not come from aclrtMalloc
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  std::vector<float> values(8);
  aclrtFree(values.data());  // the mistake; 107000
  Finish(stream);
}
