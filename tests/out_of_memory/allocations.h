// The allocations of this program, which can be made to fail.
#pragma once

#include <cstdint>

namespace openaclnn::test {

// Lets allocations of the whole process, counted from 0 since it was made, fail for its lifetime.
class FailingAllocations {
 public:
  FailingAllocations(int64_t first, int64_t last);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  int64_t count() const;  // of allocations so far, failed ones included
};

// Blocks that were allocated and not freed.
int64_t LiveBlocks();

}  // namespace openaclnn::test
