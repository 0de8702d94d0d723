// What tests give to operators and get from them: dense row-major elements of any dtype, as bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::test {

using Shape = std::vector<int64_t>;

int64_t CountOf(const Shape& shape);
std::string TextOf(const Shape& shape);

// The bits of `value` rounded once, to nearest even, to a real dtype; integers saturate, BOOL is
// value != 0.
uint64_t BitsOf(aclDataType dtype, double value);
// The value of an element; INT64 and UINT64 are rounded to double.
double ValueOf(aclDataType dtype, uint64_t bits);
bool IsNan(aclDataType dtype, uint64_t bits);

struct Array {
  aclDataType dtype = ACL_FLOAT;
  Shape shape;
  std::vector<std::byte> bytes;

  Array() = default;
  Array(aclDataType element_type, Shape extents);  // of zeros
  // Element i of the row-major order has the bits bits_of(i).
  Array(aclDataType element_type, Shape extents, const std::function<uint64_t(int64_t)>& bits_of);

  int64_t size() const { return CountOf(shape); }
  uint64_t Bits(int64_t i) const;
  void SetBits(int64_t i, uint64_t bits);
  double Value(int64_t i) const { return ValueOf(dtype, Bits(i)); }
};

// Elements rounded to `dtype`, along one axis or in a shape of that many elements.
Array ArrayOf(aclDataType dtype, const std::vector<double>& values);
Array ArrayOf(aclDataType dtype, Shape shape, const std::vector<double>& values);

// All 65,536 patterns of a 16-bit dtype in order.
Array AllPatterns(aclDataType dtype);

// The same elements in the order in which an operand of the shape `target`, to which the array's
// shape broadcasts, sees them.
Array Expanded(const Array& array, const Shape& target);

}  // namespace openaclnn::test
