// The dtype in which two tensors of different dtypes meet.
#pragma once

#include <optional>

#include "acl/acl_base.h"
#include "base/shared.h"

namespace openaclnn {

// Commutative; a dtype with itself is itself. BOOL gives way to integers, integers to floats,
// floats to complex numbers; of one kind, and of the parts of a complex number and a float, the
// narrowest dtype that holds both. UINT16, UINT32, UINT64, STRING and the formats of eight bits and
// fewer other than INT8 and UINT8 meet only themselves. Nothing if the two do not meet, and for
// numbers that are no dtype.
OPENACLNN_SHARED std::optional<aclDataType> Promote(aclDataType a, aclDataType b);

// The dtype in which a tensor meets a scalar, by the kinds of their dtypes. A tensor of floats
// keeps its dtype. A tensor of integers keeps it except with a scalar that is a float: FLOAT. A
// BOOL tensor gives FLOAT with a float, the scalar's dtype with an integer. Unsigned tensors of 16
// bits and more meet no floats, and BOOL none of those. A complex tensor keeps its dtype; others
// give COMPLEX128, if of DOUBLE, or else COMPLEX64 with a complex scalar.
OPENACLNN_SHARED std::optional<aclDataType> PromoteWithScalar(aclDataType tensor,
                                                              aclDataType scalar);

// Whether elements of one dtype may become elements of the other where a contract asks no more than
// that: complex numbers do not become real ones, floats do not become integers, and only BOOL
// becomes BOOL. False for what is no number.
bool CanCast(aclDataType from, aclDataType to);

}  // namespace openaclnn
