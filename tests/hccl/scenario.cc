#include "tests/hccl/scenario.h"

#include <cstring>
#include <initializer_list>
#include <vector>

#include "hccl/data_type.h"
#include "tests/hccl/reference.h"

namespace openaclnn::hccl {
namespace {

class Scenario {
 public:
  Scenario(HcclComm comm, uint32_t rank, uint32_t size, aclrtStream stream)
      : comm_(comm), rank_(rank), size_(size), stream_(stream) {}

  // False at the first call that fails.
  bool Run() {
    // Small enough for one message, for one exchange, and for slices.
    struct Size {
      uint64_t count;
      HcclDataType dtype;
    };
    for (const Size& size : {Size{1, HCCL_DATA_TYPE_FP32}, Size{100, HCCL_DATA_TYPE_FP16},
                             Size{200, HCCL_DATA_TYPE_INT64}, Size{5000, HCCL_DATA_TYPE_BFP16},
                             Size{70003, HCCL_DATA_TYPE_FP32}, Size{200001, HCCL_DATA_TYPE_INT8}}) {
      if (!Reductions(size.dtype, size.count) || !Moves(size.dtype, size.count) ||
          !Transfers(size.count)) {
        return false;
      }
    }
    return Segments() && Exchanges();
  }

  uint64_t hash() const { return hash_ | 1; }

 private:
  bool Good(HcclResult code) const { return code == HCCL_SUCCESS; }

  bool Done(std::initializer_list<const Bytes*> results) {
    if (aclrtSynchronizeStream(stream_) != 0) return false;
    for (const Bytes* const result : results) {
      for (const std::byte byte : *result) {
        hash_ = (hash_ ^ static_cast<uint64_t>(byte)) * 0x100000001b3u;
      }
    }
    return true;
  }

  bool Reductions(HcclDataType dtype, uint64_t count) {
    const size_t element = BytesOf(dtype);
    for (const HcclReduceOp reduce : {HCCL_REDUCE_SUM, HCCL_REDUCE_MAX}) {
      Bytes mine = Values(dtype, count * size_, rank_, count);
      Bytes all(count * element), root(count * element), part(count * element);
      if (!Good(HcclAllReduce(mine.data(), all.data(), count, dtype, reduce, comm_, stream_)) ||
          !Good(HcclReduce(mine.data(), root.data(), count, dtype, reduce, size_ - 1, comm_,
                           stream_)) ||
          !Good(
              HcclReduceScatter(mine.data(), part.data(), count, dtype, reduce, comm_, stream_)) ||
          !Good(HcclAllReduce(mine.data(), mine.data(), count, dtype, reduce, comm_, stream_)) ||
          !Done({&all, &root, &part, &mine})) {
        return false;
      }
    }
    return true;
  }

  // More than a large reduction moves at a time: inputs of two ranks, slices of three. That of more
  // ranks is no different, and slow.
  bool Segments() {
    if (size_ > 3) return true;
    constexpr uint64_t kCount = (9 << 18) + 1003;
    Bytes mine = Values(HCCL_DATA_TYPE_FP32, kCount, rank_, 11);
    Bytes all(mine.size()), root(mine.size());
    return Good(HcclAllReduce(mine.data(), all.data(), kCount, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                              comm_, stream_)) &&
           Good(HcclReduce(mine.data(), root.data(), kCount, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                           size_ / 2, comm_, stream_)) &&
           Done({&all, &root});
  }

  bool Moves(HcclDataType dtype, uint64_t count) {
    const size_t bytes = count * BytesOf(dtype);
    Bytes mine = Values(dtype, count * size_, rank_, count), spread = mine;
    Bytes gathered(bytes * size_), exchanged(bytes * size_), scattered(bytes);
    return Good(HcclBroadcast(spread.data(), count, dtype, size_ / 2, comm_, stream_)) &&
           Good(HcclAllGather(mine.data(), gathered.data(), count, dtype, comm_, stream_)) &&
           Good(HcclAlltoAll(mine.data(), count, dtype, exchanged.data(), count, dtype, comm_,
                             stream_)) &&
           Good(HcclScatter(mine.data(), scattered.data(), count, dtype, 0, comm_, stream_)) &&
           Good(HcclBarrier(comm_, stream_)) && Done({&spread, &gathered, &exchanged, &scattered});
  }

