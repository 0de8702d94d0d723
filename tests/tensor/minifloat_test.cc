// The small formats against lists of their values, from the documents that define them.
#include "base/minifloat.h"

#include <cmath>
#include <cstdint>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(Minifloat, Float4E2m1) {  // OCP Microscaling Formats 1.0, table of FP4
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (uint8_t bits = 0; bits < 8; ++bits) {
    EXPECT_EQ((DoubleFromFinite<2, 1>(bits)), values[bits]);
    EXPECT_EQ((DoubleFromFinite<2, 1>(bits | 8)), -values[bits]);
    EXPECT_TRUE(std::signbit(DoubleFromFinite<2, 1>(bits | 8)));
    EXPECT_EQ((DoubleFromFinite<2, 1>(bits | 0xf0)),  // the other half of the byte has no say
              (DoubleFromFinite<2, 1>(bits)));
  }
}

TEST(Minifloat, Float4E1m2IsEvenlySpaced) {
  for (uint8_t bits = 0; bits < 8; ++bits) {
    EXPECT_EQ((DoubleFromFinite<1, 2>(bits)), bits * 0.25);
    EXPECT_EQ((DoubleFromFinite<1, 2>(bits | 8)), bits * -0.25);
  }
}

TEST(Minifloat, Float6) {
  EXPECT_EQ((DoubleFromFinite<3, 2>(0x1f)), 28);      // largest of E3M2
  EXPECT_EQ((DoubleFromFinite<3, 2>(0x04)), 0.25);    // smallest normal
  EXPECT_EQ((DoubleFromFinite<3, 2>(0x03)), 0.1875);  // largest subnormal
  EXPECT_EQ((DoubleFromFinite<3, 2>(0x21)), -0.0625);
  EXPECT_EQ((DoubleFromFinite<2, 3>(0x1f)), 7.5);  // largest of E2M3
  EXPECT_EQ((DoubleFromFinite<2, 3>(0x08)), 1);
  EXPECT_EQ((DoubleFromFinite<2, 3>(0x07)), 0.875);
  EXPECT_EQ((DoubleFromFinite<2, 3>(0x21)), -0.125);
}

TEST(Minifloat, Float8E4m3fn) {
  EXPECT_EQ(DoubleFromE4m3fn(0x7e), 448);
  EXPECT_EQ(DoubleFromE4m3fn(0x08), 0x1p-6);
  EXPECT_EQ(DoubleFromE4m3fn(0x01), 0x1p-9);
  EXPECT_EQ(DoubleFromE4m3fn(0xb8), -1);
  EXPECT_TRUE(std::isnan(DoubleFromE4m3fn(0x7f)));
  EXPECT_TRUE(std::isnan(DoubleFromE4m3fn(0xff)));
  for (int bits = 1; bits < 0x7f; ++bits) {
    EXPECT_GT(DoubleFromE4m3fn(static_cast<uint8_t>(bits)),
              DoubleFromE4m3fn(static_cast<uint8_t>(bits - 1)));
  }
}

TEST(Minifloat, Float8E8m0) {
  for (int bits = 0; bits < 255; ++bits) {
    EXPECT_EQ(DoubleFromE8m0(static_cast<uint8_t>(bits)), std::ldexp(1.0, bits - 127));
  }
  EXPECT_TRUE(std::isnan(DoubleFromE8m0(255)));
}

// Patterns with each width of exponent; the separators stand between sign, prefix, exponent and
// fraction.
TEST(Minifloat, Hifloat8) {
  EXPECT_EQ(DoubleFromHifloat8(0b0'0001'000), 1);
  EXPECT_EQ(DoubleFromHifloat8(0b0'0001'111), 1.875);
  EXPECT_EQ(DoubleFromHifloat8(0b1'0001'100), -1.5);
  EXPECT_EQ(DoubleFromHifloat8(0b0'001'0'000), 2);
  EXPECT_EQ(DoubleFromHifloat8(0b0'001'1'010), 0.625);
  EXPECT_EQ(DoubleFromHifloat8(0b0'01'00'001), 4.5);
  EXPECT_EQ(DoubleFromHifloat8(0b0'01'01'000), 8);
  EXPECT_EQ(DoubleFromHifloat8(0b0'01'11'000), 0x1p-3);
  EXPECT_EQ(DoubleFromHifloat8(0b0'10'011'11), 0x1.cp7);
  EXPECT_EQ(DoubleFromHifloat8(0b0'10'100'00), 0x1p-4);
  EXPECT_EQ(DoubleFromHifloat8(0b0'11'0000'0), 0x1p8);
  EXPECT_EQ(DoubleFromHifloat8(0b0'11'0111'0), 0x1p15);  // the largest
  EXPECT_EQ(DoubleFromHifloat8(0b0'11'1111'0), 0x1p-15);
  EXPECT_EQ(DoubleFromHifloat8(0b0'11'1111'1), 0x1.8p-15);
  EXPECT_EQ(DoubleFromHifloat8(0b0'0000'111), 0x1p-16);
  EXPECT_EQ(DoubleFromHifloat8(0b0'0000'001), 0x1p-22);  // the smallest
  EXPECT_EQ(DoubleFromHifloat8(0b1'0000'001), -0x1p-22);
  EXPECT_EQ(DoubleFromHifloat8(0x6f), INFINITY);
  EXPECT_EQ(DoubleFromHifloat8(0xef), -INFINITY);
  EXPECT_TRUE(std::isnan(DoubleFromHifloat8(0x80)));
  EXPECT_EQ(DoubleFromHifloat8(0), 0);
}

TEST(Minifloat, Hifloat8PatternsAreDistinctAndSymmetric) {
  for (int a = 1; a < 0x80; ++a) {
    const double value = DoubleFromHifloat8(static_cast<uint8_t>(a));
    EXPECT_GT(value, 0);
    EXPECT_EQ(DoubleFromHifloat8(static_cast<uint8_t>(a | 0x80)), -value);
    for (int b = 0; b < a; ++b) EXPECT_NE(DoubleFromHifloat8(static_cast<uint8_t>(b)), value);
  }
}

}  // namespace
}  // namespace openaclnn
