// silu, swish and fast gelu, and their gradients.
#include <cmath>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::silu_test {
namespace {

using oracle::Real;
using oracle::Swish;
using oracle::SwishBackward;

constexpr double kRoot = -1.2784645427610738;  // of the gradient, in t

TEST(SwishTest, AnyBeta) {
  for (const double beta : {0.0, 1.0, -0.3, 0.1, 1e30, -1e-30, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE(beta);
    const Real b = static_cast<float>(beta);  // rule 7
    const int64_t step = beta == -0.3 ? 1 : 7;
    ExpectFunction({.name = "aclnnSwish",
                    .exact = [&](auto in) { return Swish(in[0], b); },
                    .accuracy = kWithinOneUlp,
                    .numbers = {{beta, ACL_DOUBLE}},
                    .step = step});
    ExpectFunction({.name = "aclnnSwishBackward",
                    .exact = [&](auto in) { return SwishBackward(in[0], in[1], b); },
                    .accuracy = kWithinOneUlp,
                    .numbers = {{beta, ACL_DOUBLE}},
                    .points = {std::isfinite(kRoot / beta) ? kRoot / beta : 0},
                    .step = step});
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
}  // namespace openaclnn::test::silu_test
