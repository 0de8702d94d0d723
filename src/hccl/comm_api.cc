// Communicators: hccl_comm.h.

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/api.h"
#include "hccl/bootstrap.h"
#include "hccl/communicator.h"
#include "hccl/config.h"
#include "hccl/environment.h"
#include "hccl/group_calls.h"
#include "hccl/hccl.h"
#include "hccl/rank_table.h"
#include "hccl/table_join.h"
#include "runtime/context.h"

namespace {

using openaclnn::AskForCurrentContext;
using openaclnn::CallApi;
using openaclnn::CheckDevice;
using openaclnn::CurrentContext;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::Status;
using openaclnn::hccl::Communicator;
using openaclnn::hccl::Config;
using openaclnn::hccl::DeadlineIn;
using openaclnn::hccl::Environment;
using openaclnn::hccl::Failure;
using openaclnn::hccl::FindCommunicator;
using openaclnn::hccl::Group;
using openaclnn::hccl::Join;
using openaclnn::hccl::JoinByTable;
using openaclnn::hccl::JoinGroup;
using openaclnn::hccl::kHcclCodes;
using openaclnn::hccl::MakeLocalGroup;
using openaclnn::hccl::RankTable;
using openaclnn::hccl::RankTransfer;
using openaclnn::hccl::ReadConfig;
using openaclnn::hccl::ReadEnvironment;
using openaclnn::hccl::Root;
using openaclnn::hccl::StatusOf;

template <class CallText, class Body>
HcclResult Run(const CallText& call, Body body) {
  return static_cast<HcclResult>(CallApi(call, kHcclCodes, body));
}

Status CheckNotNull(const void* argument, const char* name) {
  if (argument != nullptr) return {};
  return Error(ErrorKind::kNullArgument, HCCL_E_PTR, "{}: is null", name);
}

// The device of the thread that calls, which the communicator will belong to.
Status CurrentDevice(int32_t& device) {
  CurrentContext context;
  if (const Status found = AskForCurrentContext(context); !found.ok()) {
    return Error(found.kind(), HCCL_E_RUNTIME, "{}", found.message());
  }
  device = context.device;
  return {};
}

Status CheckRanks(uint32_t ranks, uint32_t rank) {
  constexpr uint32_t kMostRanks = 1 << 14;
  if (ranks == 0 || ranks > kMostRanks) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "nRanks: is {}, expected 1 to {}", ranks,
                 kMostRanks);
  }
  if (rank >= ranks) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "rank: is {}, but there are {} ranks", rank,
                 ranks);
  }
  return {};
}

// What joining needs besides the ranks: the caller's, taken when it calls.
struct Joiner {
  Environment environment;
  Config config;
  int32_t device = 0;

  void Make(std::shared_ptr<Group> group, uint32_t rank, bool is_sub, HcclComm* comm) const {
    std::string name = config.name.empty() ? group->name() : config.name;
    *comm = openaclnn::hccl::MakeHandle(std::make_shared<Communicator>(
        std::move(group), rank, device, std::move(name),
        config.exec_timeout.value_or(environment.exec_timeout), is_sub));
  }
};

Status Prepare(Joiner& joiner, bool has_config, const HcclCommConfig* config) {
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(joiner.device));
  if (has_config) OPENACLNN_RETURN_IF_ERROR(ReadConfig(config, joiner.config));
  return ReadEnvironment(joiner.environment);
}

Status InitRootInfo(uint32_t ranks, const HcclRootInfo* info, uint32_t rank, bool has_config,
                    const HcclCommConfig* config, HcclComm* comm) {
  Joiner joiner;
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(joiner.device));
  OPENACLNN_RETURN_IF_ERROR(CheckRanks(ranks, rank));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(comm, "comm"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(info, "rootInfo"));
  OPENACLNN_RETURN_IF_ERROR(Prepare(joiner, has_config, config));
  Root root;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::hccl::Unpack(*info, root));
  return Join([=]() -> Status {
    std::shared_ptr<Group> group;
    OPENACLNN_RETURN_IF_ERROR(JoinGroup(joiner.environment, root, ranks, rank, group));
    joiner.Make(std::move(group), rank, false, comm);
    return {};
  });
}

