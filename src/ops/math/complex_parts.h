// The real and the imaginary parts of complex numbers, as tensors.
#pragma once

#include "acl/acl_base.h"
#include "kinds/stage.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// The dtype of both parts.
constexpr aclDataType PartOf(aclDataType complex) {
  if (complex == ACL_COMPLEX32) return ACL_FLOAT16;
  return complex == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
}

struct ComplexParts {
  Value real, imaginary;
};

// The parts lie side by side in the memory of the numbers.
ComplexParts PartsOf(StageList& list, const Value& numbers);

}  // namespace openaclnn
