// Reserved addresses, and the memory that is mapped there.
#include <cstdint>
#include <vector>

#include "runtime/allocations.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

constexpr size_t kPage = size_t{2} << 20;

class VirtualMemoryTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    properties_.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    size_t granularity = 0;
    if (aclrtMemGetAllocationGranularity(&properties_, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM,
                                         &granularity) != ACL_SUCCESS) {
      GTEST_SKIP() << "a GPU's memory is not mapped";
    }
    EXPECT_EQ(granularity, kPage);
    ASSERT_OK(aclrtReserveMemAddress(&begin_, 8 * kPage - 5, 0, nullptr, 1));  // is rounded up
  }
  void TearDown() override {
    if (begin_ != nullptr) {
      EXPECT_OK(aclrtReleaseMemAddress(begin_));
    }
    RuntimeTest::TearDown();
  }

  char* At(size_t page) { return static_cast<char*>(begin_) + page * kPage; }
  aclrtDrvMemHandle Allocate(size_t pages) {
    aclrtDrvMemHandle handle = nullptr;
    EXPECT_OK(aclrtMallocPhysical(&handle, pages * kPage, &properties_, 0));
    return handle;
  }

  aclrtPhysicalMemProp properties_ = {};
  void* begin_ = nullptr;
};

TEST_F(VirtualMemoryTest, GrowsInPlace) {
  EXPECT_EQ(reinterpret_cast<uintptr_t>(begin_) % kPage, 0u);
  const aclrtDrvMemHandle one = Allocate(1), two = Allocate(2);
  EXPECT_OK(aclrtMapMem(At(0), kPage, 0, one, 0));
  EXPECT_OK(aclrtMemset(At(0), kPage, 3, kPage));
  EXPECT_OK(aclrtMapMem(At(1), 2 * kPage, 0, two, 0));
  EXPECT_EQ(ByteAt(begin_, kPage - 1), 3);
  // Copies that reach from one piece into the next are of device memory: they do not wait.
  EXPECT_TRUE(IsAllocated(At(0), 3 * kPage));
  EXPECT_TRUE(IsAllocated(At(1) - 1, 2));
  EXPECT_FALSE(IsAllocated(At(0), 3 * kPage + 1));
  EXPECT_FALSE(IsAllocated(At(3), 1));
  EXPECT_OK(
      aclrtMemcpy(At(1) - 2, 4, std::vector<char>(4, 9).data(), 4, ACL_MEMCPY_HOST_TO_DEVICE));
  EXPECT_EQ(ByteAt(begin_, kPage - 3), 3);
  EXPECT_EQ(BytesOf(At(1) - 2, 4), std::vector<unsigned char>(4, 9));
  // What is mapped stays when its handle is freed, and ends when it is unmapped.
  EXPECT_OK(aclrtFreePhysical(one));
  EXPECT_OK(aclrtFreePhysical(two));
  EXPECT_EQ(ByteAt(At(1), 1), 9);
  EXPECT_OK(aclrtUnmapMem(At(0)));
  EXPECT_FALSE(IsAllocated(At(0), 1));
  EXPECT_TRUE(IsAllocated(At(1), 2 * kPage));
  EXPECT_OK(aclrtUnmapMem(At(1)));
  const aclrtDrvMemHandle fresh = Allocate(1);
  EXPECT_OK(aclrtMapMem(At(0), kPage, 0, fresh, 0));
  EXPECT_EQ(ByteAt(begin_, 0), 0);
  EXPECT_OK(aclrtUnmapMem(At(0)));
  EXPECT_OK(aclrtFreePhysical(fresh));
}

TEST_F(VirtualMemoryTest, OneMemoryIsMappedAtTwoPlaces) {
  const aclrtDrvMemHandle handle = Allocate(2);
  EXPECT_OK(aclrtMapMem(At(0), kPage, 0, handle, 0));
  EXPECT_OK(aclrtMapMem(At(4), 2 * kPage, 0, handle, 0));
  EXPECT_OK(aclrtMemset(At(0), kPage, 7, kPage));
  EXPECT_EQ(ByteAt(At(4), kPage - 1), 7);
  EXPECT_EQ(ByteAt(At(5), 0), 0);
  EXPECT_OK(aclrtUnmapMem(At(4)));
  EXPECT_EQ(ByteAt(At(0), 0), 7);
  EXPECT_OK(aclrtUnmapMem(At(0)));
  EXPECT_OK(aclrtFreePhysical(handle));
}

