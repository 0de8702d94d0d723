// The root's side: a thread that brings the ranks of one communicator together, and afterwards
// tells each process when another one fails, leaves or ends.
#pragma once

#include "hccl/bootstrap.h"
#include "hccl/sockets.h"

namespace openaclnn::hccl {

// Serves until all processes have gone. Errors: 11 no thread can be started.
Status Serve(Descriptor listener, const Id& id, const Environment& environment);

}  // namespace openaclnn::hccl
