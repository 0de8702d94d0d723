// What the contract says about NaN, infinities, zeros, bounds and thresholds.
#include <gtest/gtest.h>

#include <limits>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"

namespace openaclnn::special_values_test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr float kMax = std::numeric_limits<float>::max();
const float kSignalingNan = std::bit_cast<float>(0xffa12345u);

struct Special {
  Formula formula;
  ScalarParams<float> params;
  float grad;
  float x;
  float expected;  // with its sign of zero
};

float Above(float x) { return std::nextafter(x, kInf); }
float Below(float x) { return std::nextafter(x, -kInf); }

const Special kSpecials[] = {
    // The bounds block, whatever the gradient is; NaN bounds never do.
    {Formula::kHardtanh, {-1, 1}, 3, -1, 0.0f},
    {Formula::kHardtanh, {-1, 1}, 3, 1, 0.0f},
    {Formula::kHardtanh, {-1, 1}, 3, Above(-1), 3},
    {Formula::kHardtanh, {-1, 1}, 3, Below(1), 3},
    {Formula::kHardtanh, {-1, 1}, -3, 2, 0.0f},
    {Formula::kHardtanh, {-1, 1}, kNan, 2, 0.0f},
    {Formula::kHardtanh, {-1, 1}, -kInf, -2, 0.0f},
    {Formula::kHardtanh, {-1, 1}, 3, kInf, 0.0f},
    {Formula::kHardtanh, {-1, 1}, 3, -kInf, 0.0f},
    {Formula::kHardtanh, {-1, 1}, 3, kNan, 3},
    {Formula::kHardtanh, {-1, 1}, -0.0f, -0.0f, -0.0f},
    {Formula::kHardtanh, {0, 1}, 3, -0.0f, 0.0f},
    {Formula::kHardtanh, {1, -1}, 3, 0, 0.0f},
    {Formula::kHardtanh, {1, -1}, 3, kNan, 3},
    {Formula::kHardtanh, {kNan, 1}, 3, -5, 3},
    {Formula::kHardtanh, {kNan, 1}, 3, 1, 0.0f},
    {Formula::kHardtanh, {-1, kNan}, 3, 5, 3},
    {Formula::kHardtanh, {-kInf, kInf}, 3, kMax, 3},
    {Formula::kHardtanh, {-kInf, kInf}, 3, kInf, 0.0f},
    // t == threshold takes the sigmoid.
    {Formula::kSoftplus, {1, 0}, 3, 0, 1.5f},
    {Formula::kSoftplus, {1, 0}, 3, -0.0f, 1.5f},
    {Formula::kSoftplus, {1, 0}, 3, kTiny, 3},
    {Formula::kSoftplus, {1, 0}, 3, -kTiny, 1.5f},
    {Formula::kSoftplus, {kTiny, 0}, 3, kTiny, 3},
    {Formula::kSoftplus, {1, kTiny}, 3, kTiny, 1.5f},
    {Formula::kSoftplus, {Above(1), 1 + 0x1p-22f}, 3, Above(1), 3},  // 1 + 2^-22 + 2^-46
    {Formula::kSoftplus, {1, 20}, kNan, 0, kNan},
    {Formula::kSoftplus, {1, 20}, 3, kNan, kNan},
    {Formula::kSoftplus, {kNan, 20}, 3, 1, kNan},
    {Formula::kSoftplus, {0, 20}, 3, kInf, kNan},
    {Formula::kSoftplus, {0, 20}, 3, 7, 1.5f},
    {Formula::kSoftplus, {1, kNan}, 3, kInf, 3},
    {Formula::kSoftplus, {1, kNan}, 3, kMax, 3},
    {Formula::kSoftplus, {1, kNan}, kInf, kInf, kInf},
    {Formula::kSoftplus, {1, kInf}, 3, kInf, 3},
    {Formula::kSoftplus, {1, 20}, 3, -kInf, 0.0f},
    {Formula::kSoftplus, {1, 20}, -3, -kInf, -0.0f},
    {Formula::kSoftplus, {1, 20}, kInf, -kInf, kNan},
    {Formula::kSoftplus, {1, 20}, kInf, -kMax, kInf},
    {Formula::kSoftplus, {1, 20}, -kInf, -1, -kInf},
    {Formula::kSoftplus, {1, 20}, -kMax, -kMax, -0.0f},
    {Formula::kSoftplus, {1, -kInf}, 3, -kMax, 3},
    {Formula::kSoftplus, {1, -kInf}, 3, -kInf, 0.0f},
    {Formula::kSoftplus, {kInf, 20}, 3, 1, 3},
    {Formula::kSoftplus, {kInf, 20}, 3, -1, 0.0f},
    {Formula::kSoftplus, {1, 20}, -0.0f, -5, -0.0f},
    {Formula::kSoftplus, {1e30f, 20}, 3, -1e30f, 0.0f},
    {Formula::kSoftplus, {1e30f, 20}, 3, 1e30f, 3},
    // Both forms of gelu.
    {Formula::kGeluErf, {}, 3, 0, 1.5f},
    {Formula::kGeluErf, {}, 3, -0.0f, 1.5f},
    {Formula::kGeluErf, {}, 3, kInf, 3},
    {Formula::kGeluErf, {}, 3, kMax, 3},
    {Formula::kGeluErf, {}, 3, -kInf, 0.0f},
    {Formula::kGeluErf, {}, -3, -kInf, -0.0f},
    {Formula::kGeluErf, {}, kInf, -kInf, kNan},
    {Formula::kGeluErf, {}, kInf, kInf, kInf},
    {Formula::kGeluErf, {}, 3, -kMax, -0.0f},
    {Formula::kGeluErf, {}, kMax, -30, -0.0f},
    {Formula::kGeluErf, {}, kInf, -1, -kInf},
    {Formula::kGeluErf, {}, kInf, -0.5f, kInf},
    {Formula::kGeluErf, {}, 3, kNan, kNan},
    {Formula::kGeluErf, {}, kNan, 1, kNan},
    {Formula::kGeluErf, {}, 0.0f, -1, -0.0f},
    {Formula::kGeluTanh, {}, 3, 0, 1.5f},
    {Formula::kGeluTanh, {}, 3, -0.0f, 1.5f},
    {Formula::kGeluTanh, {}, 3, kInf, 3},
    {Formula::kGeluTanh, {}, 3, kMax, 3},
    {Formula::kGeluTanh, {}, 3, -kInf, 0.0f},
    {Formula::kGeluTanh, {}, -3, -kInf, -0.0f},
    {Formula::kGeluTanh, {}, kInf, -kInf, kNan},
    {Formula::kGeluTanh, {}, kInf, kInf, kInf},
    {Formula::kGeluTanh, {}, 3, -kMax, -0.0f},
    {Formula::kGeluTanh, {}, kMax, -30, -0.0f},
    {Formula::kGeluTanh, {}, kInf, -1, -kInf},
    {Formula::kGeluTanh, {}, kInf, -0.5f, kInf},
    {Formula::kGeluTanh, {}, 3, kNan, kNan},
    {Formula::kGeluTanh, {}, kNan, 1, kNan},
    {Formula::kGeluTanh, {}, 0.0f, -1, -0.0f},
    // The table of LogitGrad: eps < 0,
    {Formula::kLogit, {-1}, 3, 0.5f, 12},
    {Formula::kLogit, {-1}, -0.0f, 0.5f, -0.0f},
    {Formula::kLogit, {-1}, 3, 0, kInf},
    {Formula::kLogit, {-1}, -3, 0, -kInf},
    {Formula::kLogit, {-1}, 3, -0.0f, kInf},
    {Formula::kLogit, {-1}, -3, -0.0f, -kInf},
    {Formula::kLogit, {-1}, 3, 1, kInf},
    {Formula::kLogit, {-1}, 0, 0, kNan},
    {Formula::kLogit, {-1}, 0, 1, kNan},
    {Formula::kLogit, {-1}, 0x1p-149f, 0x1p-149f, 1},
    {Formula::kLogit, {-1}, 0x1p-100f, 0x1p-140f, 0x1p40f},
    {Formula::kLogit, {-1}, 1, 0x1p-140f, kInf},
    {Formula::kLogit, {-1}, 3, -kTiny, kNan},
    {Formula::kLogit, {-1}, 3, Above(1), kNan},
    {Formula::kLogit, {-1}, 3, kInf, kNan},
    {Formula::kLogit, {-1}, 3, -kInf, kNan},
    {Formula::kLogit, {-1}, kInf, 0.3f, kInf},
    {Formula::kLogit, {-1}, -kInf, 0, -kInf},
    {Formula::kLogit, {-kInf}, 3, 0.5f, 12},
    {Formula::kLogit, {-kInf}, 3, 2, kNan},
    // 0 <= eps < 1,
    {Formula::kLogit, {0}, 3, 0, kInf},
    {Formula::kLogit, {0}, 3, -0.0f, kInf},
    {Formula::kLogit, {-0.0f}, 3, -0.0f, kInf},
    {Formula::kLogit, {0}, 3, 2, 0.0f},
    {Formula::kLogit, {0.25f}, 3, 0.25f, 16},
    {Formula::kLogit, {0.25f}, 3, 0.75f, 16},
    {Formula::kLogit, {0.25f}, -3, 0.2f, 0.0f},
    {Formula::kLogit, {0.25f}, kNan, 0.2f, 0.0f},
    {Formula::kLogit, {0.25f}, kInf, 0.8f, 0.0f},
    {Formula::kLogit, {0.25f}, kNan, 0.5f, kNan},
    {Formula::kLogit, {0.25f}, -kInf, 0.5f, -kInf},
    {Formula::kLogit, {0.25f}, 3, kInf, 0.0f},
    {Formula::kLogit, {0.25f}, 3, -kInf, 0.0f},
    {Formula::kLogit, {0.25f}, 3, kNan, kNan},
    {Formula::kLogit, {0.5f}, 3, 0.5f, 12},
    {Formula::kLogit, {0.6f}, 3, 0.5f, 0.0f},
    // and the others.
    {Formula::kLogit, {1}, 3, 0.5f, kInf},
    {Formula::kLogit, {1}, -3, kInf, -kInf},
    {Formula::kLogit, {1}, 0, 0.5f, kNan},
    {Formula::kLogit, {1}, kNan, 0.5f, kNan},
    {Formula::kLogit, {1}, 3, kNan, kNan},
    {Formula::kLogit, {1.5f}, 3, 0.5f, kNan},
    {Formula::kLogit, {1.5f}, 3, -kInf, kNan},
    {Formula::kLogit, {kInf}, 3, 0.5f, 0.0f},
    {Formula::kLogit, {kInf}, kNan, kInf, 0.0f},
    {Formula::kLogit, {kInf}, 3, kNan, kNan},
    {Formula::kLogit, {kNan}, 3, 0.5f, kNan},
    {Formula::kLogit, {kNan}, 3, kInf, kNan},
    {Formula::kLogit, {kNan}, 3, kNan, kNan},
};

