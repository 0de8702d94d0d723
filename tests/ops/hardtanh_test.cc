// hardtanh and aclnnHardtanhBackward: out = self <= min or self >= max ? +0 : gradOutput, bit for
// bit.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::hardtanh_test {
namespace {

Array RunHardtanh(const Array& grad, const Array& self, CallArgument min, CallArgument max) {
  const auto results =
      RunCall({"aclnnHardtanhBackward", {grad, self, min, max, Array(self.dtype, self.shape)}});
  return results.empty() ? Array(self.dtype, self.shape) : results[0];
}

// `min` and `max` as they are after their conversion to float.
void ExpectExactBits(const Array& grad, const Array& self, CallArgument min, CallArgument max,
                     double min_float, double max_float) {
  const Array out = RunHardtanh(grad, self, min, max);
  for (int64_t i = 0; i < self.size(); ++i) {
    const double x = self.Value(i);
    const bool blocked = x <= min_float || x >= max_float;
    ASSERT_EQ(out.Bits(i), blocked ? 0 : grad.Bits(i))
        << "self " << x << ", gradOutput " << grad.Value(i) << ", bounds " << min_float << " and "
        << max_float;
  }
}

struct Bounds {
  double min, max;
};
const Bounds kBounds[] = {
    {-1, 1},        {0, 6},          {-0.0, 0.0},       {0.3f, 0.7f},    {2, -2},
    {1, 1},         {kNan, 1},       {-1, kNan},        {kNan, kNan},    {-kInfinity, kInfinity},
    {kInfinity, 0}, {0, -kInfinity}, {-1e-40f, 1e-40f}, {-65504, 65504}, {-3e38f, 3e38f},
};

TEST(HardtanhBackwardTest, AllSixteenBitPatterns) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self = AllPatterns(dtype);
    // Every gradOutput pattern too, in another order.
    const Array grad(dtype, self.shape,
                     [](int64_t i) { return static_cast<uint64_t>(i * 40'503 + 77) & 0xffff; });
    for (const Bounds& bounds : kBounds) {
      ExpectExactBits(grad, self, bounds.min, bounds.max, bounds.min, bounds.max);
    }
  }
}

TEST(HardtanhBackwardTest, SpecialFloats) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
    const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                        [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
    const auto [grad, self] = AllPairs(special, special);
    for (const Bounds& bounds : kBounds) {
      ExpectExactBits(grad, self, bounds.min, bounds.max, bounds.min, bounds.max);
    }
  }
}

TEST(HardtanhBackwardTest, AnyFloatPattern) {
  const Array self = RandomPatterns(ACL_FLOAT, {20'000}, 1);
  const Array grad = RandomPatterns(ACL_FLOAT, {20'000}, 2);
  for (const Bounds& bounds : kBounds) {
    ExpectExactBits(grad, self, bounds.min, bounds.max, bounds.min, bounds.max);
  }
}

TEST(HardtanhBackwardTest, NextToTheBounds) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Bounds& bounds : {Bounds{-1, 1}, Bounds{0.1f, 0.2f}, Bounds{0, 0x1p-140f}}) {
      std::vector<double> values = Around(dtype, bounds.min);
      const std::vector<double> above = Around(dtype, bounds.max);
      values.insert(values.end(), above.begin(), above.end());
      const Array self = ArrayOf(dtype, values);
      ExpectExactBits(ArrayOf(dtype, std::vector<double>(values.size(), 3)), self, bounds.min,
                      bounds.max, bounds.min, bounds.max);
    }
  }
}

// The bounds are compared as floats, never rounded to the dtype of the tensors.
TEST(HardtanhBackwardTest, BoundsBetweenTwoHalves) {
  const double bound = 1 + 0x1p-12;
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self = ArrayOf(dtype, {1, 1 + 0x1p-7, -1, -1 - 0x1p-7});
    ExpectExactBits(ArrayOf(dtype, {5, 6, 7, 8}), self, -bound, bound, -bound, bound);
  }
}

TEST(HardtanhBackwardTest, BoundsOfEveryDtype) {
  const Array self = ArrayOf(ACL_FLOAT, {-4, -3, -2, -1, 0, 1, 2, 3, 4});
  const Array grad = ArrayOf(ACL_FLOAT, {11, 12, 13, 14, 15, 16, 17, 18, 19});
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    ExpectExactBits(grad, self, {-3.0, dtype}, {2.0, dtype}, -3, 2);
  }
  for (const aclDataType dtype : {ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64}) {
    ExpectExactBits(grad, self, {1.0, dtype}, {3.0, dtype}, 1, 3);
  }
  ExpectExactBits(grad, self, {0.0, ACL_BOOL}, {1.0, ACL_BOOL}, 0, 1);
}

// Bounds that float does not hold are rounded to it once.
TEST(HardtanhBackwardTest, BoundsAreRoundedToFloat) {
  const Array self = ArrayOf(ACL_FLOAT, {0.1, 1, 16'777'216, 16'777'218});
  const Array grad = ArrayOf(ACL_FLOAT, {1, 2, 3, 4});
  ExpectExactBits(grad, self, {-9.0, ACL_DOUBLE}, {0.1, ACL_DOUBLE}, -9, 0.1f);
  ExpectExactBits(grad, self, {0.0, ACL_DOUBLE}, {1 + 0x1p-30, ACL_DOUBLE}, 0, 1);
  ExpectExactBits(grad, self, {0.0, ACL_INT64}, {16'777'217.0, ACL_INT64}, 0, 16'777'216);
  ExpectExactBits(grad, self, {16'777'217.0, ACL_INT32}, {1e30, ACL_FLOAT}, 16'777'216, 1e30);
  ExpectExactBits(grad, self, {-1e300, ACL_DOUBLE}, {1e300, ACL_DOUBLE}, -kInfinity, kInfinity);
}

