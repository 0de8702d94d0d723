// Sends and receives, barriers, groups, several communicators and streams.

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/hccl/ranks.h"

namespace openaclnn::hccl {
namespace {

using Ints = std::vector<int32_t>;

class TransfersTest : public testing::Test {
 protected:
  ManyDevices devices_;
};

TEST_F(TransfersTest, SendAndReceivePairInOrder) {
  constexpr int kRounds = 50;
  RunRanks(4, [&](const Rank& rank) {
    // Even ranks send a number of arrays of different sizes to the next one.
    std::vector<Ints> arrays;
    for (int i = 1; i <= kRounds; ++i) {
      arrays.emplace_back(static_cast<size_t>(i * i * i), rank.rank % 2 == 0 ? i : -1);
    }
    for (Ints& array : arrays) {
      const HcclResult code = rank.rank % 2 == 0
                                  ? HcclSend(array.data(), array.size(), HCCL_DATA_TYPE_INT32,
                                             rank.rank + 1, rank.comm, rank.stream)
                                  : HcclRecv(array.data(), array.size(), HCCL_DATA_TYPE_INT32,
                                             rank.rank - 1, rank.comm, rank.stream);
      ASSERT_EQ(code, HCCL_SUCCESS) << LastMessage();
    }
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    for (int i = 1; i <= kRounds; ++i) {
      EXPECT_EQ(arrays[static_cast<size_t>(i - 1)], Ints(static_cast<size_t>(i * i * i), i));
    }
  });
}

TEST_F(TransfersTest, ARingInOneBatch) {
  RunRanks(5, [&](const Rank& rank) {
    const uint32_t next = (rank.rank + 1) % 5, previous = (rank.rank + 4) % 5;
    Ints own(1000, static_cast<int32_t>(rank.rank)), other(1000, -1), self(1000, -1);
    // The order within the batch is free; a rank's transfer to itself is a copy.
    HcclSendRecvItem items[] = {{HCCL_RECV, other.data(), 1000, HCCL_DATA_TYPE_INT32, previous},
                                {HCCL_SEND, own.data(), 1000, HCCL_DATA_TYPE_INT32, next},
                                {HCCL_SEND, own.data(), 1000, HCCL_DATA_TYPE_INT32, rank.rank},
                                {HCCL_RECV, self.data(), 1000, HCCL_DATA_TYPE_INT32, rank.rank}};
    ASSERT_EQ(HcclBatchSendRecv(items, 4, rank.comm, rank.stream), HCCL_SUCCESS) << LastMessage();
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    EXPECT_EQ(other, Ints(1000, static_cast<int32_t>(previous)));
    EXPECT_EQ(self, own);
  });
}

TEST_F(TransfersTest, GroupedSendsAndReceivesAreOneBatch) {
  RunRanks(3, [&](const Rank& rank) {
    const uint32_t next = (rank.rank + 1) % 3, previous = (rank.rank + 2) % 3;
    Ints own(10, static_cast<int32_t>(rank.rank)), other(10, -1), sum(10);
    bool enabled = true;
    ASSERT_EQ(HcclGroupStatusGet(&enabled), HCCL_SUCCESS);
    EXPECT_FALSE(enabled);
    ASSERT_EQ(HcclGroupStart(), HCCL_SUCCESS);
    ASSERT_EQ(HcclGroupStatusGet(&enabled), HCCL_SUCCESS);
    EXPECT_TRUE(enabled);
    // On one stream this order would wait for ever if each had a task of its own.
    ASSERT_EQ(HcclSend(own.data(), 10, HCCL_DATA_TYPE_INT32, next, rank.comm, rank.stream), 0);
    ASSERT_EQ(HcclRecv(other.data(), 10, HCCL_DATA_TYPE_INT32, previous, rank.comm, rank.stream),
              0);
    ASSERT_EQ(HcclAllReduce(own.data(), sum.data(), 10, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM,
                            rank.comm, rank.stream),
              0);
    ASSERT_EQ(HcclGroupEnd(), HCCL_SUCCESS) << LastMessage();
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    EXPECT_EQ(other, Ints(10, static_cast<int32_t>(previous)));
    EXPECT_EQ(sum, Ints(10, 3));
    EXPECT_EQ(HcclGroupEnd(), HCCL_E_PARA);
  });
}

TEST_F(TransfersTest, ABarrierHoldsStreamsBack) {
  std::atomic<int> came{0};
  RunRanks(4, [&](const Rank& rank) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20 * rank.rank));
    ++came;
    ASSERT_EQ(HcclBarrier(rank.comm, rank.stream), HCCL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0);
    EXPECT_EQ(came, 4);
  });
}

// Operations that are issued in one order meet, whichever stream runs first.
TEST_F(TransfersTest, StreamsOfOneCommunicatorDoNotCross) {
  RunRanks(3, [&](const Rank& rank) {
    constexpr int kOperations = 200;
    aclrtStream other = nullptr;
    ASSERT_EQ(aclrtCreateStream(&other), 0);
    std::vector<Ints> inputs, outputs(kOperations, Ints(4));
    for (int i = 0; i < kOperations; ++i) inputs.emplace_back(4, i);
    for (size_t i = 0; i < kOperations; ++i) {
      const aclrtStream stream = (i * 7 + rank.rank) % 3 == 0 ? other : rank.stream;
      ASSERT_EQ(HcclAllReduce(inputs[i].data(), outputs[i].data(), 4, HCCL_DATA_TYPE_INT32,
                              HCCL_REDUCE_SUM, rank.comm, stream),
                0);
    }
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    ASSERT_EQ(aclrtSynchronizeStream(other), 0) << LastMessage();
    for (int i = 0; i < kOperations; ++i) {
      EXPECT_EQ(outputs[static_cast<size_t>(i)], Ints(4, 3 * i));
    }
    aclrtDestroyStream(other);
  });
}

// One thread drives several devices.
TEST_F(TransfersTest, OneThreadForAllRanks) {
  std::vector<int32_t> devices(6);
  std::iota(devices.begin(), devices.end(), 0);
  std::vector<HcclComm> comms(6);
  ASSERT_EQ(HcclCommInitAll(6, devices.data(), comms.data()), HCCL_SUCCESS);
  std::vector<aclrtStream> streams(6);
  std::vector<Ints> values;
  for (int i = 0; i < 6; ++i) {
    ASSERT_EQ(aclrtSetDevice(i), 0);
    ASSERT_EQ(aclrtCreateStream(&streams[static_cast<size_t>(i)]), 0);
    values.emplace_back(3, i);
  }
  for (size_t i = 0; i < 6; ++i) {
    ASSERT_EQ(HcclAllReduce(values[i].data(), values[i].data(), 3, HCCL_DATA_TYPE_INT32,
                            HCCL_REDUCE_MAX, comms[i], streams[i]),
              0);
  }
  for (size_t i = 0; i < 6; ++i) {
    ASSERT_EQ(aclrtSynchronizeStream(streams[i]), 0);
    EXPECT_EQ(values[i], Ints(3, 5));
    EXPECT_EQ(HcclCommDestroy(comms[i]), HCCL_SUCCESS);
    aclrtDestroyStream(streams[i]);
  }
}

}  // namespace
}  // namespace openaclnn::hccl
