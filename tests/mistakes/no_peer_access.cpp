// A copy leads from one device to another, without access between the two.
//
// OPENACLNN_CHECK=memory,contract reports: EZ2010 other-device
// with: neither has enabled access to the other
#include <cstdlib>

#include "program.h"

int main() {
  setenv("OPENACLNN_DEVICE_COUNT", "2", 1);
  const aclrtStream stream = Start();
  void* const from = Malloc(32);
  aclrtSetDevice(1);
  void* const to = Malloc(32);
  aclrtMemcpy(to, 32, from, 32, ACL_MEMCPY_DEVICE_TO_DEVICE);  // the mistake
  aclrtDeviceEnablePeerAccess(0, 0);
  aclrtMemcpy(to, 32, from, 32, ACL_MEMCPY_DEVICE_TO_DEVICE);  // right
  aclrtResetDevice(1);
  aclrtSetDevice(0);
  Finish(stream);
}
