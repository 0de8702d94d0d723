// Every SIMD target gives the bits of the formula evaluated on one number, NaN payloads aside.
#include <gtest/gtest.h>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"

namespace openaclnn {
namespace {

template <class T>
bool SameBits(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class T>
void ExpectSameBits(const std::vector<T>& expected, const std::vector<T>& actual,
                    const std::vector<T>& grad, const std::vector<T>& x, TargetBit target) {
  ASSERT_EQ(expected.size(), actual.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_TRUE(SameBits(expected[i], actual[i]))
        << TargetName(target) << std::hexfloat << ": grad " << grad[i] << ", x " << x[i]
        << " gives " << actual[i] << ", not " << expected[i];
  }
}

// Half of them any pattern, half near 1, where formulas do their work.
template <class T>
T AnyValue(Random* random, double spread) {
  if (random->Bits() % 2 != 0) return static_cast<T>(random->Uniform(-spread, spread));
  if constexpr (std::is_same_v<T, float>)
    return random->AnyFloat();
  else
    return random->AnyDouble();
}

template <class T>
std::vector<T> AnyValues(uint64_t seed, double spread, int count) {
  Random random(seed);
  std::vector<T> values;
  for (int i = 0; i < count; ++i) values.push_back(AnyValue<T>(&random, spread));
  return values;
}

TEST(SameBitsTest, InFloat) {
  struct {
    Formula formula;
    ScalarParams<float> params;
    double spread;
  } const cases[] = {{Formula::kHardtanh, {-1, 1}, 2},
                     {Formula::kSoftplus, {1, 20}, 30},
                     {Formula::kSoftplus, {-0.3f, 5}, 1000},
                     {Formula::kGeluErf, {}, 20},
                     {Formula::kGeluTanh, {}, 15},
                     {Formula::kLogit, {1e-6f}, 1},
                     {Formula::kLogit, {-1}, 1}};
  for (const auto& c : cases) {
    const auto grad = AnyValues<float>(1, 4, 30000), x = AnyValues<float>(2, c.spread, 30000);
    const auto expected = Evaluate(kOneNumber, c.formula, c.params, grad, x);
    for (const TargetBit target : AllTargets()) {
      ExpectSameBits(expected, Evaluate(target, c.formula, c.params, grad, x), grad, x, target);
    }
  }
}

TEST(SameBitsTest, Prelu) {
  const auto grad = AnyValues<float>(3, 4, 30000), x = AnyValues<float>(4, 4, 30000);
  const PreluResults expected = EvaluatePrelu(kOneNumber, 0.3f, grad, x);
  for (const TargetBit target : AllTargets()) {
    const PreluResults actual = EvaluatePrelu(target, 0.3f, grad, x);
    ExpectSameBits(expected.grad_input, actual.grad_input, grad, x, target);
    ExpectSameBits(expected.terms, actual.terms, grad, x, target);
  }
}

TEST(SameBitsTest, SoftplusInDouble) {
  const auto grad = AnyValues<double>(5, 4, 20000), x = AnyValues<double>(6, 50, 20000);
  const auto expected = EvaluateSoftplus(kOneNumber, {1.1, 20}, grad, x);
  for (const TargetBit target : AllTargets()) {
    ExpectSameBits(expected, EvaluateSoftplus(target, {1.1, 20}, grad, x), grad, x, target);
  }
}

}  // namespace
}  // namespace openaclnn
