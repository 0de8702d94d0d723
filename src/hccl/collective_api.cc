// Operations: hccl.h. Enums become numbers before anything is done with them, as programs may pass
// any.

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "base/api.h"
#include "hccl/check_memory.h"
#include "hccl/communicator.h"
#include "hccl/group_calls.h"
#include "hccl/hccl.h"
#include "runtime/refusals.h"

namespace {

using openaclnn::CallApi;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::NotedInQueue;
using openaclnn::Status;
using openaclnn::hccl::Call;
using openaclnn::hccl::CheckChip;
using openaclnn::hccl::CheckDtype;
using openaclnn::hccl::CheckMemory;
using openaclnn::hccl::CheckReduce;
using openaclnn::hccl::Communicator;
using openaclnn::hccl::DtypeText;
using openaclnn::hccl::FindCommunicator;
using openaclnn::hccl::HashOf;
using openaclnn::hccl::IssueOrDefer;
using openaclnn::hccl::kHcclCodes;
using openaclnn::hccl::Operation;
using openaclnn::hccl::RankTransfer;

constexpr uint64_t kMostElements = 0x7FFFFFFFF;

struct Argument {
  const char* name;
  const void* value;
};

Status CheckPointers(std::initializer_list<Argument> arguments) {
  for (const Argument& argument : arguments) {
    if (argument.value != nullptr) continue;
    return Error(ErrorKind::kNullArgument, HCCL_E_PTR, "{}: is null", argument.name);
  }
  return {};
}

Status CheckCount(const char* name, uint64_t count) {
  if (count <= kMostElements) return {};
  return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "{}: is {}, expected at most {}", name, count,
               kMostElements);
}

Status CheckRank(const char* name, uint32_t rank, const Communicator& communicator) {
  if (rank < communicator.size()) return {};
  return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "{}: is {}, but comm has {} ranks", name,
               rank, communicator.size());
}

Status CheckApart(const void* send, const void* receive) {
  if (send != receive || send == nullptr) return {};
  return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
               "recvBuf: is sendBuf, but this operation does not work in place");
}

const std::byte* Bytes(const void* memory) { return static_cast<const std::byte*>(memory); }
std::byte* Bytes(void* memory) { return static_cast<std::byte*>(memory); }

// An operation on its way through the checks, in the order of hccl.h, 5.
class Issue {
 public:
  Issue(Operation operation, HcclComm comm, aclrtStream stream) : stream_(stream) {
    call_.operation = operation;
    comm_ = comm;
  }

  Call& call() { return call_; }
  Communicator& communicator() { return *communicator_; }
  uint32_t size() const { return communicator_->size(); }

  Status CheckHandles(std::initializer_list<Argument> buffers) {
    OPENACLNN_RETURN_IF_ERROR(FindCommunicator(comm_, communicator_));
    OPENACLNN_RETURN_IF_ERROR(CheckPointers({{"stream", stream_}}));
    return CheckPointers(buffers);
  }
  Status Dtype(int dtype) {
    OPENACLNN_RETURN_IF_ERROR(CheckChip(call_.operation));
    OPENACLNN_RETURN_IF_ERROR(CheckDtype(call_.operation, dtype));
    call_.dtype = static_cast<HcclDataType>(dtype);
    return {};
  }
  Status Reduction(int reduce) {
    OPENACLNN_RETURN_IF_ERROR(CheckReduce(call_.operation, call_.dtype, reduce));
    call_.reduce = static_cast<HcclReduceOp>(reduce);
    return {};
  }
  Status Root(uint32_t root) {
    OPENACLNN_RETURN_IF_ERROR(CheckRank("root", root, *communicator_));
    call_.root = root;
    return {};
  }

  // Copies an array of counts or displacements.
  Status Numbers(const char* name, const void* array, std::vector<uint64_t>& numbers) {
    constexpr uint64_t kMost = uint64_t{1} << 56;
    const auto* const given = static_cast<const uint64_t*>(array);
    numbers.assign(given, given + size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] <= kMost) continue;
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                   "{}: element {} is {}, expected at most {}", name, i, numbers[i], kMost);
    }
    return {};
  }
  // One count for every rank, the parts one behind the other.
  static void Even(uint64_t count, uint32_t size, std::vector<uint64_t>& counts,
                   std::vector<uint64_t>& displs) {
    counts.assign(size, count);
    displs.resize(size);
    for (uint32_t i = 0; i < size; ++i) displs[i] = i * count;
  }

  Status Run(const void* send, void* receive) {
    call_.send = Bytes(send);
    call_.recv = Bytes(receive);
    OPENACLNN_RETURN_IF_ERROR(CheckMemory(*communicator_, call_, stream_));
    return IssueOrDefer(communicator_, std::move(call_), stream_);
  }

 private:
  Call call_;
  HcclComm comm_ = nullptr;
  std::shared_ptr<Communicator> communicator_;
  aclrtStream stream_;
};

