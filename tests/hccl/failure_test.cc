// What happens when ranks fail: a code and a message, in time, never a hang.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sstream>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/hccl/processes.h"
#include "tests/hccl/ranks.h"

namespace openaclnn::hccl {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

constexpr double kTimeout = 2;  // seconds
const std::vector<std::string> kShort = {"OPENACLNN_HCCL_TIMEOUT_MS=2000"};

// A line of hccl_process.
struct Outcome {
  int call = -1, stream = -1, async = -1, later = -1;
  double seconds = -1;
  std::string message;
};

Outcome Parse(const std::string& line) {
  Outcome outcome;
  std::istringstream words(line);
  words >> outcome.call >> outcome.stream >> outcome.async >> outcome.later >> outcome.seconds;
  std::getline(words, outcome.message);
  return outcome;
}

constexpr int kStreamCode = 507048;

struct Failing {
  const char* task;
  std::vector<std::string> ranks;
  int async;
  double most_seconds;
  const char* message;  // a regular expression
  bool last_fails_too = false;
};

class FailureTest : public testing::TestWithParam<Failing> {};

INSTANTIATE_TEST_SUITE_P(
    Processes, FailureTest,
    testing::Values(
        Failing{"die", {"0", "1", "2"}, HCCL_E_REMOTE, kTimeout, "rank 2 is gone.*EZ1704"},
        Failing{"exit", {"0", "1", "2"}, HCCL_E_REMOTE, kTimeout, "rank 2 is gone.*EZ1704"},
        Failing{"die", {"0,1", "2,3"}, HCCL_E_REMOTE, kTimeout, "ranks 2 and 3 are gone.*EZ1704"},
        Failing{"stall",
                {"0", "1", "2"},
                HCCL_E_TIMEOUT,
                kTimeout + 1,
                "after [23]\\.[0-9] seconds: rank 2 has not come.*EZ1705"},
        Failing{"late",
                {"0,2", "1,3"},
                HCCL_E_TIMEOUT,
                kTimeout + 1,
                "seconds: rank(s 1 and)? 3 (has|have) not come.*EZ1705",
                true},
        Failing{"leave", {"0", "1", "2"}, HCCL_E_REMOTE, kTimeout, "rank 2 has left.*EZ1704"},
        Failing{"leave", {"0,1,2"}, HCCL_E_REMOTE, kTimeout, "rank 2 has left.*EZ1704"},
        Failing{"receive", {"0", "1"}, HCCL_E_REMOTE, kTimeout, "HcclRecv.*rank 1 is gone"},
        Failing{"count",
                {"0", "1", "2"},
                HCCL_E_REMOTE,
                kTimeout,
                "of 1000 FP32, SUM, rank 2 HcclAllReduce of 1001 FP32, SUM.*EZ1703|"
                "of 1001 FP32, SUM, rank 0 HcclAllReduce of 1000 FP32, SUM.*EZ1703",
                true},
        Failing{"count",
                {"0,1,2"},
                HCCL_E_REMOTE,
                kTimeout,
                "rank 0 calls HcclAllReduce of 1000 FP32, SUM, rank 2 HcclAllReduce of 1001",
                true},
        Failing{"dtype", {"0,2", "1"}, HCCL_E_REMOTE, kTimeout, "of 1000 INT32, SUM.*EZ1703", true},
        Failing{"transfer",
                {"0", "1"},
                HCCL_E_REMOTE,
                kTimeout,
                "rank 1 sends 999 FP32, rank 0 expects 1000 FP32.*EZ1703",
                true}),
    [](const auto& failing) {
      return std::string(failing.param.task) + std::to_string(failing.param.ranks.size()) +
             "Processes" + std::to_string(failing.index);
    });

TEST_P(FailureTest, EndsTheOthersInTime) {
  const Failing& failing = GetParam();
  uint32_t size = 0;
  for (const std::string& ranks : failing.ranks) {
    size += static_cast<uint32_t>(std::count(ranks.begin(), ranks.end(), ',')) + 1;
  }
  const Started started = RunProcesses(size, failing.ranks, failing.task, kShort);
  for (uint32_t rank = 0; rank + (failing.last_fails_too ? 0 : 1) < size; ++rank) {
    if (!started.lines.contains(rank)) {  // it shares the process that died
      EXPECT_THAT(failing.ranks.back(), HasSubstr(std::to_string(rank))) << started.all;
      continue;
    }
    const Outcome outcome = Parse(started.lines.at(rank));
    EXPECT_EQ(outcome.async, failing.async) << started.all;
    if (outcome.call != HCCL_SUCCESS) {  // it came when all was over
      EXPECT_EQ(outcome.call, HCCL_E_REMOTE) << started.all;
      EXPECT_THAT(outcome.message, HasSubstr("good for nothing but HcclCommDestroy since rank"));
      continue;
    }
    EXPECT_EQ(outcome.stream, kStreamCode) << started.all;
    EXPECT_EQ(outcome.later, HCCL_E_REMOTE) << started.all;
    EXPECT_LE(outcome.seconds, failing.most_seconds) << started.all;
    EXPECT_THAT(outcome.message, ContainsRegex(failing.message)) << started.all;
    EXPECT_THAT(outcome.message, HasSubstr("of rank " + std::to_string(rank) + " in communicator"));
  }
}

TEST(ConnectTest, TellsWhoHasNotCome) {
  const Started started = RunProcesses(3, {"0", "1", "2"}, "absent", kShort);
  for (uint32_t rank = 0; rank < 2; ++rank) {
    const Outcome outcome = Parse(started.lines.at(rank));
    EXPECT_EQ(outcome.call, HCCL_E_TIMEOUT) << started.all;
    EXPECT_LE(outcome.seconds, kTimeout + 1) << started.all;
    EXPECT_THAT(outcome.message, HasSubstr("rank 2 has not come within 2.0 seconds [EZ1701"));
  }
}

TEST(ConnectTest, RefusesAllWhereSizesDiffer) {
  const Started started = RunProcesses(3, {"0", "1", "2"}, "size", kShort);
  for (uint32_t rank = 0; rank < 3; ++rank) {
    const Outcome outcome = Parse(started.lines.at(rank));
    EXPECT_TRUE(outcome.call == HCCL_E_PARA || outcome.call == HCCL_E_TIMEOUT) << started.all;
    EXPECT_LE(outcome.seconds, kTimeout + 1) << started.all;
  }
  EXPECT_THAT(started.all, ContainsRegex("rank [0-2] says that there are [34] ranks, rank [0-2] "
                                         "says [34] .EZ1703"));
}

// Ranks that are threads: nobody comes from outside.
class ThreadFailureTest : public testing::Test {
 protected:
  void SetUp() override { setenv("OPENACLNN_HCCL_TIMEOUT_MS", "300", 1); }
  void TearDown() override { unsetenv("OPENACLNN_HCCL_TIMEOUT_MS"); }