Status InitClusterInfo(const char* path, uint32_t rank, bool has_config,
                       const HcclCommConfig* config, HcclComm* comm) {
  Joiner joiner;
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(joiner.device));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(path, "clusterInfo"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(comm, "comm"));
  OPENACLNN_RETURN_IF_ERROR(Prepare(joiner, has_config, config));
  RankTable table;
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(ReadRankTable(path, table, text));
  OPENACLNN_RETURN_IF_ERROR(CheckRanks(table.ranks, rank));
  return Join([=]() -> Status {
    std::shared_ptr<Group> group;
    OPENACLNN_RETURN_IF_ERROR(JoinByTable(joiner.environment, table, text, rank, group));
    joiner.Make(std::move(group), rank, false, comm);
    return {};
  });
}

Status InitAll(uint32_t ranks, const int32_t* devices, HcclComm* comms) {
  if (ranks == 0) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "ndev: is 0, expected 1 or more");
  }
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(devices, "devices"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(comms, "comms"));
  Environment environment;
  OPENACLNN_RETURN_IF_ERROR(ReadEnvironment(environment));
  std::set<int32_t> different;
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    if (const Status known = CheckDevice(devices[rank], "devices"); !known.ok()) {
      return Error(known.kind(), HCCL_E_PARA, "{}", known.message());
    }
    if (!different.insert(devices[rank]).second) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                   "devices: {} comes twice, expected {} different devices", devices[rank], ranks);
    }
  }
  const std::shared_ptr<Group> group = MakeLocalGroup(ranks);
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    Joiner{environment, {}, devices[rank]}.Make(group, rank, false, &comms[rank]);
  }
  return {};
}

// The arguments of HcclCreateSubCommConfig that tell what is wanted.
struct SubRanks {
  std::vector<uint32_t> ids;  // of the world
  uint64_t number;
  uint32_t rank;  // the own one in the sub-communicator
};

Status CheckSubRanks(const Communicator& world, const SubRanks& wanted) {
  std::set<uint32_t> different;
  for (const uint32_t id : wanted.ids) {
    if (id >= world.size() || !different.insert(id).second) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "rankIds: {} {}", id,
                   id >= world.size() ? fmt::format("is none of the {} ranks", world.size())
                                      : "comes twice");
    }
  }
  if (wanted.ids[wanted.rank] != world.rank()) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "subCommRankId: is {}, but rankIds has rank {} there, and this is rank {}",
                 wanted.rank, wanted.ids[wanted.rank], world.rank());
  }
  return {};
}

// Rank 0 of the sub-communicator listens and tells the others where, by the world's transfers.
Status JoinSub(Communicator& world, const SubRanks& wanted, const Environment& environment,
               std::shared_ptr<Group>& group) {
  HcclRootInfo info{};
  Root root;
  std::vector<RankTransfer> transfers;
  const auto transfer = [&](uint32_t peer, bool sends) {
    transfers.push_back({peer, sends, HCCL_DATA_TYPE_INT8, HCCL_ROOT_INFO_BYTES,
                         reinterpret_cast<std::byte*>(info.internal), 0});
  };
  if (wanted.rank == 0) {
    OPENACLNN_RETURN_IF_ERROR(openaclnn::hccl::Listen(environment, root));
    openaclnn::hccl::Pack(root, info);
    for (size_t i = 1; i < wanted.ids.size(); ++i) transfer(wanted.ids[i], true);
  } else {
    transfer(wanted.ids[0], false);
  }
  const auto deadline = DeadlineIn(environment.connect_timeout);
  if (const auto failure = world.TransferNow(std::move(transfers), deadline)) {
    return StatusOf(*failure,
                    failure->kind == ErrorKind::kPeerTimeout ? HCCL_E_TIMEOUT : HCCL_E_REMOTE);
  }
  OPENACLNN_RETURN_IF_ERROR(openaclnn::hccl::Unpack(info, root));
  return JoinGroup(environment, root, static_cast<uint32_t>(wanted.ids.size()), wanted.rank, group);
}