template <class CallText, class Body>
HcclResult Run(const CallText& call, aclrtStream stream, Body body) {
  return static_cast<HcclResult>(
      CallApi(call, kHcclCodes, [&] { return NotedInQueue(stream, call.name, body); }));
}

Status AllReduceOrReduce(Operation operation, void* sendBuf, void* recvBuf, uint64_t count,
                         int dtype, int reduce, uint32_t root, HcclComm comm, aclrtStream stream) {
  if (count == 0) return {};
  Issue issue(operation, comm, stream);
  OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendBuf", sendBuf}, {"recvBuf", recvBuf}}));
  OPENACLNN_RETURN_IF_ERROR(CheckCount("count", count));
  OPENACLNN_RETURN_IF_ERROR(issue.Dtype(dtype));
  OPENACLNN_RETURN_IF_ERROR(issue.Reduction(reduce));
  OPENACLNN_RETURN_IF_ERROR(issue.Root(root));
  issue.call().count = count;
  return issue.Run(sendBuf, recvBuf);
}

// Whether a rank with nothing to send, or to receive, may pass null.
Status CheckUsed(const char* name, const void* buffer, const std::vector<uint64_t>& counts) {
  for (const uint64_t count : counts) {
    if (count != 0) return CheckPointers({{name, buffer}});
  }
  return {};
}

Status CheckTransfer(const char* name, uint32_t peer, const Communicator& communicator) {
  if (peer == communicator.rank()) {
    return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                 "{}: is {}, the own rank; copy with aclrtMemcpyAsync", name, peer);
  }
  return CheckRank(name, peer, communicator);
}

Status SendOrReceive(Operation operation, void* buffer, uint64_t count, int dtype, uint32_t peer,
                     HcclComm comm, aclrtStream stream) {
  const bool sends = operation == Operation::kSend;
  if (count == 0) return {};
  Issue issue(operation, comm, stream);
  OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{sends ? "sendBuf" : "recvBuf", buffer}}));
  OPENACLNN_RETURN_IF_ERROR(CheckCount("count", count));
  OPENACLNN_RETURN_IF_ERROR(issue.Dtype(dtype));
  Communicator& communicator = issue.communicator();
  OPENACLNN_RETURN_IF_ERROR(CheckTransfer(sends ? "destRank" : "srcRank", peer, communicator));
  std::vector<RankTransfer> transfers = {
      {peer, sends, static_cast<HcclDataType>(dtype), count, Bytes(buffer), 0}};
  OPENACLNN_RETURN_IF_ERROR(CheckMemory(communicator, operation, transfers, stream));
  return IssueOrDefer(communicator.shared_from_this(), operation, std::move(transfers), stream);
}

Status AddItem(const HcclSendRecvItem& item, uint32_t index, const Communicator& communicator,
               std::vector<RankTransfer>& transfers) {
  const int type = static_cast<int>(item.sendRecvType);
  if (type != HCCL_SEND && type != HCCL_RECV) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "sendRecvInfo: sendRecvType of item {} is {}, expected 0 or 1", index, type);
  }
  if (item.count == 0) return {};
  if (item.buf == nullptr) {
    return Error(ErrorKind::kNullArgument, HCCL_E_PTR, "sendRecvInfo: buf of item {} is null",
                 index);
  }
  OPENACLNN_RETURN_IF_ERROR(CheckCount("sendRecvInfo: count", item.count));
  OPENACLNN_RETURN_IF_ERROR(CheckDtype(Operation::kBatchSendRecv, static_cast<int>(item.dataType)));
  OPENACLNN_RETURN_IF_ERROR(CheckRank("sendRecvInfo: remoteRank", item.remoteRank, communicator));
  transfers.push_back(
      {item.remoteRank, type == HCCL_SEND, item.dataType, item.count, Bytes(item.buf), 0});
  return {};
}

// A rank's transfers to itself have to meet within the batch.
Status CheckOwn(const Communicator& communicator, const std::vector<RankTransfer>& transfers) {
  int64_t open = 0;
  for (const RankTransfer& transfer : transfers) {
    if (transfer.peer == communicator.rank()) open += transfer.sends ? 1 : -1;
  }
  if (open == 0) return {};
  return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
               "sendRecvInfo: sends and receives of rank {} with itself differ in number",
               communicator.rank());
}