  bool Transfers(uint64_t count) {
    if (size_ == 1) return true;
    const uint32_t next = (rank_ + 1) % size_, previous = (rank_ + size_ - 1) % size_;
    Bytes own = Values(HCCL_DATA_TYPE_INT32, count, rank_, 3), other(own.size());
    HcclSendRecvItem items[] = {{HCCL_SEND, own.data(), count, HCCL_DATA_TYPE_INT32, next},
                                {HCCL_RECV, other.data(), count, HCCL_DATA_TYPE_INT32, previous}};
    if (!Good(HcclBatchSendRecv(items, 2, comm_, stream_)) || !Done({&other})) return false;
    // From the first to the last, then back.
    if (rank_ == 0) {
      return Good(HcclSend(own.data(), count, HCCL_DATA_TYPE_INT32, size_ - 1, comm_, stream_)) &&
             Good(HcclRecv(other.data(), count, HCCL_DATA_TYPE_INT32, size_ - 1, comm_, stream_)) &&
             Done({&other});
    }
    if (rank_ != size_ - 1) return true;
    return Good(HcclRecv(other.data(), count, HCCL_DATA_TYPE_INT32, 0, comm_, stream_)) &&
           Good(HcclSend(own.data(), count, HCCL_DATA_TYPE_INT32, 0, comm_, stream_)) &&
           Done({&other});
  }

  // Rank s sends (s + 2 d) % 3 * 500 elements to rank d, and has as many as to itself.
  bool Exchanges() {
    std::vector<uint64_t> send_counts, send_displs, receive_counts, receive_displs, counts, displs;
    uint64_t sent = 0, received = 0, all = 0;
    for (uint32_t other = 0; other < size_; ++other) {
      send_counts.push_back((rank_ + 2 * other) % 3 * 500);
      receive_counts.push_back((other + 2 * rank_) % 3 * 500);
      counts.push_back(other % 4 * 300);
      send_displs.push_back(sent);
      receive_displs.push_back(received);
      displs.push_back(all);
      sent += send_counts.back();
      received += receive_counts.back();
      all += counts.back();
    }
    const Bytes send = Values(HCCL_DATA_TYPE_INT64, sent, rank_, 4);
    Bytes mine = Values(HCCL_DATA_TYPE_INT64, counts[rank_], rank_, 5);
    Bytes to_reduce = Values(HCCL_DATA_TYPE_INT64, all, rank_, 6);
    Bytes exchanged(received * 8), gathered(all * 8), part(counts[rank_] * 8);
    return Good(HcclAlltoAllV(send.data(), send_counts.data(), send_displs.data(),
                              HCCL_DATA_TYPE_INT64, exchanged.data(), receive_counts.data(),
                              receive_displs.data(), HCCL_DATA_TYPE_INT64, comm_, stream_)) &&
           Good(HcclAllGatherV(mine.data(), counts[rank_], gathered.data(), counts.data(),
                               displs.data(), HCCL_DATA_TYPE_INT64, comm_, stream_)) &&
           Good(HcclReduceScatterV(to_reduce.data(), counts.data(), displs.data(), part.data(),
                                   counts[rank_], HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm_,
                                   stream_)) &&
           Done({&exchanged, &gathered, &part});
  }

  const HcclComm comm_;
  const uint32_t rank_, size_;
  const aclrtStream stream_;
  uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

uint64_t RunScenario(HcclComm comm, uint32_t rank, uint32_t size, aclrtStream stream,
                     const char** message) {
  Scenario scenario(comm, rank, size, stream);
  if (scenario.Run()) return scenario.hash();
  *message = aclGetRecentErrMsg();
  return 0;
}

}  // namespace openaclnn::hccl
