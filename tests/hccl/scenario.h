// What each rank of a communicator does in the tests of placement: a bit of everything, so that one
// hash of all results tells whether two placements agree.
#pragma once

#include <cstdint>

#include "acl/acl.h"
#include "hccl/hccl.h"

namespace openaclnn::hccl {

// Runs it and synchronises. The hash of all that this rank has received; 0 after an error, which is
// in `message`.
uint64_t RunScenario(HcclComm comm, uint32_t rank, uint32_t size, aclrtStream stream,
                     const char** message);

}  // namespace openaclnn::hccl
