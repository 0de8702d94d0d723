// For nvcc: the functions and types of clang, which is the first compiler of device code, by which
// words.h reaches the machine.
#pragma once

#include <cstdint>

#include "formulas/target.h"

OPENACLNN_INLINE unsigned __nvvm_read_ptx_sreg_tid_x() { return threadIdx.x; }
OPENACLNN_INLINE unsigned __nvvm_read_ptx_sreg_ntid_x() { return blockDim.x; }
OPENACLNN_INLINE unsigned __nvvm_read_ptx_sreg_ctaid_x() { return blockIdx.x; }
OPENACLNN_INLINE unsigned __nvvm_read_ptx_sreg_nctaid_x() { return gridDim.x; }
OPENACLNN_INLINE void __nvvm_bar_warp_sync(unsigned threads) { __syncwarp(threads); }
OPENACLNN_INLINE int32_t __nvvm_shfl_sync_bfly_i32(unsigned threads, int32_t mine, int distance,
                                                   int /*segment*/) {
  return __shfl_xor_sync(threads, mine, distance);
}

namespace openaclnn {

template <class Bits>
OPENACLNN_INLINE Bits* PointTo(uint64_t address) {
  return static_cast<Bits*>(__cvta_global_to_generic(address));
}

using TwoWords = ulonglong2;

}  // namespace openaclnn
