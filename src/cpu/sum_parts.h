// How a long sum is shared by threads: each makes parts of the tree that adds its chunks.
#pragma once

#include <cstdint>

#include "base/ceil_div.h"

namespace openaclnn {

// A part is a subtree: its chunks are a power of 2, except for those of the last one. Bits do not
// depend on parts.
struct SumParts {
  SumParts(int64_t chunks_of_sum, int64_t elements_of_chunk) : chunks(chunks_of_sum) {
    constexpr int64_t kShare = int64_t{1} << 16;  // elements that are worth a thread
    while (chunks_of_part * elements_of_chunk < kShare) chunks_of_part *= 2;
    parts = CeilDiv(chunks, chunks_of_part);
  }

  int64_t chunks;
  int64_t chunks_of_part = 1;
  int64_t parts;
};

}  // namespace openaclnn
