// Blocks of threads that share memory, as the emulator has them (src/cuda/device/block.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cuda/shared_tile.h"

namespace openaclnn::emulator {

inline constexpr int kThreadsOfBlock = 256;

// A word of the block's memory, in which no block finds what another has left. Fails beyond it.
uint32_t& WordOfBlock(uint32_t index);

// Returns when all threads of the block have called it.
void MeetInBlock();

// Before main: a kernel whose threads call these.
bool AddOfBlocks(std::string name, void (*run)(const void* argument), size_t argument_size);

}  // namespace openaclnn::emulator