TEST(HardtanhBackwardTest, IsTheDerivativeOfClamp) {
  constexpr double kMin = -1.5, kMax = 2.25, kStep = 1e-4;
  std::vector<double> x;
  for (double value = -4; value <= 4; value += 0.0371) x.push_back(static_cast<float>(value));
  const Array out = RunHardtanh(ArrayOf(ACL_FLOAT, std::vector<double>(x.size(), 1)),
                                ArrayOf(ACL_FLOAT, x), kMin, kMax);
  for (size_t i = 0; i < x.size(); ++i) {
    const auto clamp = [&](double value) { return std::clamp(value, kMin, kMax); };
    const double slope = (clamp(x[i] + kStep) - clamp(x[i] - kStep)) / (2 * kStep);
    EXPECT_NEAR(out.Value(static_cast<int64_t>(i)), slope, 1e-6) << x[i];
  }
}

using oracle::Real;

Function Forward(CallArgument min, CallArgument max, double min_float, double max_float) {
  return {.name = "aclnnHardtanh",
          .exact = [=](auto in) -> Real {
            if (std::isnan(min_float) || std::isnan(max_float)) return kNan;
            return in[0] < min_float ? min_float : in[0] > max_float ? max_float : in[0];
          },
          .accuracy = {.ulp = 0.5, .double_ulp = 0.5},
          .numbers = {min, max},
          .points = {min_float, max_float}};
}

TEST(HardtanhTest, Floats) {
  for (const Bounds& bounds : kBounds) {
    if (bounds.min > bounds.max) continue;
    SCOPED_TRACE(bounds.min);
    ExpectFunction(Forward(bounds.min, bounds.max, bounds.min, bounds.max));
  }
}

// What is within the bounds keeps its bits: zeros their sign, NaNs their payload.
TEST(HardtanhTest, NumbersBetweenTheBoundsKeepTheirBits) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT, ACL_DOUBLE}) {
    const bool has_16_bits = dtype == ACL_FLOAT16 || dtype == ACL_BF16;
    const Array x = has_16_bits ? AllPatterns(dtype) : RandomPatterns(dtype, {60'000}, 3);
    const Array zeros = ArrayOf(dtype, {0.0, -0.0});
    for (const Array& self : {x, zeros}) {
      for (const auto& [min, max] : {std::pair{0.0, 0.0}, {-0.0, 0.0}, {-2.0, 3.0}}) {
        const Array out =
            RunCall({"aclnnHardtanh", {self, min, max, Array(dtype, self.shape)}}).at(0);
        for (int64_t i = 0; i < self.size(); ++i) {
          const double value = self.Value(i);
          const uint64_t expected = value < min   ? BitsOf(dtype, min)
                                    : value > max ? BitsOf(dtype, max)
                                                  : self.Bits(i);
          ASSERT_EQ(out.Bits(i), expected) << value << " in [" << min << ", " << max << "]";
        }
      }
    }
  }
}

// In float a bound is rounded to it, in double it is not.
TEST(HardtanhTest, BoundsAreOfTheComputeType) {
  const double bound = 1 + 0x1p-40;
  const auto highest = [&](aclDataType dtype) {
    const Array out =
        RunCall({"aclnnHardtanh",
                 {ArrayOf(dtype, {2}), {-1.0, ACL_DOUBLE}, {bound, ACL_DOUBLE}, Array(dtype, {1})}})
            .at(0);
    return out.Value(0);
  };
  EXPECT_EQ(highest(ACL_FLOAT), 1);
  EXPECT_EQ(highest(ACL_DOUBLE), bound);
}

// Bounds are truncated, and those beyond the dtype are its ends.
TEST(HardtanhTest, Integers) {
  const struct {
    aclDataType dtype;
    int64_t lowest, highest;
  } types[] = {{ACL_INT8, -128, 127},
               {ACL_UINT8, 0, 255},
               {ACL_INT16, -32'768, 32'767},
               {ACL_INT32, INT32_MIN, INT32_MAX},
               {ACL_INT64, INT64_MIN, INT64_MAX}};
  for (const auto& [dtype, lowest, highest] : types) {
    const Array x = RandomPatterns(dtype, {2000}, 4);
    const int unused = 64 - 8 * static_cast<int>(x.bytes.size() / 2000);
    for (const auto& [min, max] : {std::pair{-4.7, 9.9},
                                   {-1e30, 5.0},
                                   {-1.0, 1e30},
                                   {200.0, 300.0},
                                   {-kInfinity, kInfinity},
                                   {-300.0, -129.0}}) {
      const Array out = RunCall({"aclnnHardtanh",
                                 {x, {min, ACL_DOUBLE}, {max, ACL_DOUBLE}, Array(dtype, x.shape)}})
                            .at(0);
      const Array in_place =
          RunCall({"aclnnInplaceHardtanh", {x, {min, ACL_DOUBLE}, {max, ACL_DOUBLE}}}).at(0);
      const auto bound = [lowest = lowest, highest = highest](double value) {
        if (value <= static_cast<double>(lowest)) return lowest;
        return value >= static_cast<double>(highest) ? highest : static_cast<int64_t>(value);
      };
      for (int64_t i = 0; i < x.size(); ++i) {
        const auto bits = static_cast<int64_t>(x.Bits(i) << unused);
        const int64_t value = dtype == ACL_UINT8 ? static_cast<int64_t>(x.Bits(i)) : bits >> unused;
        const int64_t expected = std::clamp(value, bound(min), bound(max));
        ASSERT_EQ(out.Bits(i), static_cast<uint64_t>(expected) << unused >> unused) << value;
        ASSERT_EQ(in_place.Bits(i), out.Bits(i));
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::hardtanh_test