Status CreateSubComm(HcclComm* comm, uint32_t rankNum, const uint32_t* rankIds, uint64_t subCommId,
                     uint32_t subCommRankId, const HcclCommConfig* config, HcclComm* subComm) {
  constexpr uint64_t kNoId = 0xFFFFFFFF;
  Joiner joiner;
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(joiner.device));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(subComm, "subComm"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(comm, "comm"));
  std::shared_ptr<Communicator> world;
  OPENACLNN_RETURN_IF_ERROR(FindCommunicator(*comm, world));
  OPENACLNN_RETURN_IF_ERROR(Prepare(joiner, true, config));
  if ((rankIds == nullptr) != (subCommId == kNoId)) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "rankIds: is {}, but subCommId is {:#x}; ranks outside pass null and {:#x}",
                 static_cast<const void*>(rankIds), subCommId, kNoId);
  }
  if (rankIds == nullptr) return {};
  if (rankNum == 0 || subCommRankId >= rankNum) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "subCommRankId: is {}, expected less than rankNum, which is {}", subCommRankId,
                 rankNum);
  }
  if (world->is_sub()) {
    return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                 "comm: is a sub-communicator, of which there are no further ones");
  }
  SubRanks wanted{{rankIds, rankIds + rankNum}, subCommId, subCommRankId};
  OPENACLNN_RETURN_IF_ERROR(CheckSubRanks(*world, wanted));
  return Join([=]() -> Status {
    std::shared_ptr<Group> group;
    OPENACLNN_RETURN_IF_ERROR(JoinSub(*world, wanted, joiner.environment, group));
    joiner.Make(std::move(group), subCommRankId, true, subComm);
    return {};
  });
}

// Settings of the process.
std::atomic<int32_t> deterministic{0};

Status CheckConfig(int config) {
  if (config == HCCL_DETERMINISTIC) return {};
  return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
               "config: is {}, expected 0 (HCCL_DETERMINISTIC)", config);
}

HcclResult Refuse(const char* api) {
  return Run(openaclnn::NamedCall{api}, [] {
    return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                 "this function has a meaning on NPUs only");
  });
}

}  // namespace

extern "C" {

HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo) {
  return Run(openaclnn::MakeCall(__func__, "rootInfo", static_cast<const void*>(rootInfo)),
             [&]() -> Status {
               int32_t device = 0;
               OPENACLNN_RETURN_IF_ERROR(CurrentDevice(device));
               OPENACLNN_RETURN_IF_ERROR(CheckNotNull(rootInfo, "rootInfo"));
               Environment environment;
               OPENACLNN_RETURN_IF_ERROR(ReadEnvironment(environment));
               Root root;
               OPENACLNN_RETURN_IF_ERROR(openaclnn::hccl::Listen(environment, root));
               openaclnn::hccl::Pack(root, *rootInfo);
               return {};
             });
}

HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                HcclComm* comm) {
  const auto call = openaclnn::MakeCall(__func__, "nRanks, rootInfo, rank, comm", nRanks,
                                        static_cast<const void*>(rootInfo), rank, comm);
  return Run(call, [&] { return InitRootInfo(nRanks, rootInfo, rank, false, nullptr, comm); });
}

HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                      const HcclCommConfig* config, HcclComm* comm) {
  const auto call = openaclnn::MakeCall(__func__, "nRanks, rootInfo, rank, config, comm", nRanks,
                                        static_cast<const void*>(rootInfo), rank,
                                        static_cast<const void*>(config), comm);
  return Run(call, [&] { return InitRootInfo(nRanks, rootInfo, rank, true, config, comm); });
}

HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank, HcclComm* comm) {
  return Run(OPENACLNN_CALL(clusterInfo, rank, comm),
             [&] { return InitClusterInfo(clusterInfo, rank, false, nullptr, comm); });
}

HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank,
                                         HcclCommConfig* config, HcclComm* comm) {
  const auto call = openaclnn::MakeCall(__func__, "clusterInfo, rank, config, comm", clusterInfo,
                                        rank, static_cast<const void*>(config), comm);
  return Run(call, [&] { return InitClusterInfo(clusterInfo, rank, true, config, comm); });
}

HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms) {
  const auto call = openaclnn::MakeCall(__func__, "ndev, devices, comms", ndev,
                                        static_cast<const void*>(devices), comms);
  return Run(call, [&] {
    if (comms != nullptr) std::fill(comms, comms + ndev, nullptr);
    return InitAll(ndev, devices, comms);
  });
}

HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds,
                                   uint64_t subCommId, uint32_t subCommRankId,
                                   HcclCommConfig* config, HcclComm* subComm) {
  const auto call =
      openaclnn::MakeCall(__func__, "comm, rankNum, rankIds, subCommId, subCommRankId, subComm",
                          static_cast<const void*>(comm), rankNum,
                          static_cast<const void*>(rankIds), subCommId, subCommRankId, subComm);
  return Run(call, [&] {
    return CreateSubComm(comm, rankNum, rankIds, subCommId, subCommRankId, config, subComm);
  });
}

HcclResult HcclCommDestroy(HcclComm comm) {
  return Run(OPENACLNN_CALL(comm), [&]() -> Status {
    if (comm == nullptr) return {};
    std::shared_ptr<Communicator> communicator;
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm, communicator));
    if (communicator->InUse()) {
      return Error(ErrorKind::kCommunicatorBusy, HCCL_E_AGAIN,
                   "comm: communicator {} has operations of rank {} left; synchronise their "
                   "streams first",
                   communicator->name(), communicator->rank());
    }
    if (!openaclnn::hccl::DestroyHandle(comm)) {
      return Error(ErrorKind::kNotLive, HCCL_E_PARA, "comm: {} was destroyed", comm);
    }
    return {};
  });
}

HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize) {
  return Run(OPENACLNN_CALL(comm, rankSize), [&]() -> Status {
    std::shared_ptr<Communicator> communicator;
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm, communicator));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(rankSize, "rankSize"));
    *rankSize = communicator->size();
    return {};
  });
}

HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank) {
  return Run(OPENACLNN_CALL(comm, rank), [&]() -> Status {
    std::shared_ptr<Communicator> communicator;
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm, communicator));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(rank, "rank"));
    *rank = communicator->rank();
    return {};
  });
}

HcclResult HcclGetCommName(HcclComm comm, char* commName) {
  const auto call =
      openaclnn::MakeCall(__func__, "comm, commName", comm, static_cast<const void*>(commName));
  return Run(call, [&]() -> Status {
    std::shared_ptr<Communicator> communicator;
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm, communicator));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(commName, "commName"));
    std::memcpy(commName, communicator->name().c_str(), communicator->name().size() + 1);
    return {};
  });
}

HcclResult HcclCommGetHandleWithName(const char* commName, HcclComm* comm) {
  return Run(OPENACLNN_CALL(commName, comm), [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(commName, "commName"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(comm, "comm"));
    int32_t device = 0;
    OPENACLNN_RETURN_IF_ERROR(CurrentDevice(device));
    if (const HcclComm found = openaclnn::hccl::FindByName(commName, device)) {
      *comm = found;
      return {};
    }
    return Error(ErrorKind::kNoCommunicator, HCCL_E_NOT_FOUND,
                 "commName: there is no communicator \"{}\" on device {}", commName, device);
  });
}

HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError) {
  return Run(OPENACLNN_CALL(comm, asyncError), [&]() -> Status {
    std::shared_ptr<Communicator> communicator;
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm, communicator));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(asyncError, "asyncError"));
    const std::optional<Failure> failure = communicator->group().failure();
    *asyncError = failure ? failure->async_error : HCCL_SUCCESS;
    return {};
  });
}

