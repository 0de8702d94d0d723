// aclnnSoftplusBackward: gradOutput where beta self > threshold, else gradOutput sigmoid(beta
// self).
#include <cmath>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::softplus_test {
namespace {

// docs: performance.md, "Aims". Results are computed in float, or double, and then rounded: with
// any gradOutput some lie so near the middle of two numbers of 16 bits that the second rounding
// errs, most often because sigmoid(self) = 0.5 + self / 4 + ... near 0.
Limits LimitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {.ulp = 1, .rounded_rate = 0.999};
    case ACL_BF16:
      return {.ulp = 0.5001, .rounded_rate = 0.999};
    case ACL_DOUBLE:
      return {.ulp = 2, .rounded_rate = 0};
    default:
      return {.ulp = 1, .rounded_rate = 0};
  }
}

// Where gradOutput is 1.
Limits LimitsOfFactor(aclDataType dtype) {
  Limits limits = LimitsOf(dtype);
  limits.rounded_rate = dtype == ACL_BF16 ? 1 : 0.9998;
  return limits;
}

// Too few elements for a rate. A DOUBLE output of what was computed in float is as exact as a
// float.
Limits LimitsOfFew(aclDataType dtype, bool in_double) {
  Limits limits = {.ulp = LimitsOf(dtype).ulp, .rounded_rate = 0};
  if (dtype == ACL_DOUBLE && !in_double) limits = {.ulp = 1, .rounded_rate = 0, .unit = ACL_FLOAT};
  return limits;
}

struct Parameters {
  double beta, threshold;
};
const Parameters kParameters[] = {
    {1, 20},   {2.5, 20},      {-1.5, 10},      {0, 20},        {0.1f, 1},        {1, -3},
    {7, kNan}, {1, kInfinity}, {1, -kInfinity}, {1e30f, 20},    {1e-30f, 20},     {-1e30f, kNan},
    {0, -1},   {kNan, 1},      {kInfinity, 20}, {3e38f, 3e38f}, {1e-40f, 1e-39f},
};

OperatorCall Call(const Array& grad, const Array& self, CallArgument beta, CallArgument threshold,
                  aclDataType out) {
  return {"aclnnSoftplusBackward", {grad, self, beta, threshold, Array(out, self.shape)}};
}

ExactElement Exact(double beta, double threshold) {
  return [=](std::span<const double> in) {
    return oracle::SoftplusBackward(in[0], in[1], beta, threshold);
  };
}

Array Constant(aclDataType dtype, const Shape& shape, double value) {
  return Array(dtype, shape, [&](int64_t) { return BitsOf(dtype, value); });
}

TEST(SoftplusBackwardTest, AllSixteenBitPatterns) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self = AllPatterns(dtype);
    for (const Parameters& p : {Parameters{1, 20}, Parameters{2.5, 20}, Parameters{-0.7f, 5}}) {
      ExpectAccurate(Call(Constant(dtype, self.shape, 1), self, p.beta, p.threshold, dtype),
                     Exact(p.beta, p.threshold), LimitsOfFactor(dtype));
      ExpectAccurate(Call(RandomPatterns(dtype, self.shape, 41), self, p.beta, p.threshold, dtype),
                     Exact(p.beta, p.threshold), LimitsOf(dtype));
    }
  }
}

TEST(SoftplusBackwardTest, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
    const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                        [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
    const auto [grad, self] = AllPairs(special, special);
    for (const Parameters& p : kParameters) {
      SCOPED_TRACE(testing::Message() << "beta " << p.beta << ", threshold " << p.threshold);
      const bool in_double = dtype == ACL_DOUBLE;
      ExpectAccurate(Call(grad, self, p.beta, p.threshold, dtype), Exact(p.beta, p.threshold),
                     LimitsOfFew(dtype, in_double));
    }
  }
}

