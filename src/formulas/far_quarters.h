// How many quarters of a turn a double is, however far from 0, and what is left.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "formulas/target.h"

namespace openaclnn {

// x = quarters pi / 2 + rest + rest_low, |rest| at most pi / 4, quarters modulo 4.
struct FarQuarters {
  uint64_t quarters;
  double rest, rest_low;
};

// For 2^26 < |x| < inf. The rest is right to 2^-72 of it: no double is nearer than 2^-62 to a
// multiple of pi / 2.
OPENACLNN_ON_DEVICE inline FarQuarters QuartersOf(double x) {
  __extension__ using Wide = unsigned __int128;
  // 64 zeros, and the first bits of 2 / pi after the point.
  static constexpr uint64_t kTwoOverPi[] = {0,
                                            0xa2f9836e4e441529,
                                            0xfc2757d1f534ddc0,
                                            0xdb6295993c439041,
                                            0xfe5163abdebbc561,
                                            0xb7246e3a424dd2e0,
                                            0x06492eea09d1921c,
                                            0xfe1deb1cb129a73e,
                                            0xe88235f52ebb4484,
                                            0xe99c7026b45f7e41,
                                            0x3991d639835339f4,
                                            0x9c845f8bbdf9283b,
                                            0x1ff897ffde05980f,
                                            0xef2f118b5a0a6d1f,
                                            0x6d367ecf27cb09b7,
                                            0x4f463f669e5fea2d,
                                            0x7527bac7ebe5f17b,
                                            0x3d0739f78a5292ea,
                                            0x6bfb5fb11f8d5d08,
                                            0x56033046fc7b6bab,
                                            0xf0cfbc209af4361d};
  constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiLow = 0x1.1a62633145c07p-54;
  // |x| = m 2^e
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  const auto e = static_cast<int64_t>(bits >> 52 & 0x7ff) - 1075;
  const uint64_t m = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  // The 192 bits of 2^e 2 / pi from that of weight 2 on; those above only add multiples of 4.
  const auto from = static_cast<size_t>(e + 62);
  const size_t shift = from % 64;
  uint64_t part[3];
  for (size_t k = 0; k < 3; ++k) {
    const uint64_t* const at = &kTwoOverPi[from / 64 + k];
    part[k] = shift == 0 ? at[0] : at[0] << shift | at[1] >> (64 - shift);
  }
  // Times m, modulo 4.
  const Wide lower = static_cast<Wide>(part[2]) * m;
  const Wide middle = static_cast<Wide>(part[1]) * m + static_cast<uint64_t>(lower >> 64);
  const uint64_t upper = part[0] * m + static_cast<uint64_t>(middle >> 64);
  uint64_t quarters = upper >> 62;
  // The fraction, from -1/2 to 1/2: its sign, and 128 bits of its size.
  const auto mid = static_cast<uint64_t>(middle);
  Wide fraction = static_cast<Wide>(upper << 2 | mid >> 62) << 64 |
                  (mid << 2 | static_cast<uint64_t>(lower) >> 62);
  const bool above_half = (fraction >> 127) != 0;
  if (above_half) {
    ++quarters;
    fraction = -fraction;
  }
  const auto high_bits = static_cast<uint64_t>(fraction >> 64);
  const int zeros = high_bits != 0 ? std::countl_zero(high_bits)
                                   : 64 + std::countl_zero(static_cast<uint64_t>(fraction) | 1);
  fraction <<= zeros;
  const double high = static_cast<double>(static_cast<uint64_t>(fraction >> 75)) * 0x1p-53;
  const double low =
      static_cast<double>(static_cast<uint64_t>(fraction >> 22) & ((uint64_t{1} << 53) - 1)) *
      0x1p-106;
  const double product = high * kHalfPi;
  const double product_low =
      __builtin_fma(high, kHalfPi, -product) + (high * kHalfPiLow + low * kHalfPi);
  const bool negative = above_half != (x < 0);
  const double size = std::bit_cast<double>(static_cast<uint64_t>(1023 - zeros) << 52);
  const double scale = negative ? -size : size;
  const double rest = product + product_low;
  return {x < 0 ? 0 - quarters : quarters, rest * scale, ((product - rest) + product_low) * scale};
}

}  // namespace openaclnn
