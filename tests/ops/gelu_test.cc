// gelu and gradOutput gelu'(self), exact or by tanh.
#include <bit>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::gelu_test {
namespace {

// docs: performance.md, "Aims", for a gradOutput of 1. With any other some results lie so near the
// middle of two numbers of 16 bits that rounding them to float first errs.
Limits LimitsOfFactor(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {.ulp = 1, .rounded_rate = 0.9999};
    case ACL_BF16:
      return {.ulp = 0.5, .rounded_rate = 1};
    default:
      return {.ulp = 1, .rounded_rate = 0};
  }
}

Limits LimitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {.ulp = 1, .rounded_rate = 0.999};
    case ACL_BF16:
      return {.ulp = 0.5001, .rounded_rate = 0.999};
    default:
      return {.ulp = 1, .rounded_rate = 0};
  }
}

struct Form {
  const char* name;
  oracle::Real (*exact)(double grad, double x);
  double root;  // of the derivative
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }
const Form kForms[] = {{"none", oracle::GeluBackwardErf, -0.7517915246935645},
                       {"tanh", oracle::GeluBackwardTanh, -0.7524614220710162}};

class GeluBackwardV2Test : public testing::TestWithParam<Form> {
 protected:
  static OperatorCall Call(const Array& grad, const Array& self, aclDataType out,
                           const Shape& shape) {
    return {"aclnnGeluBackwardV2", {grad, self, GetParam().name, Array(out, shape)}};
  }

  void Expect(const Array& grad, const Array& self, aclDataType out, const Limits& limits) {
    ExpectAccurate(
        Call(grad, self, out, self.shape),
        [this](std::span<const double> in) { return oracle::Real(in[0]) * Factor(in[1]); }, limits);
  }

  // The exact derivative, which may take milliseconds, at most once for each x.
  const oracle::Real& Factor(double x) {
    const uint64_t bits = std::bit_cast<uint64_t>(x);
    const auto found = factors_.find(bits);
    if (found != factors_.end()) return found->second;
    return factors_.emplace(bits, GetParam().exact(1, x)).first->second;
  }

  static double RunOne(double grad, double x) {
    return RunCall(Call(ArrayOf(ACL_FLOAT, {grad}), ArrayOf(ACL_FLOAT, {x}), ACL_FLOAT, {1}))
        .at(0)
        .Value(0);
  }

 private:
  std::unordered_map<uint64_t, oracle::Real> factors_;
};

Array Constant(aclDataType dtype, const Shape& shape, double value) {
  return Array(dtype, shape, [&](int64_t) { return BitsOf(dtype, value); });
}

TEST_P(GeluBackwardV2Test, AllSixteenBitPatterns) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self = AllPatterns(dtype);
    Expect(Constant(dtype, self.shape, 1), self, dtype, LimitsOfFactor(dtype));
    Expect(RandomPatterns(dtype, self.shape, 61), self, dtype, LimitsOf(dtype));
  }
}

TEST_P(GeluBackwardV2Test, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
    const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                        [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
    const auto [grad, self] = AllPairs(special, special);
    Expect(grad, self, dtype, {.ulp = LimitsOf(dtype).ulp, .rounded_rate = 0});
  }
}

