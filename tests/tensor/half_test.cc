// Conversions of the 16-bit formats against values and roundings worked out another way: the value
// of a pattern by ldexp, the rounding of a number by comparing it with the midpoints between
// neighbouring values, which double holds exactly.
#include "base/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

struct Format {
  const char* name;
  int exponent_bits, fraction_bits;
  float (*to_float)(uint16_t);
  double (*to_double)(uint16_t);
  uint16_t (*from_float)(float);
  uint16_t (*from_double)(double);

  int Infinity() const { return ((1 << exponent_bits) - 1) << fraction_bits; }
  int Bias() const { return (1 << (exponent_bits - 1)) - 1; }
  bool IsNan(int bits) const { return (bits & 0x7fff) > Infinity(); }

  // The value of a pattern that is not a NaN. Infinity: the value that would follow the largest.
  double Value(int bits) const {
    const int field = (bits & 0x7fff) >> fraction_bits;
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const double magnitude =
        field == 0 ? std::ldexp(fraction, 1 - Bias() - fraction_bits)
                   : std::ldexp((1 << fraction_bits) + fraction, field - Bias() - fraction_bits);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
  }

  // Rounds a number that is not a NaN.
  int Rounded(double value) const {
    const double magnitude = std::fabs(value);
    const int sign = std::signbit(value) ? 0x8000 : 0;
    int low = 0, high = Infinity();  // Value(low) <= magnitude < Value(high)
    if (magnitude >= Value(high)) return sign | high;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (Value(middle) <= magnitude ? low : high) = middle;
    }
    const double midpoint = (Value(low) + Value(high)) / 2;
    if (magnitude == midpoint) return sign | (low % 2 == 0 ? low : high);
    return sign | (magnitude < midpoint ? low : high);
  }
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Format kFormats[] = {
    {"float16", 5, 10, FloatFromFloat16, DoubleFromFloat16, Float16FromFloat, Float16FromDouble},
    {"bfloat16", 8, 7, FloatFromBfloat16, DoubleFromBfloat16, Bfloat16FromFloat,
     Bfloat16FromDouble},
};

class HalfTest : public testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Formats, HalfTest, testing::ValuesIn(kFormats),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(HalfTest, EveryPatternHasItsValue) {
  const Format& format = GetParam();
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const uint32_t as_float = std::bit_cast<uint32_t>(format.to_float(half));
    const uint64_t as_double = std::bit_cast<uint64_t>(format.to_double(half));
    if (format.IsNan(bits) || (bits & 0x7fff) == format.Infinity()) {
      const uint64_t sign = static_cast<uint64_t>(bits >> 15);
      const uint64_t fraction = static_cast<uint64_t>(bits & (format.Infinity() ^ 0x7fff));
      ASSERT_EQ(as_float, sign << 31 | 0xffu << 23 | fraction << (23 - format.fraction_bits));
      ASSERT_EQ(as_double,
                sign << 63 | uint64_t{0x7ff} << 52 | fraction << (52 - format.fraction_bits));
    } else {
      ASSERT_EQ(as_double, std::bit_cast<uint64_t>(format.Value(bits))) << bits;
      ASSERT_EQ(as_float, std::bit_cast<uint32_t>(static_cast<float>(format.Value(bits)))) << bits;
    }
  }
}

TEST_P(HalfTest, EveryPatternSurvivesTheWayThereAndBack) {
  const Format& format = GetParam();
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    ASSERT_EQ(format.from_float(format.to_float(half)), half);
    ASSERT_EQ(format.from_double(format.to_double(half)), half);
  }
}

