#include "tests/ops/harness/converted.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/dtype.h"

namespace openaclnn::test {
namespace {

__extension__ using Int128 = __int128;

// Holds every DOUBLE, INT64 and UINT64.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);

template <class T>
T ReadAs(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <class T>
void WriteAs(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

struct HalfFormat {
  int fraction_bits, bias;
  unsigned infinity;
};
HalfFormat FormatOf(aclDataType half) {
  return half == ACL_FLOAT16 ? HalfFormat{10, 15, 0x7c00} : HalfFormat{7, 127, 0x7f80};
}

// The value of a pattern without a sign; that of infinity is the power of 2 that comes next.
Real MagnitudeOf(const HalfFormat& format, unsigned pattern) {
  const unsigned fraction = pattern & ((1u << format.fraction_bits) - 1);
  const int field = static_cast<int>(pattern >> format.fraction_bits);
  const unsigned hidden = field == 0 ? 0 : 1u << format.fraction_bits;
  return std::ldexp(static_cast<Real>(hidden | fraction),
                    std::max(field, 1) - format.bias - format.fraction_bits);
}

Real HalfValue(aclDataType dtype, uint16_t bits) {
  const HalfFormat format = FormatOf(dtype);
  const unsigned pattern = bits & 0x7fffu;
  const Real magnitude = pattern > format.infinity    ? std::numeric_limits<Real>::quiet_NaN()
                         : pattern == format.infinity ? std::numeric_limits<Real>::infinity()
                                                      : MagnitudeOf(format, pattern);
  return bits >> 15 != 0 ? -magnitude : magnitude;
}

// Found among all patterns.
uint16_t NearestHalf(aclDataType dtype, Real value) {
  const HalfFormat format = FormatOf(dtype);
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return static_cast<uint16_t>(format.infinity | 1);
  const Real magnitude = std::abs(value);
  unsigned low = 0, high = format.infinity;
  if (magnitude >= MagnitudeOf(format, high)) return static_cast<uint16_t>(sign | high);
  while (high - low > 1) {  // low <= magnitude < high
    const unsigned middle = (low + high) / 2;
    (MagnitudeOf(format, middle) <= magnitude ? low : high) = middle;
  }
  const Real below = magnitude - MagnitudeOf(format, low);
  const Real above = MagnitudeOf(format, high) - magnitude;
  const bool takes_high = above < below || (above == below && high % 2 == 0);
  return static_cast<uint16_t>(sign | (takes_high ? high : low));
}

Real RealAt(aclDataType dtype, const std::byte* at) {
  switch (dtype) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return HalfValue(dtype, ReadAs<uint16_t>(at));
    case ACL_FLOAT:
    case ACL_COMPLEX64:
      return ReadAs<float>(at);
    default:
      return ReadAs<double>(at);
  }
}

Int128 IntegerAt(aclDataType dtype, const std::byte* at) {
  switch (dtype) {
    case ACL_BOOL:
      return ReadAs<uint8_t>(at) != 0;
    case ACL_INT8:
      return ReadAs<int8_t>(at);
    case ACL_UINT8:
      return ReadAs<uint8_t>(at);
    case ACL_INT16:
      return ReadAs<int16_t>(at);
    case ACL_UINT16:
      return ReadAs<uint16_t>(at);
    case ACL_INT32:
      return ReadAs<int32_t>(at);
    case ACL_UINT32:
      return ReadAs<uint32_t>(at);
    case ACL_INT64:
      return ReadAs<int64_t>(at);
    default:
      return ReadAs<uint64_t>(at);
  }
}

bool IsFloat(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kFloat; }

Int128 Saturated(aclDataType to, Real value) {
  const int bits = 8 * DtypeBytes(to);
  const bool is_signed = ClassOf(to) == DtypeClass::kSigned;
  const Int128 end = Int128{1} << (is_signed ? bits - 1 : bits);  // beyond the largest
  const Int128 least = is_signed ? -end : 0;
  if (std::isnan(value)) return 0;
  if (value >= std::ldexp(Real{1}, is_signed ? bits - 1 : bits)) return end - 1;
  if (value <= static_cast<Real>(least)) return least;
  return static_cast<Int128>(std::trunc(value));
}

void WriteReal(aclDataType to, Real value, std::byte* at) {
  switch (to) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return WriteAs(at, NearestHalf(to, value));
    case ACL_FLOAT:
      return WriteAs(at, static_cast<float>(value));
    default:
      return WriteAs(at, static_cast<double>(value));
  }
}

void WriteInteger(aclDataType to, Int128 value, std::byte* at) {
  const auto low = static_cast<uint64_t>(value);
  switch (DtypeBytes(to)) {
    case 1:
      return WriteAs(at, static_cast<uint8_t>(low));
    case 2:
      return WriteAs(at, static_cast<uint16_t>(low));
    case 4:
      return WriteAs(at, static_cast<uint32_t>(low));
    default:
      return WriteAs(at, low);
  }
}

aclDataType PartOf(aclDataType dtype) {
  if (dtype == ACL_COMPLEX64) return ACL_FLOAT;
  return dtype == ACL_COMPLEX128 ? ACL_DOUBLE : dtype;
}

bool IsTrue(aclDataType dtype, const std::byte* at) {
  const aclDataType part = PartOf(dtype);
  if (!IsFloat(part)) return IntegerAt(dtype, at) != 0;
  if (RealAt(part, at) != 0) return true;
  return IsComplex(dtype) && RealAt(part, at + DtypeBytes(part)) != 0;
}

void Convert(aclDataType from, aclDataType to, const std::byte* source, std::byte* target) {
  if (from == to) {
    std::memcpy(target, source, static_cast<size_t>(DtypeBytes(to)));
  } else if (to == ACL_BOOL) {
    WriteAs<uint8_t>(target, IsTrue(from, source) ? 1 : 0);
  } else if (IsComplex(to)) {
    const aclDataType part = PartOf(to), from_part = PartOf(from);
    Convert(from_part, part, source, target);
    std::byte* const imaginary = target + DtypeBytes(part);
    if (IsComplex(from)) return Convert(from_part, part, source + DtypeBytes(from_part), imaginary);
    std::memset(imaginary, 0, static_cast<size_t>(DtypeBytes(part)));
  } else if (IsComplex(from)) {
    Convert(PartOf(from), to, source, target);
  } else if (IsFloat(from)) {
    const Real value = RealAt(from, source);
    if (IsFloat(to)) return WriteReal(to, value, target);
    WriteInteger(to, Saturated(to, value), target);
  } else {
    const Int128 value = IntegerAt(from, source);
    if (IsFloat(to)) return WriteReal(to, static_cast<Real>(value), target);
    WriteInteger(to, value, target);
  }
}

bool IsNanAt(aclDataType part, const std::byte* at) {
  return IsFloat(part) && std::isnan(RealAt(part, at));
}

}  // namespace

std::span<const aclDataType> ConvertedDtypes() {
  static constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16,   ACL_BF16,      ACL_DOUBLE,
                                            ACL_INT8,  ACL_INT16,     ACL_INT32,     ACL_INT64,
                                            ACL_UINT8, ACL_UINT16,    ACL_UINT32,    ACL_UINT64,
                                            ACL_BOOL,  ACL_COMPLEX64, ACL_COMPLEX128};
  return kDtypes;
}

