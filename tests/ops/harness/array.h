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
inline uint64_t LoadBits(const std::byte* from, int64_t item) {
  uint64_t bits = 0;
  switch (item) {
    case 1:
      std::memcpy(&bits, from, 1);
      break;
    case 2:
      std::memcpy(&bits, from, 2);
      break;
    case 4:
      std::memcpy(&bits, from, 4);
      break;
    default:
      std::memcpy(&bits, from, 8);
  }
  return bits;
}
inline void StoreBits(std::byte* to, int64_t item, uint64_t bits) {
  switch (item) {
    case 1:
      std::memcpy(to, &bits, 1);
      break;
    case 2:
      std::memcpy(to, &bits, 2);
      break;
    case 4:
      std::memcpy(to, &bits, 4);
      break;
    default:
      std::memcpy(to, &bits, 8);
  }
}

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
    const int64_t count = size(), item = ItemBytes(dtype);
    if (item == 0) {
      for (int64_t i = 0; i < count; ++i) SetHalfByte(i, static_cast<uint64_t>(bits_of(i)));
      return;
    }
    std::byte* at = bytes.data();
    for (int64_t i = 0; i < count; ++i, at += item)
      StoreBits(at, item, static_cast<uint64_t>(bits_of(i)));
  }

  int64_t size() const { return CountOf(shape); }
  uint64_t Bits(int64_t i) const {
    const int64_t item = ItemBytes(dtype);
    return item == 0 ? HalfByte(i) : LoadBits(bytes.data() + i * item, item);
  }
  void SetBits(int64_t i, uint64_t bits) {
    const int64_t item = ItemBytes(dtype);
    item == 0 ? SetHalfByte(i, bits) : StoreBits(bytes.data() + i * item, item, bits);
  }
  double Value(int64_t i) const { return ValueOf(dtype, Bits(i)); }

 private:
  // An element of INT4.
  uint64_t HalfByte(int64_t i) const;
  void SetHalfByte(int64_t i, uint64_t bits);
};

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