  // Rank 0 synchronises and has to fail.
  static std::string Message(aclrtStream stream) {
    LastMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream), kStreamCode);
    return LastMessage();
  }

  ManyDevices devices_;
  HcclComm comms_[3] = {};
  float values_[8] = {};

  void RunThree(const std::function<void(uint32_t, aclrtStream)>& body) {
    int32_t devices[] = {0, 1, 2};
    ASSERT_EQ(HcclCommInitAll(3, devices, comms_), HCCL_SUCCESS);
    RunThreads(3, body);
    for (const HcclComm comm : comms_) EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  }
};

TEST_F(ThreadFailureTest, ARankThatDoesNotCome) {
  RunThree([&](uint32_t rank, aclrtStream stream) {
    if (rank == 1) return;
    float result[8] = {};
    ASSERT_EQ(HcclAllReduce(values_, result, 8, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms_[rank],
                            stream),
              HCCL_SUCCESS);
    EXPECT_THAT(
        Message(stream),
        ContainsRegex("HcclAllReduce, number 1 of rank [02] in communicator hccl_[0-9a-f]+, "
                      "failed after 0\\.[3-9] seconds: rank 1 has not come .EZ1705"));
    HcclResult error = HCCL_SUCCESS;
    EXPECT_EQ(HcclGetCommAsyncError(comms_[rank], &error), HCCL_SUCCESS);
    EXPECT_EQ(error, HCCL_E_TIMEOUT);
    EXPECT_EQ(HcclBarrier(comms_[rank], stream), HCCL_E_REMOTE);
    EXPECT_THAT(LastMessage(), HasSubstr("good for nothing but HcclCommDestroy"));
  });
}

