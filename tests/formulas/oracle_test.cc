// The oracles themselves: rounding and distances by hand, known values, and the fast ones against
// the exact ones.
#include <gtest/gtest.h>

#include <cctype>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/half.h"
#include "tests/formulas/inputs.h"
#include "tests/oracle/definitions.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/format.h"
#include "tests/oracle/operators.h"
#include "tests/oracle/rows.h"
#include "tests/oracle/split.h"
#include "tests/oracle/subject.h"
#include "tests/oracle/verdict.h"

namespace openaclnn::oracle {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(RoundTest, AgreesWithConversionsOfTheMachine) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double value =
        i % 2 != 0 ? random.AnyFloat() * random.Uniform(0.5, 2) : random.AnyFloat();
    if (std::isnan(value)) continue;
    ASSERT_EQ(Round(value, kFloat), static_cast<double>(static_cast<float>(value)));
    ASSERT_EQ(Round(value, kFloat16), DoubleFromFloat16(Float16FromDouble(value)));
    ASSERT_EQ(Round(value, kBfloat16), DoubleFromBfloat16(Bfloat16FromDouble(value)));
  }
  EXPECT_EQ(Round(0x1p-150, kFloat), 0);
  EXPECT_EQ(Round(Real(0x1p-150) + Real(0x1p-300), kFloat), 0x1p-149);
  EXPECT_TRUE(std::signbit(Round(-0x1p-200, kFloat)));
}

TEST(UlpErrorTest, CountsUnitsAtTheExactValue) {
  EXPECT_EQ(UlpError(1 + 0x1p-23, 1, kFloat), 1);
  EXPECT_EQ(UlpError(1 - 0x1p-24, 1, kFloat), 0.5);
  EXPECT_EQ(UlpError(0x1p-148, 0x1p-149, kFloat), 1);
  EXPECT_EQ(UlpError(0, Real(0x1p-150), kFloat), 0.5);
  EXPECT_EQ(UlpError(0x1p-149, 0, kFloat), 1);
  EXPECT_EQ(UlpError(kInf, 0x1p128, kFloat), 0);
  EXPECT_EQ(UlpError(kInf, 0x1p128 - 0x1p104, kFloat), 1);
  EXPECT_EQ(UlpError(-kInf, 0x1p128, kFloat), 0x1p25);
  EXPECT_EQ(UlpError(kNan, kNan, kFloat), 0);
  EXPECT_EQ(UlpError(kNan, 1, kFloat), kInf);
  EXPECT_EQ(UlpError(1, kNan, kFloat), kInf);
  EXPECT_EQ(UlpError(1, kInf, kFloat), kInf);
  Random random(2);
  for (int i = 0; i < 100000; ++i) {
    const float actual = random.AnyFloat();
    const float exact = i % 2 != 0 ? std::nextafter(actual, 1.0f) : random.AnyFloat();
    ASSERT_EQ(UlpErrorOfFloat(actual, exact), UlpError(actual, exact, kFloat))
        << actual << " " << exact;
  }
}

double ErrorInDouble(float actual, double exact, const Format& format) {
  double error = 0;
  ErrorsInDouble({&actual, 1}, {&exact, 1}, format, {&error, 1});
  return error;
}

