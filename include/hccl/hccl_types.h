// Types of collective communication (libhccl). C++ only, as the vendor's header is.
#ifndef OPENACLNN_HCCL_HCCL_TYPES_H_
#define OPENACLNN_HCCL_HCCL_TYPES_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What every function here returns. The codes marked * are the ones that this library gives.
typedef enum {
  HCCL_SUCCESS = 0,
  HCCL_E_PARA = 1,         // * an argument has a value that it may not have
  HCCL_E_PTR = 2,          // * a pointer or handle is null
  HCCL_E_MEMORY = 3,       // * out of host memory
  HCCL_E_INTERNAL = 4,     // * a defect of this library
  HCCL_E_NOT_SUPPORT = 5,  // * the product, or this library, does not have it
  HCCL_E_NOT_FOUND = 6,    // * there is no communicator of that name
  HCCL_E_UNAVAIL = 7,
  HCCL_E_SYSCALL = 8,
  HCCL_E_TIMEOUT = 9,  // * ranks did not come, or did not answer, in time
  HCCL_E_OPEN_FILE_FAILURE = 10,
  HCCL_E_TCP_CONNECT = 11,  // * an address cannot be listened at, or connected to
  HCCL_E_ROCE_CONNECT = 12,
  HCCL_E_TCP_TRANSFER = 13,
  HCCL_E_ROCE_TRANSFER = 14,
  HCCL_E_RUNTIME = 15,  // * the runtime refused: no device is set, or the stream is not live
  HCCL_E_DRV = 16,
  HCCL_E_PROFILING = 17,
  HCCL_E_CCE = 18,
  HCCL_E_NETWORK = 19,
  HCCL_E_AGAIN = 20,   // * the communicator still has operations to run
  HCCL_E_REMOTE = 21,  // * the communicator has failed before, mostly because a rank was lost
  HCCL_E_SUSPENDING = 22,
  HCCL_E_OPRETRY_FAIL = 23,
  HCCL_E_OOM = 24,
  HCCL_E_IN_STATUS = 1041,
  HCCL_E_RESERVED
} HcclResult;

// A rank's part in a communicator: a number, not an address.
typedef void* HcclComm;

typedef enum {
  HCCL_REDUCE_SUM = 0,
  HCCL_REDUCE_PROD = 1,
  HCCL_REDUCE_MAX = 2,
  HCCL_REDUCE_MIN = 3,
  HCCL_REDUCE_RESERVED = 255
} HcclReduceOp;

typedef enum {
  HCCL_DATA_TYPE_INT8 = 0,
  HCCL_DATA_TYPE_INT16 = 1,
  HCCL_DATA_TYPE_INT32 = 2,
  HCCL_DATA_TYPE_FP16 = 3,
  HCCL_DATA_TYPE_FP32 = 4,
  HCCL_DATA_TYPE_INT64 = 5,
  HCCL_DATA_TYPE_UINT64 = 6,
  HCCL_DATA_TYPE_UINT8 = 7,
  HCCL_DATA_TYPE_UINT16 = 8,
  HCCL_DATA_TYPE_UINT32 = 9,
  HCCL_DATA_TYPE_FP64 = 10,
  HCCL_DATA_TYPE_BFP16 = 11,
  HCCL_DATA_TYPE_INT128 = 12,
  HCCL_DATA_TYPE_HIF8 = 14,
  HCCL_DATA_TYPE_FP8E4M3 = 15,
  HCCL_DATA_TYPE_FP8E5M2 = 16,
  HCCL_DATA_TYPE_FP8E8M0 = 17,
  HCCL_DATA_TYPE_RESERVED = 255
} HcclDataType;

// What rank 0 makes and all other ranks need, byte for byte, to find each other.
#ifdef __cplusplus
const uint32_t HCCL_ROOT_INFO_BYTES = 4108;
#else
#define HCCL_ROOT_INFO_BYTES 4108
#endif
typedef struct HcclRootInfoDef {
  char internal[HCCL_ROOT_INFO_BYTES];
} HcclRootInfo;

typedef enum { HCCL_SEND = 0, HCCL_RECV = 1, HCCL_SEND_RECV_RESERVED } HcclSendRecvType;

// One transfer of HcclBatchSendRecv.
typedef struct HcclSendRecvItemDef {
  HcclSendRecvType sendRecvType;
  void* buf;
  uint64_t count;  // elements
  HcclDataType dataType;
  uint32_t remoteRank;
} HcclSendRecvItem;

typedef enum { HCCL_DETERMINISTIC = 0, HCCL_CONFIG_RESERVED } HcclConfig;
union HcclConfigValue {
  int32_t value;
};
#ifndef __cplusplus
typedef union HcclConfigValue HcclConfigValue;
#endif

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_HCCL_HCCL_TYPES_H_
