// hardshrink, softshrink and shrink, and the gradients of the first two.
#include <cmath>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::shrink_test {
namespace {

using oracle::Real;

constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr double kBounds[] = {0.5, 0, 0.3f, 0x1p-140, 65504, kInfinity};

void ExpectEveryPairOfDtypes(const Function& function) {
  for (const aclDataType self : kDtypes) {
    for (const aclDataType out : kDtypes) {
      ExpectFunctionAt(function, {RandomArray(self, {2000}, 5)}, out, out);
    }
  }
}

Array PatternsOf(aclDataType dtype) {
  return dtype == ACL_FLOAT ? RandomPatterns(dtype, {60'000}, 3) : AllPatterns(dtype);
}

TEST(HardshrinkTest, AnyBound) {
  for (const double bound : {0.5, 0.0, 0.3, 65504.0, kInfinity, kNan, -1.0, -kInfinity}) {
    SCOPED_TRACE(bound);
    const double used = bound < 0 ? 0 : static_cast<float>(bound);
    const Function function = {
        .name = "aclnnHardshrink",
        .exact = [=](auto in) -> Real { return std::fabs(in[0]) <= used ? 0.0 : in[0]; },
        .accuracy = {0.5},
        .numbers = {{bound, ACL_DOUBLE}},
        .points = {used, -used, 0}};
    ExpectFunction(function);
    ExpectEveryPairOfDtypes(function);
  }
}

TEST(HardshrinkTest, SelectsKeepBits) {
  for (const aclDataType dtype : kDtypes) {
    const Array x = PatternsOf(dtype);
    const Array out = RunCall({"aclnnHardshrink", {x, 0.5, Array(dtype, x.shape)}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(out.Bits(i), std::fabs(x.Value(i)) <= 0.5 ? 0 : x.Bits(i)) << x.Value(i);
    }
  }
}

TEST(SoftshrinkTest, AnyBound) {
  for (const double bound : kBounds) {
    SCOPED_TRACE(bound);
    const Function function = {.name = "aclnnSoftshrink",
                               .exact = [=](auto in) -> Real {
                                 const double x = in[0], l = static_cast<float>(bound);
                                 if (std::isnan(x)) return kNan;
                                 if (x > l) return Real(x) - Real(l);
                                 return x < -l ? Real(x) + Real(l) : Real(0);
                               },
                               .accuracy = kRoundedOnce,
                               .numbers = {{bound, ACL_DOUBLE}},
                               .points = {bound, -bound, 0}};
    ExpectFunction(function);
    // What float loses near a bound as small as that leaves ties.
    if (bound != 0x1p-140) ExpectEveryPairOfDtypes(function);
  }
}

void ExpectShrink(const Array& self, aclDataType out, double bound, double bias) {
  const Array given =
      RunCall(
          {"aclnnShrink", {self, {bound, ACL_DOUBLE}, {bias, ACL_DOUBLE}, Array(out, self.shape)}})
          .at(0);
  const double l = static_cast<float>(bound), b = static_cast<float>(bias);
  for (int64_t i = 0; i < self.size(); ++i) {
    const double x = self.Value(i);
    const float moved = static_cast<float>(x > l ? x - b : x < -l ? x + b : 0.0);
    const uint64_t bits = BitsOf(out, moved);
    ASSERT_TRUE(given.Bits(i) == bits || (IsNan(out, bits) && IsNan(out, given.Bits(i))))
        << x << " with " << bound << ", " << bias << ": " << given.Value(i);
  }
}

// A difference of two floats is exact in double except for a last rounding far below that to float.
TEST(ShrinkTest, AnyBoundAndBias) {
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16}) {
      for (const double bound : kBounds) {
        for (const double bias : {0.0, 0.5, -2.0, 1e-3, kInfinity, -kInfinity, kNan}) {
          ExpectShrink(PatternsOf(self), out, bound, bias);
          ExpectShrink(RandomArray(self, {3000}, 6), out, bound, bias);
          ExpectShrink(ArrayOf(self, Around(self, static_cast<float>(bound))), out, bound, bias);
          ExpectShrink(ArrayOf(self, Around(self, -static_cast<float>(bound))), out, bound, bias);
        }
      }
    }
  }
}

TEST(ShrinkBackwardTest, AnyBound) {
  for (const char* const name : {"aclnnHardshrinkBackward", "aclnnSoftshrinkBackward"}) {
    for (const double bound : {0.5, 0.0, 0.3, 65504.0, kInfinity, kNan, -0.0}) {
      SCOPED_TRACE(bound);
      const double used = static_cast<float>(bound);
      ExpectFunction(
          {.name = name,
           .exact = [=](auto in) -> Real { return std::fabs(in[1]) <= used ? 0.0 : in[0]; },
           .accuracy = {0.5},
           .numbers = {{bound, ACL_DOUBLE}},
           .points = {used, -used, 0}});
    }
  }
}

TEST(ShrinkBackwardTest, ABoundBelowZeroIsZeroOrRefused) {
  const Array g = ArrayOf(ACL_FLOAT, {5, 6, 7}), x = ArrayOf(ACL_FLOAT, {0, -0.0, 0x1p-149});
  const Array out =
      RunCall({"aclnnHardshrinkBackward", {g, x, -1.0, Array(ACL_FLOAT, x.shape)}}).at(0);
  EXPECT_EQ(out.Value(0), 0);
  EXPECT_EQ(out.Value(1), 0);
  EXPECT_EQ(out.Value(2), 7);
}

TEST(ShrinkBackwardTest, SelectsKeepBits) {
  for (const char* const name : {"aclnnHardshrinkBackward", "aclnnSoftshrinkBackward"}) {
    for (const aclDataType dtype : kDtypes) {
      const Array grad = PatternsOf(dtype);
      for (const double value : {0.5, 0.75, -0.25, kNan, kInfinity}) {
        const Array x(dtype, grad.shape, [&](int64_t) { return BitsOf(dtype, value); });
        const Array out = RunCall({name, {grad, x, 0.5, Array(dtype, x.shape)}}).at(0);
        for (int64_t i = 0; i < x.size(); ++i) {
          ASSERT_EQ(out.Bits(i), std::fabs(value) <= 0.5 ? 0 : grad.Bits(i)) << value;
        }
      }
    }
  }
}

TEST(ShrinkBackwardTest, Mixtures) {
  const Function hard = {
      .name = "aclnnHardshrinkBackward",
      .exact = [](auto in) -> Real { return std::fabs(in[1]) <= 0.5 ? 0.0 : in[0]; },
      .accuracy = {0.5},
      .numbers = {0.5}};
  for (const aclDataType grad : kDtypes) {
    for (const aclDataType self : kDtypes) {
      for (const aclDataType out : kDtypes) {
        ExpectFunctionAt(hard, {RandomArray(grad, {2000}, 7), RandomArray(self, {2000}, 8)}, out,
                         out);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::shrink_test