TEST_F(ThreadFailureTest, AReceiveThatNobodySends) {
  RunThree([&](uint32_t rank, aclrtStream stream) {
    if (rank != 0) return;
    float result[8] = {};
    ASSERT_EQ(HcclRecv(result, 8, HCCL_DATA_TYPE_FP32, 2, comms_[0], stream), HCCL_SUCCESS);
    EXPECT_THAT(Message(stream), HasSubstr("rank 2 has not come"));
  });
}

TEST_F(ThreadFailureTest, DifferentRootsAndOperations) {
  RunThree([&](uint32_t rank, aclrtStream stream) {
    ASSERT_EQ(HcclBroadcast(values_ + rank, 1, HCCL_DATA_TYPE_FP32, rank == 2 ? 1 : 0, comms_[rank],
                            stream),
              HCCL_SUCCESS);
    EXPECT_THAT(Message(stream),
                HasSubstr("rank 0 calls HcclBroadcast of 1 FP32, root 0, rank 2 HcclBroadcast of 1 "
                          "FP32, root 1 [EZ1703"));
  });
}

TEST_F(ThreadFailureTest, DifferentCountsOfOneExchange) {
  RunThree([&](uint32_t rank, aclrtStream stream) {
    const uint64_t sent[] = {1, 1, 1}, displs[] = {0, 1, 2};
    const uint64_t received[] = {1, rank == 0 ? 2u : 1u, 1};
    float result[8] = {};
    ASSERT_EQ(HcclAlltoAllV(values_, sent, displs, HCCL_DATA_TYPE_FP32, result, received, displs,
                            HCCL_DATA_TYPE_FP32, comms_[rank], stream),
              HCCL_SUCCESS);
    EXPECT_THAT(Message(stream), HasSubstr("rank 1 sends 1 elements to rank 0, which expects 2"));
  });
}

TEST_F(ThreadFailureTest, DestroyWhileInUse) {
  RunThree([&](uint32_t rank, aclrtStream stream) {
    if (rank != 0) return;
    ASSERT_EQ(HcclBarrier(comms_[0], stream), HCCL_SUCCESS);
    EXPECT_EQ(HcclCommDestroy(comms_[0]), HCCL_E_AGAIN);
    EXPECT_THAT(LastMessage(), HasSubstr("EZ1706"));
    EXPECT_EQ(aclrtSynchronizeStream(stream), kStreamCode);
  });
}

// Strangers at the root's port: it goes on.
TEST(StrayTest, BytesAtTheListenerDoNoHarm) {
  ManyDevices devices;
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << LastMessage();
  uint16_t port = 0;
  std::memcpy(&port, info.internal + 24, sizeof(port));
  const std::string host = info.internal + 32;
  std::vector<int> strangers;
  for (const size_t bytes : {0u, 1u, 55u, 56u, 57u, 5000u}) {
    const int stranger = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ASSERT_EQ(inet_pton(AF_INET, host.c_str(), &address.sin_addr), 1) << host;
    ASSERT_EQ(connect(stranger, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    const std::string noise(bytes, 'x');
    (void)!send(stranger, noise.data(), noise.size(), MSG_NOSIGNAL);
    strangers.push_back(stranger);
  }
  RunThreads(3, [&](uint32_t rank, aclrtStream stream) {
    HcclComm comm = nullptr;
    ASSERT_EQ(HcclCommInitRootInfo(3, &info, rank, &comm), HCCL_SUCCESS) << LastMessage();
    EXPECT_EQ(HcclBarrier(comm, stream), HCCL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
    EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  });
  for (const int stranger : strangers) close(stranger);
}

}  // namespace
}  // namespace openaclnn::hccl