TEST(VerdictTest, TellsRoundingAndSpecialValues) {
  struct {
    float actual;
    double exact;
    bool rounded, mismatch;
  } const cases[] = {
      {1, 1, true, false},
      {1, 1 + 0x1p-25, true, false},
      {1 + 0x1p-23f, 1 + 0x1p-25, false, false},
      {1, 1 + 0x1p-24, true, false},  // a tie
      {1 + 0x1p-23f, 1 + 0x1p-24, false, false},
      {1 - 0x1p-24f, 1, false, false},
      {INFINITY, 0x1p128 - 0x1p103, true, false},
      {INFINITY, 0x1p127, false, false},
      {INFINITY, kInf, true, false},
      {-INFINITY, kInf, false, true},
      {1, kInf, false, true},
      {NAN, kNan, true, false},
      {NAN, 1, false, true},
      {0, kNan, false, true},
      {0.0f, 0x1p-151, true, false},
      {-0.0f, 0x1p-151, false, true},
      {-0.0f, 0.0, false, true},
      {-0.0f, -0.0, true, false},
      {0x1p-149f, 0.0, false, false},
  };
  for (const auto& c : cases) {
    const Verdict slow = Judge(c.actual, c.exact, kFloat);
    EXPECT_EQ(slow.rounded, c.rounded) << c.actual << " " << c.exact;
    EXPECT_EQ(slow.mismatch, c.mismatch) << c.actual << " " << c.exact;
    const std::optional<Verdict> fast = JudgeFast(c.actual, c.exact, kFloat);
    if (slow.ulp == 0.5) {
      EXPECT_FALSE(fast.has_value()) << c.actual << " " << c.exact;
    } else {
      ASSERT_TRUE(fast.has_value()) << c.actual << " " << c.exact;
      EXPECT_EQ(fast->rounded, c.rounded) << c.actual << " " << c.exact;
      EXPECT_EQ(fast->mismatch, c.mismatch) << c.actual << " " << c.exact;
      EXPECT_EQ(fast->ulp, slow.ulp) << c.actual << " " << c.exact;
    }
    const double error = ErrorInDouble(c.actual, c.exact, kFloat);
    if (slow.ulp < 0.5 && slow.rounded && !std::isnan(c.exact)) {
      EXPECT_EQ(error, slow.ulp) << c.actual << " " << c.exact;
    } else {
      EXPECT_FALSE(error < 0.5) << c.actual << " " << c.exact;
    }
  }
}

TEST(VerdictTest, ErrorsInDoubleAreThoseOfRealNumbers) {
  Random random(4);
  for (const Format& format : {kFloat, kFloat16, kBfloat16}) {
    for (int i = 0; i < 100000; ++i) {
      const double exact = random.AnyFloat() * random.Uniform(0.5, 2);
      const double near = std::ldexp(random.Uniform(-1, 1), static_cast<int>(random.Bits() % 40));
      for (const double value : {exact, near}) {
        if (std::isnan(value)) continue;
        const double rounded = Round(value, format);
        const double beside = Round(rounded * (1 + std::ldexp(1, -format.fraction_bits)), format);
        for (const double actual : {rounded, beside}) {
          const Verdict verdict = Judge(actual, value, format);
          const double error = ErrorInDouble(static_cast<float>(actual), value, format);
          if (verdict.rounded) {
            ASSERT_EQ(error, verdict.ulp) << std::hexfloat << actual << " " << value;
          } else {
            ASSERT_GE(error, 0.5) << std::hexfloat << actual << " " << value;
          }
        }
      }
    }
  }
}

void ExpectNear(const Real& actual, const char* expected) {
  const Real exact = Real::Parse(expected);
  EXPECT_LT(Abs((actual - exact) / exact).ToDouble(), 1e-30) << expected;
}

TEST(OperatorsTest, KnownValues) {
  // By mpmath 1.3.
  ExpectNear(SoftplusBackward(1, 0, 1, 20), "0.5");
  ExpectNear(SoftplusBackward(2, -1, 1, 20), "0.53788284273999024149768151635632745126971");
  ExpectNear(GeluBackwardErf(1, 1), "1.08331547058768629838306273856759857730658");
  ExpectNear(GeluBackwardTanh(1, 1), "1.08296408384578255513964241866960075817221");
  ExpectNear(LogitGrad(0.25, 3, 0), "16");
}

