// What an operation of a rank reads and writes of the program's memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "checked/happens_before.h"
#include "hccl/call.h"
#include "hccl/group.h"

namespace openaclnn::hccl {

// Parts of a buffer come in the order of the ranks; nothing is there of those without elements.
std::vector<Access> AccessesOf(const Call& call, uint32_t rank, uint32_t size);
std::vector<Access> AccessesOf(std::span<const RankTransfer> transfers);

}  // namespace openaclnn::hccl
