// The error of formulas in float against the operators' definitions, where `openaclnn sweep`, which
// has every float, does not look: with extreme gradients and parameters, densely around the hard
// places and where results or inputs are subnormal.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "tests/formulas/definition_of.h"
#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/format.h"
#include "tests/sanitized.h"

namespace openaclnn {
namespace {

enum class Gradients { kOne, kOrdinary, kAny, kSubnormal, kHuge, kTwoTo100 };

float Gradient(Gradients kind, Random* random) {
  const uint32_t bits = static_cast<uint32_t>(random->Bits());
  switch (kind) {
    case Gradients::kOne:
      return 1;
    case Gradients::kOrdinary:  // +-[1, 2)
      return std::bit_cast<float>((bits & 0x807fffff) | 0x3f800000);
    case Gradients::kAny:
      return std::bit_cast<float>(bits);
    case Gradients::kSubnormal:  // and the lowest normal numbers
      return std::bit_cast<float>(bits & 0x80ffffff);
    case Gradients::kHuge:  // beyond 2^120
      return std::bit_cast<float>((bits & 0x83ffffff) | 0x7c000000);
    case Gradients::kTwoTo100:
      return 0x1p100f;
  }
  return 0;
}

struct AccuracyCase {
  const char* name;
  Formula formula;
  ScalarParams<float> params;
  double max_ulp;
  std::vector<float> hard_places;
};

void PrintTo(const AccuracyCase& c, std::ostream* out) { *out << c.name; }

class AccuracyTest : public testing::TestWithParam<AccuracyCase> {
 protected:
  // Self in [low, high) for gelu, and where beta self is for softplus.
  static std::vector<float> Uniform(int count, double low, double high) {
    const AccuracyCase& c = GetParam();
    const double beta = c.formula == Formula::kSoftplus ? c.params.first : 1;
    Random random(7);
    std::vector<float> x;
    for (int i = 0; i < count; ++i) {
      x.push_back(static_cast<float>(random.Uniform(low, high) / beta));
    }
    return x;
  }

