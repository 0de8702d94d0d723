// logit, and aclnnLogitGrad: dy / (x (1 - x)) for x in [eps, 1 - eps]; the tables of the contract.
#include <cmath>

#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::logit_test {
namespace {

// docs: performance.md, "Aims". Some results lie so near the middle of two numbers of 16 bits that
// rounding them to float first errs.
Limits LimitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {.ulp = 1, .rounded_rate = 0.9999};
    case ACL_BF16:
      return {.ulp = 0.5001, .rounded_rate = 0.9999};
    default:
      return {.ulp = 1, .rounded_rate = 0};
  }
}

OperatorCall Call(const Array& x, const Array& dy, double eps) {
  return {"aclnnLogitGrad", {x, dy, eps, Array(x.dtype, x.shape)}};
}

void Expect(const Array& x, const Array& dy, double eps, const Limits& limits) {
  SCOPED_TRACE(testing::Message() << "eps " << eps);
  ExpectAccurate(
      Call(x, dy, eps),
      [eps](std::span<const double> in) { return oracle::LogitGrad(in[0], in[1], eps); }, limits);
}

double RunOne(double x, double dy, double eps) {
  return RunCall(Call(ArrayOf(ACL_FLOAT, {x}), ArrayOf(ACL_FLOAT, {dy}), eps)).at(0).Value(0);
}

Array Constant(aclDataType dtype, const Shape& shape, double value) {
  return Array(dtype, shape, [&](int64_t) { return BitsOf(dtype, value); });
}

const double kEps[] = {-1,         -0.0,  0,      1e-6,  0.1,       0.25,      0.5,    0.50001,
                       0.999,      1,     1.5,    1e30,  1e39,      -1e39,     kNan,   kInfinity,
                       -kInfinity, 1e-50, -1e-50, 1e-45, 1 - 1e-10, 1 + 1e-10, 0x1p-25};

Function LogitOf(double eps) {
  return {.name = "aclnnLogit",
          .exact = [eps](auto in) { return oracle::LogitOf(in[0], eps); },
          .accuracy = kWithinOneUlp,
          .numbers = {eps},
          .points = {0, 0.5, 1, 1e-6, 0.25}};
}

TEST(LogitTest, AnyEps) {
  for (const double eps : kEps) {
    SCOPED_TRACE(eps);
    Function function = LogitOf(eps);
    if (eps != kEps[0]) function.step = 7;
    ExpectFunction(function);
  }
}

TEST(LogitTest, WhereItIsFinite) {
  std::vector<double> x;
  for (double distance = 1e-8; distance < 0.5; distance *= 1.01) {
    for (const double value : {0.5 - distance, 0.5 + distance, distance, 1 - distance}) {
      x.push_back(static_cast<float>(value));
    }
  }
  for (double small = 1e-45; small < 1e-8; small *= 1.3) x.push_back(static_cast<float>(small));
  ExpectFunctionAt(LogitOf(-1), {ArrayOf(ACL_FLOAT, x)}, ACL_FLOAT, ACL_FLOAT);
}

double LogitAt(double x, double eps) {
  const Array out(ACL_FLOAT, {1});
  return RunCall({"aclnnLogit", {ArrayOf(ACL_FLOAT, {x}), eps, out}}).at(0).Value(0);
}

TEST(LogitTest, Table) {
  EXPECT_EQ(LogitAt(0, -1), -kInfinity);
  EXPECT_EQ(LogitAt(-0.0, -1), -kInfinity);
  EXPECT_EQ(LogitAt(1, -1), kInfinity);
  EXPECT_EQ(LogitAt(0.5, -1), 0);
  EXPECT_FALSE(std::signbit(LogitAt(0.5, -1)));
  EXPECT_EQ(LogitAt(0.2, 1), kInfinity);
  EXPECT_EQ(LogitAt(1, 1), -kInfinity);
  EXPECT_EQ(LogitAt(0.1, 0.75), LogitAt(0.75, -1));
  EXPECT_EQ(LogitAt(0.8, 0.75), LogitAt(0.25, -1));
  for (const double outside : {-0.1, 1.1, kInfinity, -kInfinity, kNan}) {
    EXPECT_TRUE(std::isnan(LogitAt(outside, -1))) << outside;
  }
  EXPECT_TRUE(std::isnan(LogitAt(0.5, 1.5)));
  EXPECT_TRUE(std::isnan(LogitAt(kNan, 0.1)));
}

