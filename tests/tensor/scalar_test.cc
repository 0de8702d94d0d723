#include "tensor/scalar.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>

#include "aclnn/aclnn_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensor/bounded_sums.h"
#include "tensor/bounds.h"
#include "tests/tensor/newest_message.h"

namespace openaclnn {
namespace {

template <class To, class From>
To Through(From value, aclDataType dtype) {
  auto copy = std::make_unique<From>(value);
  aclScalar* const handle = aclCreateScalar(copy.get(), dtype);
  copy.reset();  // the scalar must not look there again
  EXPECT_NE(handle, nullptr);
  const Scalar* const scalar = FindScalar(handle);
  EXPECT_NE(scalar, nullptr);
  EXPECT_EQ(scalar->dtype, dtype);
  const To result = ScalarTo<To>(*scalar);
  EXPECT_EQ(aclDestroyScalar(handle), 0);
  return result;
}

TEST(Scalar, EveryRealDtypeConverts) {
  EXPECT_EQ(Through<float>(1.25f, ACL_FLOAT), 1.25f);
  EXPECT_EQ(Through<double>(1.25f, ACL_FLOAT), 1.25);
  EXPECT_EQ(Through<double>(0.1, ACL_DOUBLE), 0.1);
  EXPECT_EQ(Through<float>(0.1, ACL_DOUBLE), 0.1f);
  EXPECT_EQ(Through<float>(uint16_t{0xc100}, ACL_FLOAT16), -2.5f);
  EXPECT_EQ(Through<double>(uint16_t{0x0001}, ACL_FLOAT16), 0x1p-24);
  EXPECT_EQ(Through<float>(uint16_t{0xc020}, ACL_BF16), -2.5f);
  EXPECT_EQ(Through<float>(int8_t{-128}, ACL_INT8), -128.0f);
  EXPECT_EQ(Through<float>(uint8_t{200}, ACL_UINT8), 200.0f);
  EXPECT_EQ(Through<float>(int16_t{-30000}, ACL_INT16), -30000.0f);
  EXPECT_EQ(Through<float>(uint16_t{60000}, ACL_UINT16), 60000.0f);
  EXPECT_EQ(Through<double>(int32_t{-2147483647}, ACL_INT32), -2147483647.0);
  EXPECT_EQ(Through<double>(uint32_t{4294967295u}, ACL_UINT32), 4294967295.0);
  EXPECT_EQ(Through<double>(int64_t{-5}, ACL_INT64), -5.0);
  EXPECT_EQ(Through<double>(std::numeric_limits<uint64_t>::max(), ACL_UINT64), 0x1p64);
  EXPECT_EQ(Through<float>(true, ACL_BOOL), 1.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x80}, ACL_BOOL), 1.0f);  // any bit
  EXPECT_EQ(Through<float>(uint8_t{0}, ACL_BOOL), 0.0f);
  EXPECT_EQ(Through<float>(uint8_t{0xf8}, ACL_INT4), -8.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x37}, ACL_INT4), 7.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x03}, ACL_UINT1), 1.0f);
  EXPECT_EQ(Through<float>(uint8_t{0xfe}, ACL_UINT1), 0.0f);
  EXPECT_EQ(Through<float>(uint8_t{0xc4}, ACL_FLOAT8_E5M2), -4.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x7e}, ACL_FLOAT8_E4M3FN), 448.0f);
  EXPECT_EQ(Through<float>(uint8_t{0}, ACL_FLOAT8_E8M0), 0x1p-127f);
  EXPECT_EQ(Through<float>(uint8_t{0x09}, ACL_HIFLOAT8), 1.125f);
  EXPECT_EQ(Through<float>(uint8_t{0x1f}, ACL_FLOAT6_E3M2), 28.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x1f}, ACL_FLOAT6_E2M3), 7.5f);
  EXPECT_EQ(Through<float>(uint8_t{0x0f}, ACL_FLOAT4_E2M1), -6.0f);
  EXPECT_EQ(Through<float>(uint8_t{0x07}, ACL_FLOAT4_E1M2), 1.75f);
}

TEST(Scalar, SpecialValuesArrive) {
  EXPECT_EQ(Through<float>(1e300, ACL_DOUBLE), INFINITY);
  EXPECT_EQ(Through<float>(-INFINITY, ACL_FLOAT), -INFINITY);
  EXPECT_TRUE(std::isnan(Through<float>(std::numeric_limits<double>::quiet_NaN(), ACL_DOUBLE)));
  EXPECT_TRUE(std::isnan(Through<double>(uint16_t{0x7f81}, ACL_BF16)));
  EXPECT_TRUE(std::isnan(Through<double>(uint8_t{0x7d}, ACL_FLOAT8_E5M2)));
  EXPECT_TRUE(std::signbit(Through<float>(-0.0, ACL_DOUBLE)));
}

// Numbers whose nearest double lies halfway between two floats: rounding twice goes the other way.
TEST(Scalar, IntegersAreRoundedOnce) {
  const int64_t above = (int64_t{1} << 60) + (int64_t{1} << 36) + 1;
  EXPECT_EQ(Through<float>(above, ACL_INT64), 0x1.000002p60f);
  EXPECT_EQ(Through<float>(-above, ACL_INT64), -0x1.000002p60f);
  const uint64_t far = (uint64_t{1} << 63) + (uint64_t{1} << 39) + 1;
  EXPECT_EQ(Through<float>(far, ACL_UINT64), 0x1.000002p63f);
  EXPECT_EQ(Through<float>(far - 1, ACL_UINT64), 0x1p63f);  // a tie, to even
}

