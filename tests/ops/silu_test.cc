// silu, swish and fast gelu, and their gradients.
#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test {
namespace {

using oracle::Real;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoot = -1.2784645427610738;  // of the gradient, in t

// Far out t counts by its sign alone.
Real Limited(const Real& t) {
  if (t > Real(1e6)) return 1e6;
  return t < Real(-1e6) ? Real(-1e6) : t;
}

Real Swish(double x, const Real& beta) {
  const Real t = beta * Real(x);
  if (t.IsNan()) return kNan;
  if (t.IsInfinite()) return t.IsNegative() ? Real(x) * Real(0) : Real(x);
  return Real(x) / (Real(1) + Exp(-Limited(t)));
}

Real SwishBackward(double grad, double x, const Real& beta) {
  const Real product = beta * Real(x);
  if (product.IsNan()) return kNan;
  if (product.IsInfinite()) return product.IsNegative() ? Real(grad) * Real(0) : Real(grad);
  const Real t = Limited(product);
  const Real s = Real(1) / (Real(1) + Exp(-t)), rest = Real(1) / (Real(1) + Exp(t));  // 1 - s
  return Real(grad) * (s * (Real(1) + t * rest));
}

TEST(SiluTest, Forward) {
  ExpectFunction({"aclnnSilu", [](auto in) { return Swish(in[0], 1); }, kWithinOneUlp});
}

TEST(SiluTest, Backward) {
  ExpectFunction({.name = "aclnnSiluBackward",
                  .exact = [](auto in) { return SwishBackward(in[0], in[1], 1); },
                  .accuracy = kWithinOneUlp,
                  .points = {kRoot}});
}

TEST(FastGeluTest, Forward) {
  const Real beta = Real::Parse("1.702");
  ExpectFunction({"aclnnFastGelu", [&](auto in) { return Swish(in[0], beta); }, kWithinOneUlp});
}

TEST(FastGeluTest, Backward) {
  const Real beta = Real::Parse("1.702");
  ExpectFunction({.name = "aclnnFastGeluBackward",
                  .exact = [&](auto in) { return SwishBackward(in[0], in[1], beta); },
                  .accuracy = kWithinOneUlp,
                  .points = {kRoot / 1.702}});
}

TEST(SwishTest, AnyBeta) {
  for (const double beta : {0.0, 1.0, -0.3, 0.1, 1e30, -1e-30, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE(beta);
    const Real b = static_cast<float>(beta);  // rule 7
    ExpectFunction({.name = "aclnnSwish",
                    .exact = [&](auto in) { return Swish(in[0], b); },
                    .accuracy = kWithinOneUlp,
                    .numbers = {{beta, ACL_DOUBLE}}});
    ExpectFunction({.name = "aclnnSwishBackward",
                    .exact = [&](auto in) { return SwishBackward(in[0], in[1], b); },
                    .accuracy = kWithinOneUlp,
                    .numbers = {{beta, ACL_DOUBLE}},
                    .points = {std::isfinite(kRoot / beta) ? kRoot / beta : 0}});
  }
}

// Without a factor both are silu, bit for bit.
TEST(SwishTest, NullIsOne) {
  const Array grad = RandomPatterns(ACL_FLOAT, {5000}, 1), x = RandomPatterns(ACL_FLOAT, {5000}, 2);
  const Array out(ACL_FLOAT, {5000});
  EXPECT_TRUE(SameBits(RunCall({"aclnnSwish", {x, nullptr, out}}).at(0),
                       RunCall({"aclnnSilu", {x, out}}).at(0)));
  EXPECT_TRUE(SameBits(RunCall({"aclnnSwishBackward", {grad, x, nullptr, out}}).at(0),
                       RunCall({"aclnnSiluBackward", {grad, x, out}}).at(0)));
}

}  // namespace
}  // namespace openaclnn::test