TEST(LogitGradTest, AllSixteenBitPatterns) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array x = AllPatterns(dtype);
    for (const double eps : kEps) {
      Expect(x, RandomPatterns(dtype, x.shape, 91), eps, LimitsOf(dtype));
    }
    Expect(x, Constant(dtype, x.shape, 1), -1, LimitsOf(dtype));
  }
}

// Inside [0, 1], where the numbers are, BFLOAT16 has no such case.
TEST(LogitGradTest, Bfloat16IsCorrectlyRounded) {
  const Array x(ACL_BF16, {0x3f80}, [](int64_t i) { return static_cast<uint64_t>(i); });
  Expect(x, Constant(ACL_BF16, x.shape, 1), 0, {.ulp = 0.5, .rounded_rate = 1});
}

TEST(LogitGradTest, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
    const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                        [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
    const auto [x, dy] = AllPairs(special, special);
    for (const double eps : kEps)
      Expect(x, dy, eps, {.ulp = LimitsOf(dtype).ulp, .rounded_rate = 0});
  }
}

TEST(LogitGradTest, Floats) {
  std::vector<double> small;  // the quotient overflows, or nearly so
  for (double x = 0x1p-149; x < 1; x *= 1.37) small.push_back(static_cast<float>(x));
  const Array tiny = ArrayOf(ACL_FLOAT, small);
  for (const Array& x :
       {RandomArray(ACL_FLOAT, {20'000}, 93, 0, 1), RandomPatterns(ACL_FLOAT, {5'000}, 94), tiny}) {
    for (const Array& dy : {RandomPatterns(ACL_FLOAT, x.shape, 95),
                            RandomArray(ACL_FLOAT, x.shape, 96), Constant(ACL_FLOAT, x.shape, 1)}) {
      for (const double eps : {-1.0, 0.0, 0.01}) Expect(x, dy, eps, LimitsOf(ACL_FLOAT));
    }
  }
}

TEST(LogitGradTest, NextToOne) {
  std::vector<double> values;
  for (float x = 1, i = 0; i < 3000; ++i, x = std::nextafter(x, 0.0f)) values.push_back(x);
  const Array x = ArrayOf(ACL_FLOAT, values);
  Expect(x, RandomPatterns(ACL_FLOAT, x.shape, 97), 0, LimitsOf(ACL_FLOAT));
  Expect(x, RandomArray(ACL_FLOAT, x.shape, 98), -1, LimitsOf(ACL_FLOAT));
}

TEST(LogitGradTest, NextToTheBounds) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const double eps : {0.0, 1e-6, 0.1, 0.25, 0.5, 0x1p-25}) {
      const float e = static_cast<float>(eps), high = 1 - e;
      for (const double bound : {static_cast<double>(e), static_cast<double>(high)}) {
        const Array x = ArrayOf(dtype, Around(dtype, bound));
        Expect(x, Constant(dtype, x.shape, 3), eps,
               {.ulp = LimitsOf(dtype).ulp, .rounded_rate = 0});
      }
    }
  }
}

// The table of the contract, row by row, apart from the oracle.
TEST(LogitGradTest, RowOfNans) {
  for (const double eps : kEps) EXPECT_TRUE(std::isnan(RunOne(kNan, 1, eps))) << eps;
  for (const double x : {-1.0, 0.0, 0.5, 1.0, 2.0, kInfinity, -kInfinity}) {
    EXPECT_TRUE(std::isnan(RunOne(x, 1, kNan))) << x;
  }
}

TEST(LogitGradTest, RowOfNegativeEps) {
  for (const double eps : {-1.0, -1e-30, -1e39, -kInfinity}) {
    EXPECT_EQ(RunOne(0.5, 1, eps), 4);
    EXPECT_EQ(RunOne(0.25, -3, eps), -16);
    for (const double x : {-0x1p-149, 1 + 0x1p-23, -1.0, 2.0, kInfinity, -kInfinity}) {
      EXPECT_TRUE(std::isnan(RunOne(x, 1, eps))) << x;
    }
  }
}

