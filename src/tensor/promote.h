// The dtype in which two tensors of different dtypes meet.
#pragma once

#include <optional>

#include "acl/acl_base.h"

namespace openaclnn {

// Commutative; a dtype with itself is itself. BOOL gives way to integers, integers to floats,
// floats to complex numbers; of one kind, and of the parts of a complex number and a float, the
// narrowest dtype that holds both. UINT16, UINT32, UINT64, STRING and the formats of eight bits and
// fewer other than INT8 and UINT8 meet only themselves. Nothing if the two do not meet, and for
// numbers that are no dtype.
std::optional<aclDataType> Promote(aclDataType a, aclDataType b);

}  // namespace openaclnn
