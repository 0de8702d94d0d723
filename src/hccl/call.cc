#include "hccl/call.h"

#include <cstring>

#include "fmt/format.h"

namespace openaclnn::hccl {
namespace {

// Numbers that came over the network may be any.
std::string Words(const CallHeader& header) {
  const auto operation = static_cast<Operation>(header.operation);
  std::string words = header.operation <= static_cast<uint32_t>(Operation::kBarrier)
                          ? NameOf(operation)
                          : fmt::format("operation {}", header.operation);
  if (operation == Operation::kBarrier) return words;
  words += header.count != 0
               ? fmt::format(" of {} {}", header.count, DtypeText(static_cast<int>(header.dtype)))
               : fmt::format(" of {}", DtypeText(static_cast<int>(header.dtype)));
  if (header.operation <= static_cast<uint32_t>(Operation::kReduceScatterV)) {
    words += fmt::format(", {}", ReduceText(static_cast<int>(header.reduce)));
  }
  if (operation == Operation::kReduce || operation == Operation::kBroadcast ||
      operation == Operation::kScatter) {
    words += fmt::format(", root {}", header.root);
  }
  return words;
}

}  // namespace

CallHeader HeaderOf(const Call& call, uint64_t sequence) {
  return {static_cast<uint32_t>(call.operation),
          static_cast<uint32_t>(call.dtype),
          static_cast<uint32_t>(call.reduce),
          call.root,
          call.count,
          call.agreed,
          sequence};
}

std::optional<std::string> Difference(const CallHeader& a, uint32_t rank_a, const CallHeader& b,
                                      uint32_t rank_b) {
  if (std::memcmp(&a, &b, sizeof(CallHeader)) == 0) return std::nullopt;
  const std::string words_a = Words(a), words_b = Words(b);
  if (words_a != words_b) {
    return fmt::format("rank {} calls {}, rank {} {}", rank_a, words_a, rank_b, words_b);
  }
  if (a.agreed != b.agreed) {
    return fmt::format("ranks {} and {} call {} with different counts", rank_a, rank_b, words_a);
  }
  return fmt::format("rank {} calls {} as its number {}, rank {} as its number {}", rank_a, words_a,
                     a.sequence + 1, rank_b, b.sequence + 1);
}

uint64_t HashOf(const uint64_t* numbers, size_t count) {
  uint64_t hash = 0xcbf29ce484222325u ^ count;
  for (size_t i = 0; i < count; ++i) {
    hash = (hash ^ numbers[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash | 1;  // 0 stands for none
}

}  // namespace openaclnn::hccl