TEST(Scalar, IntegersAgreeWithLongDouble) {
  static_assert(LDBL_MANT_DIG >= 64, "long double holds every 64-bit integer exactly");
  std::mt19937_64 random(9);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t bits = random() >> (random() % 64);
    ASSERT_EQ(Through<float>(bits, ACL_UINT64), static_cast<float>(static_cast<long double>(bits)));
    const auto number = static_cast<int64_t>(bits);
    ASSERT_EQ(Through<double>(number, ACL_INT64),
              static_cast<double>(static_cast<long double>(number)));
    ASSERT_EQ(Through<float>(number, ACL_INT64),
              static_cast<float>(static_cast<long double>(number)));
  }
}

template <class T>
Scalar ScalarOf(T value, aclDataType dtype) {
  Scalar scalar{.dtype = dtype};
  std::memcpy(scalar.bytes.data(), &value, sizeof(value));
  return scalar;
}

std::string TextOf(Int128 number) {
  return number < 0 ? "-" + TextOf(-number)
                    : (number < 10 ? "" : TextOf(number / 10)) + "0123456789"[number % 10];
}

// Where a double rounds up to 512 integers, or 1024, to a power of 2.
TEST(Scalar, IntegersBesideThePowersOfTwoAreKept) {
  constexpr Int128 kLowest = std::numeric_limits<int64_t>::min(), kHighest = -(kLowest + 1);
  const auto expect_kept = [kHighest](const Scalar& scalar, Int128 value) {
    const ExactNumber number = ExactOf(scalar);
    const auto kept = static_cast<int64_t>(std::min(value, kHighest));
    ASSERT_EQ(Truncated(number), kept);
    ASSERT_EQ(Floor(number), kept);
    ASSERT_EQ(Ceil(number), kept);
    if (number.rest == 0) return;
    ASSERT_EQ(TextOf(number), TextOf(value));
    ASSERT_EQ(TextOf(scalar), DtypeName(scalar.dtype) + " " + TextOf(value));
  };
  for (int64_t i = 0; i < 2100; ++i) {
    SCOPED_TRACE(i);
    for (const Int128 value : {kLowest + i, kHighest - i, (Int128{1} << 53) + i - 1000}) {
      expect_kept(ScalarOf(static_cast<int64_t>(value), ACL_INT64), value);
    }
    for (const Int128 value : {2 * kHighest + 1 - i, kHighest + i - 1000}) {
      expect_kept(ScalarOf(static_cast<uint64_t>(value), ACL_UINT64), value);
    }
  }
}

TEST(Scalar, WhatIsNoRealNumberIsNan) {
  const double pair[] = {1, 2};
  for (const aclDataType dtype : {ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128, ACL_STRING,
                                  ACL_DT_UNDEFINED, static_cast<aclDataType>(60)}) {
    aclScalar* const handle = aclCreateScalar(const_cast<double*>(pair), dtype);
    ASSERT_NE(handle, nullptr);
    const Scalar& scalar = *FindScalar(handle);
    EXPECT_FALSE(IsReal(scalar.dtype));
    EXPECT_TRUE(std::isnan(ScalarTo<float>(scalar)));
    EXPECT_EQ(aclDestroyScalar(handle), 0);
  }
}

TEST(Scalar, ComplexBytesAreKept) {
  double pair[] = {1.5, -2.5};
  aclScalar* const handle = aclCreateScalar(pair, ACL_COMPLEX128);
  pair[0] = pair[1] = 0;
  EXPECT_EQ((std::bit_cast<std::array<double, 2>>(FindScalar(handle)->bytes)),
            (std::array<double, 2>{1.5, -2.5}));
  EXPECT_EQ(aclDestroyScalar(handle), 0);
}

TEST(Scalar, ReadsNoMoreThanItsDtype) {  // the sanitizer watches
  for (const DtypeInfo& info : kDtypes) {
    const size_t size = (info.bits + 7u) / 8u;
    const auto value = std::make_unique<char[]>(size);
    aclScalar* const handle = aclCreateScalar(value.get(), info.dtype);
    EXPECT_NE(handle, nullptr);
    EXPECT_EQ(aclDestroyScalar(handle), 0);
  }
}

TEST(Scalar, NullAndStaleHandles) {
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_EQ(NewestMessage(), "aclCreateScalar: value: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclDestroyScalar(nullptr), 0);
  float value = 1;
  aclScalar* const handle = aclCreateScalar(&value, ACL_FLOAT);
  EXPECT_EQ(aclDestroyScalar(handle), 0);
  EXPECT_EQ(aclDestroyScalar(handle), ACLNN_ERR_INNER);
  EXPECT_THAT(NewestMessage(), testing::HasSubstr("is not a live aclScalar"));
  EXPECT_EQ(FindScalar(handle), nullptr);
  EXPECT_EQ(FindScalar(static_cast<const aclScalar*>(static_cast<void*>(&value))), nullptr);
}

}  // namespace
}  // namespace openaclnn
