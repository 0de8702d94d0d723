// Between two tensors, as far from the first as a number says.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::lerp_test {
namespace {

using oracle::Real;

// A tie that a tiny operand breaks is one in double.
constexpr Accuracy kOnce = {.ulp = 0.501, .rounded_rate = 0.9};
constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// The same number by either form where it is finite.
Real Lerp(double self, double end, double weight) {
  const Real way = Real(end) - Real(self);
  if (std::fabs(weight) < 0.5) return Real(self) + Real(weight) * way;
  return Real(end) - way * (Real(1) - Real(weight));
}

TEST(LerpTest, Floats) {
  for (const double number :
       {0.0, 0.25, 0.3, -0.3, 0.5, -0.5, 0.7, 1.0, -2.5, 1e10, 1e-42, kInfinity}) {
    SCOPED_TRACE(number);
    const double weight = static_cast<float>(number);
    ExpectFunction({"aclnnLerps",
                    [=](auto in) { return Lerp(in[0], in[1], weight); },
                    kOnce,
                    {{number, ACL_DOUBLE}}});
  }
}

TEST(LerpTest, AWeightThatIsNoNumber) {
  const Array x = RandomArray(ACL_FLOAT, {50}, 1), y = RandomArray(ACL_FLOAT, {50}, 2);
  const CallArgument weight = {std::numeric_limits<double>::quiet_NaN(), ACL_FLOAT};
  const Array given = RunCall({"aclnnLerps", {x, y, weight, x}}).at(0);
  for (int64_t i = 0; i < given.size(); ++i) EXPECT_TRUE(std::isnan(given.Value(i))) << i;
}

// Holds for finite operands.
TEST(LerpTest, TheEndsAreTheOperands) {
  for (const aclDataType dtype : kFloats) {
    const Array x = RandomArray(dtype, {500}, 1), y = RandomArray(dtype, {500}, 2);
    const Array start = RunCall({"aclnnLerps", {x, y, {0.0, ACL_INT8}, x}}).at(0);
    const Array end = RunCall({"aclnnLerps", {x, y, {1.0, ACL_BOOL}, x}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      if (!std::isfinite(x.Value(i)) || !std::isfinite(y.Value(i))) continue;
      EXPECT_EQ(start.Value(i), x.Value(i)) << DtypeName(dtype);
      EXPECT_EQ(end.Value(i), y.Value(i)) << DtypeName(dtype);
    }
  }
}

TEST(LerpTest, IntoAnyFloat) {
  for (const aclDataType dtype : kFloats) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      for (const double number : {0.3, 0.7}) {
        SCOPED_TRACE(DtypeName(dtype) + " into " + DtypeName(out));
        const double weight = static_cast<float>(number);
        ExpectFunctionAt({"aclnnLerps",
                          [=](auto in) { return Lerp(in[0], in[1], weight); },
                          kOnce,
                          {{number, ACL_DOUBLE}}},
                         {RandomArray(dtype, {3000}, 1), RandomArray(dtype, {3000}, 2)}, out,
                         out == ACL_DOUBLE ? ACL_FLOAT : out);
      }
    }
  }
}

TEST(LerpTest, Broadcasts) {
  const Array matrix = RandomArray(ACL_FLOAT, {37, 61}, 1), out(ACL_FLOAT, {37, 61});
  for (const Shape& shape : {Shape{61}, Shape{37, 1}, Shape{1, 1}, Shape{}}) {
    SCOPED_TRACE(TextOf(shape));
    const Array other = RandomArray(ACL_FLOAT, shape, 2), all = Expanded(other, matrix.shape);
    const Array expected = RunCall({"aclnnLerps", {matrix, all, 0.7, out}}).at(0);
    EXPECT_TRUE(SameBits(RunCall({"aclnnLerps", {matrix, other, 0.7, out}}).at(0), expected));
    EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceLerps", {matrix, other, 0.7}}).at(0), expected));
    EXPECT_TRUE(SameBits(RunCall({"aclnnLerps", {other, matrix, 0.7, out}}).at(0),
                         RunCall({"aclnnLerps", {all, matrix, 0.7, out}}).at(0)));
  }
}

}  // namespace
}  // namespace openaclnn::test::lerp_test