TEST(SoftplusBackwardTest, Floats) {
  const Array any = RandomPatterns(ACL_FLOAT, {6'000}, 42);
  const Array usual = RandomArray(ACL_FLOAT, {6'000}, 43, -110, 30);
  for (const Array& self : {any, usual}) {
    for (const Array& grad :
         {RandomPatterns(ACL_FLOAT, self.shape, 44), RandomArray(ACL_FLOAT, self.shape, 45)}) {
      for (const Parameters& p : kParameters) {
        SCOPED_TRACE(testing::Message() << "beta " << p.beta << ", threshold " << p.threshold);
        ExpectAccurate(Call(grad, self, p.beta, p.threshold, ACL_FLOAT), Exact(p.beta, p.threshold),
                       LimitsOf(ACL_FLOAT));
      }
    }
  }
}

TEST(SoftplusBackwardTest, Doubles) {
  for (const Array& self :
       {RandomPatterns(ACL_DOUBLE, {4'000}, 46), RandomArray(ACL_DOUBLE, {4'000}, 47, -760, 50)}) {
    const Array grad = RandomArray(ACL_DOUBLE, self.shape, 48);
    for (const Parameters& p :
         {Parameters{1, 20}, Parameters{1.7, 30}, Parameters{-1e-3, 0.1}, Parameters{1e200, 20}}) {
      const CallArgument beta(p.beta, ACL_DOUBLE), threshold(p.threshold, ACL_DOUBLE);
      ExpectAccurate(Call(grad, self, beta, threshold, ACL_DOUBLE), Exact(p.beta, p.threshold),
                     LimitsOf(ACL_DOUBLE));
    }
  }
}

// t = threshold takes the sigmoid, and t is the exact product, not its rounding.
TEST(SoftplusBackwardTest, AtTheThreshold) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
    const double step = dtype == ACL_FLOAT ? 0x1p-23 : 0x1p-52;
    const double x = 1 + step, beta = 1 + step, square = 1 + 2 * step;  // x beta = square + step^2
    const Array self = ArrayOf(dtype, {x, 1, -1, x});
    const Array grad = ArrayOf(dtype, {1, 1, 1, -8});
    const auto run = [&](double b, double threshold) {
      return RunCall(Call(grad, self, {b, dtype}, {threshold, dtype}, dtype)).at(0);
    };
    EXPECT_EQ(run(beta, square).Value(0), 1) << "above by less than a rounding";
    EXPECT_NE(run(beta, square + step).Value(0), 1);
    EXPECT_NE(run(1, 1).Value(1), 1) << "equal";
    EXPECT_EQ(run(1, 1 - step).Value(1), 1);
    EXPECT_EQ(run(-1, 1 - step).Value(2), 1);
    EXPECT_EQ(run(beta, square).Value(3), -8);
  }
}

// beta self is above 0 however small it is.
TEST(SoftplusBackwardTest, ProductsBelowAnyDouble) {
  for (const double beta : {0.3, 1e-40, -1e-300}) {
    const double x = std::copysign(5e-324, beta);
    const Array self = ArrayOf(ACL_DOUBLE, {x, -x, 0}), grad = ArrayOf(ACL_DOUBLE, {3, 3, 3});
    const Array result =
        RunCall(Call(grad, self, {beta, ACL_DOUBLE}, {0.0, ACL_DOUBLE}, ACL_DOUBLE)).at(0);
    EXPECT_EQ(result.Value(0), 3) << beta;
    EXPECT_EQ(result.Value(1), 1.5) << beta;
    EXPECT_EQ(result.Value(2), 1.5) << beta;
  }
}

// A product beyond the range of double is no infinity: an infinite gradient stays what it is.
TEST(SoftplusBackwardTest, ProductsBeyondAnyDouble) {
  for (const double beta : {2.0, -2.0}) {
    const double x = std::copysign(1e308, -beta);
    const Array self = ArrayOf(ACL_DOUBLE, {x, x, -kInfinity * beta});
    const Array grad = ArrayOf(ACL_DOUBLE, {-kInfinity, 3, kInfinity});
    const auto run = [&](double threshold) {
      return RunCall(Call(grad, self, {beta, ACL_DOUBLE}, {threshold, ACL_DOUBLE}, ACL_DOUBLE))[0];
    };
    const Array below = run(20), above = run(-kInfinity);
    EXPECT_EQ(below.Value(0), -kInfinity);
    EXPECT_EQ(below.Value(1), 0);
    EXPECT_TRUE(std::isnan(below.Value(2)));
    EXPECT_EQ(above.Value(1), 3) << "the product is above -inf";
  }
}

TEST(SoftplusBackwardTest, NextToTheThreshold) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Parameters& p :
         {Parameters{1, 20}, Parameters{0.1f, 3}, Parameters{-3, 1}, Parameters{1e-3f, 1e-3f}}) {
      const Array self = ArrayOf(dtype, Around(dtype, p.threshold / p.beta));
      ExpectAccurate(Call(Constant(dtype, self.shape, 3), self, p.beta, p.threshold, dtype),
                     Exact(p.beta, p.threshold), LimitsOfFew(dtype, dtype == ACL_DOUBLE));
    }
  }
}

