// Communicators: how ranks find each other. C++ only. hccl.h has the conventions.
//
// A communicator is a set of ranks 0 to size - 1; each holds a handle of its own. Ranks may be
// threads of one process, processes on any machines, or both: what is computed has the same bits.
#ifndef OPENACLNN_HCCL_HCCL_COMM_H_
#define OPENACLNN_HCCL_HCCL_COMM_H_

#include <stddef.h>
#include <stdint.h>

#include "acl/acl.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HCCL_COMM_CONFIG_MAGIC_WORD 0xf0f0f0f0
#define HCCL_COMM_DEFAULT_BUFFSIZE 200
#define HCCL_COMM_DEFAULT_DETERMINISTIC 0
#define HCCL_COMM_CONFIG_NOT_SET 0xffffffff
#ifdef __cplusplus
const uint32_t HCCL_COMM_CONFIG_INFO_BYTES = 24;
const uint32_t COMM_NAME_MAX_LENGTH = 128;
const uint32_t UDI_MAX_LENGTH = 128;
const uint32_t HCCL_COMM_CONFIG_VERSION = 11;
const uint32_t HCCL_COMM_ALGO_MAX_LENGTH = 1600;
const uint32_t HCCL_COMM_RETRY_ENABLE_MAX_LENGTH = 50;
const uint32_t HCCL_COMM_RETRY_PARAMS_MAX_LENGTH = 128;
const uint32_t BUFFER_NAME_MAX_LENGTH = 128;
#endif

// Fill it with HcclCommConfigInit before setting members. The name, the time of operations
// and the world rank have an effect here; buffer size and determinism are checked (the bits are
// always the same), the rest is for NPUs alone.
typedef struct HcclCommConfigDef {
  char reserved[HCCL_COMM_CONFIG_INFO_BYTES];
  uint32_t hcclBufferSize;     // MiB, above 0
  uint32_t hcclDeterministic;  // 0, 1 or 2
  char hcclCommName[COMM_NAME_MAX_LENGTH];
  char hcclUdi[UDI_MAX_LENGTH];
  uint32_t hcclOpExpansionMode;
  uint32_t hcclRdmaTrafficClass;
  uint32_t hcclRdmaServiceLevel;
  uint32_t hcclWorldRankID;
  uint64_t hcclJobID;
  uint8_t aclGraphZeroCopyEnable;
  int32_t hcclExecTimeOut;  // seconds that an operation waits for other ranks; 0: for ever
  char hcclAlgo[HCCL_COMM_ALGO_MAX_LENGTH];
  char hcclRetryEnable[HCCL_COMM_RETRY_ENABLE_MAX_LENGTH];
  char hcclRetryParams[HCCL_COMM_RETRY_PARAMS_MAX_LENGTH];
  char hcclBufferName[BUFFER_NAME_MAX_LENGTH];
  uint32_t hcclQos;
  uint64_t hcclSymWinMaxMemSizePerRank;
  uint32_t hcclQueueDepth;
} HcclCommConfig;

typedef enum {
  HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
  HCCL_COMM_CONFIG_DETERMINISTIC = 1,
  HCCL_COMM_CONFIG_COMM_NAME = 2,
  HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
  HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
  HCCL_COMM_CONFIG_WORLD_RANKID = 5,
  HCCL_COMM_CONFIG_JOBID = 6,
  HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
  HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
  HCCL_COMM_CONFIG_ALGO = 9,
  HCCL_COMM_CONFIG_RETRY = 10,
  HCCL_COMM_CONFIG_BUFFER_NAME = 11,
  HCCL_COMM_CONFIG_RESERVED
} HcclCommConfigCapability;

// What a config says of itself, in its first bytes.
typedef struct HcclCommConfigInfoDef {
  size_t configSize;
  uint32_t magicWord;
  uint32_t version;
  uint64_t reserved;
} HcclCommConfigInfo;

// Sets every member to "not set". config may be null: then nothing happens.
static inline void HcclCommConfigInit(HcclCommConfig* config) {
  if (config == nullptr) return;
  HcclCommConfigInfo* info = reinterpret_cast<HcclCommConfigInfo*>(config->reserved);
  info->configSize = sizeof(HcclCommConfig);
  info->magicWord = HCCL_COMM_CONFIG_MAGIC_WORD;
  info->version = HCCL_COMM_CONFIG_VERSION;
  info->reserved = 0;
  config->hcclBufferSize = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclDeterministic = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclCommName[0] = '\0';
  config->hcclUdi[0] = '\0';
  config->hcclOpExpansionMode = 0;
  config->hcclRdmaTrafficClass = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclRdmaServiceLevel = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclWorldRankID = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclJobID = 0;
  config->aclGraphZeroCopyEnable = 0;
  config->hcclExecTimeOut = static_cast<int32_t>(HCCL_COMM_CONFIG_NOT_SET);
  config->hcclAlgo[0] = '\0';
  config->hcclRetryEnable[0] = '\0';
  config->hcclRetryParams[0] = '\0';
  config->hcclBufferName[0] = '\0';
  config->hcclQos = HCCL_COMM_CONFIG_NOT_SET;
  config->hcclSymWinMaxMemSizePerRank = 0;
  config->hcclQueueDepth = HCCL_COMM_CONFIG_NOT_SET;
}

