// One element of any dtype.
#pragma once

#include <array>
#include <cstddef>

#include "acl/acl_base.h"
#include "base/shared.h"

namespace openaclnn {

struct Scalar;  // tensor/scalar.h

// Its bytes come first.
using Element = std::array<std::byte, 16>;

// A number, real or complex, as an element of a dtype that moves can have, converted once.
OPENACLNN_SHARED Element ElementOf(const Scalar& scalar, aclDataType dtype);

}  // namespace openaclnn
