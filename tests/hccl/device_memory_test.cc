// Operations on memory of the device, between copies of the same stream: they begin when what was
// there before has run, and what follows finds their results. Nothing is written but those.

#include <dlfcn.h>

#include <algorithm>
#include <barrier>
#include <cstring>
#include <latch>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hccl/data_type.h"
#include "tests/hccl/ranks.h"
#include "tests/hccl/reference.h"

namespace openaclnn::hccl {
namespace {

constexpr uint32_t kSize = 3;
constexpr std::byte kUntouched{0x5a};

// Pinned memory of the host and as much of the device.
class Both {
 public:
  explicit Both(const Bytes& bytes) : size_(bytes.size()) {
    EXPECT_EQ(aclrtMallocHost(&host_, std::max<size_t>(size_, 1)), 0);
    EXPECT_EQ(aclrtMalloc(&device_, std::max<size_t>(size_, 1), ACL_MEM_MALLOC_HUGE_FIRST), 0);
    std::memcpy(host_, bytes.data(), size_);
  }
  Both(size_t size, std::byte value) : Both(Bytes(size, value)) {}
  ~Both() {
    EXPECT_EQ(aclrtFree(device_), 0);
    EXPECT_EQ(aclrtFreeHost(host_), 0);
  }
  Both(const Both&) = delete;
  Both& operator=(const Both&) = delete;

  std::byte* device() const { return static_cast<std::byte*>(device_); }

  void ToDevice(aclrtStream stream) const {
    ASSERT_EQ(aclrtMemcpyAsync(device_, size_, host_, size_, ACL_MEMCPY_HOST_TO_DEVICE, stream), 0);
  }
  Bytes FromDevice(aclrtStream stream) const {
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0) << LastMessage();
    std::memset(host_, 0, size_);
    EXPECT_EQ(aclrtMemcpyAsync(host_, size_, device_, size_, ACL_MEMCPY_DEVICE_TO_HOST, stream), 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
    const auto* const bytes = static_cast<const std::byte*>(host_);
    return {bytes, bytes + size_};
  }

