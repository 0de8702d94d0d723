// The functions that formulas are made of, against MPFR, with the errors they claim.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/oracle/format.h"
#include "tests/oracle/real.h"

namespace openaclnn::functions_test {
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

// In [low, high], the ends among them.
std::vector<double> Arguments(double low, double high) {
  Random random(1);
  std::vector<double> y = {low, std::nextafter(low, high), std::nextafter(high, low), high};
  for (int i = 0; i < 5000; ++i) y.push_back(random.Uniform(low, high));
  for (int i = 0; i < 5000; ++i) y.push_back(random.Uniform(-1, 1));
  for (double n = std::ceil(low); n < high; n += 0.5) {  // where the whole part changes
    for (const double near : {n, std::nextafter(n, low), std::nextafter(n, high)}) {
      if (near >= low && near <= high) y.push_back(near);
    }
  }
  return y;
}

double WorstExp2(Word word, const std::vector<double>& a, const std::vector<double>& b) {
  const auto powers = EvaluateWord(word, std::span<const double>(a), b, a);
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double y = word == Word::kExp2ForFloat ? a[i] : -a[i] * b[i];
    worst = std::max(worst, RelativeError(powers[i], Exp2Exact(y)));
  }
  return worst;
}

TEST(ExpTest, Exp2ForFloatIsRightTo2ToTheMinus28) {
  const auto y = Arguments(-1022, 1023);
  EXPECT_LT(WorstExp2(Word::kExp2ForFloat, y, y), std::exp2(-28.8));
}

TEST(ExpTest, TheProductInTheExponentIsExactEnough) {
  const auto products = Arguments(-1023, 1022);
  for (const double sign : {1.0, -1.0}) {
    const std::vector<double> b(products.size(), sign);
    std::vector<double> a;
    for (const double product : products) a.push_back(product * sign);
    EXPECT_LT(WorstExp2(Word::kExp2OfMinusProductForFloat, a, b), std::exp2(-28.8));
  }
  std::vector<double> a, b;
  for (const double product : products) {
    b.push_back(std::sqrt(std::min(std::abs(product), 1022.0)));
    if (Real(b.back()) * Real(b.back()) > Real(1022)) b.back() = std::nextafter(b.back(), 0);
    a.push_back(b.back());
  }
  EXPECT_LT(WorstExp2(Word::kExp2OfMinusProductForFloat, a, b), std::exp2(-28.7));
}

// The derivative of gelu by tanh counts on it near its root.
TEST(ExpTest, Exp2ForFloatIsExactAtTheRootOfGeluByTanh) {
  const std::vector<double> y = {0.22381897112048476 - 2, 0.22381897112048476};
  EXPECT_LT(WorstExp2(Word::kExp2ForFloat, y, y), 0x1p-52);
}

TEST(ExpTest, ExpScaledIsRightTo2ToTheMinus55) {
  const auto z = Arguments(std::nextafter(-2000, 0), std::nextafter(2000, 0));
  std::vector<double> low;
  Random random(2);
  for (const double v : z) low.push_back(random.Uniform(-1, 1) * (std::nextafter(v, 1e9) - v));
  const auto evaluate = [&](Word word) {
    return EvaluateWord(word, std::span<const double>(z), low, z);
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

TEST(LogTest, IsRightTo2ToTheMinus37) {
  std::vector<double> x = {1.5, std::nextafter(1, 0), std::nextafter(1, 2), 0x1p-1022, 0x1p1000};
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const double wide = std::exp(random.Uniform(-700, 700));
    const double beside_one = 1 + random.Uniform(-1, 1) * std::exp(random.Uniform(-30, -1));
    for (const double value : {wide, beside_one, random.Uniform(0.4, 2.5)}) x.push_back(value);
  }
  const auto logs = EvaluateWord(Word::kLogForFloat, std::span<const double>(x), x, x);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(RelativeError(logs[i], Log(Real(x[i]))), 0x1p-37) << x[i];
  }
}

TEST(LogTest, Log1pIsRightTo2ToTheMinus33And50) {
  std::vector<double> e = {1, 0x1p-1022};
  Random random(4);
  for (int i = 0; i < 3000; ++i) {
    e.push_back(random.Uniform(0, 1));
    e.push_back(std::exp(random.Uniform(-700, 0)));
  }
  const auto for_float = EvaluateWord(Word::kLog1pForFloat, std::span<const double>(e), e, e);
  const auto logs = EvaluateWord(Word::kLog1p, std::span<const double>(e), e, e);
  for (size_t i = 0; i < e.size(); ++i) {
    const Real exact = Log1p(Real(e[i]));
    ASSERT_LT(RelativeError(for_float[i], exact), 0x1p-33) << e[i];
    ASSERT_LT(RelativeError(logs[i], exact), 0x1p-50) << e[i];
  }
}

