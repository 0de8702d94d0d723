// A window is moved along within its buffer, with a copy onto itself.
//
// OPENACLNN_CHECK=memory reports: EZ2009 overlapping-copy
// with: are 64 bytes apart, but count is 192
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  char* const window = static_cast<char*>(Malloc(256));
  aclrtMemcpyAsync(window, 192, window + 64, 192, ACL_MEMCPY_DEVICE_TO_DEVICE,
                   stream);  // the mistake
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
