#include "hccl/accesses.h"

#include <cstddef>

namespace openaclnn::hccl {
namespace {

void Add(std::vector<Access>& accesses, const char* argument, bool writes, const std::byte* memory,
         uint64_t elements, size_t element) {
  if (memory == nullptr || elements == 0) return;
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  accesses.push_back({argument, writes, begin, begin + elements * element, nullptr});
}

// From the first to the last element that an array of counts means.
void AddParts(std::vector<Access>& accesses, const char* argument, bool writes,
              const std::byte* memory, const std::vector<uint64_t>& counts,
              const std::vector<uint64_t>& displs, size_t element) {
  for (size_t i = 0; i < counts.size(); ++i) {
    Add(accesses, argument, writes, memory == nullptr ? nullptr : memory + displs[i] * element,
        counts[i], element);
  }
}

}  // namespace

std::vector<Access> AccessesOf(const Call& call, uint32_t rank, uint32_t size) {
  const size_t element = BytesOf(call.dtype);
  const bool is_root = rank == call.root;
  const uint64_t all = call.count * size;
  std::vector<Access> accesses;
  switch (call.operation) {
    case Operation::kAllReduce:
    case Operation::kReduce:
      Add(accesses, "sendBuf", false, call.send, call.count, element);
      if (call.operation == Operation::kAllReduce || is_root) {
        Add(accesses, "recvBuf", true, call.recv, call.count, element);
      }
      break;
    case Operation::kReduceScatter:
    case Operation::kReduceScatterV:
      AddParts(accesses, "sendBuf", false, call.send, call.send_counts, call.send_displs, element);
      Add(accesses, "recvBuf", true, call.recv, call.send_counts[rank], element);
      break;
    case Operation::kBroadcast:
      Add(accesses, "buf", !is_root, call.recv, call.count, element);
      break;
    case Operation::kScatter:
      if (is_root) Add(accesses, "sendBuf", false, call.send, all, element);
      Add(accesses, "recvBuf", true, call.recv, call.count, element);
      break;
    case Operation::kAllGather:
    case Operation::kAllGatherV:
      Add(accesses, "sendBuf", false, call.send, call.recv_counts[rank], element);
      AddParts(accesses, "recvBuf", true, call.recv, call.recv_counts, call.recv_displs, element);
      break;
    case Operation::kAlltoAll:
    case Operation::kAlltoAllV:
    case Operation::kAlltoAllVC:
      AddParts(accesses, "sendBuf", false, call.send, call.send_counts, call.send_displs, element);
      AddParts(accesses, "recvBuf", true, call.recv, call.recv_counts, call.recv_displs, element);
      break;
    default:
      break;
  }
  return accesses;
}

std::vector<Access> AccessesOf(std::span<const RankTransfer> transfers) {
  std::vector<Access> accesses;
  for (const RankTransfer& transfer : transfers) {
    Add(accesses, transfer.sends ? "sendBuf" : "recvBuf", !transfer.sends, transfer.data,
        transfer.count, BytesOf(transfer.dtype));
  }
  return accesses;
}

}  // namespace openaclnn::hccl
