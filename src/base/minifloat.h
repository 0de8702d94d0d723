// The floating-point formats of eight bits and fewer, as their bits: exact conversion to double.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace openaclnn {

// 2^exponent for -1022 <= exponent <= 1023.
constexpr double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// A sign, then an exponent with the bias 2^(exponent_bits - 1) - 1, at least 1, then a fraction, in
// the low bits of the byte. An exponent of zero means subnormal; there are no infinities and no
// NaNs. FLOAT6_E3M2, FLOAT6_E2M3 and FLOAT4_E2M1 of the OCP Microscaling Formats specification 1.0,
// and FLOAT4_E1M2.
template <int kExponentBits, int kFractionBits>
constexpr double DoubleFromFinite(uint8_t bits) {
  constexpr int kBias = kExponentBits > 1 ? (1 << (kExponentBits - 1)) - 1 : 1;
  const int field = bits >> kFractionBits & ((1 << kExponentBits) - 1);
  const int fraction = bits & ((1 << kFractionBits) - 1);
  const int significand = field == 0 ? fraction : fraction | 1 << kFractionBits;
  const double magnitude =
      significand * PowerOfTwo((field == 0 ? 1 : field) - kBias - kFractionBits);
  return (bits >> (kExponentBits + kFractionBits) & 1) != 0 ? -magnitude : magnitude;
}

// FLOAT8_E4M3FN: no infinities; all magnitude bits set is a NaN.
constexpr double DoubleFromE4m3fn(uint8_t bits) {
  if ((bits & 0x7f) == 0x7f) return std::numeric_limits<double>::quiet_NaN();
  return DoubleFromFinite<4, 3>(bits);
}

// FLOAT8_E8M0: an exponent alone.
constexpr double DoubleFromE8m0(uint8_t bits) {
  if (bits == 0xff) return std::numeric_limits<double>::quiet_NaN();
  return PowerOfTwo(bits - 127);
}

// HIFLOAT8 ("Ascend HiFloat8 Format for Deep Learning", arXiv 2409.16626). After the sign comes a
// prefix code for the number of exponent bits: 11, 10, 01, 001, 0001 for 4, 3, 2, 1, 0; then the
// exponent, a sign and a magnitude whose leading 1 is left out; then the fraction. The prefix 0000
// marks powers of two below the others. Zero and NaN are each one pattern, infinities are those of
// the largest magnitudes.
constexpr double DoubleFromHifloat8(uint8_t bits) {
  if (bits == 0x80) return std::numeric_limits<double>::quiet_NaN();
  const double sign = (bits & 0x80) != 0 ? -1.0 : 1.0;
  const int magnitude = bits & 0x7f;
  if (magnitude == 0) return 0.0;
  if (magnitude == 0x6f) return sign * std::numeric_limits<double>::infinity();
  if (magnitude < 0x08) return sign * PowerOfTwo(magnitude - 23);
  int exponent_bits = 0, prefix_bits = 4;
  if (magnitude >= 0x20) {
    exponent_bits = (magnitude >> 5) + 1;
    prefix_bits = 2;
  } else if (magnitude >= 0x10) {
    exponent_bits = 1;
    prefix_bits = 3;
  }
  const int fraction_bits = 7 - prefix_bits - exponent_bits;
  const int fraction = magnitude & ((1 << fraction_bits) - 1);
  int exponent = 0;
  if (exponent_bits > 0) {
    const int field = magnitude >> fraction_bits & ((1 << exponent_bits) - 1);
    const int leading = 1 << (exponent_bits - 1);
    exponent = (field & leading) != 0 ? -field : field | leading;
  }
  return sign * ((1 << fraction_bits) + fraction) * PowerOfTwo(exponent - fraction_bits);
}

}  // namespace openaclnn
