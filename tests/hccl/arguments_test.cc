// What functions refuse, with which code and message, and in which order they look.

#include <pthread.h>
#include <sys/socket.h>

#include <cstring>
#include <semaphore>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hccl/interfaces.h"
#include "hccl/rank_table.h"
#include "tests/hccl/ranks.h"

namespace openaclnn::hccl {
namespace {

using testing::HasSubstr;

class ArgumentsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtCreateStream(&stream_), 0);
    int32_t devices[] = {0, 1};
    ASSERT_EQ(HcclCommInitAll(2, devices, comms_), HCCL_SUCCESS) << LastMessage();
    LastMessage();
  }
  void TearDown() override {
    for (const HcclComm comm : comms_) EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
    aclrtDestroyStream(stream_);
  }

  HcclResult AllReduce(void* send, void* receive, uint64_t count, int dtype, int reduce,
                       HcclComm comm, aclrtStream stream) {
    return HcclAllReduce(send, receive, count, static_cast<HcclDataType>(dtype),
                         static_cast<HcclReduceOp>(reduce), comm, stream);
  }

  ManyDevices devices_;
  HcclComm comms_[2] = {};
  aclrtStream stream_ = nullptr;
  float buffer_[8] = {};
};

#define EXPECT_REFUSED(call, code, message)         \
  do {                                              \
    EXPECT_EQ(call, code);                          \
    EXPECT_THAT(LastMessage(), HasSubstr(message)); \
  } while (false)

TEST_F(ArgumentsTest, ChecksComeInOrder) {
  constexpr uint64_t kTooMany = 0x800000000;
  // A count of 0 comes before all.
  EXPECT_EQ(AllReduce(nullptr, nullptr, 0, 99, 99, nullptr, nullptr), HCCL_SUCCESS);
  EXPECT_EQ(HcclAlltoAll(nullptr, 0, HCCL_DATA_TYPE_FP32, nullptr, 0, HCCL_DATA_TYPE_FP32, nullptr,
                         nullptr),
            HCCL_SUCCESS);
  EXPECT_REFUSED(AllReduce(nullptr, nullptr, kTooMany, 99, 99, nullptr, nullptr), HCCL_E_PTR,
                 "HcclAllReduce: comm: is null [EZ1001");
  EXPECT_REFUSED(AllReduce(nullptr, nullptr, kTooMany, 99, 99, comms_[0], nullptr), HCCL_E_PTR,
                 "stream: is null");
  EXPECT_REFUSED(AllReduce(nullptr, nullptr, kTooMany, 99, 99, comms_[0], stream_), HCCL_E_PTR,
                 "sendBuf: is null");
  EXPECT_REFUSED(AllReduce(buffer_, nullptr, kTooMany, 99, 99, comms_[0], stream_), HCCL_E_PTR,
                 "recvBuf: is null");
  EXPECT_REFUSED(AllReduce(buffer_, buffer_, kTooMany, 99, 99, comms_[0], stream_), HCCL_E_PARA,
                 "count: is 34359738368, expected at most 34359738367 [EZ1003");
  EXPECT_REFUSED(AllReduce(buffer_, buffer_, 1, 99, 99, comms_[0], stream_), HCCL_E_NOT_SUPPORT,
                 "dataType: is dtype 99, expected INT8");
  EXPECT_REFUSED(AllReduce(buffer_, buffer_, 1, HCCL_DATA_TYPE_FP32, 99, comms_[0], stream_),
                 HCCL_E_NOT_SUPPORT, "op: is 99, expected 0 (SUM)");
  EXPECT_REFUSED(
      HcclReduce(buffer_, buffer_, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, 2, comms_[0], stream_),
      HCCL_E_PARA, "root: is 2, but comm has 2 ranks");
}

