// op::fp16_t: its bits, against those of the tensors, and what arithmetic makes of them.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "aclnn/opdev/fp16_t.h"
#include "base/half.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

static_assert(sizeof(op::fp16_t) == 2);

TEST(Float16NumbersTest, AreRoundedToTheNearest) {
  EXPECT_EQ(op::fp16_t().val, 0);
  EXPECT_EQ(op::fp16_t(1.0).val, 0x3c00);
  EXPECT_EQ(op::fp16_t(-2).val, 0xc000);
  EXPECT_EQ(op::fp16_t(1 + 0x1p-11f).val, 0x3c00);
  EXPECT_EQ(op::fp16_t(1 + 0x3p-11f).val, 0x3c02);
  EXPECT_EQ(op::fp16_t(65519.0f).val, 0x7bff);
  EXPECT_EQ(op::fp16_t(65520.0f).val, 0x7c00);
  EXPECT_EQ(op::fp16_t(-std::numeric_limits<float>::infinity()).val, 0xfc00);
  EXPECT_TRUE(std::isnan(float(op::fp16_t(std::numeric_limits<float>::quiet_NaN()))));
}

TEST(Float16NumbersTest, AreThoseOfTensors) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    op::fp16_t number;
    number.val = static_cast<uint16_t>(bits);
    const float value = number;
    const float expected = FloatFromFloat16(static_cast<uint16_t>(bits));
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(value)) << bits;
      continue;
    }
    ASSERT_EQ(value, expected) << bits;
    ASSERT_EQ(std::signbit(value), std::signbit(expected)) << bits;
    ASSERT_EQ(op::fp16_t(value).val, bits);
    // Halfway to the next number, and on both sides of it.
    if ((bits & 0x7fff) >= 0x7bff) continue;
    number.val = static_cast<uint16_t>(bits + 1);
    const float middle = (value + number) / 2;
    EXPECT_EQ(op::fp16_t(middle).val, bits + (bits & 1)) << bits;
    EXPECT_EQ(op::fp16_t(std::nextafter(middle, value)).val, bits);
    EXPECT_EQ(op::fp16_t(std::nextafter(middle, float(number))).val, bits + 1);
  }
}

TEST(Float16NumbersTest, ComputeAsFloats) {
  const std::vector<op::fp16_t> numbers(3, 1.5);
  EXPECT_EQ(numbers[0] + numbers[1] * numbers[2], 3.75f);
  EXPECT_LT(numbers[0], op::fp16_t(2));
  op::fp16_t sum;
  for (const op::fp16_t& number : numbers) sum = sum + number;
  EXPECT_EQ(sum.val, 0x4480);
}

}  // namespace
}  // namespace openaclnn