// Begins a communicator: listens for the ranks to come, at an address of this host (docs/scaling.md
// says which). rootInfo: receives what every rank must pass to HcclCommInitRootInfo; copy all
// HCCL_ROOT_INFO_BYTES. Good for one communicator; one that is never used keeps its port, and a
// thread, until the process ends. Returns HCCL_E_RUNTIME if no device is set,
// HCCL_E_TCP_CONNECT if no address can be listened at.
ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);

// Joins a communicator of nRanks ranks as `rank`, and blocks until all have joined.
// Returns HCCL_E_RUNTIME if no device is set (first of all); HCCL_E_PARA if nRanks is 0, rank not
// below it, rootInfo not what HcclGetRootInfo made, or the ranks disagree (on all ranks);
// HCCL_E_TIMEOUT if not all came within HCCL_CONNECT_TIMEOUT + 20 seconds.
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo,
                                                    uint32_t rank, HcclComm* comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks,
                                                          const HcclRootInfo* rootInfo,
                                                          uint32_t rank,
                                                          const HcclCommConfig* config,
                                                          HcclComm* comm);

// The same with a rank table, a JSON file of version 1.0 or 2.0 that all ranks read. Rank 0 listens
// at its host's address in the table. Returns HCCL_E_PARA if the file cannot be read or is not what
// it should be.
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank,
                                                       HcclComm* comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank,
                                                             HcclCommConfig* config,
                                                             HcclComm* comm);

// A communicator of ndev ranks of this process: rank i on devices[i]. comms: receives ndev handles.
// Returns HCCL_E_PARA if ndev is 0 or devices are not there or not all different; then all comms
// are null.
ACL_FUNC_VISIBILITY HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);

// A communicator of rankNum ranks of *comm, which is no sub-communicator itself: rank i is rank
// rankIds[i] of *comm. All these ranks call it, with the same arguments except for subCommRankId,
// the own index in rankIds; it blocks until they have. Other ranks pass null and 0xFFFFFFFF for
// rankIds and subCommId, and get no handle. subCommId: tells several such calls apart.
ACL_FUNC_VISIBILITY HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum,
                                                       uint32_t* rankIds, uint64_t subCommId,
                                                       uint32_t subCommRankId,
                                                       HcclCommConfig* config, HcclComm* subComm);

// Ends this rank's part. Null: does nothing. Returns HCCL_E_AGAIN while operations are queued or
// run; synchronise the streams first.
ACL_FUNC_VISIBILITY HcclResult HcclCommDestroy(HcclComm comm);

ACL_FUNC_VISIBILITY HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank);

// commName: receives the name, with its end at most COMM_NAME_MAX_LENGTH bytes. It is that of the
// config, or one that all ranks agree on.
ACL_FUNC_VISIBILITY HcclResult HcclGetCommName(HcclComm comm, char* commName);
// The communicator of that name on the current device of this process. Returns HCCL_E_NOT_FOUND if
// there is none.
ACL_FUNC_VISIBILITY HcclResult HcclCommGetHandleWithName(const char* commName, HcclComm* comm);

// asyncError: receives 0, HCCL_E_REMOTE after a failure of the communicator, or HCCL_E_TIMEOUT if
// that was a time-out.
ACL_FUNC_VISIBILITY HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError);
// A sentence about a code; never null.
ACL_FUNC_VISIBILITY const char* HcclGetErrorString(HcclResult code);

// Settings of this process. HCCL_DETERMINISTIC: 0, 1 or 2; the environment variable of that name
// wins. Results have the same bits with all of them.
ACL_FUNC_VISIBILITY HcclResult HcclSetConfig(HcclConfig config, union HcclConfigValue configValue);
ACL_FUNC_VISIBILITY HcclResult HcclGetConfig(HcclConfig config, union HcclConfigValue* configValue);
// HCCL_COMM_CONFIG_RESERVED: the members of HcclCommConfig that are known, in order.
ACL_FUNC_VISIBILITY uint32_t HcclGetCommConfigCapability();

// Between Start and End one thread may join several ranks, which would else block it, and queue
// operations of several communicators. The calls are checked at once and carried out, all together,
// by End; handles of joined communicators are there after it. Groups nest.
ACL_FUNC_VISIBILITY HcclResult HcclGroupStart();
ACL_FUNC_VISIBILITY HcclResult HcclGroupEnd();
ACL_FUNC_VISIBILITY HcclResult HcclGroupStatusGet(bool* isGroupEnabled);

// These exist and return HCCL_E_NOT_SUPPORT.
ACL_FUNC_VISIBILITY HcclResult HcclCommSuspend(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommResume(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommSetMemoryRange(HcclComm comm, void* baseVirPtr, size_t size,
                                                      size_t alignment, uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void* baseVirPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommActivateCommMemory(HcclComm comm, void* virPtr, size_t size,
                                                          size_t offset, void* handle,
                                                          uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void* virPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommWorkingDevNicSet(HcclComm comm, uint32_t* ranks,
                                                        bool* useBackup, uint32_t nRanks);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_HCCL_HCCL_COMM_H_