// The derivatives are those of the functions they are named after.
TEST(OperatorsTest, GeluIsTheDerivativeOfItsFunction) {
  const auto gelu = [](const Real& x) { return x * Erfc(-x / Sqrt(Real(2))) / Real(2); };
  const auto gelu_tanh = [](const Real& x) {
    const Real u = Sqrt(Real(2) / Real::Pi()) * (x + Real::Parse("0.044715") * x * x * x);
    const Real e = Exp(Real(2) * u);
    return Real(0.5) * x * (Real(1) + (e - Real(1)) / (e + Real(1)));
  };
  const Real h = TimesPowerOfTwo(Real(1), -60);
  for (const double x : {-9.5, -3.0, -0.75, -0.1, 0.0, 0.3, 1.0, 6.0}) {
    const auto slope = [&](const auto& f) { return (f(Real(x) + h) - f(Real(x) - h)) / (h + h); };
    EXPECT_LT(Abs(slope(gelu) - GeluBackwardErf(1, x)).ToDouble(), 1e-35) << x;
    EXPECT_LT(Abs(slope(gelu_tanh) - GeluBackwardTanh(1, x)).ToDouble(), 1e-35) << x;
  }
}

TEST(SplitTest, KnownValues) {
  // By mpmath 1.3, as those of rows.
  const std::vector<double> ones = {1, 2}, others = {3, 1};
  ExpectNear(kSwiGlu[0](ones, 0), "1.46211715726000975850231848364367254873029");
  ExpectNear(kGeGlu[0](others, 0), "2.52403423820562884575569763689611376743374");
  EXPECT_EQ(kGeGlu[0](others, 0).ToDouble(), 3 * kGeGlu[1](others, 0).ToDouble());
}

TEST(RowsTest, KnownValues) {
  const Row row[] = {{1, 0}};
  ExpectNear(Softmax(row).elements[0].exact, "0.731058578630004879251159241821836274365144");
  ExpectNear(LogSoftmax(row).elements[0].exact, "-0.313261687518222834048995494967855641915280");
  const Row features_and_labels[] = {{0, 0}, {1, 0}};
  const RowResults entropy = SoftmaxCrossEntropy(features_and_labels);
  ExpectNear(entropy.row.exact, "0.693147180559945309417232121458176568075500");
  EXPECT_EQ(entropy.elements[0].exact.ToDouble(), -0.5);
  EXPECT_EQ(entropy.elements[1].exact.ToDouble(), 0.5);
}

// That of softmax, whose results sum to 1, sums to 0; that of log_softmax has exp(output) as
// weights.
TEST(RowsTest, Gradients) {
  const Row grads_and_softmax[] = {{0.75, -2, 5}, {0.5, 0.125, 0.375}};
  const Row grads_and_logs[] = {{3, -2, 7}, {kNan, 0, -kInf}};
  Real sum = 0;
  for (const RowValue& value : SoftmaxBackward(grads_and_softmax).elements) sum = sum + value.exact;
  EXPECT_EQ(sum.ToDouble(), 0);
  const RowResults gradients = LogSoftmaxBackward(grads_and_logs);
  EXPECT_TRUE(gradients.elements[0].exact.IsNan());
  EXPECT_EQ(gradients.elements[1].exact.ToDouble(), -2 - 8);
  EXPECT_EQ(gradients.elements[2].exact.ToDouble(), 7);
}

TEST(SumTest, IsExact) {
  const double terms[] = {0x1p127, 0x1p-149, -0x1p127, 0x1p127, -0x1p127};
  const TermSum sum = SumTerms(terms);
  EXPECT_EQ(sum.sum.ToDouble(), 0x1p-149);
  EXPECT_EQ(sum.absolute.ToDouble(), 4 * 0x1p127);
}

