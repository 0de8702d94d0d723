// Views that are known only when an operator has run.
#pragma once

#include "aclnn/acl_meta.h"
#include "base/shared.h"
#include "tensor/shape.h"

namespace openaclnn {

// Gives a tensor another shape and other strides, in elements, from its offset on. Does nothing if
// the handle is not live any more. Other threads may destroy the tensor meanwhile, but not use it.
OPENACLNN_SHARED void SetView(const aclTensor* handle, const Dims& shape, const Dims& strides);

}  // namespace openaclnn
