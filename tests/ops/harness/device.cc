#include "tests/ops/harness/device.h"

#include "acl/acl.h"
#include "base/settings.h"
#include "gtest/gtest.h"

namespace openaclnn::test {

void EnsureDevice() {
  static const aclError initialised = aclInit(nullptr);
  thread_local const aclError device = aclrtSetDevice(0);
  EXPECT_EQ(initialised, ACL_SUCCESS);
  EXPECT_EQ(device, ACL_SUCCESS);
}

bool OnGpu() { return GetSettings().device_kind == DeviceKind::kCuda; }

void FreeDeviceMemory::operator()(std::byte* memory) const {
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

DeviceMemory MakeDeviceMemory(size_t size) {
  void* memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  return DeviceMemory(static_cast<std::byte*>(memory));
}

void CopyBytes(std::byte* to, const std::byte* from, size_t size) {
  EXPECT_EQ(aclrtMemcpy(to, size, from, size, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
}

}  // namespace openaclnn::test