// In the thread of its queue, after whose refusals it launches nothing, and says nothing.
TEST_F(ArgumentsTest, WhatPyTorchsAdapterWasRefusedWithholdsResults) {
  devices_.SetChip(Chip::kAscend910B);
  const auto multiply = [&] {
    EXPECT_EQ(aclrtSetDevice(0), 0);
    EXPECT_REFUSED(
        AllReduce(buffer_, buffer_, 1, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_PROD, comms_[0], stream_),
        HCCL_E_NOT_SUPPORT, "op: is PROD");
  };
  std::thread(multiply).join();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);  // other programs heed the code

  std::binary_semaphore refused(0), seen(0);
  std::thread queue([&] {
    ASSERT_EQ(pthread_setname_np(pthread_self(), "acl_thread"), 0);
    multiply();
    refused.release();
    seen.acquire();
    EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);  // it has heard
  });
  refused.acquire();
  EXPECT_REFUSED(aclrtSynchronizeStream(stream_), ACL_ERROR_API_NOT_SUPPORT,
                 "since a call of another thread was refused: HcclAllReduce: op: is PROD, which is "
                 "not taken of BFP16 on Ascend910B");
  seen.release();
  queue.join();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
}

TEST_F(ArgumentsTest, PeersAndPlaces) {
  EXPECT_REFUSED(HcclSend(buffer_, 1, HCCL_DATA_TYPE_FP32, 0, comms_[0], stream_),
                 HCCL_E_NOT_SUPPORT, "destRank: is 0, the own rank");
  EXPECT_REFUSED(HcclRecv(buffer_, 1, HCCL_DATA_TYPE_FP32, 7, comms_[0], stream_), HCCL_E_PARA,
                 "srcRank: is 7");
  EXPECT_REFUSED(HcclAlltoAll(buffer_, 1, HCCL_DATA_TYPE_FP32, buffer_, 1, HCCL_DATA_TYPE_FP32,
                              comms_[0], stream_),
                 HCCL_E_PARA, "recvBuf: is sendBuf");
  EXPECT_REFUSED(HcclAlltoAll(buffer_, 1, HCCL_DATA_TYPE_FP32, buffer_ + 4, 2, HCCL_DATA_TYPE_FP32,
                              comms_[0], stream_),
                 HCCL_E_PARA, "recvCount: is 2, but sendCount is 1");
  EXPECT_REFUSED(HcclAlltoAll(buffer_, 1, HCCL_DATA_TYPE_FP32, buffer_ + 4, 1, HCCL_DATA_TYPE_INT32,
                              comms_[0], stream_),
                 HCCL_E_PARA, "recvType: is INT32");
  const uint64_t counts[] = {1, 1}, displs[] = {0, 1};
  EXPECT_REFUSED(HcclAlltoAllV(nullptr, counts, displs, HCCL_DATA_TYPE_FP32, buffer_, nullptr,
                               displs, HCCL_DATA_TYPE_FP32, comms_[0], stream_),
                 HCCL_E_PTR, "recvCounts: is null");
  EXPECT_REFUSED(HcclAllGatherV(buffer_, 2, buffer_ + 2, counts, displs, HCCL_DATA_TYPE_FP32,
                                comms_[0], stream_),
                 HCCL_E_PARA, "sendCount: is 2, but recvCounts[0], the own rank's, is 1");
  HcclSendRecvItem item = {HCCL_SEND, buffer_, 1, HCCL_DATA_TYPE_FP32, 0};
  EXPECT_REFUSED(HcclBatchSendRecv(&item, 1, comms_[0], stream_), HCCL_E_PARA,
                 "sends and receives of rank 0 with itself differ");
  EXPECT_EQ(HcclBatchSendRecv(nullptr, 0, nullptr, nullptr), HCCL_SUCCESS);
}