 private:
  const size_t size_;
  void *host_ = nullptr, *device_ = nullptr;
};

Bytes Part(const Bytes& bytes, uint64_t begin, uint64_t size) {
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

class DeviceMemoryTest : public testing::TestWithParam<uint64_t> {
 protected:
  void SetUp() override {
    for (uint32_t rank = 0; rank < kSize; ++rank) {
      inputs_.push_back(Values(HCCL_DATA_TYPE_FP32, kSize * count(), rank, count()));
    }
    reduced_ = Reduced(HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, inputs_);
  }
  uint64_t count() const { return GetParam(); }
  uint64_t bytes() const { return count() * sizeof(float); }  // of a rank's part

  ManyDevices devices_;
  std::vector<Bytes> inputs_;  // of the ranks, a part for each
  Bytes reduced_;
};

INSTANTIATE_TEST_SUITE_P(Hccl, DeviceMemoryTest, testing::Values(1, 1027, 100003),
                         testing::PrintToStringParamName());

TEST_P(DeviceMemoryTest, Reductions) {
  RunRanks(kSize, [&](const Rank& rank) {
    const Both mine(inputs_[rank.rank]);
    const Both all(kSize * bytes(), kUntouched), rooted(kSize * bytes(), kUntouched);
    const Both part(bytes(), kUntouched);
    for (const Both* const memory : {&mine, &all, &rooted, &part}) memory->ToDevice(rank.stream);
    const uint64_t whole = kSize * count();
    ASSERT_EQ(HcclAllReduce(mine.device(), all.device(), whole, HCCL_DATA_TYPE_FP32,
                            HCCL_REDUCE_SUM, rank.comm, rank.stream),
              HCCL_SUCCESS)
        << LastMessage();
    ASSERT_EQ(HcclReduce(mine.device(), rooted.device(), whole, HCCL_DATA_TYPE_FP32,
                         HCCL_REDUCE_SUM, 1, rank.comm, rank.stream),
              HCCL_SUCCESS);
    ASSERT_EQ(HcclReduceScatter(mine.device(), part.device(), count(), HCCL_DATA_TYPE_FP32,
                                HCCL_REDUCE_SUM, rank.comm, rank.stream),
              HCCL_SUCCESS);
    // In place, after what has read it.
    ASSERT_EQ(HcclAllReduce(mine.device(), mine.device(), whole, HCCL_DATA_TYPE_FP32,
                            HCCL_REDUCE_SUM, rank.comm, rank.stream),
              HCCL_SUCCESS);
    EXPECT_EQ(all.FromDevice(rank.stream), reduced_);
    EXPECT_EQ(mine.FromDevice(rank.stream), reduced_);
    EXPECT_EQ(rooted.FromDevice(rank.stream),
              rank.rank == 1 ? reduced_ : Bytes(reduced_.size(), kUntouched));
    EXPECT_EQ(part.FromDevice(rank.stream), Part(reduced_, rank.rank * bytes(), bytes()));
  });
}

TEST_P(DeviceMemoryTest, Moves) {
  RunRanks(kSize, [&](const Rank& rank) {
    const Both mine(inputs_[rank.rank]), spread(inputs_[rank.rank]);
    const Both gathered(kSize * bytes(), kUntouched), exchanged(kSize * bytes(), kUntouched);
    const Both scattered(bytes(), kUntouched);
    for (const Both* const memory : {&mine, &spread, &gathered, &exchanged, &scattered}) {
      memory->ToDevice(rank.stream);
    }
    constexpr HcclDataType kType = HCCL_DATA_TYPE_FP32;
    ASSERT_EQ(HcclBroadcast(spread.device(), kSize * count(), kType, 2, rank.comm, rank.stream), 0);
    ASSERT_EQ(
        HcclAllGather(mine.device(), gathered.device(), count(), kType, rank.comm, rank.stream), 0);
    ASSERT_EQ(HcclAlltoAll(mine.device(), count(), kType, exchanged.device(), count(), kType,
                           rank.comm, rank.stream),
              0);
    ASSERT_EQ(
        HcclScatter(mine.device(), scattered.device(), count(), kType, 1, rank.comm, rank.stream),
        0);
    Bytes of_all, to_me;
    for (const Bytes& input : inputs_) {
      const Bytes first = Part(input, 0, bytes()), own = Part(input, rank.rank * bytes(), bytes());
      of_all.insert(of_all.end(), first.begin(), first.end());
      to_me.insert(to_me.end(), own.begin(), own.end());
    }
    EXPECT_EQ(spread.FromDevice(rank.stream), inputs_[2]);
    EXPECT_EQ(gathered.FromDevice(rank.stream), of_all);
    EXPECT_EQ(exchanged.FromDevice(rank.stream), to_me);
    EXPECT_EQ(scattered.FromDevice(rank.stream), Part(inputs_[1], rank.rank * bytes(), bytes()));
  });
}

// Rank s sends (s + d) % 3 * count elements to rank d, from and to places with gaps between, in
// reverse order.
TEST_P(DeviceMemoryTest, ExchangesLeaveGapsAlone) {
  constexpr uint64_t kGap = 5;
  const auto count_of = [&](uint32_t from, uint32_t to) { return (from + to) % 3 * count(); };
  const uint64_t place = 2 * count() + kGap;
  std::vector<uint64_t> displs(kSize);
  for (uint32_t other = 0; other < kSize; ++other) displs[other] = (kSize - 1 - other) * place;
  const size_t whole = kSize * place * sizeof(float);
  std::vector<Bytes> sent;
  for (uint32_t rank = 0; rank < kSize; ++rank) {
    sent.push_back(Values(HCCL_DATA_TYPE_FP32, kSize * place, rank, 7));
  }
  RunRanks(kSize, [&](const Rank& rank) {
    const Both send(sent[rank.rank]), received(whole, kUntouched);
    send.ToDevice(rank.stream);
    received.ToDevice(rank.stream);
    std::vector<uint64_t> send_counts, receive_counts;
    Bytes expected(whole, kUntouched);
    for (uint32_t other = 0; other < kSize; ++other) {
      send_counts.push_back(count_of(rank.rank, other));
      receive_counts.push_back(count_of(other, rank.rank));
      std::memcpy(&expected[displs[other] * sizeof(float)],
                  &sent[other][displs[rank.rank] * sizeof(float)],
                  receive_counts.back() * sizeof(float));
    }
    ASSERT_EQ(HcclAlltoAllV(send.device(), send_counts.data(), displs.data(), HCCL_DATA_TYPE_FP32,
                            received.device(), receive_counts.data(), displs.data(),
                            HCCL_DATA_TYPE_FP32, rank.comm, rank.stream),
              0)
        << LastMessage();
    EXPECT_EQ(received.FromDevice(rank.stream), expected);
  });
}

TEST_P(DeviceMemoryTest, ARing) {
  RunRanks(kSize, [&](const Rank& rank) {
    const uint32_t next = (rank.rank + 1) % kSize, previous = (rank.rank + kSize - 1) % kSize;
    const Both mine(inputs_[rank.rank]);
    const Both theirs(kSize * bytes(), kUntouched), behind(bytes(), kUntouched);
    for (const Both* const memory : {&mine, &theirs, &behind}) memory->ToDevice(rank.stream);
    HcclSendRecvItem items[] = {
        {HCCL_RECV, theirs.device(), kSize * count(), HCCL_DATA_TYPE_FP32, previous},
        {HCCL_SEND, mine.device(), kSize * count(), HCCL_DATA_TYPE_FP32, next},
        {HCCL_RECV, behind.device(), count(), HCCL_DATA_TYPE_FP32, next},
        {HCCL_SEND, mine.device() + bytes(), count(), HCCL_DATA_TYPE_FP32, previous}};
    ASSERT_EQ(HcclBatchSendRecv(items, 4, rank.comm, rank.stream), 0) << LastMessage();
    EXPECT_EQ(theirs.FromDevice(rank.stream), inputs_[previous]);
    EXPECT_EQ(behind.FromDevice(rank.stream), Part(inputs_[next], bytes(), bytes()));
  });
}

// Work of the tests' driver can be told to fail.
TEST(LostDeviceTest, EndsTheOthersToo) {
  const bool on_gpus = GetSettings().device_kind == DeviceKind::kCuda;
  void* const driver = on_gpus ? dlopen("libcuda.so.1", RTLD_NOW) : nullptr;
  auto* const fail = driver != nullptr
                         ? reinterpret_cast<void (*)(int)>(dlsym(driver, "fakeCudaFailWork"))
                         : nullptr;
  if (fail == nullptr) GTEST_SKIP() << "no driver of the tests";
  ManyDevices devices;
  constexpr uint32_t kRanks = 2;
  std::vector<int32_t> numbers = {0, 1};
  std::vector<HcclComm> comms(kRanks);
  ASSERT_EQ(HcclCommInitAll(kRanks, numbers.data(), comms.data()), 0) << LastMessage();
  std::barrier together(kRanks);
  std::latch called(kRanks);  // no stream goes on before, or a rank would find the other gone
  RunThreads(kRanks, [&](uint32_t rank, aclrtStream stream) {
    const Both mine(Values(HCCL_DATA_TYPE_FP32, 100, rank, 1));
    const auto wait = [](void* latch) { static_cast<std::latch*>(latch)->wait(); };
    EXPECT_EQ(aclrtLaunchHostFunc(stream, wait, &called), 0);
    together.arrive_and_wait();
    if (rank == 0) fail(700);
    together.arrive_and_wait();
    EXPECT_EQ(HcclAllReduce(mine.device(), mine.device(), 100, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                            comms[rank], stream),
              0);
    called.count_down();
    EXPECT_NE(aclrtSynchronizeStream(stream), 0);
    EXPECT_NE(LastMessage().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << LastMessage();
    together.arrive_and_wait();
    if (rank == 0) fail(0);  // the device works again
    together.arrive_and_wait();
    HcclResult error = HCCL_SUCCESS;
    EXPECT_EQ(HcclGetCommAsyncError(comms[rank], &error), 0);
    EXPECT_EQ(error, HCCL_E_REMOTE);
    EXPECT_EQ(HcclCommDestroy(comms[rank]), 0);
  });
}

}  // namespace
}  // namespace openaclnn::hccl
