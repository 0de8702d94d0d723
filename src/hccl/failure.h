// Why a communicator can do no more. The first failure stays.
#pragma once

#include <string>

#include "base/error_kinds.h"
#include "hccl/hccl_types.h"

namespace openaclnn::hccl {

struct Failure {
  ErrorKind kind;
  HcclResult async_error;  // what HcclGetCommAsyncError says from now on
  std::string text;        // "rank 2 has not come"
};

}  // namespace openaclnn::hccl
