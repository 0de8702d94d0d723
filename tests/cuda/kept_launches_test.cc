// Launches that are kept: what of an argument is an address, and what becomes of it.
#include "engine/kept_launches.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn::test {
namespace {

struct Argument {
  uint64_t behind, number, before, of_the_workspace;

  bool operator==(const Argument&) const = default;
};

// Writes down what it is given.
class Written final : public Queue {
 public:
  explicit Written(Device& device) : Queue(device, false) {}

  Status RunBytes(const DeviceCode* code, std::span<const std::byte> argument,
                  int64_t elements) override {
    Argument& written = arguments.emplace_back();
    EXPECT_EQ(argument.size(), sizeof(written));
    std::memcpy(&written, argument.data(), sizeof(written));
    codes.push_back(code);
    counts.push_back(elements);
    return {};
  }
  Status Copy(void* /*dst*/, const void* /*src*/, size_t /*count*/) override { return {}; }
  Status Fill(void* /*memory*/, int32_t /*value*/, size_t /*count*/) override { return {}; }
  Status Record(std::unique_ptr<Mark>& /*mark*/) override { return {}; }
  Status WaitFor(const Mark& /*mark*/) override { return {}; }

  std::vector<Argument> arguments;
  std::vector<const DeviceCode*> codes;
  std::vector<int64_t> counts;
};

// No queue here looks at its device.
Device& DeviceAt(int number) {
  static std::max_align_t devices[2];
  return *reinterpret_cast<Device*>(&devices[number]);
}

const DeviceCode* CodeAt(uint64_t number) { return reinterpret_cast<const DeviceCode*>(number); }

Argument ArgumentAt(const Addresses& at) {
  return {at[0] + 40, 0x7000'0000'0000'0001, at[1] - 8, at.back() + 64};
}

Status LaunchTwo(const Addresses& at, Queue& queue) {
  OPENACLNN_RETURN_IF_ERROR(queue.Run(CodeAt(1), ArgumentAt(at), 5));
  return queue.Run(CodeAt(2), Argument{at[1], 2, 0, 0}, 6);
}

Addresses At(uint64_t first, uint64_t second, uint64_t workspace) {
  Addresses addresses(9);
  addresses[0] = first;
  addresses[1] = second;
  addresses.back() = workspace;
  return addresses;
}

TEST(KeptLaunchesTest, OnlyAddressesChange) {
  Written queue(DeviceAt(0));
  std::shared_ptr<const KeptLaunches> kept;
  const Addresses first = At(0x10000, 0x10000, 0x50000);  // in place
  ASSERT_TRUE(KeptLaunches::Make(first, queue, LaunchTwo, kept).ok());
  ASSERT_NE(kept, nullptr);
  EXPECT_TRUE(queue.arguments.empty());
  for (const Addresses& at : {first, At(0x7fff'0000'0040, 0x90000, 0x80), At(0x40, 0x80, 0xc0)}) {
    queue.arguments.clear();
    ASSERT_TRUE(kept->Fit(at, queue));
    ASSERT_TRUE(kept->Run(at, queue).ok());
    EXPECT_EQ(queue.arguments, (std::vector{ArgumentAt(at), Argument{at[1], 2, 0, 0}}));
  }
  EXPECT_EQ(queue.codes.size(), 6u);
  EXPECT_EQ(queue.codes[4], CodeAt(1));
  EXPECT_EQ(queue.codes[5], CodeAt(2));
  EXPECT_EQ(queue.counts[4], 5);
  EXPECT_EQ(queue.counts[5], 6);
}

TEST(KeptLaunchesTest, TheyFitWhatLiesAlikeOnTheSameDevice) {
  Written queue(DeviceAt(0)), other(DeviceAt(1));
  std::shared_ptr<const KeptLaunches> kept;
  ASSERT_TRUE(KeptLaunches::Make(At(0x10004, 0, 0x50010), queue, LaunchTwo, kept).ok());
  ASSERT_NE(kept, nullptr);
  EXPECT_TRUE(kept->Fit(At(0x20044, 0, 0x10), queue));
  EXPECT_FALSE(kept->Fit(At(0x20044, 0, 0x10), other));
  EXPECT_FALSE(kept->Fit(At(0x20008, 0, 0x10), queue));
  EXPECT_FALSE(kept->Fit(At(0x20044, 0x40, 0x10), queue));
  EXPECT_FALSE(kept->Fit(At(0x20044, 0, 0x20), queue));
  EXPECT_FALSE(kept->Fit(At(0x20044, 0, 0), queue));
}

TEST(KeptLaunchesTest, OfLongListsTheyAreNotKept) {
  Written queue(DeviceAt(0));
  std::shared_ptr<const KeptLaunches> kept;
  for (const size_t count : {63, 64}) {
    Addresses at(count);
    for (size_t i = 0; i < count; ++i) at[i] = 0x10000 * (i + 1);
    ASSERT_TRUE(KeptLaunches::Make(at, queue, LaunchTwo, kept).ok());
    EXPECT_EQ(kept != nullptr, count == 63);
    if (kept == nullptr) continue;
    ASSERT_TRUE(kept->Run(at, queue).ok());
    EXPECT_EQ(queue.arguments[0], ArgumentAt(at));
  }
}

TEST(KeptLaunchesTest, WhatIsNoAddressIsNotKept) {
  Written queue(DeviceAt(0));
  std::shared_ptr<const KeptLaunches> kept;
  const auto twice = [](const Addresses& at, Queue& to) {
    return to.Run(CodeAt(1), Argument{at[0] / 2, 0, 0, 0}, 1);
  };
  EXPECT_TRUE(KeptLaunches::Make(At(0x10000, 0, 0), queue, twice, kept).ok());
  EXPECT_EQ(kept, nullptr);
  const auto too_many = [](const Addresses& at, Queue& to) {
    for (int i = 0; i < 1000; ++i) {
      OPENACLNN_RETURN_IF_ERROR(to.Run(CodeAt(1), ArgumentAt(at), 1));
    }
    return Status();
  };
  EXPECT_TRUE(KeptLaunches::Make(At(0x10000, 0, 0), queue, too_many, kept).ok());
  EXPECT_EQ(kept, nullptr);
}

}  // namespace
}  // namespace openaclnn::test
