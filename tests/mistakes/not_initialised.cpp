// The program starts with aclrtSetDevice.
//
// OPENACLNN_CHECK=1 reports: EZ5008 not-initialised
// with: aclrtSetDevice is called at not_initialised+0x
#include "program.h"

int main() {
  aclrtSetDevice(0);  // the mistake: no aclInit before
  int32_t device = -1;
  aclrtGetDevice(&device);
  aclrtResetDevice(0);
  return device;
}