// The distance between the two in ULP of a float is what the fast ones may be wrong by: half of
// what JudgeFast allows them, more near a root.
void ExpectClose(const Definition& definition, Scalars scalars, double spread,
                 std::vector<double> others = {}) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const float grad = random.AnyFloat();
    float x = random.AnyFloat();
    if (i % 2 != 0) x = static_cast<float>(random.Uniform(-1, 1) * spread);
    if (i % 8 == 0) x = static_cast<float>(definition.root + random.Uniform(-0x1p-9, 0x1p-9));
    const bool beside_root = std::fabs(x - definition.root) < kRootRadius;
    std::vector<double> operands = {x};
    if (definition.arity() > 1) operands.insert(operands.begin(), grad);
    operands.insert(operands.end(), others.begin(), others.end());
    const Real reference = definition.exact(operands, scalars);
    const long double value = definition.fast(operands, scalars);
    if (reference.IsNan() || std::isnan(value)) {
      ASSERT_EQ(reference.IsNan(), std::isnan(value)) << grad << " " << x;
      continue;
    }
    const double high = static_cast<double>(value);
    if (std::isinf(high) || reference.IsInfinite()) {
      ASSERT_GE(Abs(reference).ToDouble(), 0x1p200) << grad << " " << x;
      ASSERT_EQ(std::signbit(high), reference.IsNegative());
      continue;
    }
    const double low = static_cast<double>(value - high);
    const double ulp = std::exp2(-23 + std::max(-126, std::ilogb(high)));
    ASSERT_LT(Abs(Real(high) + Real(low) - reference).ToDouble() / ulp,
              beside_root ? 0.001 : 0x1p-29)
        << std::hexfloat << grad << " " << x;
    ASSERT_EQ(std::signbit(high), reference.IsNegative()) << std::hexfloat << grad << " " << x;
  }
}

TEST(FastOracleTest, AgreesWithTheExactOne) {
  ExpectClose(kSoftplus, {1.3f, 20}, 200);
  ExpectClose(kSoftplus, {-1e30f, NAN}, 100e-30);
  ExpectClose(kGeluErf, {}, 20);
  ExpectClose(kGeluTanh, {}, 15);
  ExpectClose(kElu, {1, 1, 1}, 100);
  ExpectClose(kElu, {-0.7f, 1.3f, -2.1f}, 100);
  ExpectClose(kEluBackward, {0.7f, 1.3f, 2.1f, 0}, 100);
  ExpectClose(kEluBackward, {0.7f, 1.3f, 2.1f, 1}, 3);
  ExpectClose(kSelu, {}, 100);
  ExpectClose(kSeluBackward, {}, 3);
  ExpectClose(kCelu, {-0.3f}, 30);
  ExpectClose(kSoftplusForward, {1.3f, 20}, 100);
  ExpectClose(kSoftplusForward, {-0.7f, NAN}, 100);
  for (const float eps : {-1.0f, 0.0f, 0.3f, 1.0f, 2.0f}) ExpectClose(kLogit, {eps}, 1);
  for (const Definition* const gate :
       {&kGluOfGate, &kGluBackwardOfGate, &kSwiGluOfGate, &kGeGluErfOfGate, &kGeGluTanhOfGate,
        &kSoftmaxOfTwo, &kLogSoftmaxOfTwo, &kSoftmaxBackwardOfTwo}) {
    ExpectClose(*gate, {}, 20);
  }
  ExpectClose(kFatreluMulOfGate, {}, 3, {0.5});
  ExpectClose(kMaximum, {}, 3);
  ExpectClose(kMinimum, {}, 3);
  ExpectClose(kAddcmul, {1.5f}, 20, {0.75f});
  ExpectClose(kAddcdiv, {1.5f}, 20, {3});
  ExpectClose(kLerp, {0.3f}, 20);
  ExpectClose(kLerp, {0.7f}, 20);
}

// A sweep, and a definition of its own or its subject's.
struct InDoubleCase {
  std::string name;
  Definition definition;
  Scalars scalars = {};
  double spread = 20;
  std::vector<double> others = {};
};

void PrintTo(const InDoubleCase& c, std::ostream* out) { *out << c.name; }

// All sweeps, and scalars and operands that none has.
std::vector<InDoubleCase> InDoubleCases() {
  std::vector<InDoubleCase> cases = {
      {"softplus gradient", kSoftplus, {1.3f, 20}, 200},
      {"softplus gradient, huge beta", kSoftplus, {-1e30f, INFINITY}, 100e-30},
      {"logit, eps 1e-6", kLogitForward, {1e-6f}, 1},
      {"prelu of any weight", kPrelu},
  };
  for (const Subject* const subject : AllSubjects()) {
    for (const Sweep& sweep : subject->sweeps) {
      cases.push_back({sweep.name + " " + sweep.variant,
                       sweep.definition ? *sweep.definition : *subject->definition, sweep.scalars,
                       sweep.spread, sweep.others});
    }
  }
  return cases;
}

