#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "base/settings.h"
#include "device/devices.h"
#include "gtest/gtest.h"

namespace openaclnn::test {
namespace {

// Puts the settings back at its end.
class HostDeviceTest : public testing::Test {
 protected:
  ~HostDeviceTest() override { OverrideSettings(before_); }

  void SetChecks(uint32_t checks) {
    Settings settings = before_;
    settings.checks = checks;
    OverrideSettings(settings);
  }

  Device& device_ = DeviceOfNumber(0);
  const Settings before_ = GetSettings();
};

TEST_F(HostDeviceTest, AsManyAsTheSettingSays) {
  Settings settings = before_;
  settings.device_count = 3;
  OverrideSettings(settings);
  uint32_t count = 0;
  EXPECT_TRUE(CountDevices(count).ok());
  EXPECT_EQ(count, 3u);
  std::set<const Device*> devices;
  for (size_t i = 0; i < kMostDevices; ++i) {
    devices.insert(&DeviceOfNumber(static_cast<int32_t>(i)));
  }
  EXPECT_EQ(devices.size(), kMostDevices);
  EXPECT_TRUE(device_.Reaches(2));
}

TEST_F(HostDeviceTest, MemoryHasSlackBehind) {
  for (const uint32_t checks : {uint32_t{0}, CheckBit(Check::kMemory) | CheckBit(Check::kOrder)}) {
    SetChecks(checks);
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHost}) {
      for (const size_t size : {size_t{1}, size_t{4097}, kHugePage + 1}) {
        Allocation memory;
        ASSERT_TRUE(device_.Allocate(size, kind, Pages::kHuge, memory).ok());
        EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.begin) % kMemoryAlignment, 0u);
        EXPECT_GE(memory.extent, size + kMemorySlack);
        const std::string text(size, 'a');
        std::string back(size, ' ');
        EXPECT_TRUE(device_.Copy(memory.begin, text.data(), size).ok());
        EXPECT_TRUE(device_.Copy(back.data(), memory.begin, size).ok());
        EXPECT_EQ(back, text);
        device_.Free(memory, false);
      }
    }
  }
}

TEST_F(HostDeviceTest, MemoryInUseStays) {
  Allocation memory;
  ASSERT_TRUE(device_.Allocate(100, MemoryKind::kDevice, Pages::kNormal, memory).ok());
  std::memset(memory.begin, 3, 100);
  device_.Free(memory, true);
  EXPECT_EQ(static_cast<char*>(memory.begin)[99], 3);
  device_.Free(memory, false);
}

TEST_F(HostDeviceTest, NoMemoryIsAnError) {
  Allocation memory;
  const Status status =
      device_.Allocate(size_t{1} << 60, MemoryKind::kDevice, Pages::kNormal, memory);
  EXPECT_EQ(status.code(), ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(status.kind(), ErrorKind::kOutOfDeviceMemory);
  EXPECT_EQ(status.message(), "size: the system has no 1152921504606846976 bytes left");
  EXPECT_EQ(memory.begin, nullptr);
}

TEST_F(HostDeviceTest, FillsAndCopiesAtOnce) {
  std::vector<unsigned char> bytes(6, 1);
  EXPECT_TRUE(device_.Fill(bytes.data(), 0x1ab, 2).ok());
  EXPECT_TRUE(device_.Copy(bytes.data() + 1, bytes.data(), 4).ok());  // they overlap
  EXPECT_EQ(bytes, (std::vector<unsigned char>{0xab, 0xab, 0xab, 1, 1, 1}));
}

TEST_F(HostDeviceTest, AQueueHasRunWhatItIsGiven) {
  std::unique_ptr<Queue> queue;
  ASSERT_TRUE(device_.MakeQueue(queue).ok());
  std::vector<unsigned char> bytes(4, 1);
  EXPECT_TRUE(queue->Fill(bytes.data(), -1, 2).ok());
  EXPECT_TRUE(queue->Copy(bytes.data() + 1, bytes.data(), 2).ok());
  EXPECT_EQ(bytes, (std::vector<unsigned char>{255, 255, 255, 1}));
  EXPECT_TRUE(queue->Idle());
  EXPECT_TRUE(queue->Wait(After(0)));
}

TEST_F(HostDeviceTest, WhatTheMachineHas) {
  const MemorySize memory = device_.Memory();
  EXPECT_GT(memory.free, 0u);
  EXPECT_GE(memory.total, memory.free);
  EXPECT_EQ(device_.Cores(), GetSettings().num_threads);
  EXPECT_GE(device_.CacheSize(), 0);
}

}  // namespace
}  // namespace openaclnn::test
