// What checked mode says about the buffers of an operation, before it is queued.
#pragma once

#include <vector>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "hccl/communicator.h"

namespace openaclnn::hccl {

// Reports buffers that are not in device memory, and tells the order of tasks what the operation
// reads and writes. Costs one test where checked mode is off. Errors: 1, where it cannot be done.
Status CheckMemory(const Communicator& communicator, const Call& call, aclrtStream stream);
Status CheckMemory(const Communicator& communicator, Operation operation,
                   const std::vector<RankTransfer>& transfers, aclrtStream stream);

}  // namespace openaclnn::hccl
