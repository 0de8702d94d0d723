// elu, selu and celu, which are exponentials to the left, and the gradients of the first two.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::elu_test {
namespace {

using oracle::Real;

struct Parameters {
  double alpha, scale, input_scale;

  std::vector<CallArgument> Numbers() const {
    return {{alpha, ACL_DOUBLE}, {scale, ACL_DOUBLE}, {input_scale, ACL_DOUBLE}};
  }
  Parameters Narrowed() const {  // rule 7
    const auto narrow = [](double number) { return double{static_cast<float>(number)}; };
    return {narrow(alpha), narrow(scale), narrow(input_scale)};
  }
};

constexpr Parameters kUsual[] = {
    {1, 1, 1},   {0.7, 1.3, 2.1},   {-1.5, 0.1, -0.3},
    {1.5, 1, 1}, {1e-30, 1e20, 17}, {3, -1e-20, 1e-6},
};
constexpr Parameters kOdd[] = {
    {0, 1, -5},          {1, 0, 1},         {1, 1, 0},          {1, 1, kInfinity},
    {1, 1, -kInfinity},  {kInfinity, 1, 1}, {-kInfinity, 2, 3}, {1, kInfinity, 1},
    {kNan, 1, 1},        {1, kNan, 1},      {1, 1, kNan},       {1e-40, 1e-40, -1e30},
    {1e38, 1e38, 1e-45}, {1e-45, 1, -1e38}, {0, 1, kInfinity},  {0, kInfinity, 1},
};

Function EluOf(const Parameters& given, bool in_double = false) {
  const Parameters p = in_double ? given : given.Narrowed();
  return {.name = "aclnnElu",
          .exact = [p](auto in) { return oracle::Elu(in[0], p.alpha, p.scale, p.input_scale); },
          .accuracy = {.ulp = 1, .double_ulp = 0},
          .numbers = given.Numbers(),
          .points = {0, 1e-30, -1e-30, -0x1p-30, -0.35, 0.35, -17, -50, -88.7}};
}

Function EluBackwardOf(const Parameters& given, bool is_result) {
  const Parameters p = given.Narrowed();
  std::vector<CallArgument> numbers = given.Numbers();
  numbers.emplace_back(is_result ? 1.0 : 0.0);
  const double root = -p.alpha * p.scale;
  return {.name = "aclnnEluBackward",
          .exact =
              [=](auto in) {
                return oracle::EluBackward(in[0], in[1], p.alpha, p.scale, p.input_scale,
                                           is_result);
              },
          .accuracy = is_result ? kRoundedOnce : kWithinOneUlp,
          .numbers = numbers,
          .points = {0, std::isfinite(root) && std::fabs(root) < 1e4 ? root : -1}};
}

Array Special() {
  const std::vector<uint64_t> patterns = SpecialPatterns(ACL_FLOAT);
  return Array(ACL_FLOAT, {static_cast<int64_t>(patterns.size())},
               [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
}

TEST(EluTest, Forward) {
  for (const Parameters& p : kUsual) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    ExpectFunction(EluOf(p));
  }
}

TEST(EluTest, AnyParameters) {
  for (const Parameters& p : kOdd) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    ExpectFunctionAt(EluOf(p), {Special()}, ACL_FLOAT, ACL_FLOAT);
    ExpectFunctionAt(EluOf(p), {RandomArray(ACL_FLOAT, {500}, 3, -100, 100)}, ACL_FLOAT, ACL_FLOAT);
  }
}

TEST(EluTest, Doubles) {
  for (const Parameters& p :
       {Parameters{1, 1, 1}, Parameters{0.7, 1.3, 2.1}, Parameters{-1e200, 1e-210, -0.3},
        Parameters{1e-100, 1e-100, -20}, Parameters{0, 1, -1e300}}) {
    Function function = EluOf(p, true);
    function.accuracy.double_ulp = 4;
    for (const double spread : {4.0, 40.0, 760.0, 1e-3, 1e-12, 1e-200}) {
      const Array x = RandomArray(ACL_DOUBLE, {2000}, 8, -spread, spread / 10);
      for (const aclDataType out : {ACL_DOUBLE, ACL_FLOAT})
        ExpectFunctionAt(function, {x}, out, out);
    }
    ExpectFunctionAt(function, {RandomPatterns(ACL_DOUBLE, {2000}, 9)}, ACL_DOUBLE, ACL_DOUBLE);
  }
}

// What inputScale takes from the digits of a small number, a large factor does not bring back.
TEST(EluTest, LargeFactorsOfSmallNumbers) {
  for (const Parameters& p : {Parameters{1, 3e38, 1e-40}, Parameters{0.7, -3e38, -1e-40},
                              Parameters{3e38, 1, -2.1}, Parameters{3e38, 3e38, 1e-40}}) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectFunctionAt(EluOf(p), {WildArray(dtype, {4000}, 10)}, dtype, dtype);
    }
  }
  for (const Parameters& p :
       {Parameters{1, 3e38, -2.1}, Parameters{3e38, 1, 1e-40}, Parameters{-1, kInfinity, 1e-40},
        Parameters{kInfinity, 1, 0}, Parameters{1e300, 1e300, 1e-310},
        Parameters{1e200, 1, -3e-320}, Parameters{-5, 0.0, 1e-200},
        Parameters{1e150, -1e-100, 1e-305}, Parameters{3, 1, 0.7}}) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    Function function = EluOf(p, true);
    function.accuracy.double_ulp = 4;
    ExpectFunctionAt(function, {WildArray(ACL_DOUBLE, {6000}, 11)}, ACL_DOUBLE, ACL_DOUBLE);
  }
}

