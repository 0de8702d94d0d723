// aclrtMemset clears a buffer of the host.
//
// OPENACLNN_CHECK=memory reports: EZ2003 host-pointer
// with: aclrtMemset: devPtr
// with: is not device memory
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  std::vector<float> values(8);
  aclrtMemset(values.data(), 32, 0, 32);  // the mistake
  Finish(stream);
}