TEST(LogitGradTest, RowOfOrdinaryEps) {
  for (const double dy : {1.0, -1.0, kInfinity, -kInfinity, kNan, 0.0}) {
    for (const auto& [eps, x] : {std::pair{0.25, 0.2499},
                                 {0.25, 0.7501},
                                 {0.25, -1.0},
                                 {0.25, kInfinity},
                                 {0.25, -kInfinity},
                                 {0.0, -0x1p-149},
                                 {0.0, 1.5},
                                 {0.51, 0.5},
                                 {0.75, 0.5},
                                 {0.75, 0.8},
                                 {0.999, 0.999}}) {
      const double out = RunOne(x, dy, eps);
      EXPECT_EQ(out, 0) << x << ", " << dy << ", " << eps;
      EXPECT_FALSE(std::signbit(out)) << x << ", " << dy << ", " << eps;
    }
  }
  EXPECT_EQ(RunOne(0.25, 3, 0.25), 16);  // the bounds belong to the range
  EXPECT_EQ(RunOne(0.75, 3, 0.25), 16);
  EXPECT_EQ(RunOne(0.5, 1, 0.5), 4);
  const float high = 1 - 0.1f;  // in float
  EXPECT_NE(RunOne(high, 1, 0.1), 0);
  EXPECT_EQ(RunOne(std::nextafter(high, 1.0f), 1, 0.1), 0);
}

TEST(LogitGradTest, RowsOfLargeEps) {
  for (const double x : {-1.0, 0.0, 0.5, 1.0, 2.0, kInfinity, -kInfinity}) {
    EXPECT_EQ(RunOne(x, 3, 1), kInfinity) << x;
    EXPECT_EQ(RunOne(x, -3, 1), -kInfinity) << x;
    EXPECT_TRUE(std::isnan(RunOne(x, 0, 1))) << x;
    EXPECT_TRUE(std::isnan(RunOne(x, -0.0, 1))) << x;
    EXPECT_EQ(RunOne(x, 3, 1 - 1e-10), kInfinity) << "eps is narrowed to float first";
    for (const double eps : {1 + 0x1p-23, 2.0, 1e30}) {
      EXPECT_TRUE(std::isnan(RunOne(x, 3, eps))) << x;
    }
    for (const double eps : {kInfinity, 1e39}) {
      for (const double dy : {3.0, -3.0, kNan, kInfinity}) {
        EXPECT_EQ(RunOne(x, dy, eps), 0) << x;
        EXPECT_FALSE(std::signbit(RunOne(x, dy, eps))) << x;
      }
    }
  }
}

TEST(LogitGradTest, RowOfZeroDivisors) {
  for (const double eps : {-1.0, 0.0, -0.0, 1e-50}) {
    for (const double x : {0.0, -0.0, 1.0}) {
      EXPECT_EQ(RunOne(x, 2, eps), kInfinity) << x;
      EXPECT_EQ(RunOne(x, -2, eps), -kInfinity) << x;
      EXPECT_EQ(RunOne(x, kInfinity, eps), kInfinity) << x;
      EXPECT_TRUE(std::isnan(RunOne(x, 0, eps))) << x;
      EXPECT_TRUE(std::isnan(RunOne(x, kNan, eps))) << x;
    }
    EXPECT_EQ(RunOne(0.5, kInfinity, eps), kInfinity);
    EXPECT_EQ(RunOne(0.5, -kInfinity, eps), -kInfinity);
    EXPECT_TRUE(std::isnan(RunOne(0.5, kNan, eps)));
  }
}

TEST(LogitGradTest, IsTheDerivativeOfLogit) {
  constexpr double kStep = 1e-6;
  const auto logit = [](double x) { return std::log(x / (1 - x)); };
  std::vector<double> values;
  for (double x = 0.05; x <= 0.95; x += 0.00531) values.push_back(static_cast<float>(x));
  const Array x = ArrayOf(ACL_FLOAT, values);
  const Array out = RunCall(Call(x, Constant(ACL_FLOAT, x.shape, 1), 0)).at(0);
  for (size_t i = 0; i < values.size(); ++i) {
    const double slope = (logit(values[i] + kStep) - logit(values[i] - kStep)) / (2 * kStep);
    EXPECT_NEAR(out.Value(static_cast<int64_t>(i)), slope, 1e-5 * slope) << values[i];
  }
}

}  // namespace
}  // namespace openaclnn::test::logit_test