TEST(EluTest, AnyPairOfDtypes) {
  const Function function = EluOf({0.7, 1.3, 1.1});
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      ExpectFunctionAt(function, {RandomArray(self, {2000}, 6, -20, 5)}, out,
                       out == ACL_DOUBLE ? ACL_FLOAT : out);
    }
  }
}

TEST(EluTest, Backward) {
  for (const Parameters& p : kUsual) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    ExpectFunction(EluBackwardOf(p, false));
    if (p.alpha >= 0) ExpectFunction(EluBackwardOf(p, true));
  }
}

TEST(EluTest, BackwardOfAnyParameters) {
  for (const Parameters& p : kOdd) {
    SCOPED_TRACE(testing::Message() << p.alpha << ' ' << p.scale << ' ' << p.input_scale);
    const auto [grad, x] = AllPairs(Special(), Special());
    ExpectFunctionAt(EluBackwardOf(p, false), {grad, x}, ACL_FLOAT, ACL_FLOAT);
    if (!(p.alpha < 0)) ExpectFunctionAt(EluBackwardOf(p, true), {grad, x}, ACL_FLOAT, ACL_FLOAT);
  }
}

TEST(EluTest, BackwardIntoWiderDtypes) {
  const Array grad = RandomArray(ACL_FLOAT16, {2000}, 6), x = RandomArray(ACL_FLOAT16, {2000}, 7);
  for (const bool is_result : {false, true}) {
    const Function function = EluBackwardOf({0.7, 1.3, 1.1}, is_result);
    for (const aclDataType out : {ACL_FLOAT, ACL_DOUBLE}) {
      ExpectFunctionAt(function, {grad, x}, out, ACL_FLOAT);
    }
    const Array narrow = RunCall(CallOf(function, {grad, x}, ACL_FLOAT)).at(0);
    const Array complex = RunCall(CallOf(function, {grad, x}, ACL_COMPLEX64)).at(0);
    for (int64_t i = 0; i < narrow.size(); ++i) {
      if (std::isnan(narrow.Value(i))) continue;
      uint64_t bits = 0;
      std::memcpy(&bits, &complex.bytes[static_cast<size_t>(i) * 8], 8);
      EXPECT_EQ(bits, narrow.Bits(i));  // the upper half is +0
    }
  }
}

TEST(CeluTest, AnyAlpha) {
  for (const double given : {1.0, 0.3, -0.7, 1e-40, 1e38, -1e-30, kInfinity, -kInfinity}) {
    SCOPED_TRACE(given);
    const double alpha = static_cast<float>(given);
    const Function function = {.name = "aclnnCelu",
                               .exact = [=](auto in) { return oracle::Celu(in[0], alpha); },
                               .accuracy = kWithinOneUlp,
                               .numbers = {{given, ACL_DOUBLE}},
                               .points = {0, -0x1p-30, -0.35, -17},
                               .step = given == 0.3 ? 1 : 7};
    ExpectFunction(function);
    ExpectFunctionAt(function, {RandomArray(ACL_FLOAT, {2000}, 9)}, ACL_DOUBLE, ACL_FLOAT);
    ExpectFunctionAt(function, {RandomArray(ACL_BF16, {2000}, 9)}, ACL_FLOAT16, ACL_FLOAT16);
  }
}

