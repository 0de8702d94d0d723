// heaviside and add relu.
#include <cmath>
#include <cstdint>
#include <optional>

#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/format.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::steps_test {
namespace {

using oracle::Real;

constexpr aclDataType kIntegers[] = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

TEST(HeavisideTest, ValuesKeepTheirBits) {
  for (const aclDataType dtype : kDtypes) {
    const Array values =
        dtype == ACL_FLOAT ? RandomPatterns(dtype, {60'000}, 3) : AllPatterns(dtype);
    for (const double zero : {0.0, -0.0}) {
      const Array x(dtype, values.shape, [&](int64_t) { return BitsOf(dtype, zero); });
      const Array out = RunCall({"aclnnHeaviside", {x, values, Array(dtype, x.shape)}}).at(0);
      EXPECT_EQ(out.bytes, values.bytes);
    }
  }
}

TEST(HeavisideTest, StepsOfAnySize) {
  const Array x = ArrayOf(ACL_FLOAT, {0x1p-149, -0x1p-149, kInfinity, -kInfinity, kNan, 5});
  const Array out =
      RunCall({"aclnnHeaviside", {x, ArrayOf(ACL_FLOAT, {7}), Array(ACL_FLOAT, x.shape)}}).at(0);
  const double expected[] = {1, 0, 1, 0, 0, 1};
  for (int64_t i = 0; i < x.size(); ++i) EXPECT_EQ(out.Bits(i), BitsOf(ACL_FLOAT, expected[i]));
}

// The sum rounded to float, as the contract says, then relu and the dtype of out.
Real AddRelu(double x, double other, double alpha) {
  const Real sum = Real(x) + Real(alpha) * Real(other);
  if (sum.IsNan()) return sum;
  const double rounded = oracle::Round(sum, oracle::kFloat);
  return rounded <= 0 ? 0.0 : rounded;
}

TEST(AddReluTest, Floats) {
  for (const double alpha : {1.0, 0.0, -0.3, 1e30, kInfinity, kNan}) {
    SCOPED_TRACE(alpha);
    const double as_float = static_cast<float>(alpha);
    const Function function = {.name = "aclnnAddRelu",
                               .exact = [=](auto in) { return AddRelu(in[0], in[1], as_float); },
                               .accuracy = {0.5},
                               .numbers = {{alpha, ACL_DOUBLE}}};
    ExpectFunction(function);
    for (const aclDataType self : kDtypes) {
      for (const aclDataType other : kDtypes) {
        for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
          const Array x = RandomArray(self, {2000}, 5), y = RandomArray(other, {2000}, 6);
          ExpectFunctionAt(function, {x, y}, out, out);
        }
      }
    }
  }
}

// With a float an integer is rounded to float.
TEST(AddReluTest, IntegersBesideFloats) {
  for (const aclDataType integer : kIntegers) {
    const Array n = RandomPatterns(integer, {2000}, 7), x = RandomArray(ACL_FLOAT, {2000}, 8);
    const Array out = RunCall({"aclnnAddRelu", {n, x, 0.75, Array(ACL_FLOAT, n.shape)}}).at(0);
    for (int64_t i = 0; i < n.size(); ++i) {
      if (integer == ACL_INT64) continue;  // Value rounds to double first
      const double rounded = static_cast<float>(n.Value(i));
      const Real expected = AddRelu(rounded, x.Value(i), 0.75);
      ASSERT_EQ(IsNan(ACL_FLOAT, out.Bits(i)), expected.IsNan());
      if (expected.IsNan()) continue;
      ASSERT_EQ(out.Value(i), expected.ToDouble()) << n.Value(i);
    }
  }
}

int BitsIn(aclDataType dtype) {
  return dtype == ACL_INT64 ? 64 : dtype == ACL_INT32 ? 32 : dtype == ACL_INT16 ? 16 : 8;
}
// The low bits of a dtype, as the number that they are there.
int64_t Wrapped(aclDataType dtype, uint64_t bits) {
  const int unused = 64 - BitsIn(dtype);
  const uint64_t shifted = bits << unused;
  return dtype == ACL_UINT8 ? static_cast<int64_t>(shifted >> unused)
                            : static_cast<int64_t>(shifted) >> unused;
}

TEST(AddReluTest, IntegersWrap) {
  for (const aclDataType self : kIntegers) {
    for (const aclDataType other : kIntegers) {
      const aclDataType promoted = Promote(self, other).value();
      const Array x = RandomPatterns(self, {600}, 9), y = RandomPatterns(other, {600}, 10);
      for (const int64_t alpha : {int64_t{1}, int64_t{-1}, int64_t{300}, INT64_MIN}) {
        for (const aclDataType out : {ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64, ACL_DOUBLE}) {
          const Array given =
              RunCall({"aclnnAddRelu",
                       {x, y, {static_cast<double>(alpha), ACL_INT64}, Array(out, x.shape)}})
                  .at(0);
          for (int64_t i = 0; i < x.size(); ++i) {
            const auto a = static_cast<uint64_t>(Wrapped(self, x.Bits(i)));
            const auto b = static_cast<uint64_t>(Wrapped(other, y.Bits(i)));
            const int64_t sum = Wrapped(promoted, a + static_cast<uint64_t>(alpha) * b);
            const int64_t expected = sum > 0 ? sum : 0;
            if (out == ACL_DOUBLE) {
              ASSERT_EQ(given.Value(i), static_cast<double>(expected));
            } else {
              ASSERT_EQ(Wrapped(out, given.Bits(i)), Wrapped(out, static_cast<uint64_t>(expected)))
                  << static_cast<int64_t>(a) << " and " << static_cast<int64_t>(b) << " times "
                  << alpha;
            }
          }
        }
      }
    }
  }
}

// The numbers of the contract, and an alpha beyond INT64.
TEST(AddReluTest, NamedNumbers) {
  const auto sum = [](aclDataType dtype, double x, double other, CallArgument alpha) {
    const Array self = ArrayOf(dtype, {x});
    const Array in_place =
        RunCall({"aclnnInplaceAddRelu", {self, ArrayOf(dtype, {other}), alpha}}).at(0);
    const Array out =
        RunCall({"aclnnAddRelu", {self, ArrayOf(dtype, {other}), alpha, Array(dtype, {1})}}).at(0);
    EXPECT_EQ(in_place.bytes, out.bytes);
    return out.Value(0);
  };
  EXPECT_EQ(sum(ACL_INT8, 100, 100, {1.0, ACL_INT32}), 0);
  EXPECT_EQ(sum(ACL_UINT8, 200, 100, {1.0, ACL_INT32}), 44);
  EXPECT_EQ(sum(ACL_UINT8, 7, 5, {-1.0, ACL_INT32}), 2);
  EXPECT_EQ(sum(ACL_INT64, 3, 1, {0x1p63, ACL_UINT64}), 0);  // its sign bit
  EXPECT_EQ(sum(ACL_INT64, 3, 2, {0x1p63, ACL_UINT64}), 3);  // 2^64
  EXPECT_EQ(sum(ACL_FLOAT, 1, -0x1p-60, {1.0, ACL_FLOAT}), 1);
}

}  // namespace
}  // namespace openaclnn::test::steps_test
