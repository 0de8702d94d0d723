#include "tests/ops/harness/array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/dtype.h"
#include "base/half.h"

namespace openaclnn::test {
namespace {

template <class T>
uint64_t IntegerBits(double value) {
  using Limits = std::numeric_limits<T>;
  T result = 0;
  if (value >= static_cast<double>(Limits::max())) {
    result = Limits::max();
  } else if (value <= static_cast<double>(Limits::min())) {
    result = Limits::min();
  } else if (value == value) {
    result = static_cast<T>(std::nearbyint(value));
  }
  uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof(result));
  return bits;
}

template <class T>
double IntegerValue(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return static_cast<double>(value);
}

// Calls `use` with the bytes of an item as a constant, so that no loop asks for each element; 0 for
// half a byte.
template <class Use>
void WithItemBytes(aclDataType dtype, Use use) {
  switch (ItemBytes(dtype)) {
    case 0:
      return use(std::integral_constant<int64_t, 0>());
    case 1:
      return use(std::integral_constant<int64_t, 1>());
    case 2:
      return use(std::integral_constant<int64_t, 2>());
    case 4:
      return use(std::integral_constant<int64_t, 4>());
    case 8:
      return use(std::integral_constant<int64_t, 8>());
    default:
      return use(std::integral_constant<int64_t, 16>());
  }
}

// Where an element of INT4 begins in its byte, which has two.
int ShiftOf(int64_t i) { return i % 2 == 0 ? 0 : 4; }

}  // namespace

int64_t CountOf(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  return count;
}

std::string TextOf(const Shape& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  return text + "]";
}

uint64_t BitsOf(aclDataType dtype, double value) {
  switch (dtype) {
    case ACL_FLOAT:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case ACL_DOUBLE:
      return std::bit_cast<uint64_t>(value);
    case ACL_FLOAT16:
      return Float16FromDouble(value);
    case ACL_BF16:
      return Bfloat16FromDouble(value);
    case ACL_INT4:
      return IntegerBits<int8_t>(std::clamp(value, -8.0, 7.0)) & 0xf;
    case ACL_INT8:
      return IntegerBits<int8_t>(value);
    case ACL_INT16:
      return IntegerBits<int16_t>(value);
    case ACL_INT32:
      return IntegerBits<int32_t>(value);
    case ACL_INT64:
      return IntegerBits<int64_t>(value);
    case ACL_UINT8:
      return IntegerBits<uint8_t>(value);
    case ACL_UINT16:
      return IntegerBits<uint16_t>(value);
    case ACL_UINT32:
      return IntegerBits<uint32_t>(value);
    case ACL_UINT64:
      return IntegerBits<uint64_t>(value);
    default:
      return value != 0 ? 1 : 0;
  }
}

double ValueOf(aclDataType dtype, uint64_t bits) {
  switch (dtype) {
    case ACL_FLOAT:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case ACL_DOUBLE:
      return std::bit_cast<double>(bits);
    case ACL_FLOAT16:
      return DoubleFromFloat16(static_cast<uint16_t>(bits));
    case ACL_BF16:
      return DoubleFromBfloat16(static_cast<uint16_t>(bits));
    case ACL_INT4:
      return IntegerValue<int8_t>(bits << 4 & 0xff) / 16;
    case ACL_INT8:
      return IntegerValue<int8_t>(bits);
    case ACL_INT16:
      return IntegerValue<int16_t>(bits);
    case ACL_INT32:
      return IntegerValue<int32_t>(bits);
    case ACL_INT64:
      return IntegerValue<int64_t>(bits);
    case ACL_UINT8:
      return IntegerValue<uint8_t>(bits);
    case ACL_UINT16:
      return IntegerValue<uint16_t>(bits);
    case ACL_UINT32:
      return IntegerValue<uint32_t>(bits);
    case ACL_UINT64:
      return IntegerValue<uint64_t>(bits);
    default:
      return (bits & 0xff) != 0 ? 1 : 0;
  }
}