TEST_F(VirtualMemoryTest, PlacesAreChecked) {
  constexpr int kNo = ACL_ERROR_RT_PARAM_INVALID;
  const aclrtDrvMemHandle handle = Allocate(1);
  EXPECT_REFUSED(kNo, "not reserved", aclrtMapMem, At(8), kPage, 0, handle, 0);
  EXPECT_REFUSED(kNo, "not reserved", aclrtMapMem, At(0) + 512, kPage, 0, handle, 0);
  EXPECT_REFUSED(kNo, "more than the 2097152 bytes", aclrtMapMem, At(0), 2 * kPage, 0, handle, 0);
  EXPECT_REFUSED(kNo, "size: is 5", aclrtMapMem, At(0), 5, 0, handle, 0);
  EXPECT_REFUSED(kNo, "offset: is 1", aclrtMapMem, At(0), kPage, 1, handle, 0);
  EXPECT_REFUSED(kNo, "flags: is 1", aclrtMapMem, At(0), kPage, 0, handle, 1);
  EXPECT_REFUSED(kNo, "no memory was mapped", aclrtUnmapMem, At(0));
  EXPECT_OK(aclrtMapMem(At(1), kPage, 0, handle, 0));
  EXPECT_REFUSED(kNo, "mapped already", aclrtMapMem, At(1), kPage, 0, handle, 0);
  EXPECT_REFUSED(kNo, "memory is mapped", aclrtReleaseMemAddress, begin_);
  EXPECT_OK(aclrtUnmapMem(At(1)));
  EXPECT_OK(aclrtFreePhysical(handle));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not that of live", aclrtFreePhysical, handle);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not that of live", aclrtMapMem, At(0), kPage, 0,
                 handle, 0);
  EXPECT_REFUSED(kNo, "not an address from", aclrtReleaseMemAddress, At(1));
}

TEST_F(VirtualMemoryTest, NumbersAreChecked) {
  constexpr int kNo = ACL_ERROR_RT_PARAM_INVALID;
  void* address = nullptr;
  aclrtDrvMemHandle handle = nullptr;
  size_t granularity = 0;
  EXPECT_REFUSED(kNo, "size: is 0", aclrtReserveMemAddress, &address, 0, 0, nullptr, 0);
  EXPECT_REFUSED(kNo, "alignment: is 4", aclrtReserveMemAddress, &address, kPage, 4, nullptr, 0);
  EXPECT_REFUSED(kNo, "flags: is 2", aclrtReserveMemAddress, &address, kPage, 0, nullptr, 2);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "no 4611686018427387904 bytes",
                 aclrtReserveMemAddress, &address, size_t{1} << 62, 0, nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "the device has less", aclrtMallocPhysical,
                 &handle, size_t{1} << 50, &properties_, 0);
  EXPECT_REFUSED(kNo, "size: is 7", aclrtMallocPhysical, &handle, 7, &properties_, 0);
  EXPECT_REFUSED(kNo, "flags: is 3", aclrtMallocPhysical, &handle, kPage, &properties_, 3);
  EXPECT_REFUSED(kNo, "option: is 65535", aclrtMemGetAllocationGranularity, &properties_,
                 ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF, &granularity);
  properties_.location.id = 99;
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "prop->location.id", aclrtMallocPhysical, &handle,
                 kPage, &properties_, 0);
  properties_.location = {0, ACL_MEM_LOCATION_TYPE_HOST};
  EXPECT_REFUSED(kNo, "prop->location.type: is 0", aclrtMallocPhysical, &handle, kPage,
                 &properties_, 0);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(granularity, 0u);
}

TEST_F(VirtualMemoryTest, NullPointers) {
  constexpr int kNull = ACL_ERROR_INVALID_PARAM;
  void* address = nullptr;
  size_t granularity = 0;
  EXPECT_REFUSED(kNull, "prop", aclrtMemGetAllocationGranularity, nullptr,
                 ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity);
  EXPECT_REFUSED(kNull, "granularity", aclrtMemGetAllocationGranularity, &properties_,
                 ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, nullptr);
  EXPECT_REFUSED(kNull, "virPtr", aclrtReserveMemAddress, nullptr, kPage, 0, nullptr, 0);
  EXPECT_REFUSED(kNull, "virPtr", aclrtReleaseMemAddress, nullptr);
  EXPECT_REFUSED(kNull, "handle", aclrtMallocPhysical, nullptr, kPage, &properties_, 0);
  EXPECT_REFUSED(kNull, "prop", aclrtMallocPhysical, &address, kPage, nullptr, 0);
  EXPECT_REFUSED(kNull, "handle", aclrtFreePhysical, nullptr);
  EXPECT_REFUSED(kNull, "virPtr", aclrtMapMem, nullptr, kPage, 0, Foreign(), 0);
  EXPECT_REFUSED(kNull, "handle", aclrtMapMem, At(0), kPage, 0, nullptr, 0);
  EXPECT_REFUSED(kNull, "virPtr", aclrtUnmapMem, nullptr);
}

}  // namespace
}  // namespace openaclnn::test
