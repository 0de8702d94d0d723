// The logarithm of the sum of two powers where that sum is next to 1, and where it is far from it.
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/functions.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::log_add_exp_test {
namespace {

using oracle::Real;

struct Function {
  const char* name;
  const oracle::Definition& definition;
  double (*partner)(double x);  // whose power and that of x have the sum 1
};
const Function kFunctions[] = {
    {"aclnnLogAddExp", oracle::kLogAddExp, [](double x) { return std::log(-std::expm1(x)); }},
    {"aclnnLogAddExp2", oracle::kLogAddExp2,
     [](double x) { return std::log2(-std::expm1(x * M_LN2)); }}};

// Floats beside those whose powers have the sum 1: what is left of the terms is very little.
void AddPairsNearOne(const Function& function, std::vector<double>& xs, std::vector<double>& ys) {
  std::mt19937 random(1);
  for (int i = 0; i < 4000; ++i) {
    const double share = static_cast<double>(random() >> 8) * 0x1p-24;
    const auto x = static_cast<float>(-std::ldexp(0.5 + share / 2, -(i % 60)));
    auto y = static_cast<float>(function.partner(double{x}));
    if (!std::isfinite(y)) continue;
    if (i % 3 == 1) y = std::nextafterf(y, 0.0f);
    if (i % 3 == 2) y = std::nextafterf(y, -200.0f);
    xs.push_back(i % 2 == 0 ? double{x} : double{y});
    ys.push_back(i % 2 == 0 ? double{y} : double{x});
  }
}

TEST(LogAddExpTest, IsExactWhereTermsCancel) {
  for (const Function& function : kFunctions) {
    std::vector<double> xs, ys;
    AddPairsNearOne(function, xs, ys);
    const Array x = ArrayOf(ACL_FLOAT, xs), y = ArrayOf(ACL_FLOAT, ys);
    const Array given = RunCall({function.name, {x, y, Array(ACL_FLOAT, x.shape)}}).at(0);
    double most = 0;
    for (int64_t i = 0; i < x.size(); ++i) {
      const Real exact = function.definition.exact({x.Value(i), y.Value(i)});
      const auto nearest = static_cast<float>(exact.ToDouble());
      const float ulp = std::nextafterf(std::fabs(nearest), INFINITY) - std::fabs(nearest);
      const double error = ((Real(given.Value(i)) - exact) / Real(double{ulp})).ToDouble();
      most = std::max(most, std::fabs(error));
    }
    EXPECT_LT(most, 0.501) << function.name;
  }
}

TEST(LogAddExpTest, SpecialValues) {
  const double inf = kInfinity;
  const Array x = ArrayOf(ACL_FLOAT, {inf, inf, -inf, -inf, -inf, kNan, inf, kNan, 3e38});
  const Array y = ArrayOf(ACL_FLOAT, {inf, -inf, -inf, 2.5, -0.0, 1, kNan, -inf, 3e38});
  for (const Function& function : kFunctions) {
    const Array given = RunCall({function.name, {x, y, Array(ACL_FLOAT, x.shape)}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      const double exact = function.definition.exact({x.Value(i), y.Value(i)}).ToDouble();
      const double value = given.Value(i);
      EXPECT_TRUE(std::isnan(exact) ? std::isnan(value) : value == static_cast<float>(exact))
          << function.name << " of " << x.Value(i) << " and " << y.Value(i) << ": " << value;
    }
  }
}

// An integer is the number that it is, not one of the dtype of the result.
TEST(LogAddExpTest, OperandsOfOtherDtypes) {
  const Array x = ArrayOf(ACL_UINT64, {4098, 0}), y = ArrayOf(ACL_DOUBLE, {0.1, -0.2});
  for (const Function& function : kFunctions) {
    const Array given = RunCall({function.name, {x, y, Array(ACL_FLOAT16, {2})}}).at(0);
    for (int64_t i = 0; i < 2; ++i) {
      const Real exact = function.definition.exact({x.Value(i), y.Value(i)});
      EXPECT_NEAR(given.Value(i), exact.ToDouble(), 0x1p-11 * std::fabs(exact.ToDouble()));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::log_add_exp_test
