// The functions that formulas are made of, against MPFR, with the errors they claim.
#include <gtest/gtest.h>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/oracle/real.h"

namespace openaclnn {
namespace {

using oracle::Real;

double RelativeError(double actual, const Real& exact) {
  return Abs((Real(actual) - exact) / exact).ToDouble();
}

Real LogOfTwo() {
  return Real::Parse(
      "0."
      "69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699"
      "6418687");
}
Real Exp2Exact(double y) { return Exp(Real(y) * LogOfTwo()); }

std::vector<double> Arguments(double low, double high) {
  Random random(1);
  std::vector<double> y;
  for (int i = 0; i < 5000; ++i) y.push_back(random.Uniform(low, high));
  for (int i = 0; i < 5000; ++i) y.push_back(random.Uniform(-1, 1));
  for (double n = std::ceil(low); n < high; n += 0.5) {  // where the whole part changes
    y.push_back(n);
    y.push_back(std::nextafter(n, low));
  }
  return y;
}

double WorstExp2(Word word, const std::vector<double>& a, const std::vector<double>& b) {
  const auto powers = EvaluateWord(AllTargets()[1], word, std::span<const double>(a), b, a);
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double y = word == Word::kExp2ForFloat ? a[i] : -a[i] * b[i];
    worst = std::max(worst, RelativeError(powers[i], Exp2Exact(y)));
  }
  return worst;
}

TEST(ExpTest, Exp2ForFloatIsRightTo2ToTheMinus28) {
  const auto y = Arguments(-1021.9, 1022.9);
  EXPECT_LT(WorstExp2(Word::kExp2ForFloat, y, y), std::exp2(-28.8));
}

TEST(ExpTest, TheProductInTheExponentIsExactEnough) {
  const auto y = Arguments(-1021.9, 1022.9);
  const std::vector<double> minus_one(y.size(), -1);
  EXPECT_LT(WorstExp2(Word::kExp2OfMinusProductForFloat, y, minus_one), std::exp2(-28.8));
  std::vector<double> b;
  for (const double v : y) b.push_back(std::sqrt(std::abs(v)));
  EXPECT_LT(WorstExp2(Word::kExp2OfMinusProductForFloat, b, b), std::exp2(-28.7));
}

// The derivative of gelu by tanh counts on it beside its root.
TEST(ExpTest, Exp2ForFloatIsExactAtTheRootOfGeluByTanh) {
  const std::vector<double> y = {0.22381897112048476 - 2, 0.22381897112048476};
  EXPECT_LT(WorstExp2(Word::kExp2ForFloat, y, y), 0x1p-52);
}

TEST(ExpTest, ExpScaledIsRightTo2ToTheMinus55) {
  const auto z = Arguments(-2000, 2000);
  std::vector<double> low;
  Random random(2);
  for (const double v : z) low.push_back(random.Uniform(-0.5, 0.5) * (std::nextafter(v, 1e9) - v));
  const auto evaluate = [&](Word word) {
    return EvaluateWord(AllTargets()[1], word, std::span<const double>(z), low, z);
  };
  const auto power = evaluate(Word::kExpPower), power_low = evaluate(Word::kExpPowerLow);
  const auto exponent = evaluate(Word::kExpExponent);
  for (size_t i = 0; i < z.size(); ++i) {
    const Real exact = TimesPowerOfTwo(Exp(Real(z[i]) + Real(low[i])), -std::lround(exponent[i]));
    const Real sum = Real(power[i]) + Real(power_low[i]);
    ASSERT_EQ(exponent[i], std::nearbyint(exponent[i]));
    ASSERT_LT(Abs((sum - exact) / exact).ToDouble(), 0x1p-55) << z[i];
    ASSERT_LT(std::fabs(power_low[i]), 0x1p-52) << z[i];
    ASSERT_GT(power[i], 0.70) << z[i];
    ASSERT_LT(power[i], 1.42) << z[i];
  }
}

// 1 / (1 + e^-(t + low)) where dropping low would show.
TEST(SigmoidTest, UsesTheLowPart) {
  const double t = -700, low = -5e-14;
  const double grad[] = {1}, ts[] = {t}, lows[] = {low};
  const Real exact = Real(1) / (Real(1) + Exp(-(Real(t) + Real(low))));
  for (const TargetBit target : AllTargets()) {
    const double actual =
        EvaluateWord(target, Word::kTimesSigmoid, std::span<const double>(grad), ts, lows)[0];
    EXPECT_LT(RelativeError(actual, exact), 4e-16) << TargetName(target);
  }
}

}  // namespace
}  // namespace openaclnn