TEST_F(ArgumentsTest, DeadHandlesAndStreams) {
  int not_a_handle = 0;
  EXPECT_REFUSED(HcclBarrier(&not_a_handle, stream_), HCCL_E_PARA, "is not a live communicator");
  uint32_t number = 0;
  EXPECT_REFUSED(HcclGetRankSize(nullptr, &number), HCCL_E_PTR, "comm: is null");
  EXPECT_REFUSED(HcclGetRankId(comms_[0], nullptr), HCCL_E_PTR, "rank: is null");
  EXPECT_EQ(HcclCommDestroy(nullptr), HCCL_SUCCESS);
  EXPECT_EQ(HcclGetRankSize(comms_[1], &number), HCCL_SUCCESS);
  EXPECT_EQ(number, 2u);
  EXPECT_EQ(HcclGetRankId(comms_[1], &number), HCCL_SUCCESS);
  EXPECT_EQ(number, 1u);
  aclrtStream dead = nullptr;
  ASSERT_EQ(aclrtCreateStream(&dead), 0);
  ASSERT_EQ(aclrtDestroyStream(dead), 0);
  EXPECT_REFUSED(HcclBarrier(comms_[0], dead), HCCL_E_RUNTIME, "is not a live stream");
}

TEST_F(ArgumentsTest, DtypesDependOnTheChip) {
  const auto accepted = [&](Chip chip, int dtype, int reduce) {
    devices_.SetChip(chip);
    // The root does not exist: what passes the dtype ends there.
    return HcclReduce(buffer_, buffer_, 1, static_cast<HcclDataType>(dtype),
                      static_cast<HcclReduceOp>(reduce), 9, comms_[0], stream_) == HCCL_E_PARA;
  };
  using enum Chip;
  EXPECT_TRUE(accepted(kAscend950, HCCL_DATA_TYPE_FP64, HCCL_REDUCE_PROD));
  EXPECT_FALSE(accepted(kAscend910B, HCCL_DATA_TYPE_FP64, HCCL_REDUCE_SUM));
  EXPECT_TRUE(accepted(kAscend910B, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_SUM));
  EXPECT_FALSE(accepted(kAscend910B, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_PROD));
  EXPECT_FALSE(accepted(kAscend910B, HCCL_DATA_TYPE_INT16, HCCL_REDUCE_PROD));
  EXPECT_FALSE(accepted(kAscend910, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_SUM));
  EXPECT_FALSE(accepted(kAscend950, HCCL_DATA_TYPE_UINT8, HCCL_REDUCE_SUM));
  LastMessage();
  devices_.SetChip(kAscend310P);
  EXPECT_REFUSED(HcclBroadcast(buffer_, 1, HCCL_DATA_TYPE_FP32, 0, comms_[0], stream_),
                 HCCL_E_NOT_SUPPORT, "Ascend310P does not have this operation");
  devices_.SetChip(kAscend910B);
  EXPECT_REFUSED(HcclBroadcast(buffer_, 1, HCCL_DATA_TYPE_HIF8, 0, comms_[0], stream_),
                 HCCL_E_NOT_SUPPORT, "dataType: is HIF8");
}

TEST_F(ArgumentsTest, NamesAndErrors) {
  char name[COMM_NAME_MAX_LENGTH];
  ASSERT_EQ(HcclGetCommName(comms_[1], name), HCCL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), 0);
  HcclComm found = nullptr;
  EXPECT_EQ(HcclCommGetHandleWithName(name, &found), HCCL_SUCCESS) << LastMessage();
  EXPECT_EQ(found, comms_[1]);
  EXPECT_REFUSED(HcclCommGetHandleWithName("nobody", &found), HCCL_E_NOT_FOUND,
                 "no communicator \"nobody\" on device 1 [EZ1707");
  for (int code = 0; code < 30; ++code) {
    EXPECT_STRNE(HcclGetErrorString(static_cast<HcclResult>(code)), "");
  }
  EXPECT_STREQ(HcclGetErrorString(static_cast<HcclResult>(999)), "unknown code");
  EXPECT_EQ(HcclGetCommConfigCapability(), 12u);
  EXPECT_REFUSED(HcclCommSuspend(comms_[0]), HCCL_E_NOT_SUPPORT, "HcclCommSuspend: ");
}