TEST_P(GeluBackwardV2Test, Floats) {
  for (const Array& self :
       {RandomPatterns(ACL_FLOAT, {6'000}, 62), RandomArray(ACL_FLOAT, {6'000}, 63, -13, 8)}) {
    Expect(Constant(ACL_FLOAT, self.shape, 1), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
    Expect(RandomArray(ACL_FLOAT, self.shape, 64), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
    Expect(RandomPatterns(ACL_FLOAT, self.shape, 65), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
  }
}

// Where the two terms of the derivative cancel: every float next to its zero, and ever farther
// ones.
TEST_P(GeluBackwardV2Test, NextToTheZero) {
  std::vector<double> x;
  float below = static_cast<float>(GetParam().root), above = below;
  for (int i = 0; i < 2'000; ++i) {
    x.push_back(below);
    x.push_back(above);
    below = std::nextafter(below, -1.0f);
    above = std::nextafter(above, 0.0f);
  }
  for (double distance = 1e-6; distance < 0.2; distance *= 1.01) {
    x.push_back(static_cast<float>(GetParam().root + distance));
    x.push_back(static_cast<float>(GetParam().root - distance));
  }
  const Array self = ArrayOf(ACL_FLOAT, x);
  Expect(Constant(ACL_FLOAT, self.shape, 1), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
  Expect(RandomArray(ACL_FLOAT, self.shape, 66), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
  const Array nearest = Constant(ACL_FLOAT, {4'000}, GetParam().root);
  Expect(RandomArray(ACL_FLOAT, nearest.shape, 67), nearest, ACL_FLOAT, LimitsOf(ACL_FLOAT));
}

// Results too small for float, which large gradients bring back.
TEST_P(GeluBackwardV2Test, TheTail) {
  std::vector<double> x;
  for (double value = -4; value > -40; value -= 0.0713) x.push_back(static_cast<float>(value));
  const Array self = ArrayOf(ACL_FLOAT, x);
  for (const double grad : {1.0, -1.0, 1e10, 3e38, 1e-30}) {
    Expect(Constant(ACL_FLOAT, self.shape, grad), self, ACL_FLOAT, LimitsOf(ACL_FLOAT));
  }
}

TEST_P(GeluBackwardV2Test, PromotedPairs) {
  const struct {
    aclDataType grad, self, out;
  } mixtures[] = {
      {ACL_FLOAT16, ACL_BF16, ACL_FLOAT},    {ACL_BF16, ACL_FLOAT16, ACL_FLOAT},
      {ACL_FLOAT, ACL_FLOAT16, ACL_FLOAT},   {ACL_BF16, ACL_FLOAT, ACL_FLOAT},
      {ACL_FLOAT16, ACL_INT8, ACL_FLOAT16},  {ACL_BF16, ACL_UINT8, ACL_BF16},
      {ACL_FLOAT, ACL_INT16, ACL_FLOAT},     {ACL_INT32, ACL_FLOAT, ACL_FLOAT},
      {ACL_INT64, ACL_FLOAT16, ACL_FLOAT16}, {ACL_BOOL, ACL_BF16, ACL_BF16},
      {ACL_FLOAT, ACL_BOOL, ACL_FLOAT},      {ACL_INT8, ACL_FLOAT, ACL_FLOAT},
  };
  std::mt19937 random(67);
  for (const auto& [grad_dtype, self_dtype, out] : mixtures) {
    SCOPED_TRACE(DtypeName(grad_dtype) + " and " + DtypeName(self_dtype));
    std::vector<double> grads, selves;
    for (int i = 0; i < 500; ++i) {
      grads.push_back(static_cast<double>(random() % 201) / 2 - 50);
      selves.push_back(static_cast<double>(random() % 161) / 8 - 10);
    }
    Expect(ArrayOf(grad_dtype, grads), ArrayOf(self_dtype, selves), out,
           {.ulp = LimitsOf(out).ulp, .rounded_rate = 0});
  }
}

// INT32 and INT64 hold numbers that a float does not.
TEST_P(GeluBackwardV2Test, IntegersAreReadExactly) {
  std::vector<double> grads, selves;
  for (int i = 0; i < 4000; ++i) {
    grads.push_back((i % 2 == 0 ? 1.0 : -1.0) * (0x1p24 + 1 + 2 * i));
    selves.push_back(static_cast<float>(-6 + i * 0.003001));
  }
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    Expect(ArrayOf(dtype, grads), ArrayOf(ACL_FLOAT, selves), ACL_FLOAT,
           {.ulp = 1, .rounded_rate = 0});
    Expect(ArrayOf(ACL_FLOAT, selves), ArrayOf(dtype, grads), ACL_FLOAT,
           {.ulp = 1, .rounded_rate = 0});
  }
}

TEST_P(GeluBackwardV2Test, Limits) {
  EXPECT_EQ(RunOne(5, kInfinity), 5);
  EXPECT_EQ(RunOne(-5, kInfinity), -5);
  EXPECT_EQ(RunOne(kInfinity, kInfinity), kInfinity);
  EXPECT_EQ(RunOne(5, -kInfinity), 0);
  EXPECT_FALSE(std::signbit(RunOne(5, -kInfinity)));
  EXPECT_TRUE(std::signbit(RunOne(-5, -kInfinity)));
  EXPECT_TRUE(std::isnan(RunOne(kInfinity, -kInfinity)));
  EXPECT_TRUE(std::isnan(RunOne(5, kNan)));
  EXPECT_TRUE(std::isnan(RunOne(kNan, 5)));
  EXPECT_EQ(RunOne(5, 0), 2.5);
  EXPECT_EQ(RunOne(5, -0.0), 2.5);
  EXPECT_EQ(RunOne(5, 3e38), 5);
  EXPECT_EQ(RunOne(5, -3e38), 0);
}

TEST_P(GeluBackwardV2Test, IsTheDerivativeOfGelu) {
  constexpr double kStep = 1e-5;
  const bool by_tanh = std::string(GetParam().name) == "tanh";
  const auto gelu = [by_tanh](double x) {
    if (!by_tanh) return x * std::erfc(-x / std::sqrt(2.0)) / 2;
    const double u = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
    return x * (1 + std::tanh(u)) / 2;
  };
  std::vector<double> x;
  for (double value = -7; value <= 7; value += 0.0531) x.push_back(static_cast<float>(value));
  const Array self = ArrayOf(ACL_FLOAT, x);
  const Array out =
      RunCall(Call(Constant(ACL_FLOAT, self.shape, 1), self, ACL_FLOAT, self.shape)).at(0);
  for (size_t i = 0; i < x.size(); ++i) {
    const double slope = (gelu(x[i] + kStep) - gelu(x[i] - kStep)) / (2 * kStep);
    EXPECT_NEAR(out.Value(static_cast<int64_t>(i)), slope, 1e-6) << x[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, GeluBackwardV2Test, testing::ValuesIn(kForms),
                         [](const testing::TestParamInfo<Form>& form) {
                           return std::string(form.param.name);
                         });

// The two forms differ, so that a mix-up would be seen.
TEST(GeluFormsTest, Differ) {
  const Array self = ArrayOf(ACL_FLOAT, {1.5}), grad = ArrayOf(ACL_FLOAT, {1});
  const auto run = [&](const char* form) {
    return RunCall({"aclnnGeluBackwardV2", {grad, self, form, Array(ACL_FLOAT, {1})}})
        .at(0)
        .Value(0);
  };
  EXPECT_NEAR(run("none"), 1.127465, 1e-5);
  EXPECT_GT(std::abs(run("none") - run("tanh")), 1e-5);
}

// Half of the number next to 0 is a tie, and rounds to a zero that keeps its sign.
TEST(GeluTest, UnderflowKeepsTheSign) {
  for (const double approximate : {0.0, 1.0}) {
    const Array self = ArrayOf(ACL_FLOAT, std::vector<double>(100, -0x1p-149));
    const Array out = RunCall({"aclnnGeluV2", {self, approximate, Array(ACL_FLOAT, {100})}}).at(0);
    for (int64_t i = 0; i < 100; ++i) {
      EXPECT_EQ(out.Value(i), 0) << i;
      EXPECT_TRUE(std::signbit(out.Value(i))) << i;
    }
  }
}

TEST(GeluTest, Tails) {
  std::vector<double> x;
  for (double value = -3; value > -16; value -= 0.00371) x.push_back(static_cast<float>(value));
  for (const double form : {0, 1}) {
    const auto exact = [form](auto in) {
      return form == 0 ? oracle::GeluErf(in[0]) : oracle::GeluTanh(in[0]);
    };
    ExpectFunctionAt({"aclnnGeluV2", exact, kWithinOneUlp, {form}}, {ArrayOf(ACL_FLOAT, x)},
                     ACL_FLOAT, ACL_FLOAT);
  }
}

const Function kGeluBackward = {
    .name = "aclnnGeluBackward",
    .exact = [](auto in) { return oracle::GeluBackwardTanh(in[0], in[1]); },
    .accuracy = kWithinOneUlp,
    .points = {oracle::kGeluTanhRoot}};

TEST(GeluBackwardTest, IsThatByTanh) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array grad = RandomArray(dtype, {4000}, 71), x = RandomArray(dtype, {4000}, 72);
    const Array out(dtype, {4000});
    EXPECT_TRUE(SameBits(RunCall({"aclnnGeluBackward", {grad, x, out}}).at(0),
                         RunCall({"aclnnGeluBackwardV2", {grad, x, "tanh", out}}).at(0)));
  }
}

TEST(GeluBackwardTest, RoundsOnceIntoAnyFloat) {
  const aclDataType floats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  for (const aclDataType grad : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
    for (const aclDataType self : floats) {
      const std::vector<Array> inputs = {RandomArray(grad, {1000}, 73),
                                         RandomArray(self, {1000}, 74)};
      for (const aclDataType out : floats) ExpectFunctionAt(kGeluBackward, inputs, out, out);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::gelu_test
