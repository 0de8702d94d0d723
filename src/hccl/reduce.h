// The arithmetic of reductions: along the neighbour tree over ranks (hccl.h, 7), the same bits on
// every target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hccl/hccl_types.h"

namespace openaclnn::hccl {

// Sets `count` elements, from number `first`, of each of `outputs` to the reduction of those of
// `inputs`, one for each rank in their order. An output may be an input; otherwise they share no
// bytes. The dtype and the operation are ones that CheckReduce lets through.
void Reduce(HcclDataType dtype, HcclReduceOp reduce, std::span<const std::byte* const> inputs,
            std::span<std::byte* const> outputs, uint64_t first, uint64_t count) noexcept;

}  // namespace openaclnn::hccl