TEST(LogTest, WideLog1pIsWithinThreeUlps) {
  std::vector<double> s = {0x1p-1022, 1, 0x1p24, 0x1p1000};
  Random random(5);
  for (int i = 0; i < 3000; ++i) {
    for (const double least : {-700.0, -40.0, -1.0}) {
      s.push_back(std::exp(random.Uniform(least, 0)));
      s.push_back(std::exp(random.Uniform(0, -least)));
    }
  }
  const auto logs = EvaluateWord(Word::kWideLog1p, std::span<const double>(s), s, s);
  for (size_t i = 0; i < s.size(); ++i) {
    ASSERT_LT(RelativeError(logs[i], Log1p(Real(s[i]))), 3 * 0x1p-53) << s[i];
  }
  const double zero[] = {0};
  EXPECT_EQ(EvaluateWord(Word::kWideLog1p, std::span<const double>(zero), zero, zero)[0], 0);
}

TEST(ExpTest, NearestRoundsTiesToEven) {
  auto y = Arguments(-2000, 2000);
  for (const double n : {0x1p49, 0x1p50 - 1}) {  // the shift allows |y| < 2^50
    for (const double fraction : {0.0, 0.25, 0.5, 0.75}) {
      for (const double sign : {1.0, -1.0}) y.push_back(sign * (n + fraction));
    }
  }
  const auto nearest = EvaluateWord(Word::kNearest, std::span<const double>(y), y, y);
  for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(nearest[i], std::nearbyint(y[i])) << y[i];
}

// 1 / (1 + e^-(t + low)) where dropping low would show.
TEST(SigmoidTest, UsesTheLowPart) {
  const double t = -700, low = -5e-14;
  const double grad[] = {1}, ts[] = {t}, lows[] = {low};
  const Real exact = Real(1) / (Real(1) + Exp(-(Real(t) + Real(low))));
  EXPECT_LT(
      RelativeError(EvaluateWord(Word::kTimesSigmoid, std::span<const double>(grad), ts, lows)[0],
                    exact),
      4e-16);
}

// Where its steps go over from one case to another: the limits of e^z, those of what goes into the
// sum, of what the result can hold for such a gradient, and the largest numbers.
TEST(SigmoidTest, IsRightAtItsLimits) {
  const double limits[] = {0,      36.7,   50,   693.1472,
                           709.78, 745.13, 1000, 1419,
                           1454.4, 1488.5, 1500, std::numeric_limits<double>::max()};
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  std::vector<double> grad, t, low;
  for (const double limit : limits) {
    for (const double sign : {1.0, -1.0}) {
      for (const double step : {-1e-3, -1e-13, 0.0, 1e-13, 1e-3}) {
        for (const double g : {1.0, -0x1.8p1023, 0x1p-1022, 3 * kTiny}) {
          grad.push_back(g);
          t.push_back(sign * limit * (1 + step));
          if (std::isinf(t.back())) t.back() = sign * limit;
          low.push_back((std::nextafter(t.back(), 0) - t.back()) * 0.4);
        }
      }
    }
  }
  const auto results = EvaluateWord(Word::kTimesSigmoid, std::span<const double>(grad), t, low);
  for (size_t i = 0; i < t.size(); ++i) {
    const Real exact = Real(grad[i]) / (Real(1) + Exp(-(Real(t[i]) + Real(low[i]))));
    ASSERT_LE(oracle::UlpError(results[i], exact, oracle::kDouble), 1.1)
        << "grad " << grad[i] << ", t " << t[i];
  }
}

TEST(SigmoidTest, ForFloatIsRightTo2ToTheMinus28) {
  auto t = Arguments(-300, std::nextafter(700, 0));
  for (const double far : {-709.0, -709.8, -745.2, -1500.0, -1e300}) t.push_back(far);
  for (const double g : {1.0, -0x1.ffffffp128, 0x1p-149}) {
    const std::vector<double> grad(t.size(), g);
    const auto results =
        EvaluateWord(Word::kTimesSigmoidForFloat, std::span<const double>(grad), t, t);
    for (size_t i = 0; i < t.size(); ++i) {
      const Real exact = Real(g) / (Real(1) + Exp(-Real(t[i])));
      if (Abs(exact).ToDouble() < 0x1p-200) {  // 0 in float
        ASSERT_LT(std::fabs(results[i]), 0x1p-200) << t[i];
      } else {
        ASSERT_LT(RelativeError(results[i], exact), std::exp2(-28.7)) << g << " " << t[i];
      }
      ASSERT_EQ(std::signbit(results[i]), std::signbit(g)) << t[i];
    }
  }
}

TEST(SigmoidTest, InfinitiesAndNan) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double grad[] = {3, -3, kInf, 3, NAN, 3};
  const double t[] = {-kInf, -kInf, -kInf, NAN, 1, kInf};
  const double zero[std::size(t)] = {};
  const auto results = EvaluateWord(Word::kTimesSigmoid, std::span<const double>(grad), t, zero);
  EXPECT_EQ(results[5], 3);
  // t is below 700 there.
  for (const auto& values :
       {results, EvaluateWord(Word::kTimesSigmoidForFloat, std::span<const double>(grad).first(5),
                              std::span<const double>(t).first(5), std::span(zero).first(5))}) {
    EXPECT_EQ(values[0], 0);
    EXPECT_FALSE(std::signbit(values[0]));
    EXPECT_EQ(values[1], 0);
    EXPECT_TRUE(std::signbit(values[1]));
    for (const size_t i : {2, 3, 4}) EXPECT_TRUE(std::isnan(values[i])) << i;
  }
}

}  // namespace
}  // namespace openaclnn::functions_test
