#include "tests/ops/harness/device.h"

#include "acl/acl.h"
#include "gtest/gtest.h"

namespace openaclnn::test {

void EnsureDevice() {
  static const aclError initialised = aclInit(nullptr);
  thread_local const aclError device = aclrtSetDevice(0);
  EXPECT_EQ(initialised, ACL_SUCCESS);
  EXPECT_EQ(device, ACL_SUCCESS);
}

}  // namespace openaclnn::test
