#include <cmath>
#include <limits>

#include "acl/acl_base.h"
#include "gtest/gtest.h"

namespace openaclnn::test {
namespace {

TEST(DataTypesTest, Sizes) {
  for (int number = -2; number < 64; ++number) {
    size_t expected = 8;
    switch (number) {
      case ACL_DT_UNDEFINED:
      case ACL_STRING:
        expected = 0;
        break;
      case ACL_UINT1:
      case ACL_INT4:
      case ACL_BOOL:
      case ACL_INT8:
      case ACL_UINT8:
      case ACL_HIFLOAT8:
      case ACL_FLOAT8_E5M2:
      case ACL_FLOAT8_E4M3FN:
      case ACL_FLOAT8_E8M0:
        expected = 1;
        break;
      case ACL_FLOAT16:
      case ACL_BF16:
      case ACL_INT16:
      case ACL_UINT16:
        expected = 2;
        break;
      case ACL_FLOAT:
      case ACL_INT32:
      case ACL_UINT32:
      case ACL_COMPLEX32:
        expected = 4;
        break;
      case ACL_COMPLEX128:
        expected = 16;
        break;
    }
    EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(number)), expected) << number;
  }
}

// The value of float16 bits by the definition in acl_base_rt.h.
double Value(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(DataTypesTest, EveryFloat16ToFloat) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float value = aclFloat16ToFloat(static_cast<aclFloat16>(bits));
    ASSERT_EQ(value, Value(bits)) << bits;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
  }
  EXPECT_EQ(aclFloat16ToFloat(0x7c00), 65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0xfc00), -65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x7e00), 98304.0f);
}

TEST(DataTypesTest, FiniteFloat16ThereAndBack) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;
    ASSERT_EQ(aclFloatToFloat16(static_cast<float>(Value(bits))), bits);
  }
}

TEST(DataTypesTest, FloatToFloat16RoundsToNearestEven) {
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const double low = Value(bits), high = Value(bits + 1);
    const auto middle = static_cast<float>((low + high) / 2);  // exact
    const auto even = static_cast<aclFloat16>(bits + (bits & 1));
    ASSERT_EQ(aclFloatToFloat16(middle), even) << bits;
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, 0.0f)), bits);
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, 1e6f)), bits + 1);
    ASSERT_EQ(aclFloatToFloat16(-middle), even | 0x8000);
  }
}

TEST(DataTypesTest, FloatToFloat16Saturates) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const float value : {65504.0f, 65519.0f, 65520.0f, 1e30f, kInfinity}) {
    EXPECT_EQ(aclFloatToFloat16(value), 0x7bff) << value;
    EXPECT_EQ(aclFloatToFloat16(-value), 0xfbff) << -value;
  }
  EXPECT_EQ(aclFloatToFloat16(kNan), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(-kNan), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(-0.0f), 0x8000);
  EXPECT_EQ(aclFloatToFloat16(std::numeric_limits<float>::denorm_min()), 0);
}

}  // namespace
}  // namespace openaclnn::test
