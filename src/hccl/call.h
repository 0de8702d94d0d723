// A collective as one rank issued it, and how ranks see that they mean the same one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hccl/data_type.h"

namespace openaclnn::hccl {

// Nothing: for ever.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

struct Call {
  Operation operation = Operation::kBarrier;
  HcclDataType dtype = HCCL_DATA_TYPE_INT8;
  HcclReduceOp reduce = HCCL_REDUCE_SUM;  // of reductions
  uint32_t root = 0;
  uint64_t count = 0;  // that all ranks pass; 0 for the V forms
  const std::byte* send = nullptr;
  std::byte* recv = nullptr;
  // In elements, one for each rank: what goes there, and what comes from there. Those of AlltoAllV
  // are the rank's own; `agreed` is a hash of those that all ranks share, else 0.
  std::vector<uint64_t> send_counts, send_displs, recv_counts, recv_displs;
  uint64_t agreed = 0;
};

// What all ranks pass alike, as it goes over the network: little-endian, no padding.
struct CallHeader {
  uint32_t operation, dtype, reduce, root;
  uint64_t count, agreed, sequence;
};
static_assert(sizeof(CallHeader) == 40);

CallHeader HeaderOf(const Call& call, uint64_t sequence);

// What differs, in words: "rank 0 calls HcclAllReduce of 4 FP32, rank 2 of 5 FP32"; nothing if
// nothing does.
std::optional<std::string> Difference(const CallHeader& a, uint32_t rank_a, const CallHeader& b,
                                      uint32_t rank_b);

uint64_t HashOf(const uint64_t* numbers, size_t count);

}  // namespace openaclnn::hccl
