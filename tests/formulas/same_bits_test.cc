// Formulas give the same bits on every SIMD target for any values; Evaluate compares them.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"
#include "tests/sanitized.h"

namespace openaclnn {
namespace {

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
    Evaluate(c.formula, c.params, grad, x);
  }
}

TEST(SameBitsTest, Prelu) {
  const auto grad = AnyValues<float>(3, 4, 30000), x = AnyValues<float>(4, 4, 30000);
  EvaluatePrelu(0.3f, grad, x);
}

TEST(SameBitsTest, SoftplusInDouble) {
  const auto grad = AnyValues<double>(5, 4, 20000), x = AnyValues<double>(6, 50, 20000);
  EvaluateSoftplus({1.1, 20}, grad, x);
}

// Without it the tests would compare a target with itself.
TEST(SameBitsTest, AllTargetsAreTried) {
  const std::vector<std::string> names = TargetNames();
  std::cout << "SIMD targets tried:";
  for (const std::string& name : names) std::cout << " " << name;
  std::cout << std::endl;
  const auto tried = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  EXPECT_EQ(tried("AVX2"), avx2);
  const bool compiled = !test::kIsSanitized;  // cmake/libraries.cmake
  EXPECT_EQ(tried("AVX3"), compiled && avx2 && __builtin_cpu_supports("avx512f") &&
                               __builtin_cpu_supports("avx512vl") &&
                               __builtin_cpu_supports("avx512dq") &&
                               __builtin_cpu_supports("avx512bw"));
#ifdef __AVX2__  // which is the baseline then
  EXPECT_FALSE(tried("SCALAR"));
#else
  EXPECT_TRUE(tried("SCALAR"));
#endif
#elif defined(__aarch64__)
  EXPECT_TRUE(tried("NEON"));
#endif
}

}  // namespace
}  // namespace openaclnn