// All dtypes of the three tensors are independent of each other.
TEST(SoftplusBackwardTest, EveryMixtureOfDtypes) {
  const Parameters p = {0.75, 4};
  for (const aclDataType self_dtype : {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
                                       ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BF16}) {
    std::vector<double> values;
    for (double value = -120; value <= 120; value += 0.5) values.push_back(value);
    const Array self = ArrayOf(self_dtype, values);
    for (const aclDataType grad_dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16}) {
      const Array grad = RandomArray(grad_dtype, self.shape, 49);
      const bool in_double = self_dtype == ACL_DOUBLE || grad_dtype == ACL_DOUBLE;
      for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16}) {
        SCOPED_TRACE(DtypeName(grad_dtype) + " and " + DtypeName(self_dtype) + " into " +
                     DtypeName(out));
        ExpectAccurate(Call(grad, self, p.beta, p.threshold, out), Exact(p.beta, p.threshold),
                       LimitsOfFew(out, in_double));
      }
    }
  }
}

// A DOUBLE output of what is computed in float is the FLOAT one, widened, also where integers that
// a float does not hold are read in double.
TEST(SoftplusBackwardTest, ADoubleOutputOfFloatsIsTheFloatOneWidened) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    for (const int64_t size : {7, 5000}) {
      std::vector<double> values;
      for (int64_t i = 0; i < size; ++i) values.push_back(static_cast<double>(i % 41 - 20));
      const Array self = ArrayOf(dtype, values), grad = RandomArray(ACL_FLOAT, self.shape, 52);
      const Array narrow = RunCall(Call(grad, self, 0.3, 4.0, ACL_FLOAT))[0];
      const OperatorCall call = Call(grad, self, 0.3, 4.0, ACL_DOUBLE);
      const Array wide = RunCall(call)[0];
      for (int64_t i = 0; i < size; ++i) {
        if (std::isnan(narrow.Value(i)) && std::isnan(wide.Value(i))) continue;
        ASSERT_EQ(wide.Value(i), narrow.Value(i)) << values[static_cast<size_t>(i)];
      }
      ExpectSameBitsInAllLayouts(call);
    }
  }
}