// Every value, every midpoint between two values, and their neighbours in float and double.
TEST_P(HalfTest, RoundsAtEveryTie) {
  const Format& format = GetParam();
  for (int bits = 0; bits < format.Infinity(); ++bits) {
    const double low = format.Value(bits), midpoint = (low + format.Value(bits + 1)) / 2;
    for (const double point : {low, midpoint}) {
      for (const double sign : {1.0, -1.0}) {
        for (const double to : {-kInfinity, kInfinity, point}) {
          const double value = sign * std::nextafter(point, to);
          ASSERT_EQ(format.from_double(value), format.Rounded(value)) << std::hexfloat << value;
          const float narrow = static_cast<float>(sign) *
                               std::nextafter(static_cast<float>(point), static_cast<float>(to));
          ASSERT_EQ(format.from_float(narrow), format.Rounded(narrow)) << std::hexfloat << narrow;
        }
      }
    }
  }
}

TEST_P(HalfTest, RoundsRandomNumbers) {
  const Format& format = GetParam();
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> exponent(-160, 140);
  for (int i = 0; i < 300000; ++i) {
    const double significand = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    const double value =
        std::ldexp(random() % 2 == 0 ? significand : -significand, exponent(random));
    ASSERT_EQ(format.from_double(value), format.Rounded(value)) << std::hexfloat << value;
  }
  // Floats of all kinds, at a distance that is odd.
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 16381) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(bits));
    if (std::isnan(value)) continue;
    ASSERT_EQ(format.from_float(value), format.Rounded(value)) << std::hexfloat << value;
  }
}

TEST_P(HalfTest, ExtremesOverflowAndVanish) {
  const Format& format = GetParam();
  const int infinity = format.Infinity();
  EXPECT_EQ(format.from_double(std::numeric_limits<double>::max()), infinity);
  EXPECT_EQ(format.from_double(-std::numeric_limits<double>::infinity()), 0x8000 | infinity);
  EXPECT_EQ(format.from_float(std::numeric_limits<float>::infinity()), infinity);
  EXPECT_EQ(format.from_double(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(format.from_double(-std::numeric_limits<double>::denorm_min()), 0x8000);
  EXPECT_EQ(format.from_float(-std::numeric_limits<float>::denorm_min()), 0x8000);
  EXPECT_EQ(format.from_double(-0.0), 0x8000);
}

// A double halfway except for its last bit must not be rounded to float first.
TEST(HalfRounding, HappensOnce) {
  EXPECT_EQ(Float16FromDouble(1 + 0x1p-11 + 0x1p-52), 0x3c01);
  EXPECT_EQ(Float16FromDouble(1 + 0x1p-11 - 0x1p-52), 0x3c00);
  EXPECT_EQ(Bfloat16FromDouble(1 + 0x1p-8 + 0x1p-52), 0x3f81);
  EXPECT_EQ(Bfloat16FromDouble(1 + 0x1p-8 - 0x1p-52), 0x3f80);
}

TEST_P(HalfTest, NansKeepSignAndUpperPayload) {
  const Format& format = GetParam();
  const int shift = 23 - format.fraction_bits, quiet = 1 << (format.fraction_bits - 1);
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    const uint32_t fraction = (random() & 0x7fffff) | 1;
    const uint32_t sign = random() & 1;
    const uint32_t bits = sign << 31 | 0x7f800000 | fraction;
    const int payload = static_cast<int>(fraction >> shift);
    const int expected =
        static_cast<int>(sign) << 15 | format.Infinity() | (payload != 0 ? payload : quiet);
    ASSERT_EQ(format.from_float(std::bit_cast<float>(bits)), expected) << std::hex << bits;
    const uint64_t wide =
        uint64_t{sign} << 63 | uint64_t{0x7ff} << 52 | uint64_t{fraction} << 29 | (random() & 0xff);
    ASSERT_EQ(format.from_double(std::bit_cast<double>(wide)), expected) << std::hex << wide;
  }
  EXPECT_EQ(format.from_float(std::bit_cast<float>(0xff800001u)),
            0x8000 | format.Infinity() | quiet);
  EXPECT_EQ(format.from_double(std::bit_cast<double>(uint64_t{0x7ff0000000000001})),
            format.Infinity() | quiet);
}

static_assert(Float16FromFloat(1.5f) == 0x3e00 && FloatFromBfloat16(0x3fc0) == 1.5f);

}  // namespace
}  // namespace openaclnn
