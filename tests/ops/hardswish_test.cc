// hardswish and its two gradients.

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::hardswish_test {
namespace {

using oracle::Real;

const Function kForward = {.name = "aclnnHardswish",
                           .exact = [](auto in) -> Real {
                             const double x = in[0];
                             if (x >= 3) return x;
                             if (x <= -3) return 0;
                             return Real(x) * (Real(x) + Real(3)) / Real(6);
                           },
                           .accuracy = kRoundedOnce};

// Exact before the quotient, so that ties are.
Real Between(double grad, double x) { return Real(grad) * (Real(2) * Real(x) + Real(3)) / Real(6); }

const Function kBackward = {.name = "aclnnHardswishBackward",
                            .exact = [](auto in) -> Real {
                              const double grad = in[0], x = in[1];
                              if (x < -3) return 0;
                              if (x <= 3) return Between(grad, x);
                              return grad;
                            },
                            .accuracy = kRoundedOnce};

const Function kBackwardV2 = {.name = "aclnnHardswishBackwardV2",
                              .exact = [](auto in) -> Real {
                                const double grad = in[0], x = in[1];
                                if (x <= -3) return 0;
                                if (x < 3) return Between(grad, x);
                                return grad;
                              },
                              .accuracy = kRoundedOnce};

TEST(HardswishTest, AnyPairOfDtypes) {
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectFunctionAt(kForward, {RandomArray(self, {3000}, 5)}, out, out);
    }
  }
}

// Gradients from the least to the largest number, each with slopes of all sizes.
TEST(HardswishTest, AnyGradientAtAnySlope) {
  for (const Function& function : {kBackward, kBackwardV2}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_FLOAT16}) {
      const Array grad = RandomPatterns(dtype, {20'000}, 6);
      ExpectFunctionAt(function, {grad, RandomArray(dtype, {20'000}, 7, -3, 3)}, dtype, dtype);
      const Array near_root = RandomArray(dtype, {20'000}, 8, -1.51, -1.49);
      ExpectFunctionAt(function, {grad, near_root}, dtype, dtype);
    }
  }
}

// The ends are where the two gradients differ; both are exact there.
TEST(HardswishTest, TheEnds) {
  const Array x = ArrayOf(ACL_FLOAT, {-3, 3, -1.5, kInfinity, -kInfinity, kNan});
  const Array grad = ArrayOf(ACL_FLOAT, std::vector<double>(6, -5));
  const Array first = RunCall(CallOf(kBackward, {grad, x}, ACL_FLOAT)).at(0);
  const Array second = RunCall(CallOf(kBackwardV2, {grad, x}, ACL_FLOAT)).at(0);
  const double expected[] = {2.5, -7.5, -0.0, -5, 0.0, -5};
  const double expected_v2[] = {0.0, -5, -0.0, -5, 0.0, -5};
  for (int64_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(first.Bits(i), BitsOf(ACL_FLOAT, expected[i])) << x.Value(i);
    EXPECT_EQ(second.Bits(i), BitsOf(ACL_FLOAT, expected_v2[i])) << x.Value(i);
  }
}

// Beyond the ends a gradient is blocked, whatever it is, or passes bit for bit.
TEST(HardswishTest, SelectsKeepBits) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
    const Array grad = dtype == ACL_FLOAT ? RandomPatterns(dtype, {60'000}, 9) : AllPatterns(dtype);
    for (const Function& function : {kBackward, kBackwardV2}) {
      for (const double x : {-4.0, -kInfinity, 4.0, kInfinity, kNan}) {
        const Array self(dtype, grad.shape, [&](int64_t) { return BitsOf(dtype, x); });
        const Array out = RunCall(CallOf(function, {grad, self}, dtype)).at(0);
        for (int64_t i = 0; i < grad.size(); ++i) {
          ASSERT_EQ(out.Bits(i), x < 0 ? 0 : grad.Bits(i)) << "self " << x;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::hardswish_test