Status AlltoAllV(Operation operation, const void* sendBuf, const void* recvBuf, int sendType,
                 int recvType, Issue& issue) {
  OPENACLNN_RETURN_IF_ERROR(issue.Dtype(sendType));
  if (sendType != recvType) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "recvType: is {}, but sendType is {}",
                 DtypeText(recvType), DtypeText(sendType));
  }
  Call& call = issue.call();
  call.operation = operation;
  for (const auto* const counts : {&call.send_counts, &call.recv_counts}) {
    for (const uint64_t count : *counts) {
      OPENACLNN_RETURN_IF_ERROR(
          CheckCount(counts == &call.send_counts ? "sendCounts" : "recvCounts", count));
    }
  }
  OPENACLNN_RETURN_IF_ERROR(CheckUsed("sendBuf", sendBuf, call.send_counts));
  OPENACLNN_RETURN_IF_ERROR(CheckUsed("recvBuf", recvBuf, call.recv_counts));
  OPENACLNN_RETURN_IF_ERROR(CheckApart(sendBuf, recvBuf));
  return issue.Run(sendBuf, const_cast<void*>(recvBuf));
}

}  // namespace

extern "C" {

HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                         HcclReduceOp op, HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(sendBuf, recvBuf, count, dataType, op, comm, stream), stream, [&] {
    return AllReduceOrReduce(Operation::kAllReduce, sendBuf, recvBuf, count,
                             static_cast<int>(dataType), static_cast<int>(op), 0, comm, stream);
  });
}

HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                      HcclReduceOp op, uint32_t root, HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(sendBuf, recvBuf, count, dataType, op, root, comm, stream), stream,
             [&] {
               return AllReduceOrReduce(Operation::kReduce, sendBuf, recvBuf, count,
                                        static_cast<int>(dataType), static_cast<int>(op), root,
                                        comm, stream);
             });
}

HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                             aclrtStream stream) {
  return Run(
      OPENACLNN_CALL(sendBuf, recvBuf, recvCount, dataType, op, comm, stream), stream,
      [&]() -> Status {
        if (recvCount == 0) return {};
        Issue issue(Operation::kReduceScatter, comm, stream);
        OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendBuf", sendBuf}, {"recvBuf", recvBuf}}));
        OPENACLNN_RETURN_IF_ERROR(CheckCount("recvCount", recvCount));
        OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
        OPENACLNN_RETURN_IF_ERROR(issue.Reduction(static_cast<int>(op)));
        Call& call = issue.call();
        call.count = recvCount;
        Issue::Even(recvCount, issue.size(), call.send_counts, call.send_displs);
        return issue.Run(sendBuf, recvBuf);
      });
}

HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts, const void* sendDispls,
                              void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                              HcclReduceOp op, HcclComm comm, aclrtStream stream) {
  const auto call_text = OPENACLNN_CALL(sendBuf, sendCounts, sendDispls, recvBuf, recvCount,
                                        dataType, op, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    Issue issue(Operation::kReduceScatterV, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(
        issue.CheckHandles({{"sendCounts", sendCounts}, {"sendDispls", sendDispls}}));
    OPENACLNN_RETURN_IF_ERROR(CheckCount("recvCount", recvCount));
    OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
    OPENACLNN_RETURN_IF_ERROR(issue.Reduction(static_cast<int>(op)));
    Call& call = issue.call();
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("sendCounts", sendCounts, call.send_counts));
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("sendDispls", sendDispls, call.send_displs));
    OPENACLNN_RETURN_IF_ERROR(CheckUsed("sendBuf", sendBuf, call.send_counts));
    OPENACLNN_RETURN_IF_ERROR(CheckUsed("recvBuf", recvBuf, {recvCount}));
    OPENACLNN_RETURN_IF_ERROR(CheckApart(sendBuf, recvBuf));
    const uint32_t rank = issue.communicator().rank();
    if (recvCount != call.send_counts[rank]) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                   "recvCount: is {}, but sendCounts[{}], the own rank's, is {}", recvCount, rank,
                   call.send_counts[rank]);
    }
    call.agreed = HashOf(call.send_counts.data(), call.send_counts.size());
    return issue.Run(sendBuf, recvBuf);
  });
}

HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root,
                         HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(buf, count, dataType, root, comm, stream), stream, [&]() -> Status {
    if (count == 0) return {};
    Issue issue(Operation::kBroadcast, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"buf", buf}}));
    OPENACLNN_RETURN_IF_ERROR(CheckCount("count", count));
    OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
    OPENACLNN_RETURN_IF_ERROR(issue.Root(root));
    issue.call().count = count;
    return issue.Run(nullptr, buf);
  });
}

HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                       uint32_t root, HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(sendBuf, recvBuf, recvCount, dataType, root, comm, stream), stream,
             [&]() -> Status {
               if (recvCount == 0) return {};
               Issue issue(Operation::kScatter, comm, stream);
               OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"recvBuf", recvBuf}}));
               if (issue.communicator().rank() == root) {
                 OPENACLNN_RETURN_IF_ERROR(CheckPointers({{"sendBuf", sendBuf}}));
               }
               OPENACLNN_RETURN_IF_ERROR(CheckCount("recvCount", recvCount));
               OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
               OPENACLNN_RETURN_IF_ERROR(issue.Root(root));
               issue.call().count = recvCount;
               return issue.Run(sendBuf, recvBuf);
             });
}

HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount, HcclDataType dataType,
                         HcclComm comm, aclrtStream stream) {
  return Run(
      OPENACLNN_CALL(sendBuf, recvBuf, sendCount, dataType, comm, stream), stream, [&]() -> Status {
        if (sendCount == 0) return {};
        Issue issue(Operation::kAllGather, comm, stream);
        OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendBuf", sendBuf}, {"recvBuf", recvBuf}}));
        OPENACLNN_RETURN_IF_ERROR(CheckCount("sendCount", sendCount));
        OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
        Call& call = issue.call();
        call.count = sendCount;
        Issue::Even(sendCount, issue.size(), call.recv_counts, call.recv_displs);
        return issue.Run(sendBuf, recvBuf);
      });
}

HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf, const void* recvCounts,
                          const void* recvDispls, HcclDataType dataType, HcclComm comm,
                          aclrtStream stream) {
  const auto call_text =
      OPENACLNN_CALL(sendBuf, sendCount, recvBuf, recvCounts, recvDispls, dataType, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    Issue issue(Operation::kAllGatherV, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(
        issue.CheckHandles({{"recvCounts", recvCounts}, {"recvDispls", recvDispls}}));
    OPENACLNN_RETURN_IF_ERROR(CheckCount("sendCount", sendCount));
    OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(dataType)));
    Call& call = issue.call();
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("recvCounts", recvCounts, call.recv_counts));
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("recvDispls", recvDispls, call.recv_displs));
    OPENACLNN_RETURN_IF_ERROR(CheckUsed("sendBuf", sendBuf, {sendCount}));
    OPENACLNN_RETURN_IF_ERROR(CheckUsed("recvBuf", recvBuf, call.recv_counts));
    OPENACLNN_RETURN_IF_ERROR(CheckApart(sendBuf, recvBuf));
    const uint32_t rank = issue.communicator().rank();
    if (sendCount != call.recv_counts[rank]) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                   "sendCount: is {}, but recvCounts[{}], the own rank's, is {}", sendCount, rank,
                   call.recv_counts[rank]);
    }
    call.agreed = HashOf(call.recv_counts.data(), call.recv_counts.size());
    return issue.Run(sendBuf, recvBuf);
  });
}

HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType,
                        const void* recvBuf, uint64_t recvCount, HcclDataType recvType,
                        HcclComm comm, aclrtStream stream) {
  const auto call_text =
      OPENACLNN_CALL(sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    if (sendCount == 0 && recvCount == 0) return {};
    Issue issue(Operation::kAlltoAll, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendBuf", sendBuf}, {"recvBuf", recvBuf}}));
    OPENACLNN_RETURN_IF_ERROR(CheckCount("sendCount", sendCount));
    OPENACLNN_RETURN_IF_ERROR(CheckCount("recvCount", recvCount));
    OPENACLNN_RETURN_IF_ERROR(issue.Dtype(static_cast<int>(sendType)));
    if (sendCount != recvCount) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA, "recvCount: is {}, but sendCount is {}",
                   recvCount, sendCount);
    }
    Call& call = issue.call();
    call.count = sendCount;
    Issue::Even(sendCount, issue.size(), call.send_counts, call.send_displs);
    call.recv_counts = call.send_counts;
    call.recv_displs = call.send_displs;
    return AlltoAllV(Operation::kAlltoAll, sendBuf, recvBuf, static_cast<int>(sendType),
                     static_cast<int>(recvType), issue);
  });
}

HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                         HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                         const void* rdispls, HcclDataType recvType, HcclComm comm,
                         aclrtStream stream) {
  const auto call_text = OPENACLNN_CALL(sendBuf, sendCounts, sdispls, sendType, recvBuf, recvCounts,
                                        rdispls, recvType, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    Issue issue(Operation::kAlltoAllV, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendCounts", sendCounts},
                                                  {"sdispls", sdispls},
                                                  {"recvCounts", recvCounts},
                                                  {"rdispls", rdispls}}));
    Call& call = issue.call();
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("sendCounts", sendCounts, call.send_counts));
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("sdispls", sdispls, call.send_displs));
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("recvCounts", recvCounts, call.recv_counts));
    OPENACLNN_RETURN_IF_ERROR(issue.Numbers("rdispls", rdispls, call.recv_displs));
    return AlltoAllV(Operation::kAlltoAllV, sendBuf, recvBuf, static_cast<int>(sendType),
                     static_cast<int>(recvType), issue);
  });
}

HcclResult HcclAlltoAllVC(const void* sendBuf, const void* sendCountMatrix, HcclDataType sendType,
                          const void* recvBuf, HcclDataType recvType, HcclComm comm,
                          aclrtStream stream) {
  const auto call_text =
      OPENACLNN_CALL(sendBuf, sendCountMatrix, sendType, recvBuf, recvType, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    Issue issue(Operation::kAlltoAllVC, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendCountMatrix", sendCountMatrix}}));
    const auto* const matrix = static_cast<const uint64_t*>(sendCountMatrix);
    const uint32_t size = issue.size(), rank = issue.communicator().rank();
    Call& call = issue.call();
    uint64_t sent = 0, received = 0;
    for (uint32_t other = 0; other < size; ++other) {
      const uint64_t to = matrix[size_t{rank} * size + other];
      const uint64_t from = matrix[size_t{other} * size + rank];
      OPENACLNN_RETURN_IF_ERROR(CheckCount("sendCountMatrix", to));
      OPENACLNN_RETURN_IF_ERROR(CheckCount("sendCountMatrix", from));
      call.send_counts.push_back(to);
      call.send_displs.push_back(sent);
      call.recv_counts.push_back(from);
      call.recv_displs.push_back(received);
      sent += to;
      received += from;
    }
    call.agreed = HashOf(matrix, size_t{size} * size);
    return AlltoAllV(Operation::kAlltoAllVC, sendBuf, recvBuf, static_cast<int>(sendType),
                     static_cast<int>(recvType), issue);
  });
}

HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank,
                    HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(sendBuf, count, dataType, destRank, comm, stream), stream, [&] {
    return SendOrReceive(Operation::kSend, sendBuf, count, static_cast<int>(dataType), destRank,
                         comm, stream);
  });
}

HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank,
                    HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(recvBuf, count, dataType, srcRank, comm, stream), stream, [&] {
    return SendOrReceive(Operation::kRecv, recvBuf, count, static_cast<int>(dataType), srcRank,
                         comm, stream);
  });
}

HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum, HcclComm comm,
                             aclrtStream stream) {
  const auto call_text =
      openaclnn::MakeCall(__func__, "sendRecvInfo, itemNum, comm, stream",
                          static_cast<const void*>(sendRecvInfo), itemNum, comm, stream);
  return Run(call_text, stream, [&]() -> Status {
    if (itemNum == 0) return {};
    Issue issue(Operation::kBatchSendRecv, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({{"sendRecvInfo", sendRecvInfo}}));
    OPENACLNN_RETURN_IF_ERROR(CheckChip(Operation::kBatchSendRecv));
    Communicator& communicator = issue.communicator();
    std::vector<RankTransfer> transfers;
    for (uint32_t i = 0; i < itemNum; ++i) {
      OPENACLNN_RETURN_IF_ERROR(AddItem(sendRecvInfo[i], i, communicator, transfers));
    }
    OPENACLNN_RETURN_IF_ERROR(CheckOwn(communicator, transfers));
    if (transfers.empty()) return {};
    OPENACLNN_RETURN_IF_ERROR(
        CheckMemory(communicator, Operation::kBatchSendRecv, transfers, stream));
    return IssueOrDefer(communicator.shared_from_this(), Operation::kBatchSendRecv,
                        std::move(transfers), stream);
  });
}

HcclResult HcclBarrier(HcclComm comm, aclrtStream stream) {
  return Run(OPENACLNN_CALL(comm, stream), stream, [&]() -> Status {
    Issue issue(Operation::kBarrier, comm, stream);
    OPENACLNN_RETURN_IF_ERROR(issue.CheckHandles({}));
    OPENACLNN_RETURN_IF_ERROR(CheckChip(Operation::kBarrier));
    return issue.Run(nullptr, nullptr);
  });
}

}  // extern "C"
