// Memory is kept over a reset of its device.
//
// OPENACLNN_CHECK=memory reports: EZ2011 before-reset
// with: aclrtMemcpy: dst: bytes 0x
// with: before device 0 was reset at before_reset+0x
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const memory = Malloc(32);
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclrtSetDevice(0);
  const float values[8] = {0.5f};
  aclrtMemcpy(memory, 32, values, 32, ACL_MEMCPY_HOST_TO_DEVICE);  // the mistake; 107000
  aclrtFree(memory);
  aclrtResetDevice(0);
  aclFinalize();
}
