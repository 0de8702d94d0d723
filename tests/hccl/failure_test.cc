// What happens when ranks fail: a code and a message, in time, never a hang.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
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

// Where the root of the root info listens.
sockaddr_in AddressIn(const HcclRootInfo& info) {
  uint16_t port = 0;
  std::memcpy(&port, info.internal + 24, sizeof(port));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  EXPECT_EQ(inet_pton(AF_INET, info.internal + 32, &address.sin_addr), 1);
  return address;
}

// Strangers at the root's port: it goes on.
TEST(StrayTest, BytesAtTheListenerDoNoHarm) {
  ManyDevices devices;
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << LastMessage();
  const sockaddr_in address = AddressIn(info);
  std::vector<int> strangers;
  for (const size_t bytes : {0u, 1u, 55u, 56u, 57u, 5000u}) {
    const int stranger = socket(AF_INET, SOCK_STREAM, 0);
    ASSERT_EQ(connect(stranger, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
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

// A process that keeps 300 connections to the root, and says nothing.
class Flood {
 public:
  explicit Flood(const HcclRootInfo& info) {
    const sockaddr_in address = AddressIn(info);
    int ready[2];
    EXPECT_EQ(pipe(ready), 0);
    process_ = fork();
    if (process_ == 0) Run(address, ready[1]);
    close(ready[1]);
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
  }
  ~Flood() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

 private:
  // Calls the system only, as the process that forked has threads.
  [[noreturn]] static void Run(const sockaddr_in& address, int ready) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    static pollfd entries[300];
    const auto open_one = [&address](pollfd& entry) {
      if (entry.fd > 0) close(entry.fd);
      entry = {socket(AF_INET, SOCK_STREAM, 0), POLLIN, 0};
      connect(entry.fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    };
    for (pollfd& entry : entries) open_one(entry);
    (void)!write(ready, "r", 1);
    while (true) {
      poll(entries, std::size(entries), -1);
      for (pollfd& entry : entries) {
        if (entry.revents != 0) open_one(entry);
      }
    }
  }

  pid_t process_ = -1;
};

int64_t OpenDescriptors() {
  const std::filesystem::directory_iterator open("/proc/self/fd");
  return std::distance(begin(open), end(open));
}

// Lets this process open at most so many descriptors more.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t free) {
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &before_), 0);
    const int lowest = dup(STDERR_FILENO);
    close(lowest);
    const rlimit limit{static_cast<rlim_t>(lowest) + free, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

class CrowdTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("OPENACLNN_HCCL_TIMEOUT_MS", "4000", 1);
    ASSERT_EQ(aclrtSetDevice(0), 0);
    // Until roots of other tests have ended.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (OpenDescriptors() > 20 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  void TearDown() override { unsetenv("OPENACLNN_HCCL_TIMEOUT_MS"); }

  // Lets a rank of two, which are threads, join during the flood.
  static void Join(const HcclRootInfo& info, uint32_t ranks, HcclResult expected,
                   const std::string& message) {
    RunThreads(2, [&](uint32_t rank, aclrtStream) {
      HcclComm comm = nullptr;
      EXPECT_EQ(HcclCommInitRootInfo(ranks, &info, rank, &comm), expected) << LastMessage();
      if (expected == HCCL_SUCCESS) {
        EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
      } else {
        EXPECT_THAT(LastMessage(), ContainsRegex(message));
      }
    });
  }

  std::optional<ManyDevices> devices_{std::in_place};
  HcclRootInfo info_{};
};

TEST_F(CrowdTest, RanksGetInAllTheSame) {
  ASSERT_EQ(HcclGetRootInfo(&info_), HCCL_SUCCESS) << LastMessage();
  const Flood flood(info_);
  Join(info_, 2, HCCL_SUCCESS, "");
}

TEST_F(CrowdTest, RanksGetInWhereDescriptorsAreFew) {
  const FewDescriptors few(80);
  ASSERT_EQ(HcclGetRootInfo(&info_), HCCL_SUCCESS) << LastMessage();
  const Flood flood(info_);
  Join(info_, 2, HCCL_SUCCESS, "");
}

TEST_F(CrowdTest, ARankThatHasNotComeIsToldBesideThem) {
  const FewDescriptors few(80);
  ASSERT_EQ(HcclGetRootInfo(&info_), HCCL_SUCCESS) << LastMessage();
  const Flood flood(info_);
  Join(info_, 3, HCCL_E_TIMEOUT,
       "rank 2 has not come within 4.0 seconds; [0-9]+ connections to the root said "
       "nothing.*EZ1701");
}

TEST_F(CrowdTest, AProcessWithoutDescriptorsIsTold) {
#ifdef OPENACLNN_ADDRESS_SANITIZER
  GTEST_SKIP() << "the undefined-behaviour sanitizer needs descriptors to look at memory";
#endif
  devices_.reset();  // before there is a root, whose thread reads settings and outlives the test
  setenv("OPENACLNN_HCCL_TIMEOUT_MS", "300", 1);
  ASSERT_EQ(HcclGetRootInfo(&info_), HCCL_SUCCESS) << LastMessage();
  for (const rlim_t free : {0, 1}) {  // for the rank's end of its connection, not for the root's
    const FewDescriptors few(free);
    HcclComm comm = nullptr;
    EXPECT_EQ(HcclCommInitRootInfo(1, &info_, 0, &comm), HCCL_E_TCP_CONNECT);
    EXPECT_THAT(LastMessage(),
                ContainsRegex("rank 0 cannot reach the root of the communicator: Too many open "
                              "files, of at most [0-9]+ .ulimit -n. .EZ1701"));
  }
  const FewDescriptors none(0);
  HcclRootInfo other;
  EXPECT_EQ(HcclGetRootInfo(&other), HCCL_E_TCP_CONNECT);
  EXPECT_THAT(LastMessage(), HasSubstr("Too many open files"));
}

}  // namespace
}  // namespace openaclnn::hccl