TEST_F(ArgumentsTest, SettingsOfTheProcess) {
  HcclConfigValue value{2};
  EXPECT_EQ(HcclSetConfig(HCCL_DETERMINISTIC, value), HCCL_SUCCESS);
  value.value = 0;
  EXPECT_EQ(HcclGetConfig(HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
  EXPECT_EQ(value.value, 2);
  setenv("HCCL_DETERMINISTIC", "true", 1);
  EXPECT_EQ(HcclGetConfig(HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
  EXPECT_EQ(value.value, 1);
  unsetenv("HCCL_DETERMINISTIC");
  value.value = 3;
  EXPECT_REFUSED(HcclSetConfig(HCCL_DETERMINISTIC, value), HCCL_E_PARA, "configValue: is 3");
  EXPECT_REFUSED(HcclSetConfig(HCCL_CONFIG_RESERVED, value), HCCL_E_PARA, "config: is 1");
}

class InitTest : public testing::Test {
 protected:
  ManyDevices devices_;
};

TEST_F(InitTest, InitAllRefuses) {
  int32_t twice[] = {1, 1}, absent[] = {0, 99};
  HcclComm comms[2] = {};
  EXPECT_REFUSED(HcclCommInitAll(0, twice, comms), HCCL_E_PARA, "ndev: is 0");
  EXPECT_REFUSED(HcclCommInitAll(2, nullptr, comms), HCCL_E_PTR, "devices: is null");
  EXPECT_REFUSED(HcclCommInitAll(2, twice, comms), HCCL_E_PARA, "devices: 1 comes twice");
  comms[0] = comms;
  EXPECT_REFUSED(HcclCommInitAll(2, absent, comms), HCCL_E_PARA, "devices: is 99");
  EXPECT_EQ(comms[0], nullptr);
}

TEST_F(InitTest, RootInfoRefuses) {
  std::thread([] {  // which has no device
    HcclRootInfo info;
    EXPECT_REFUSED(HcclGetRootInfo(&info), HCCL_E_RUNTIME, "no current context");
    HcclComm comm = nullptr;
    EXPECT_REFUSED(HcclCommInitRootInfo(0, nullptr, 9, nullptr), HCCL_E_RUNTIME,
                   "no current context");
    EXPECT_EQ(comm, nullptr);
  })
      .join();
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info{};
  HcclComm comm = nullptr;
  EXPECT_REFUSED(HcclCommInitRootInfo(0, &info, 0, &comm), HCCL_E_PARA, "nRanks: is 0");
  EXPECT_REFUSED(HcclCommInitRootInfo(2, &info, 2, &comm), HCCL_E_PARA, "rank: is 2");
  EXPECT_REFUSED(HcclCommInitRootInfo(2, nullptr, 1, &comm), HCCL_E_PTR, "rootInfo: is null");
  EXPECT_REFUSED(HcclCommInitRootInfo(2, &info, 1, nullptr), HCCL_E_PTR, "comm: is null");
  // Any bytes are no root info.
  for (int byte = 0; byte < 256; ++byte) {
    std::memset(info.internal, byte, sizeof(info.internal));
    EXPECT_EQ(HcclCommInitRootInfo(2, &info, 1, &comm), HCCL_E_PARA);
  }
  EXPECT_THAT(LastMessage(), HasSubstr("rootInfo: is not what HcclGetRootInfo makes"));
}

TEST_F(InitTest, ConfigsOfAllVersions) {
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS);
  HcclComm comm = nullptr;
  HcclCommConfig config;
  std::memset(&config, 0, sizeof(config));
  EXPECT_REFUSED(HcclCommInitRootInfoConfig(1, &info, 0, nullptr, &comm), HCCL_E_PTR,
                 "config: is null");
  EXPECT_REFUSED(HcclCommInitRootInfoConfig(1, &info, 0, &config, &comm), HCCL_E_PARA,
                 "call HcclCommConfigInit first");
  HcclCommConfigInit(&config);
  config.hcclBufferSize = 0;
  EXPECT_REFUSED(HcclCommInitRootInfoConfig(1, &info, 0, &config, &comm), HCCL_E_PARA,
                 "hcclBufferSize is 0");
  HcclCommConfigInit(&config);
  config.hcclDeterministic = 3;
  EXPECT_REFUSED(HcclCommInitRootInfoConfig(1, &info, 0, &config, &comm), HCCL_E_PARA,
                 "hcclDeterministic is 3");
  // Version 5: 300 bytes, with no memory of the program's behind them.
  HcclCommConfigInit(&config);
  auto* const head = reinterpret_cast<HcclCommConfigInfo*>(config.reserved);
  head->configSize = 300;
  head->version = 5;
  std::memcpy(config.hcclCommName, "mine", 5);
  config.hcclExecTimeOut = -77;
  ASSERT_EQ(HcclCommInitRootInfoConfig(1, &info, 0, &config, &comm), HCCL_SUCCESS) << LastMessage();
  char name[COMM_NAME_MAX_LENGTH];
  ASSERT_EQ(HcclGetCommName(comm, name), HCCL_SUCCESS);
  EXPECT_STREQ(name, "mine");
  EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  // A root info is good for one communicator.
  setenv("OPENACLNN_HCCL_TIMEOUT_MS", "200", 1);
  EXPECT_EQ(HcclCommInitRootInfo(1, &info, 0, &comm), HCCL_E_TIMEOUT);
  unsetenv("OPENACLNN_HCCL_TIMEOUT_MS");
}

TEST_F(InitTest, OneThreadJoinsAllRanksInAGroup) {
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS);
  HcclComm comms[4] = {};
  ASSERT_EQ(HcclGroupStart(), HCCL_SUCCESS);
  for (uint32_t rank = 0; rank < 4; ++rank) {
    ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), 0);
    ASSERT_EQ(HcclCommInitRootInfo(4, &info, rank, &comms[rank]), HCCL_SUCCESS);
    EXPECT_EQ(comms[rank], nullptr);
  }
  ASSERT_EQ(HcclGroupEnd(), HCCL_SUCCESS) << LastMessage();
  for (uint32_t rank = 0; rank < 4; ++rank) {
    uint32_t got = 99;
    EXPECT_EQ(HcclGetRankId(comms[rank], &got), HCCL_SUCCESS);
    EXPECT_EQ(got, rank);
    EXPECT_EQ(HcclCommDestroy(comms[rank]), HCCL_SUCCESS);
  }
}

