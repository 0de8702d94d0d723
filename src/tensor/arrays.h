// What aclIntArray, aclFloatArray and aclBoolArray stand for: values copied from the caller.
#pragma once

#include <cstdint>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/shared.h"

namespace openaclnn {

// The values behind a handle; null if it is null, foreign, destroyed or an array of another type.
OPENACLNN_SHARED const std::vector<int64_t>* FindArray(const aclIntArray* handle);
const std::vector<float>* FindArray(const aclFloatArray* handle);
const std::vector<bool>* FindArray(const aclBoolArray* handle);

}  // namespace openaclnn
