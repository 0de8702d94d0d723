// hardsigmoid and its gradient.
#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::hardsigmoid_test {
namespace {

using oracle::Real;

const Function kBackward = {.name = "aclnnHardsigmoidBackward",
                            .exact = [](auto in) -> Real {
                              const bool passes = -3 < in[1] && in[1] < 3;
                              return passes ? Real(in[0]) / Real(6) : Real(0);
                            },
                            .accuracy = {0.5}};

TEST(HardsigmoidTest, Integers) {
  const Array x = RandomPatterns(ACL_INT32, {3000}, 4);
  const Array small(ACL_INT32, {20}, [](int64_t i) { return static_cast<uint32_t>(i - 10); });
  for (const Array& self : {x, small}) {
    const Array out = RunCall({"aclnnHardsigmoid", {self, Array(ACL_INT32, self.shape)}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceHardsigmoid", {self}}).at(0);
    for (int64_t i = 0; i < self.size(); ++i) {
      ASSERT_EQ(out.Bits(i), self.Value(i) >= 3 ? 1 : 0) << self.Value(i);
      ASSERT_EQ(in_place.Bits(i), out.Bits(i));
    }
  }
}

// Quotients of all sizes, in every mixture of dtypes.
TEST(HardsigmoidTest, AnyGradientInAnyDtype) {
  for (const aclDataType grad : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const Array g = RandomPatterns(grad, {20'000}, 5), x = RandomArray(self, {20'000}, 6, -3, 3);
      for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
        ExpectFunctionAt(kBackward, {g, x}, out, out == ACL_DOUBLE ? ACL_FLOAT : out);
      }
    }
  }
}

// A select: +0 whatever the gradient is.
TEST(HardsigmoidTest, NothingPassesBeyondTheEnds) {
  const Array grad = ArrayOf(ACL_FLOAT, {1, -1, kInfinity, -kInfinity, kNan, -0.0});
  for (const double x : {3.0, -3.0, 3.5, kInfinity, -kInfinity, kNan}) {
    const Array self = ArrayOf(ACL_FLOAT, std::vector<double>(6, x));
    const Array out = RunCall(CallOf(kBackward, {grad, self}, ACL_FLOAT)).at(0);
    for (int64_t i = 0; i < out.size(); ++i) EXPECT_EQ(out.Bits(i), 0) << x;
  }
}

TEST(HardsigmoidTest, ComplexResultsHaveNoImaginaryPart) {
  const Array g = RandomArray(ACL_FLOAT, {64}, 7), x = RandomArray(ACL_FLOAT, {64}, 8);
  const Array expected = RunCall(CallOf(kBackward, {g, x}, ACL_FLOAT)).at(0);
  const Array complex = RunCall(CallOf(kBackward, {g, x}, ACL_COMPLEX64)).at(0);
  for (int64_t i = 0; i < expected.size(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, &complex.bytes[static_cast<size_t>(i) * 8], 8);
    EXPECT_EQ(bits, expected.Bits(i));  // the upper half is +0
  }
}

}  // namespace
}  // namespace openaclnn::test::hardsigmoid_test