bool IsExpected(float actual, float expected) {
  if (std::isnan(expected)) return std::isnan(actual);
  return std::bit_cast<uint32_t>(actual) == std::bit_cast<uint32_t>(expected);
}

TEST(SpecialValuesTest, AreAsInTheContract) {
  for (const Special& s : kSpecials) {
    const std::vector<float> grad(67, s.grad), x(67, s.x);
    for (const float actual : Evaluate(s.formula, s.params, grad, x)) {
      ASSERT_TRUE(IsExpected(actual, s.expected))
          << "formula " << static_cast<int>(s.formula) << " (" << s.params.first << ", "
          << s.params.second << "), grad " << s.grad << ", x " << s.x << ": " << actual << ", not "
          << s.expected;
    }
  }
}

// The derivative of gelu is negative below its zero near -0.752, and no other factor is.
TEST(SpecialValuesTest, ZeroGradientsGiveZerosWithTheSignOfTheProduct) {
  const struct {
    Formula formula;
    ScalarParams<float> params;
    float negative_below;
    float low, high;
  } cases[] = {{Formula::kSoftplus, {1, 20}, -kInf, -30, 30},
               {Formula::kSoftplus, {-0.7f, 5}, -kInf, -30, 30},
               {Formula::kGeluErf, {}, -0.7517915f, -8, 8},
               {Formula::kGeluTanh, {}, -0.7524614f, -8, 8},
               {Formula::kLogit, {-1}, -kInf, 1e-3f, 1 - 1e-3f}};
  for (const auto& c : cases) {
    Random random(1);
    std::vector<float> grad, x;
    for (int i = 0; i < 4000; ++i) {
      grad.push_back(i % 2 == 0 ? 0.0f : -0.0f);
      x.push_back(static_cast<float>(random.Uniform(c.low, c.high)));
    }
    const std::vector<float> out = Evaluate(c.formula, c.params, grad, x);
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(out[i], 0) << x[i];
      EXPECT_EQ(std::signbit(out[i]), std::signbit(grad[i]) != (x[i] < c.negative_below)) << x[i];
    }
  }
}

