// What float results become in the 16-bit formats, for every self there is.
#include <gtest/gtest.h>

#include "base/half.h"
#include "tests/formulas/definition_of.h"
#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/oracle/format.h"
#include "tests/sanitized.h"

namespace openaclnn {
namespace {

struct HalfCase {
  const char* name;
  Formula formula;
  ScalarParams<float> params;
  int float16_misses;  // of 65,536, at most; near-ties that the float result cannot show
};

void PrintTo(const HalfCase& c, std::ostream* out) { *out << c.name; }

class HalfTest : public testing::TestWithParam<HalfCase> {
 protected:
  // How many of the 65,536 results are not the exact values correctly rounded. None is off by more
  // than one ULP.
  template <class Widen, class Narrow>
  static int CountMisses(Widen widen, Narrow narrow, const oracle::Format& format) {
    const HalfCase& c = GetParam();
    const oracle::Definition& definition = DefinitionOf(c.formula);
    const oracle::Scalars scalars = {c.params.first, c.params.second};
    std::vector<float> x;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      x.push_back(widen(static_cast<uint16_t>(bits)));
    }
    const std::vector<float> grad(x.size(), 1);
    const std::vector<float> out = Evaluate(c.formula, c.params, grad, x);
    int misses = 0;
    for (size_t i = 0; i < x.size(); i += test::kJudgedStep) {
      const oracle::Real exact = definition.exact({grad[i], x[i]}, scalars);
      const double actual = widen(narrow(out[i])), expected = oracle::Round(exact, format);
      if (std::isnan(actual) && std::isnan(expected)) continue;
      if (actual == expected) continue;
      ++misses;
      EXPECT_LT(oracle::UlpError(actual, exact, format), 1) << x[i];
    }
    return misses;
  }
};

TEST_P(HalfTest, Bfloat16IsCorrectlyRounded) {
  EXPECT_EQ(CountMisses(FloatFromBfloat16, Bfloat16FromFloat, oracle::kBfloat16), 0);
}

TEST_P(HalfTest, Float16IsCorrectlyRoundedButForNearTies) {
  EXPECT_LE(CountMisses(FloatFromFloat16, Float16FromFloat, oracle::kFloat16),
            GetParam().float16_misses);
}

INSTANTIATE_TEST_SUITE_P(, HalfTest,
                         testing::Values(HalfCase{"Hardtanh", Formula::kHardtanh, {-1, 1}, 0},
                                         HalfCase{"Softplus", Formula::kSoftplus, {1, 20}, 12},
                                         HalfCase{"GeluErf", Formula::kGeluErf, {}, 6},
                                         HalfCase{"GeluTanh", Formula::kGeluTanh, {}, 6},
                                         HalfCase{"Logit", Formula::kLogit, {1e-6f}, 6}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace openaclnn
