// The rules of conversion between dtypes (docs/numerics.md, "Conversions"), evaluated with exact
// numbers, one element at a time: what tests of moves compare with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::test {

// All that can be converted.
std::span<const aclDataType> ConvertedDtypes();

// Dense elements of `from` as elements of `to`. A NaN is any one.
std::vector<std::byte> Converted(aclDataType from, aclDataType to,
                                 const std::vector<std::byte>& elements);

// Whether the elements are the same, any NaN of a float being like any other. `given` and
// `expected` have the same number of bytes; the index of the first that differ, or -1.
int64_t FirstDifference(aclDataType dtype, const std::vector<std::byte>& given,
                        const std::vector<std::byte>& expected);

}  // namespace openaclnn::test
