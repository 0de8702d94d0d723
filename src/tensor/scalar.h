// What an aclScalar stands for: one number of any dtype, copied from the caller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "acl/acl_base.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/shared.h"

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

// A value as it was given: nearest + rest, where rest is what a double has no bits for, of integers
// of 64 bits alone. Never by way of long double, whose arithmetic would set flags of the x87.
struct ExactNumber {
  double nearest;
  double rest = 0;

  // False where either is NaN.
  friend bool operator>(ExactNumber a, ExactNumber b) {
    return a.nearest > b.nearest || (a.nearest == b.nearest && a.rest > b.rest);
  }
  friend bool operator>=(ExactNumber a, ExactNumber b) {
    return a.nearest > b.nearest || (a.nearest == b.nearest && a.rest >= b.rest);
  }
};
OPENACLNN_SHARED ExactNumber ExactOf(const Scalar& scalar);
// As an element of FLOAT16, BFLOAT16, FLOAT or DOUBLE, rounded once.
OPENACLNN_SHARED double RoundedTo(aclDataType dtype, const Scalar& scalar);
std::string TextOf(ExactNumber number);
// Toward zero; what is beyond int64_t is its end, NaN is 0.
OPENACLNN_SHARED int64_t Truncated(ExactNumber number);

}  // namespace openaclnn
