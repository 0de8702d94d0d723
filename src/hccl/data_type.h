// Dtypes and operations of collectives, and which chip takes them where.
#pragma once

#include <cstddef>
#include <string>

#include "base/chip.h"
#include "base/status.h"
#include "hccl/hccl_types.h"

namespace openaclnn::hccl {

// The collectives, as far as they differ in what they take.
enum class Operation : uint8_t {
  kAllReduce,
  kReduce,
  kReduceScatter,
  kReduceScatterV,
  kBroadcast,
  kScatter,
  kAllGather,
  kAllGatherV,
  kAlltoAll,
  kAlltoAllV,
  kAlltoAllVC,
  kSend,
  kRecv,
  kBatchSendRecv,
  kBarrier,
};
const char* NameOf(Operation operation);  // "HcclAllReduce"

// Bytes of an element; 0 for numbers that are no dtype.
size_t BytesOf(int dtype);
std::string DtypeText(int dtype);    // "FP16", "dtype 99"
std::string ReduceText(int reduce);  // "SUM", "operation 9"

constexpr bool IsReduction(Operation operation) { return operation <= Operation::kReduceScatterV; }

// Errors: 5.
Status CheckChip(Operation operation);
Status CheckDtype(Operation operation, int dtype);
Status CheckReduce(Operation operation, int dtype, int reduce);

}  // namespace openaclnn::hccl
