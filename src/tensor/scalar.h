// What an aclScalar stands for: one number of any dtype, copied from the caller.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "acl/acl_base.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"

namespace openaclnn {

struct Scalar {
  aclDataType dtype = ACL_DT_UNDEFINED;
  // The value's bytes come first; one of less than a byte is in the low bits.
  std::array<std::byte, 16> bytes{};
};

// The scalar that `handle` stands for; null if it is null, foreign or destroyed.
Scalar* FindScalar(const aclScalar* handle);

// "FLOAT -1".
std::string TextOf(const Scalar& scalar);

// Ends the scalar; false if `handle` is not live.
bool DestroyScalar(const aclScalar* handle);

// The value, rounded at most once, to nearest even: an INT64 goes to float directly, not by way of
// double. T: float or double. For dtypes that are not real numbers (IsReal of base/dtype.h): NaN.
template <class T>
T ScalarTo(const Scalar& scalar);
extern template float ScalarTo<float>(const Scalar& scalar);
extern template double ScalarTo<double>(const Scalar& scalar);

}  // namespace openaclnn