TEST(SpecialValuesTest, HardtanhPassesNansBitForBit) {
  for (const float x : {0.0f, kNan, kSignalingNan}) {
    const float grad[] = {kSignalingNan}, xs[] = {x};
    const float out = Evaluate(Formula::kHardtanh, {-1, 1}, grad, xs, Nans::kBitByBit)[0];
    EXPECT_EQ(std::bit_cast<uint32_t>(out), 0xffa12345u) << x;
  }
}

TEST(SpecialValuesTest, PreluTakesItsSecondBranchAtZeroAndNan) {
  struct {
    float grad, x, weight, grad_input, term;
  } const cases[] = {
      {3, 2, 0.5f, 3, 0.0f},
      {3, kTiny, 0.5f, 3, 0.0f},
      {3, kInf, 0.5f, 3, 0.0f},
      {3, 0, 0.5f, 1.5f, 0.0f},
      {3, -0.0f, 0.5f, 1.5f, -0.0f},
      {3, -2, 0.5f, 1.5f, -6},
      {3, -kTiny, 0.5f, 1.5f, -3 * kTiny},
      {3, kNan, 0.5f, 1.5f, kNan},
      {3, -kInf, 0.5f, 1.5f, -kInf},
      {kInf, 2, 0.5f, kInf, 0.0f},
      {kNan, 2, 0.5f, kNan, 0.0f},
      {kNan, -2, 0.5f, kNan, kNan},
      {kInf, 0, 0, kNan, kNan},
      {0.1f, -0.1f, 0.1f, 0.1f * 0.1f, -0.1f * 0.1f},
  };
  for (const auto& c : cases) {
    const float grad[] = {c.grad}, x[] = {c.x};
    const PreluResults results = EvaluatePrelu(c.weight, grad, x);
    EXPECT_TRUE(IsExpected(results.grad_input[0], c.grad_input))
        << "grad " << c.grad << ", x " << c.x << ": " << results.grad_input[0];
    EXPECT_TRUE(IsExpected(results.terms[0], c.term))
        << "grad " << c.grad << ", x " << c.x << ": " << results.terms[0];
  }
}

}  // namespace
}  // namespace openaclnn::special_values_test
