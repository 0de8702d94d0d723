// What collectives are to give, computed plainly: element by element, level by level of the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hccl/hccl.h"

namespace openaclnn::hccl {

using Bytes = std::vector<std::byte>;

// Elements for a rank, the same in each run: of floats all kinds (zeros, subnormals, infinities,
// NaNs) and, mostly, normal ones of various sizes.
Bytes Values(HcclDataType dtype, uint64_t count, uint32_t rank, uint64_t seed);

// The reduction over the inputs of all ranks.
Bytes Reduced(HcclDataType dtype, HcclReduceOp reduce, const std::vector<Bytes>& inputs);

inline constexpr HcclDataType kReducedTypes[] = {
    HCCL_DATA_TYPE_INT8,  HCCL_DATA_TYPE_INT16,  HCCL_DATA_TYPE_INT32,
    HCCL_DATA_TYPE_INT64, HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_FP16,
    HCCL_DATA_TYPE_BFP16, HCCL_DATA_TYPE_FP32,   HCCL_DATA_TYPE_FP64};
inline constexpr HcclReduceOp kReductions[] = {HCCL_REDUCE_SUM, HCCL_REDUCE_PROD, HCCL_REDUCE_MAX,
                                               HCCL_REDUCE_MIN};

}  // namespace openaclnn::hccl