TEST_F(InitTest, WrongVariables) {
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclRootInfo info;
  const auto with = [&](const char* variable, const char* value) {
    setenv(variable, value, 1);
    const HcclResult code = HcclGetRootInfo(&info);
    unsetenv(variable);
    return code;
  };
  EXPECT_REFUSED(with("HCCL_CONNECT_TIMEOUT", "5"), HCCL_E_PARA,
                 "environment variable HCCL_CONNECT_TIMEOUT: is \"5\", expected a number from 120 "
                 "to 7200 [EZ1301");
  EXPECT_REFUSED(with("HCCL_IF_IP", "here"), HCCL_E_PARA, "HCCL_IF_IP");
  EXPECT_REFUSED(with("HCCL_SOCKET_FAMILY", "AF_UNIX"), HCCL_E_PARA, "AF_INET or AF_INET6");
  for (const char* ports : {"7-3", "60000,", ",60000", "60000,,60001", "auto,60000", "-", "1-"}) {
    EXPECT_REFUSED(with("HCCL_HOST_SOCKET_PORT_RANGE", ports), HCCL_E_PARA, "HOST_SOCKET");
  }
  EXPECT_REFUSED(with("HCCL_IF_IP", "192.0.2.77"), HCCL_E_TCP_CONNECT,
                 "cannot listen at 192.0.2.77");
  EXPECT_REFUSED(with("HCCL_WHITELIST_DISABLE", "0"), HCCL_E_PARA, "HCCL_WHITELIST_FILE");
}

