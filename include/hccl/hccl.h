// Collective communication between devices, processes and machines (libhccl). C++ only.
//
// Conventions of all functions here and in hccl_comm.h:
//  1. They return 0 (HCCL_SUCCESS) or another HcclResult, and leave a sentence for
//     aclGetRecentErrMsg. A failing call changes nothing and writes no output, unless it says
//     otherwise.
//  2. Operations are queued on a stream of the rank's device, and are done when that is
//     synchronised. Streams must not be null.
//  3. Counts and displacements are in elements. Arrays of them are the host's, and may change when
//     the call has returned. Data are ordered by rank.
//  4. All ranks of a communicator issue the same operations in the same order, with the same count,
//     dtype, operation and root. Point-to-point operations concern two ranks alone. Where they do
//     not, the streams of all fail, with a message that names two ranks that differ.
//  5. A count of 0 succeeds at once and queues nothing. Otherwise checks come in this order: null
//     handle, stream or buffer HCCL_E_PTR; count above 0x7FFFFFFFF HCCL_E_PARA; dtype, then
//     operation HCCL_E_NOT_SUPPORT; root or peer not below the size HCCL_E_PARA. HCCL_E_REMOTE if
//     the communicator has failed before; HCCL_E_RUNTIME if the stream is not live.
//  6. An operation that meets a rank that is gone, does not come in HCCL_EXEC_TIMEOUT seconds, or
//     disagrees fails its stream: synchronisation returns 507048, and the message names rank,
//     operation and seconds. Then only HcclCommDestroy takes the communicator.
//  7. Sum, product, maximum and minimum are taken along a tree of neighbours: of ranks 0 and 1, 2
//     and 3, ..., then of the results. A last one without neighbour waits. Sums and products of
//     16-bit floats are taken in float and rounded once; integers wrap. For maximum and minimum a
//     NaN wins, and +0 is above -0. Every NaN that results is the positive quiet one. So the bits
//     depend on nothing but the values and the number of ranks.
//  8. Which dtypes an operation takes depends on the product (OPENACLNN_SOC). Reductions: INT8,
//     INT16, INT32, INT64, FP16, FP32, BFP16, on Ascend950 UINT64 and FP64 too; products not of
//     INT16 and BFP16. All others: every type but INT128.
//  9. In place (the same buffer to send and to receive) work AllReduce and Reduce, and, at the
//     rank's own place, Scatter, AllGather and ReduceScatter.
#ifndef OPENACLNN_HCCL_HCCL_H_
#define OPENACLNN_HCCL_HCCL_H_

#include "acl/acl.h"
#include "hccl_comm.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// recvBuf of every rank: the reduction of the count elements at all sendBufs.
ACL_FUNC_VISIBILITY HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count,
                                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                             aclrtStream stream);
// The same at the root alone. Elsewhere recvBuf is left alone, but must not be null.
ACL_FUNC_VISIBILITY HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count,
                                          HcclDataType dataType, HcclReduceOp op, uint32_t root,
                                          HcclComm comm, aclrtStream stream);
// recvBuf of rank r: elements r * recvCount and on of the reduction of size * recvCount elements.
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                                 HcclDataType dataType, HcclReduceOp op,
                                                 HcclComm comm, aclrtStream stream);
// The same with sendCounts[r] elements at sendDispls[r] for rank r. recvCount: sendCounts at the
// own rank. The arrays are the same on all ranks.
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts,
                                                  const void* sendDispls, void* recvBuf,
                                                  uint64_t recvCount, HcclDataType dataType,
                                                  HcclReduceOp op, HcclComm comm,
                                                  aclrtStream stream);
// buf of every rank: that of the root.
ACL_FUNC_VISIBILITY HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType,
                                             uint32_t root, HcclComm comm, aclrtStream stream);
// recvBuf of rank r: elements r * recvCount and on of the root's sendBuf, which may be null
// elsewhere.
ACL_FUNC_VISIBILITY HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                           HcclDataType dataType, uint32_t root, HcclComm comm,
                                           aclrtStream stream);
// recvBuf, size * sendCount elements: sendBuf of rank 0, of rank 1, ...
ACL_FUNC_VISIBILITY HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount,
                                             HcclDataType dataType, HcclComm comm,
                                             aclrtStream stream);
// The same with recvCounts[r] elements of rank r, at recvDispls[r]. sendCount: recvCounts at the
// own rank. recvCounts is the same on all ranks.
ACL_FUNC_VISIBILITY HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf,
                                              const void* recvCounts, const void* recvDispls,
                                              HcclDataType dataType, HcclComm comm,
                                              aclrtStream stream);
// Elements r * sendCount and on go to rank r; those of rank r come to r * recvCount. Counts and
// types of both directions are equal.
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount,
                                            HcclDataType sendType, const void* recvBuf,
                                            uint64_t recvCount, HcclDataType recvType,
                                            HcclComm comm, aclrtStream stream);
// The same with counts and displacements for each rank: what a rank sends to another is what that
// one expects. Buffers may be null where nothing is sent, or received.
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts,
                                             const void* sdispls, HcclDataType sendType,
                                             const void* recvBuf, const void* recvCounts,
                                             const void* rdispls, HcclDataType recvType,
                                             HcclComm comm, aclrtStream stream);
// The same with one matrix for all ranks: row s, column d is what rank s sends to rank d. The parts
// lie one behind the other.
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllVC(const void* sendBuf, const void* sendCountMatrix,
                                              HcclDataType sendType, const void* recvBuf,
                                              HcclDataType recvType, HcclComm comm,
                                              aclrtStream stream);
// The n-th Send of a rank to another meets the n-th Recv there from it; both streams wait. The peer
// is another rank: HCCL_E_NOT_SUPPORT for the own one.
ACL_FUNC_VISIBILITY HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t destRank, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t srcRank, HcclComm comm, aclrtStream stream);
// Several of these at once; their order does not matter except for those between the same two ranks
// in the same direction. itemNum 0: succeeds at once.
ACL_FUNC_VISIBILITY HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum,
                                                 HcclComm comm, aclrtStream stream);
// No stream goes on before those of all ranks have come here.
ACL_FUNC_VISIBILITY HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_HCCL_HCCL_H_
