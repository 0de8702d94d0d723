#include "number_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

const NumberFormat kFloat16 = {"FLOAT16", ACL_FLOAT16, 2, 11, -14, 15};
const NumberFormat kBfloat16 = {"BFLOAT16", ACL_BF16, 2, 8, -126, 127};
const NumberFormat kFloat = {"FLOAT", ACL_FLOAT, 4, 24, -126, 127};
const NumberFormat kDouble = {"DOUBLE", ACL_DOUBLE, 8, 53, -1022, 1023};

namespace {

// The value of one unit in the last place at `value`, which is finite.
long double Ulp(const NumberFormat& format, long double value) {
  const int exponent = value == 0 ? format.min_exponent : std::ilogb(value);
  return std::ldexp(1.0L, std::max(exponent, format.min_exponent) - format.precision + 1);
}

long double Round(const NumberFormat& format, long double value) {
  if (!std::isfinite(value)) return value;
  const long double ulp = Ulp(format, value);
  const long double rounded = std::rint(value / ulp) * ulp;  // ties to even
  if (std::fabs(rounded) < std::ldexp(1.0L, format.max_exponent + 1)) return rounded;
  return std::copysign(std::numeric_limits<long double>::infinity(), value);
}

// Bits of a 16-bit format from a value that it holds exactly.
uint16_t Encode16(const NumberFormat& format, double value) {
  const int fraction_bits = format.precision - 1;
  const int bias = format.max_exponent;
  const uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
  const uint32_t infinity = static_cast<uint32_t>(2 * bias + 1) << fraction_bits;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | infinity | 1u << (fraction_bits - 1));
  if (std::isinf(value)) return static_cast<uint16_t>(sign | infinity);
  const int exponent =
      std::max(magnitude == 0 ? format.min_exponent : std::ilogb(magnitude), format.min_exponent);
  // The implied leading bit, where there is one, carries into the exponent.
  const double units = std::ldexp(magnitude, fraction_bits - exponent);
  const uint32_t base = static_cast<uint32_t>(exponent - format.min_exponent) << fraction_bits;
  return static_cast<uint16_t>(sign | (base + static_cast<uint32_t>(units)));
}

double Decode16(const NumberFormat& format, uint16_t bits) {
  const int fraction_bits = format.precision - 1;
  const int field = (bits & 0x7fff) >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  double magnitude;
  if (field == 2 * format.max_exponent + 1) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  } else {
    const int significand = field == 0 ? fraction : fraction + (1 << fraction_bits);
    magnitude = std::ldexp(significand, std::max(field, 1) - format.max_exponent - fraction_bits);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace

void Write(const NumberFormat& format, double value, void* element) {
  const auto rounded = static_cast<double>(Round(format, value));
  if (format.bytes == 2) {
    const uint16_t bits = Encode16(format, rounded);
    std::memcpy(element, &bits, sizeof(bits));
  } else if (format.bytes == 4) {
    const auto narrow = static_cast<float>(rounded);
    std::memcpy(element, &narrow, sizeof(narrow));
  } else {
    std::memcpy(element, &rounded, sizeof(rounded));
  }
}

double Read(const NumberFormat& format, const void* element) {
  if (format.bytes == 2) {
    uint16_t bits;
    std::memcpy(&bits, element, sizeof(bits));
    return Decode16(format, bits);
  }
  if (format.bytes == 4) {
    float value;
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  double value;
  std::memcpy(&value, element, sizeof(value));
  return value;
}

double UlpError(const NumberFormat& format, double actual, long double exact) {
  if (std::isnan(actual) || std::isnan(exact)) {
    return std::isnan(actual) && std::isnan(exact) ? 0 : std::numeric_limits<double>::infinity();
  }
  if (std::isinf(actual)) {
    return Round(format, exact) == actual ? 0 : std::numeric_limits<double>::infinity();
  }
  if (std::isinf(exact)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::fabs(actual - exact) / Ulp(format, exact));
}