const Real kS = Real::Parse("1.0507009873554804934193349852946");
const Real kA = kS * Real::Parse("1.6732632423543772848170429916717");

const Function kSelu = {.name = "aclnnSelu",
                        .exact = [](auto in) { return oracle::Selu(in[0]); },
                        .accuracy = kWithinOneUlp};

int64_t EndOf(aclDataType dtype) { return dtype == ACL_INT8 ? INT8_MAX : INT32_MAX; }
int64_t Saturated(aclDataType dtype, double value) {
  const auto end = static_cast<double>(EndOf(dtype));
  return static_cast<int64_t>(value > end ? end : value < -end - 1 ? -end - 1 : value);
}

// Some of any size, and those nearest to where `factor` times them is an integer, or, with a half,
// the middle of two.
std::vector<double> HardIntegers(const Real& factor, double half) {
  std::vector<double> hard = {0, 1, -1, 20, 127, -128, 2147483647, -2147483648.0};
  // Continued fractions would find the best; so many neighbours of multiples do as well.
  for (double n = 1; n < 2e9; n = n * 1.01 + 1) {
    double best = 1, found = n;
    for (double x = n; x < n + 100; ++x) {
      const Real product = factor * Real(x) + Real(half);
      const double off = std::fabs((product - RoundToInteger(product)).ToDouble());
      if (off < best) best = off, found = x;
    }
    hard.push_back(std::floor(found));
    hard.push_back(-std::floor(found));
  }
  return hard;
}

Array Integers(aclDataType dtype, const std::vector<double>& values) {
  return Array(dtype, {static_cast<int64_t>(values.size())}, [&](int64_t i) {
    const int64_t value = Saturated(dtype, values[static_cast<size_t>(i)]);
    return static_cast<uint64_t>(value) & (dtype == ACL_INT8 ? 0xff : 0xffffffff);
  });
}

TEST(SeluTest, IntegersAreTruncated) {
  std::vector<double> values = HardIntegers(kS, 0);
  for (double x = -128; x < 128; ++x) values.push_back(x);
  for (const aclDataType self : {ACL_INT8, ACL_INT32}) {
    const Array x = Integers(self, values);
    for (const aclDataType to : {ACL_INT8, ACL_INT32}) {
      const Array out = RunCall({"aclnnSelu", {x, Array(to, x.shape)}}).at(0);
      for (int64_t i = 0; i < x.size(); ++i) {
        const Real exact = oracle::Selu(x.Value(i));
        const Real whole = RoundToInteger(exact);
        const bool is_above = Abs(whole) > Abs(exact);
        const Real truncated = !is_above ? whole : exact > Real(0) ? whole - 1 : whole + 1;
        ASSERT_EQ(static_cast<int64_t>(out.Value(i)), Saturated(to, truncated.ToDouble()))
            << x.Value(i);
      }
    }
    for (const aclDataType to : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectFunctionAt(kSelu, {x}, to, to);
    }
    const Array same = RunCall({"aclnnSelu", {x, Array(self, x.shape)}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceSelu", {x}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) ASSERT_EQ(same.Bits(i), in_place.Bits(i));
  }
}

TEST(SeluTest, BackwardOfIntegersIsRounded) {
  for (const aclDataType dtype : {ACL_INT8, ACL_INT32}) {
    std::vector<double> grads, results;
    for (const double y : {1.0, 0.0, -1.0, -2.0, -7.0, -1e5}) {
      const Real factor = y > 0 ? kS : Real(y) + kA;
      for (const double grad : HardIntegers(factor, 0.5)) {
        grads.push_back(grad);
        results.push_back(y);
      }
      for (double grad = -128; grad < 128; ++grad) {
        grads.push_back(grad);
        results.push_back(y);
      }
    }
    const Array g = Integers(dtype, grads), y = Integers(dtype, results);
    const Array out = RunCall({"aclnnSeluBackward", {g, y, Array(dtype, y.shape)}}).at(0);
    for (int64_t i = 0; i < y.size(); ++i) {
      const Real exact = oracle::SeluBackward(g.Value(i), y.Value(i));
      ASSERT_EQ(static_cast<int64_t>(out.Value(i)),
                Saturated(dtype, RoundToInteger(exact).ToDouble()))
          << g.Value(i) << " and " << y.Value(i);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::elu_test
