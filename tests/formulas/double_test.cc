// SoftplusBackward in double, against MPFR.
#include <gtest/gtest.h>

#include <limits>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/oracle/format.h"
#include "tests/oracle/operators.h"

namespace openaclnn::double_test {
namespace {

struct Sample {
  double low, high;  // of x
  double grad;       // 0: any pattern
  double beta;
};

TEST(SoftplusInDoubleTest, StaysWithin1Point1Ulp) {
  const Sample samples[] = {
      {-1, 1, 1, 1},
      {-40, 40, 1.7, 1},
      {-40, 40, 0, 1},
      {-709, -690, 1, 1},
      {-746, -708, 1.3, 1},
      {-760, -690, 1e300, 1},
      {-1460, -700, 1.7e308, 1},
      {-30, 5, 3e-308, 1},
      {-37, 36, 1, 1.1},
      {-400, 10, 1, 0.3},
      {-1e3, 1e3, 0, 0.71},
      {-1e-3, 1e-3, 1, 1e3},
      {-1e300, 1e300, 1, 1e-299},
  };
  const ScalarParams<double> no_threshold = {1, NAN};
  Random random(1);
  for (const Sample& sample : samples) {
    std::vector<double> x, grad;
    for (int i = 0; i < 2000; ++i) {
      x.push_back(random.Uniform(sample.low, sample.high));
      grad.push_back(sample.grad != 0 ? sample.grad : random.AnyDouble());
    }
    const auto out = EvaluateSoftplus({sample.beta, no_threshold.second}, grad, x);
    double worst = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const auto exact = oracle::SoftplusBackward(grad[i], x[i], sample.beta, NAN);
      worst = std::max(worst, oracle::UlpError(out[i], exact, oracle::kDouble));
    }
    EXPECT_LE(worst, 1.1) << "x from " << sample.low << " to " << sample.high << ", grad "
                          << sample.grad << ", beta " << sample.beta;
  }
}

TEST(SoftplusInDoubleTest, AnyPatterns) {
  Random random(2);
  std::vector<double> x, grad;
  for (int i = 0; i < 20000; ++i) {
    x.push_back(random.AnyDouble());
    grad.push_back(i % 2 != 0 ? 1.0 : random.AnyDouble());
  }
  const auto out = EvaluateSoftplus({1, 20}, grad, x);
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const auto exact = oracle::SoftplusBackward(grad[i], x[i], 1, 20);
    worst = std::max(worst, oracle::UlpError(out[i], exact, oracle::kDouble));
  }
  EXPECT_LE(worst, 1.1);
}

TEST(SoftplusInDoubleTest, TheThresholdIsComparedExactly) {
  const double next = 1 + 0x1p-52;
  // next * next = 1 + 2^-51 + 2^-104, which rounds to 1 + 2^-51.
  const double x[] = {next}, grad[] = {3};
  EXPECT_EQ(EvaluateSoftplus({next, 1 + 0x1p-51}, grad, x)[0], 3);
  EXPECT_LT(EvaluateSoftplus({next, 1 + 0x1.8p-51}, grad, x)[0], 2.5);
  EXPECT_LT(EvaluateSoftplus({1, next}, grad, x)[0], 2.5);
}

TEST(SoftplusInDoubleTest, SpecialValues) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kMax = std::numeric_limits<double>::max();
  struct {
    double beta, threshold, grad, x, expected;
  } const cases[] = {
      {1, 0, 3, 0, 1.5},          {1, 0, 3, -0.0, 1.5},
      {1, 20, NAN, 0, NAN},       {1, 20, 3, NAN, NAN},
      {NAN, 20, 3, 1, NAN},       {1, NAN, 3, kInf, 3},
      {1, NAN, 3, kMax, 3},       {1, NAN, kInf, kInf, kInf},
      {1, 20, 3, -kInf, 0.0},     {1, 20, -3, -kInf, -0.0},
      {1, 20, kInf, -kInf, NAN},  {1, 20, -kInf, -1, -kInf},
      {1, 20, kInf, -1500, kInf}, {1, 20, kMax, -kMax, 0.0},
      {1, -kInf, 3, -kMax, 3},    {1e200, 20, -3, -1e200, -0.0},
      {0, 20, 3, kInf, NAN},      {1, 20, kInf, 5, kInf},
      {1, 20, -0.0, 5, -0.0},     {1, 20, -0.0, -5, -0.0},
  };
  for (const auto& c : cases) {
    const double grad[] = {c.grad}, x[] = {c.x};
    const double actual = EvaluateSoftplus({c.beta, c.threshold}, grad, x)[0];
    const bool same = std::isnan(c.expected) ? std::isnan(actual)
                                             : actual == c.expected &&
                                                   std::signbit(actual) == std::signbit(c.expected);
    EXPECT_TRUE(same) << "beta " << c.beta << ", threshold " << c.threshold << ", grad " << c.grad
                      << ", x " << c.x << " gives " << actual;
  }
}

}  // namespace
}  // namespace openaclnn::double_test