const char* HcclGetErrorString(HcclResult code) {
  static constexpr std::array<const char*, 25> kTexts = {
      "no error",
      "an argument has a value that it may not have",
      "a pointer or handle is null",
      "out of host memory",
      "a defect of this library",
      "not supported",
      "not found",
      "a resource is not available",
      "a system call failed",
      "ranks did not come, or did not answer, in time",
      "a file cannot be opened",
      "an address cannot be listened at, or connected to",
      "a RoCE connection failed",
      "a transfer over TCP failed",
      "a transfer over RoCE failed",
      "the runtime refused: no device is set, or the stream is not live",
      "the driver failed",
      "profiling failed",
      "the compiler failed",
      "the network failed",
      "the communicator still has operations to run",
      "the communicator has failed before",
      "suspending",
      "an operation could not be repeated",
      "out of device memory"};
  const auto index = static_cast<uint32_t>(static_cast<int>(code));
  if (index < kTexts.size()) return kTexts[index];
  return index == HCCL_E_IN_STATUS ? "the communicator has an error status" : "unknown code";
}

HcclResult HcclSetConfig(HcclConfig config, union HcclConfigValue configValue) {
  return Run(openaclnn::MakeCall(__func__, "config, configValue", config, configValue.value),
             [&, number = static_cast<int>(config)]() -> Status {
               OPENACLNN_RETURN_IF_ERROR(CheckConfig(number));
               if (configValue.value < 0 || configValue.value > 2) {
                 return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                              "configValue: is {}, expected 0, 1 or 2", configValue.value);
               }
               deterministic = configValue.value;
               return {};
             });
}

HcclResult HcclGetConfig(HcclConfig config, union HcclConfigValue* configValue) {
  const auto call = openaclnn::MakeCall(__func__, "config, configValue", config,
                                        static_cast<const void*>(configValue));
  return Run(call, [&, number = static_cast<int>(config)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(configValue, "configValue"));
    OPENACLNN_RETURN_IF_ERROR(CheckConfig(number));
    configValue->value =
        openaclnn::hccl::DeterministicOfEnvironment().value_or(deterministic.load());
    return {};
  });
}

uint32_t HcclGetCommConfigCapability() { return HCCL_COMM_CONFIG_RESERVED; }

HcclResult HcclGroupStart() {
  return Run(OPENACLNN_CALL(), []() -> Status {
    openaclnn::hccl::StartGroup();
    return {};
  });
}

HcclResult HcclGroupEnd() {
  return Run(OPENACLNN_CALL(), [] { return openaclnn::hccl::EndGroup(); });
}

HcclResult HcclGroupStatusGet(bool* isGroupEnabled) {
  const auto call =
      openaclnn::MakeCall(__func__, "isGroupEnabled", static_cast<const void*>(isGroupEnabled));
  return Run(call, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(isGroupEnabled, "isGroupEnabled"));
    *isGroupEnabled = openaclnn::hccl::InGroup();
    return {};
  });
}

HcclResult HcclCommSuspend(HcclComm) { return Refuse(__func__); }
HcclResult HcclCommResume(HcclComm) { return Refuse(__func__); }
HcclResult HcclCommSetMemoryRange(HcclComm, void*, size_t, size_t, uint64_t) {
  return Refuse(__func__);
}
HcclResult HcclCommUnsetMemoryRange(HcclComm, void*) { return Refuse(__func__); }
HcclResult HcclCommActivateCommMemory(HcclComm, void*, size_t, size_t, void*, uint64_t) {
  return Refuse(__func__);
}
HcclResult HcclCommDeactivateCommMemory(HcclComm, void*) { return Refuse(__func__); }
HcclResult HcclCommWorkingDevNicSet(HcclComm, uint32_t*, bool*, uint32_t) {
  return Refuse(__func__);
}

// Further names that clients look up; what their arguments are does not matter.
#define OPENACLNN_REFUSED(name)          \
  ACL_FUNC_VISIBILITY HcclResult name(); \
  HcclResult name() { return Refuse(#name); }
OPENACLNN_REFUSED(HcclCommSymWinRegister)
OPENACLNN_REFUSED(HcclCommSymWinDeregister)
OPENACLNN_REFUSED(HcclCommSymWinGet)
OPENACLNN_REFUSED(HcclCommRegCommStateCallback)
OPENACLNN_REFUSED(HcclCommGetStatus)
OPENACLNN_REFUSED(HcclConfigGetInfo)

}  // extern "C"
