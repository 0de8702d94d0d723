// What aclTensorList and aclScalarList stand for: handles that the list owns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/shared.h"

namespace openaclnn {

// The elements behind a handle, null ones included; null if it is null, foreign, destroyed or a
// list of the other type.
const std::vector<const aclTensor*>* FindList(const aclTensorList* handle);
const std::vector<const aclScalar*>* FindList(const aclScalarList* handle);

// What messages call a member of a list: "tensors[2]".
OPENACLNN_SHARED std::string MemberName(std::string_view list, size_t member);

}  // namespace openaclnn
