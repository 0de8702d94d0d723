#include "checked/device_memory.h"

#include <csignal>
#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::HasSubstr;

class DeviceMemoryTest : public testing::Test {
 protected:
  DeviceMemoryTest() {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    OverrideChecks(CheckBit(Check::kMemory));
  }
  ~DeviceMemoryTest() override { OverrideChecks(0); }

  static uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }
};

TEST_F(DeviceMemoryTest, TheBytesAreElsewhere) {
  auto* const memory = static_cast<char*>(ReserveDeviceMemory(100, 0));
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(IsDeviceAddress(memory));
  auto* const bytes = static_cast<char*>(HostAddress(memory));
  EXPECT_NE(bytes, memory);
  EXPECT_FALSE(IsDeviceAddress(bytes));
  std::memset(bytes, 1, 100);
  EXPECT_EQ(HostAddress(memory + 99), bytes + 99);
  ReleaseDeviceMemory(memory, false);
}

TEST_F(DeviceMemoryTest, OtherAddressesStayWhatTheyAre) {
  int local = 0;
  EXPECT_EQ(HostAddress(&local), &local);
  EXPECT_EQ(HostAddress(nullptr), nullptr);
  EXPECT_FALSE(IsDeviceAddress(&local));
}

TEST_F(DeviceMemoryTest, RangesAreHeldAgainstAllocations) {
  void* const memory = ReserveDeviceMemory(100, 0);
  const uintptr_t begin = AddressOf(memory);
  EXPECT_FALSE(CheckDeviceRange(begin, begin + 100));
  EXPECT_FALSE(CheckDeviceRange(begin + 99, begin + 100));
  for (const auto& [from, to] : {std::pair{0, 101}, {-1, 10}, {100, 101}, {-8, 0}}) {
    const auto finding = CheckDeviceRange(begin + from, begin + to);
    ASSERT_TRUE(finding) << from << " " << to;
    EXPECT_EQ(finding->mistake, Mistake::kOutOfBounds) << finding->details;
  }
  EXPECT_THAT(CheckDeviceRange(begin, begin + 101)->details,
              HasSubstr("are offsets 0 to 101 of allocation #"));
  ReleaseDeviceMemory(memory, false);
  EXPECT_EQ(CheckDeviceRange(begin, begin + 1)->mistake, Mistake::kUseAfterFree);
  int local = 0;
  EXPECT_EQ(CheckDeviceRange(AddressOf(&local), AddressOf(&local) + 4)->mistake,
            Mistake::kHostPointer);
}

TEST_F(DeviceMemoryTest, FreedAddressesAreNotUsedAgainSoon) {
  void* const memory = ReserveDeviceMemory(100, 0);
  ReleaseDeviceMemory(memory, false);
  for (int i = 0; i < 1000; ++i) {
    void* const other = ReserveDeviceMemory(100, 0);
    ASSERT_NE(other, memory);
    ReleaseDeviceMemory(other, false);
  }
  EXPECT_EQ(ExplainFree(memory, "aclrtMalloc").mistake, Mistake::kDoubleFree);
}

TEST_F(DeviceMemoryTest, MoreThanTheWholeRangeCanBeUsedOverTime) {
  constexpr size_t kSize = size_t{100} << 30;
  void* const first = ReserveDeviceMemory(kSize, 0);
  if (first == nullptr) GTEST_SKIP() << "this machine does not overcommit memory";
  ReleaseDeviceMemory(first, false);
  for (int i = 0; i < 100; ++i) {
    void* const memory = ReserveDeviceMemory(kSize, 0);
    ASSERT_NE(memory, nullptr) << i;
    ReleaseDeviceMemory(memory, false);
  }
  EXPECT_EQ(ReserveDeviceMemory(size_t{1} << 60, 0), nullptr);
}

TEST_F(DeviceMemoryTest, AFaultIsExplainedAndThenTakesItsCourse) {
  auto* const memory = static_cast<volatile char*>(ReserveDeviceMemory(100, 0));
  // The address sanitizer's action is to exit.
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  const testing::ExitedWithCode takes_its_course(1);
#else
  const testing::KilledBySignal takes_its_course(SIGSEGV);
#endif
  EXPECT_EXIT(
      memory[7] = 1, takes_its_course,
      "EZ2001 host-access.*host code wrote device memory.*offset 7 of allocation #.* of 100 "
      "bytes");
  ReleaseDeviceMemory(const_cast<char*>(memory), false);
}

TEST_F(DeviceMemoryTest, OtherFaultsAreNobodysBusiness) {
  ReleaseDeviceMemory(ReserveDeviceMemory(1, 0), false);
  EXPECT_DEATH(std::raise(SIGSEGV), testing::Not(HasSubstr("EZ2")));
}

}  // namespace
}  // namespace openaclnn
