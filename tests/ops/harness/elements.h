// Elements of integers and floats as exact numbers, and those of integers where dtypes end.
#pragma once

#include <cstdint>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// A long double has 64 bits at least for every element of a real dtype.
long double ExactAt(const Array& array, int64_t i);

// The elements of integers, of any dtype, that are next to 0 and to the ends of some dtype.
Array EndsOf(aclDataType dtype);

}  // namespace openaclnn::test