std::vector<std::byte> Converted(aclDataType from, aclDataType to,
                                 const std::vector<std::byte>& elements) {
  const size_t item = static_cast<size_t>(DtypeBytes(from));
  const size_t to_item = static_cast<size_t>(DtypeBytes(to));
  const size_t count = elements.size() / item;
  std::vector<std::byte> converted(count * to_item);
  for (size_t i = 0; i < count; ++i) {
    Convert(from, to, elements.data() + i * item, converted.data() + i * to_item);
  }
  return converted;
}

int64_t FirstDifference(aclDataType dtype, const std::vector<std::byte>& given,
                        const std::vector<std::byte>& expected) {
  if (given == expected) return -1;
  const aclDataType part = PartOf(dtype);
  const size_t item = static_cast<size_t>(DtypeBytes(part));
  const size_t parts = static_cast<size_t>(DtypeBytes(dtype)) / item;
  for (size_t i = 0; i < expected.size() / item; ++i) {
    const std::byte *const a = given.data() + i * item, *const b = expected.data() + i * item;
    if (std::memcmp(a, b, item) == 0 || (IsNanAt(part, a) && IsNanAt(part, b))) continue;
    return static_cast<int64_t>(i / parts);
  }
  return -1;
}

}  // namespace openaclnn::test
