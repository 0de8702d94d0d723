#include "tests/hccl/ranks.h"

#include <numeric>
#include <thread>

#include "gtest/gtest.h"

namespace openaclnn::hccl {

ManyDevices::ManyDevices() : before_(GetSettings()) {
  Settings settings = before_;
  settings.device_count = 16;
  settings.chip = Chip::kAscend950;
  OverrideSettings(settings);
}

ManyDevices::~ManyDevices() { OverrideSettings(before_); }

void ManyDevices::SetChip(Chip chip) {
  Settings settings = GetSettings();
  settings.chip = chip;
  OverrideSettings(settings);
}

void RunThreads(uint32_t size, const std::function<void(uint32_t, aclrtStream)>& body) {
  std::vector<std::jthread> threads;
  for (uint32_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), 0);
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStream(&stream), 0);
      body(rank, stream);
      aclrtDestroyStream(stream);
    });
  }
}

void RunRanks(uint32_t size, const std::function<void(const Rank&)>& body) {
  std::vector<int32_t> devices(size);
  std::iota(devices.begin(), devices.end(), 0);
  std::vector<HcclComm> comms(size);
  ASSERT_EQ(HcclCommInitAll(size, devices.data(), comms.data()), HCCL_SUCCESS) << LastMessage();
  RunThreads(size, [&](uint32_t rank, aclrtStream stream) {
    body({rank, size, comms[rank], stream});
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0) << LastMessage();
    EXPECT_EQ(HcclCommDestroy(comms[rank]), HCCL_SUCCESS) << LastMessage();
  });
}

std::string LastMessage() {
  const char* const message = aclGetRecentErrMsg();
  return message != nullptr ? message : "";
}

}  // namespace openaclnn::hccl
