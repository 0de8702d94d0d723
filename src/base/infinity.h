// The pattern of infinity in a dtype of floats.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "base/half.h"

namespace openaclnn {

// That of DOUBLE for any other dtype.
inline uint64_t InfinityOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return half_internal::Float16::kInfinity;
    case ACL_BF16:
      return half_internal::Bfloat16::kInfinity;
    case ACL_FLOAT:
      return half_internal::Float32::kInfinity;
    default:
      return half_internal::Float64::kInfinity;
  }
}

}  // namespace openaclnn