TEST(InterfacesTest, TheFirstThatFits) {
  const std::vector<Interface> all = {{"lo", "127.0.0.1", AF_INET},
                                      {"docker0", "172.17.0.1", AF_INET},
                                      {"eth1", "10.0.0.2", AF_INET},
                                      {"eth0", "fe80::1", AF_INET6},
                                      {"eth0", "10.0.0.1", AF_INET}};
  const auto choose = [&](const char* pattern, int family, const char* ip = "") {
    Environment environment;
    environment.interface = pattern;
    environment.family = family;
    environment.ip = ip;
    std::string host;
    return ChooseHost(environment, all, host).ok() ? host : "none";
  };
  EXPECT_EQ(choose("", AF_UNSPEC), "10.0.0.1");
  EXPECT_EQ(choose("", AF_INET6), "fe80::1");
  EXPECT_EQ(choose("eth", AF_INET), "10.0.0.1");
  EXPECT_EQ(choose("=eth1", AF_UNSPEC), "10.0.0.2");
  EXPECT_EQ(choose("^eth", AF_UNSPEC), "172.17.0.1");
  EXPECT_EQ(choose("^=eth0", AF_UNSPEC), "10.0.0.2");
  EXPECT_EQ(choose("lo", AF_UNSPEC), "127.0.0.1");
  EXPECT_EQ(choose("=eth", AF_UNSPEC), "none");
  EXPECT_EQ(choose("eth", AF_UNSPEC, "1.2.3.4"), "1.2.3.4");
}

TEST(RankTableTest, RefusesWhatItIsNot) {
  const auto refusal = [](const std::string& text) {
    RankTable table;
    const Status status = ParseRankTable(text, table);
    return status.ok() ? "" : status.message();
  };
  const std::string begin = R"({"status": "completed", "version": "1.0", "server_list": )";
  EXPECT_THAT(refusal("{"), HasSubstr("is no JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("is no JSON object"));
  EXPECT_THAT(refusal(R"({"version": "3.0"})"), HasSubstr("version is \"3.0\""));
  EXPECT_THAT(refusal(R"({"version": "1.0", "status": "x"})"), HasSubstr("status is \"x\""));
  EXPECT_THAT(refusal(begin + "[]}"), HasSubstr("has no ranks"));
  EXPECT_THAT(refusal(begin + R"([{"device": [{"rank_id": "1"}]}]})"),
              HasSubstr("has 1 ranks, but rank_id 1"));
  EXPECT_THAT(refusal(begin + R"([{"device": [{"rank_id": "0"}, {"rank_id": "0"}]}]})"),
              HasSubstr("rank_id 0 comes twice"));
  EXPECT_THAT(refusal(begin + R"([{"device": [{"rank_id": "-1"}]}]})"), HasSubstr("no rank_id"));
  EXPECT_THAT(refusal(begin + R"([{"device": 7}]})"), HasSubstr("no list of devices"));
  EXPECT_EQ(refusal(begin + R"([{"device": [{"rank_id": "0"}]}]})"), "");
  ASSERT_EQ(aclrtSetDevice(0), 0);
  HcclComm comm = nullptr;
  EXPECT_REFUSED(HcclCommInitClusterInfo("/nowhere", 0, &comm), HCCL_E_PARA,
                 "clusterInfo: /nowhere: cannot be read [EZ1702");
}

// Every text with a byte changed is parsed or refused, every one that is cut short refused.
TEST(RankTableTest, AnyTextIsParsedOrRefused) {
  const std::string text =
      R"({"status": "completed", "version": "1.0", "server_count": "1", "server_list":
      [{"server_id": "10.0.0.1", "device": [{"device_id": "0", "rank_id": "0"}]}]})";
  for (size_t i = 0; i < text.size(); ++i) {
    RankTable table;
    EXPECT_FALSE(ParseRankTable(text.substr(0, i), table).ok()) << i;
    for (const char byte : {'\0', '"', '{', '9', '\xff'}) {
      std::string changed = text;
      changed[i] = byte;
      (void)ParseRankTable(changed, table).ok();
    }
  }
}

}  // namespace
}  // namespace openaclnn::hccl
