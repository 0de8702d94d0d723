#include "checked/pinned_memory.h"

#include <atomic>
#include <cstring>
#include <string>
#include <thread>

#include "checked/out_of_reach.h"
#include "checked/pages.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class PinnedMemoryTest : public testing::Test {
 protected:
  PinnedMemoryTest() { OverrideChecks(CheckBit(Check::kOrder)); }
  ~PinnedMemoryTest() override { OverrideChecks(0); }

  static uintptr_t AddressOf(const volatile void* memory) {
    return reinterpret_cast<uintptr_t>(memory);
  }
  static volatile char* Reserve(size_t size) {
    return static_cast<volatile char*>(ReservePinnedMemory(size));
  }
  static void Release(volatile char* memory) {
    ReleasePinnedMemory(const_cast<char*>(memory), false);
  }
  static uint64_t Watch(volatile char* begin, size_t size) {
    return WatchPinned(AddressOf(begin), AddressOf(begin) + size, "a task writes dst");
  }
  // What is reported of a read.
  static std::string Read(volatile char* address, char& value) {
    testing::internal::CaptureStderr();
    value = *address;
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(PinnedMemoryTest, TheDeviceSeesTheSameBytes) {
  volatile char* const memory = Reserve(100);
  auto* const device = static_cast<char*>(HostAddress(const_cast<char*>(memory + 40)));
  EXPECT_NE(device, memory + 40);
  *device = 7;
  EXPECT_EQ(memory[40], 7);
  memory[99] = 8;
  EXPECT_EQ(device[59], 8);
  Release(memory);
  EXPECT_EQ(HostAddress(const_cast<char*>(memory)), memory);
}

TEST_F(PinnedMemoryTest, AReadIsReportedOnceAndGoesOn) {
  volatile char* const memory = Reserve(100);
  const uint64_t watch = Watch(memory, 100);
  static_cast<char*>(HostAddress(const_cast<char*>(memory)))[3] = 5;
  char value = 0;
  EXPECT_THAT(
      Read(memory + 3, value),
      HasSubstr("EZ4002 host-race]: a task writes dst, and the program (on the host) read"));
  EXPECT_EQ(value, 5);
  EXPECT_THAT(Read(memory + 3, value), IsEmpty());
  EndWatch(watch);
  Release(memory);
}

TEST_F(PinnedMemoryTest, AfterTheWatchNothingIsReported) {
  volatile char* const memory = Reserve(100);
  const uint64_t first = Watch(memory, 100), second = Watch(memory, 100);
  EndWatch(first);
  EndWatch(second);
  char value = 0;
  EXPECT_THAT(Read(memory, value), IsEmpty());
  const uint64_t third = Watch(memory, 100), fourth = Watch(memory, 100);
  EndWatch(third);
  EXPECT_THAT(Read(memory, value), HasSubstr("EZ4002"));
  EndWatch(fourth);
  Release(memory);
}

TEST_F(PinnedMemoryTest, OtherBytesOfAPageAreLeftAlone) {
  const size_t page = PageSize();
  volatile char* const memory = Reserve(3 * page);
  const uint64_t watch = Watch(memory + 10, 2 * page);  // all of the second page only
  char value = 0;
  for (const size_t at : {size_t{0}, size_t{10}, page - 1, 2 * page, 2 * page + 9, 3 * page - 1}) {
    EXPECT_THAT(Read(memory + at, value), IsEmpty()) << at;
  }
  EXPECT_THAT(Read(memory + 2 * page - 1, value), HasSubstr("EZ4002"));
  EndWatch(watch);
  EXPECT_EQ(Watch(memory + 1, page), 0);
  Release(memory);
}

TEST_F(PinnedMemoryTest, ThreadsMayWatchWhileOthersRead) {
  volatile char* const mine = Reserve(64);
  volatile char* const theirs = Reserve(64);
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop) EXPECT_EQ(*theirs, 0);
  });
  for (int i = 0; i < 1000; ++i) EndWatch(Watch(mine, 64));
  stop = true;
  reader.join();
  Release(mine);
  Release(theirs);
}

}  // namespace
}  // namespace openaclnn