class InDoubleTest : public testing::TestWithParam<InDoubleCase> {
 protected:
  // Half of what ErrorsInDouble allows values in double.
  static void ExpectClose(const std::vector<float>& grad, const std::vector<float>& x,
                          double most_undecided) {
    const InDoubleCase& c = GetParam();
    std::vector<double> values(x.size());
    std::vector<std::vector<float>> others;
    for (const double other : c.others) others.emplace_back(x.size(), static_cast<float>(other));
    std::vector<std::span<const float>> operands = {x};
    if (c.definition.arity() > 1 + others.size()) operands.insert(operands.begin(), grad);
    operands.insert(operands.end(), others.begin(), others.end());
    c.definition.InDouble(operands, c.scalars, values);
    size_t undecided = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      if (IsUndecided(values[i])) {
        ++undecided;
        continue;
      }
      std::vector<double> at;
      for (const std::span<const float> operand : operands) at.push_back(operand[i]);
      const long double exact = c.definition.fast(at, c.scalars);
      ASSERT_EQ(std::isnan(values[i]), std::isnan(exact))
          << std::hexfloat << grad[i] << " " << x[i];
      if (std::isnan(exact)) continue;
      ASSERT_EQ(std::signbit(values[i]), std::signbit(exact))
          << std::hexfloat << grad[i] << " " << x[i];
      if (std::fabs(values[i]) > 0x1p200 && std::fabs(exact) > 0x1p200L) continue;
      const int exponent = exact == 0 ? -126 : std::max(-126, std::ilogb(exact));
      ASSERT_LT(std::ldexp(std::fabs(values[i] - exact), 23 - exponent), kDoubtInDouble / 4)
          << std::hexfloat << grad[i] << " " << x[i];
    }
    EXPECT_LE(static_cast<double>(undecided), most_undecided * static_cast<double>(x.size()));
  }

  static void ExpectCloseAtAny(int count, uint64_t seed) {
    Random random(seed);
    std::vector<float> grad, x;
    for (int i = 0; i < count; ++i) {
      grad.push_back(i % 3 == 0 ? 1 : random.AnyFloat());
      x.push_back(i % 2 == 0 ? random.AnyFloat()
                             : static_cast<float>(random.Uniform(-1, 1) * GetParam().spread));
    }
    ExpectClose(grad, x, 0.05);
  }
};

// Emulated machines leave this out (tests/emulated/run): there long doubles are computed in
// software.
TEST_P(InDoubleTest, AtManyPoints) { ExpectCloseAtAny(200000, 5); }

TEST_P(InDoubleTest, IsCloseToLongDouble) {
  ExpectCloseAtAny(10000, 6);
  std::vector<float> values = {std::numeric_limits<float>::quiet_NaN()};
  for (const float sign : {1.0f, -1.0f}) {
    for (const float value : {0.0f,   0x1p-149f,       0x1p-126f,
                              1e-30f, 1e-10f,          0.3f,
                              0.5f,   1 - 0x1p-24f,    1.0f,
                              3.0f,   12.5f,           18.0f,
                              20.5f,  35.0f,           39.0f,
                              88.0f,  89.0f,           104.0f,
                              310.0f, 710.0f,          750.0f,
                              11e3f,  12e3f,           1e10f,
                              1e30f,  0x1.fffffep127f, std::numeric_limits<float>::infinity()}) {
      values.push_back(sign * value);
    }
  }
  std::vector<float> grad, x;
  for (const float g : values) {
    for (const float each : values) {
      grad.push_back(g);
      x.push_back(each);
    }
  }
  ExpectClose(grad, x, 0.25);
}

INSTANTIATE_TEST_SUITE_P(, InDoubleTest, testing::ValuesIn(InDoubleCases()), [](const auto& test) {
  std::string name;
  for (const char c : test.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
    if (c == '-') name += '_';
    if (c == '.') name += "point";
  }
  return name;
});

}  // namespace
}  // namespace openaclnn::oracle
