// What tests give to operators and get from them: dense row-major elements of any dtype, as bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "base/dtype.h"

namespace openaclnn::test {

using Shape = std::vector<int64_t>;

int64_t CountOf(const Shape& shape);
std::string TextOf(const Shape& shape);

// The bits of `value` rounded once, to nearest even, to a real dtype; integers saturate, BOOL is
// value != 0.
uint64_t BitsOf(aclDataType dtype, double value);
// The value of an element; INT64 and UINT64 are rounded to double.
double ValueOf(aclDataType dtype, uint64_t bits);

inline bool IsNan(aclDataType dtype, uint64_t bits) {
  switch (dtype) {
    case ACL_DOUBLE:
      return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
    case ACL_FLOAT:
      return (bits & 0x7fffffff) > 0x7f800000;
    case ACL_FLOAT16:
      return (bits & 0x7fff) > 0x7c00;
    case ACL_BF16:
      return (bits & 0x7fff) > 0x7f80;
    default:
      return false;
  }
}

// DtypeBytes without a search: tests look at billions of elements, some of them in an emulator.
inline int64_t ItemBytes(aclDataType dtype) {
  static constexpr auto kBytes = [] {
    std::array<int8_t, 64> bytes{};
    for (const DtypeInfo& info : kDtypes) {
      bytes[static_cast<size_t>(info.dtype)] = static_cast<int8_t>(DtypeBytes(info.dtype));
    }
    return bytes;
  }();
  const auto at = static_cast<size_t>(dtype);
  return at < kBytes.size() ? kBytes[at] : 0;
}
// The bits of an item of 1, 2, 4 or 8 bytes.
uint64_t LoadBits(const std::byte* from, int64_t item);
void StoreBits(std::byte* to, int64_t item, uint64_t bits);

struct Array {
  aclDataType dtype = ACL_FLOAT;
  Shape shape;
  std::vector<std::byte> bytes;

  Array() = default;
  Array(aclDataType element_type, Shape extents);  // of zeros
  // Element i of the row-major order has the bits bits_of(i).
  template <class BitsOf>
  Array(aclDataType element_type, Shape extents, BitsOf bits_of)
      : Array(element_type, std::move(extents)) {
    const int64_t count = size();
    for (int64_t i = 0; i < count; i += kAtOnce) {
      uint64_t some[kAtOnce];
      const int64_t end = count - i < kAtOnce ? count - i : kAtOnce;
      for (int64_t k = 0; k < end; ++k) some[k] = static_cast<uint64_t>(bits_of(i + k));
      SetBits(i, some, end);
    }
  }

  int64_t size() const { return CountOf(shape); }
  uint64_t Bits(int64_t i) const;
  void SetBits(int64_t i, uint64_t bits) { SetBits(i, &bits, 1); }
  void GetBits(int64_t first, uint64_t* bits, int64_t count) const;
  void SetBits(int64_t first, const uint64_t* bits, int64_t count);
  double Value(int64_t i) const;

 private:
  // Tests are optimised little, so what their loops call here is compiled with the harness.
  static constexpr int64_t kAtOnce = 64;

  // An element of INT4.
  uint64_t HalfByte(int64_t i) const;
  void SetHalfByte(int64_t i, uint64_t bits);
};

// Adds the bytes of an element at the end: at once, where insert() calls a dozen functions that
// nothing has optimised.
void Append(std::vector<std::byte>& bytes, const std::vector<std::byte>& element);

// Elements rounded to `dtype`, along one axis or in a shape of that many elements.
Array ArrayOf(aclDataType dtype, const std::vector<double>& values);
Array ArrayOf(aclDataType dtype, Shape shape, const std::vector<double>& values);

// All 65,536 patterns of a 16-bit dtype in order.
Array AllPatterns(aclDataType dtype);
Array EveryPattern(aclDataType dtype, int64_t step);  // each step-th of them, from the first on

// The parts of complex numbers, along a last axis of two: one may be NaN, and the other none. Other
// arrays as they are.
Array PartsOf(Array array);

// The same elements in the order in which an operand of the shape `target`, to which the array's
// shape broadcasts, sees them.
Array Expanded(const Array& array, const Shape& target);

}  // namespace openaclnn::test