// A FLOAT16 pair with a FLOAT output is not rounded to FLOAT16 on the way.
TEST(SoftplusBackwardTest, AWiderOutputIsRoundedOnce) {
  const Array self = RandomArray(ACL_FLOAT16, {2'000}, 50);
  const Array grad = RandomArray(ACL_FLOAT16, {2'000}, 51);
  ExpectAccurate(Call(grad, self, 1.0, 20.0, ACL_FLOAT), Exact(1, 20), LimitsOf(ACL_FLOAT));
}

// beta and threshold are converted to the compute type: float, or double if an input is DOUBLE.
TEST(SoftplusBackwardTest, ParametersInTheLoopType) {
  const CallArgument beta(0.1, ACL_DOUBLE), threshold(0.3, ACL_DOUBLE);
  const Array floats = ArrayOf(ACL_FLOAT, {1, 2, 2.9999998, 3, 3.0000002, 4, -5});
  ExpectAccurate(Call(Constant(ACL_FLOAT, floats.shape, 1), floats, beta, threshold, ACL_FLOAT),
                 Exact(0.1f, 0.3f), LimitsOf(ACL_FLOAT));
  const Array doubles =
      ArrayOf(ACL_DOUBLE, {1, 2, std::nextafter(3, 0), 3, std::nextafter(3, 4), 4, -5});
  ExpectAccurate(Call(Constant(ACL_DOUBLE, doubles.shape, 1), doubles, beta, threshold, ACL_DOUBLE),
                 Exact(0.1, 0.3), LimitsOf(ACL_DOUBLE));
  // One DOUBLE input is enough, and a DOUBLE output is not.
  ExpectAccurate(Call(Constant(ACL_DOUBLE, floats.shape, 1), floats, beta, threshold, ACL_DOUBLE),
                 Exact(0.1, 0.3), LimitsOf(ACL_DOUBLE));
  ExpectAccurate(Call(Constant(ACL_FLOAT, floats.shape, 1), floats, beta, threshold, ACL_DOUBLE),
                 Exact(0.1f, 0.3f), LimitsOfFew(ACL_DOUBLE, false));
}

TEST(SoftplusBackwardTest, Int64Extremes) {
  const Array self(ACL_INT64, {8}, [](int64_t i) {
    const int64_t values[] = {INT64_MIN, INT64_MAX,       INT64_MIN + 1, INT64_MAX - 1,
                              1,         (1ll << 53) + 1, -(1ll << 60),  0};
    return static_cast<uint64_t>(values[i]);
  });
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_BF16}) {
    for (const Parameters& p : {Parameters{1, 20}, Parameters{0x1p-63, 20}, Parameters{0x1p-60, 4},
                                Parameters{-0x1p-58, 20}}) {
      ExpectAccurate(Call(Constant(dtype, self.shape, 1), self, p.beta, p.threshold, dtype),
                     Exact(p.beta, p.threshold),
                     {.ulp = dtype == ACL_DOUBLE ? 40.0 : 1.0, .rounded_rate = 0});
    }
  }
}

// Integers beyond 2^24 are not rounded to float before they are multiplied.
TEST(SoftplusBackwardTest, LargeInt32) {
  const Array self = ArrayOf(ACL_INT32, {16'777'217, -16'777'217, 2'147'483'647, -2'147'483'647});
  const double beta = 0x1p-18f;
  ExpectAccurate(Call(Constant(ACL_FLOAT, self.shape, 1), self, beta, 1e9, ACL_FLOAT),
                 Exact(beta, 1e9f), LimitsOf(ACL_FLOAT));
}

TEST(SoftplusBackwardTest, EveryByteOfABool) {
  const Array self(ACL_BOOL, {256}, [](int64_t i) { return static_cast<uint64_t>(i); });
  const Array out =
      RunCall(Call(Constant(ACL_FLOAT, self.shape, 2), self, 3.0, 20.0, ACL_FLOAT)).at(0);
  EXPECT_EQ(out.Value(0), 1);  // 2 sigmoid(0)
  for (int64_t i = 1; i < 256; ++i) {
    EXPECT_EQ(out.Value(i), static_cast<float>(2 / (1 + std::exp(-3.0)))) << i;
  }
}

// What the contract's prose says, apart from the oracle.
TEST(SoftplusBackwardTest, Limits) {
  const auto run = [](double grad, double x, double beta, double threshold) {
    return RunCall(Call(ArrayOf(ACL_FLOAT, {grad}), ArrayOf(ACL_FLOAT, {x}), beta, threshold,
                        ACL_FLOAT))
        .at(0)
        .Value(0);
  };
  EXPECT_EQ(run(5, kInfinity, 1, kNan), 5);  // t = inf without overflow
  EXPECT_EQ(run(5, kInfinity, 1, kInfinity), 5);
  EXPECT_EQ(run(5, 3e38, 3e38, kNan), 5);
  EXPECT_EQ(run(5, -kInfinity, 1, 20), 0);
  EXPECT_FALSE(std::signbit(run(5, -kInfinity, 1, 20)));
  EXPECT_TRUE(std::signbit(run(-5, -kInfinity, 1, 20)));
  EXPECT_TRUE(std::isnan(run(kInfinity, -kInfinity, 1, 20)));
  EXPECT_TRUE(std::isnan(run(5, kNan, 1, 20)));
  EXPECT_TRUE(std::isnan(run(5, 0, kInfinity, 20)));
  EXPECT_TRUE(std::isnan(run(kNan, 1, 1, 20)));
  EXPECT_TRUE(std::isnan(run(kNan, 30, 1, 20)));
  EXPECT_EQ(run(5, 1e30, 0, 20), 2.5);
  EXPECT_EQ(run(5, 7, 1, kNan), 5 * static_cast<float>(1 / (1 + std::exp(-7.0))));
}

TEST(SoftplusBackwardTest, IsTheDerivativeOfSoftplus) {
  constexpr double kBeta = 1.5, kStep = 1e-5;
  std::vector<double> x;
  for (double value = -9; value <= 9; value += 0.0713) x.push_back(static_cast<float>(value));
  const Array out = RunCall(Call(Constant(ACL_FLOAT, {static_cast<int64_t>(x.size())}, 1),
                                 ArrayOf(ACL_FLOAT, x), kBeta, 20.0, ACL_FLOAT))
                        .at(0);
  for (size_t i = 0; i < x.size(); ++i) {
    const auto softplus = [](double value) { return std::log1p(std::exp(kBeta * value)) / kBeta; };
    const double slope = (softplus(x[i] + kStep) - softplus(x[i] - kStep)) / (2 * kStep);
    EXPECT_NEAR(out.Value(static_cast<int64_t>(i)), slope, 1e-6) << x[i];
  }
}

}  // namespace
}  // namespace openaclnn::test::softplus_test