  static void Check(const std::vector<float>& x, Gradients kind, uint64_t seed) {
    const AccuracyCase& c = GetParam();
    const oracle::Definition& definition = DefinitionOf(c.formula);
    const oracle::Scalars scalars = {c.params.first, c.params.second};
    Random random(seed);
    std::vector<float> grad;
    for (size_t i = 0; i < x.size(); ++i) grad.push_back(Gradient(kind, &random));
    const std::vector<float> out = Evaluate(c.formula, c.params, grad, x);
    double worst = -1;
    std::ostringstream where;
    for (size_t i = 0; i < x.size(); i += test::kJudgedStep) {
      const double error = oracle::UlpErrorOfFloat(
          out[i], definition.fast(std::array<double, 2>{grad[i], x[i]}, scalars));
      if (error <= worst) continue;
      worst = error;
      where.str("");
      where << std::hexfloat << "grad " << grad[i] << ", x " << x[i] << ", result " << out[i];
    }
    EXPECT_LE(worst, c.max_ulp) << where.str() << ", gradients " << static_cast<int>(kind);
  }
};

TEST_P(AccuracyTest, AllPatternsThinned) {
  Check(Thinned(2, 96001), Gradients::kOrdinary, 2);
  Check(Thinned(3, 96013), Gradients::kAny, 3);
  Check(Thinned(4, 96017), Gradients::kSubnormal, 4);
  Check(Thinned(5, 96043), Gradients::kHuge, 5);
}

TEST_P(AccuracyTest, HardPlaces) {
  std::vector<float> x;
  for (const float place : GetParam().hard_places) AppendWindow(place, 1000, &x);
  for (const Gradients kind :
       {Gradients::kOne, Gradients::kOrdinary, Gradients::kAny, Gradients::kHuge}) {
    Check(x, kind, 6);
  }
}

// Where results become subnormal: gradients that place them there, for every x that is not too
// large.
TEST_P(AccuracyTest, SubnormalResults) {
  Check(Uniform(25000, -25, 2), Gradients::kSubnormal, 8);
  Check(Uniform(25000, -110, -80), Gradients::kOrdinary, 9);
  Check(Uniform(25000, -14.6, -12.5), Gradients::kOrdinary, 10);
  Check(Uniform(25000, -200, -150), Gradients::kHuge, 11);
  Check(Uniform(25000, -20.5, -18), Gradients::kHuge, 12);
}

// Where factors are tiny, and a large gradient keeps the results normal.
TEST_P(AccuracyTest, Tails) {
  for (const Gradients kind : {Gradients::kOne, Gradients::kOrdinary, Gradients::kTwoTo100}) {
    Check(Uniform(12500, -20, -5), kind, 14);
    Check(Uniform(12500, -200, 200), kind, 15);
  }
}

TEST_P(AccuracyTest, SubnormalInputs) {
  Random random(16);
  std::vector<float> x;
  for (int i = 0; i < 12500; ++i) x.push_back(Gradient(Gradients::kSubnormal, &random));
  for (const Gradients kind : {Gradients::kOne, Gradients::kAny, Gradients::kSubnormal}) {
    Check(x, kind, 17);
  }
}

constexpr float kInf = std::numeric_limits<float>::infinity();
const std::vector<float> kSoftplusPlaces = {0,       1e-20f, -1e-20f, 20,   -87.3f, -88,
                                            -103.5f, -104,   -192,    -193, 16.6f,  17.3f};
const std::vector<float> kLogitPlaces = {0,     1,    0.5f, 0x1p-126f, 0x1p-128f, 0x1p-64f,
                                         1e-6f, 0.3f, 0.7f, 1 - 1e-6f, 0x1p-24f,  0.25f};

INSTANTIATE_TEST_SUITE_P(
    , AccuracyTest,
    testing::Values(
        AccuracyCase{"Hardtanh", Formula::kHardtanh, {-1, 1}, 0, {-1, 1, 0}},
        AccuracyCase{"Softplus", Formula::kSoftplus, {1, 20}, 0.85, kSoftplusPlaces},
        AccuracyCase{
            "SoftplusWithoutThreshold", Formula::kSoftplus, {1, NAN}, 0.85, kSoftplusPlaces},
        AccuracyCase{"SoftplusWithLargeBeta",
                     Formula::kSoftplus,
                     {1e30f, 20},
                     0.85,
                     {0, 1e-30f, -1e-30f, 20e-30f, -88e-30f, -103.5e-30f, -192e-30f}},
        AccuracyCase{"SoftplusWithNegativeBeta",
                     Formula::kSoftplus,
                     {-1.7f, 0},
                     0.85,
                     {0, 10, -10, 51.5f, 61, 113}},
        AccuracyCase{"SoftplusWithSmallBeta",
                     Formula::kSoftplus,
                     {1e-30f, 20},
                     0.85,
                     {0, 1e30f, -1e30f, 20e30f, -88e30f, -104e30f}},
        AccuracyCase{"GeluErf",
                     Formula::kGeluErf,
                     {},
                     0.96,
                     {0, -0.75179152f, 0.75179152f, -5, -13, -13.5f, -14.2f, -19.3f, -19.6f, -20,
                      -38, 5.5f, 1e-20f, -1e-20f}},
        AccuracyCase{"GeluTanh",
                     Formula::kGeluTanh,
                     {},
                     0.98,
                     {0, -0.75246142f, 0.75246142f, -5, -10, -10.1f, -10.5f, -13.3f, -13.6f, -14,
                      -21, 4.5f, 1e-20f, -1e-20f}},
        AccuracyCase{"Logit", Formula::kLogit, {-1}, 1, kLogitPlaces},
        AccuracyCase{"LogitWithEpsZero", Formula::kLogit, {0}, 1, kLogitPlaces},
        AccuracyCase{"LogitWithEps", Formula::kLogit, {1e-6f}, 1, kLogitPlaces},
        AccuracyCase{"LogitWithLargeEps", Formula::kLogit, {0.3f}, 1, kLogitPlaces},
        AccuracyCase{"LogitWithEpsOne", Formula::kLogit, {1}, 0, kLogitPlaces},
        AccuracyCase{"LogitWithEpsInfinite", Formula::kLogit, {kInf}, 0, kLogitPlaces}),
    [](const auto& each) { return each.param.name; });

// Quotients of x (1 - x) with both factors in play, which a sweep of all exponents meets rarely.
TEST(LogitAccuracyTest, UnitInterval) {
  Random random(13);
  std::vector<float> x, grad;
  for (int i = 0; i < 125000; ++i) {
    x.push_back(static_cast<float>(random.Uniform(0, 1)));
    grad.push_back(Gradient(i % 2 != 0 ? Gradients::kOrdinary : Gradients::kSubnormal, &random));
  }
  const auto out = Evaluate(Formula::kLogit, {0}, grad, x);
  double worst_normal = 0, worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const long double exact = oracle::FastLogitGrad<long double>(x[i], grad[i], 0);
    const double error = oracle::UlpErrorOfFloat(out[i], exact);
    worst = std::max(worst, error);
    if (i % 2 != 0) worst_normal = std::max(worst_normal, error);
  }
  EXPECT_LE(worst_normal, 0.51);
  EXPECT_LE(worst, 1);
}

}  // namespace
}  // namespace openaclnn
