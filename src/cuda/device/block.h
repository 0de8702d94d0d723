// What a kernel asks of the machine whose blocks share memory: further words of words.h.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "cuda/device/words.h"
#include "cuda/shared_tile.h"
#include "formulas/target.h"

#ifdef OPENACLNN_EMULATED
#include "tests/cuda/driver/block.h"
#endif

namespace openaclnn {

#ifdef OPENACLNN_EMULATED

inline int32_t ThreadsOfBlock() { return emulator::kThreadsOfBlock; }
inline int64_t ThisBlock() { return ThisThread() / ThreadsOfBlock(); }
inline int64_t CountBlocks() { return CountThreads() / ThreadsOfBlock(); }
inline int32_t ThreadOfBlock() { return static_cast<int32_t>(ThisThread() % ThreadsOfBlock()); }

// kWordsOfBlock words that the threads of a block share.
struct BlockMemory {
  uint32_t& operator[](uint32_t index) const { return emulator::WordOfBlock(index); }
};
inline BlockMemory MemoryOfBlock() { return {}; }

// All threads of a block call this together: what they have stored is there for all of them.
inline void MeetInBlock() { emulator::MeetInBlock(); }

#define OPENACLNN_BLOCK_KERNEL(name, work, Type)                              \
  [[maybe_unused]] static const bool name##_is_known = emulator::AddOfBlocks( \
      #name, [](const void* given) { work(*static_cast<const Type*>(given)); }, sizeof(Type));

#else

OPENACLNN_INLINE int32_t ThreadsOfBlock() { return __nvvm_read_ptx_sreg_ntid_x(); }
OPENACLNN_INLINE int64_t ThisBlock() { return __nvvm_read_ptx_sreg_ctaid_x(); }
OPENACLNN_INLINE int64_t CountBlocks() { return __nvvm_read_ptx_sreg_nctaid_x(); }
OPENACLNN_INLINE int32_t ThreadOfBlock() { return __nvvm_read_ptx_sreg_tid_x(); }

using BlockMemory = __attribute__((address_space(3))) uint32_t*;
OPENACLNN_INLINE BlockMemory MemoryOfBlock() {
  __attribute__((shared)) static uint32_t words[kWordsOfBlock];
  return (BlockMemory)words;
}
OPENACLNN_INLINE void MeetInBlock() { __syncthreads(); }

#define OPENACLNN_BLOCK_KERNEL OPENACLNN_NAMED_KERNEL

#endif

}  // namespace openaclnn