uint64_t LoadBits(const std::byte* from, int64_t item) {
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

void StoreBits(std::byte* to, int64_t item, uint64_t bits) {
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

Array::Array(aclDataType element_type, Shape extents)
    : dtype(element_type), shape(std::move(extents)) {
  bytes.resize(static_cast<size_t>(dtype == ACL_INT4 ? size() / 2 : size() * DtypeBytes(dtype)));
}

uint64_t Array::Bits(int64_t i) const {
  uint64_t bits;
  GetBits(i, &bits, 1);
  return bits;
}

void Array::GetBits(int64_t first, uint64_t* bits, int64_t count) const {
  WithItemBytes(dtype, [&](auto item) {
    if (item == 0) {
      for (int64_t k = 0; k < count; ++k) bits[k] = HalfByte(first + k);
    } else {
      const std::byte* const from = bytes.data() + first * item;
      for (int64_t k = 0; k < count; ++k) bits[k] = LoadBits(from + k * item, item);
    }
  });
}

void Array::SetBits(int64_t first, const uint64_t* bits, int64_t count) {
  WithItemBytes(dtype, [&](auto item) {
    if (item == 0) {
      for (int64_t k = 0; k < count; ++k) SetHalfByte(first + k, bits[k]);
    } else {
      std::byte* const to = bytes.data() + first * item;
      for (int64_t k = 0; k < count; ++k) StoreBits(to + k * item, item, bits[k]);
    }
  });
}

double Array::Value(int64_t i) const { return ValueOf(dtype, Bits(i)); }

uint64_t Array::HalfByte(int64_t i) const {
  return static_cast<uint64_t>(bytes[static_cast<size_t>(i / 2)] >> ShiftOf(i)) & 0xf;
}

void Array::SetHalfByte(int64_t i, uint64_t bits) {
  std::byte& both = bytes[static_cast<size_t>(i / 2)];
  both &= std::byte{0xf0} >> ShiftOf(i);
  both |= static_cast<std::byte>((bits & 0xf) << ShiftOf(i));
}

void Append(std::vector<std::byte>& bytes, const std::vector<std::byte>& element) {
  const size_t before = bytes.size();
  bytes.resize(before + element.size());
  std::memcpy(bytes.data() + before, element.data(), element.size());
}

Array ArrayOf(aclDataType dtype, const std::vector<double>& values) {
  return ArrayOf(dtype, {static_cast<int64_t>(values.size())}, values);
}

Array ArrayOf(aclDataType dtype, Shape shape, const std::vector<double>& values) {
  return Array(dtype, std::move(shape),
               [&](int64_t i) { return BitsOf(dtype, values[static_cast<size_t>(i)]); });
}

Array AllPatterns(aclDataType dtype) {
  return Array(dtype, {0x10000}, [](int64_t i) { return static_cast<uint64_t>(i); });
}

Array EveryPattern(aclDataType dtype, int64_t step) {
  const Array all = AllPatterns(dtype);
  return Array(dtype, {all.size() / step}, [&](int64_t i) { return all.Bits(i * step); });
}

Array PartsOf(Array array) {
  if (!IsComplex(array.dtype)) return array;
  array.dtype = array.dtype == ACL_COMPLEX32   ? ACL_FLOAT16
                : array.dtype == ACL_COMPLEX64 ? ACL_FLOAT
                                               : ACL_DOUBLE;
  array.shape.push_back(2);
  return array;
}

Array Expanded(const Array& array, const Shape& target) {
  const size_t missing = target.size() - array.shape.size();
  Array expanded(array.dtype, target);
  const int64_t item = DtypeBytes(array.dtype);
  for (int64_t element = 0; element < expanded.size(); ++element) {
    int64_t i = element, index = 0, step = 1;
    for (size_t axis = target.size(); axis-- > 0;) {
      const int64_t at = i % target[axis];
      i /= target[axis];
      if (axis < missing) continue;
      const int64_t extent = array.shape[axis - missing];
      if (extent != 1) index += at * step;
      step *= extent;
    }
    std::copy_n(array.bytes.begin() + index * item, item, expanded.bytes.begin() + element * item);
  }
  return expanded;
}

}  // namespace openaclnn::test
