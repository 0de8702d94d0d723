// The logarithm of the sigmoid and its gradient.
#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test {
namespace {

using oracle::Real;

// Where the tail to the right ends.
constexpr double kEnd = 103.97;

TEST(LogSigmoidTest, Forward) {
  ExpectFunction({.name = "aclnnLogSigmoid",
                  .exact = [](auto in) { return oracle::LogSigmoid(in[0]); },
                  .accuracy = kWithinOneUlp,
                  .points = {kEnd, -kEnd}});
}

// Which may be null, of any kind, and even out itself.
TEST(LogSigmoidTest, TheBufferIsIgnored) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array x = RandomArray(dtype, {500}, 1, -120, 120), out(dtype, {500});
    const Array expected = RunCall({"aclnnLogSigmoid", {x, out}}).at(0);
    EXPECT_TRUE(SameBits(RunCall({"aclnnLogSigmoidForward", {x, out, nullptr}}).at(0), expected));
    for (const Array& buffer : {Array(ACL_INT64, {0}), Array(dtype, {7, 3})}) {
      EXPECT_TRUE(SameBits(RunCall({"aclnnLogSigmoidForward", {x, out, buffer}}).at(0), expected));
    }
  }
}

Real Backward(double grad, double x) { return Real(grad) * oracle::Logistic(-x); }

TEST(LogSigmoidTest, Backward) {
  ExpectFunction({.name = "aclnnLogSigmoidBackward",
                  .exact = [](auto in) { return Backward(in[0], in[1]); },
                  .accuracy = kWithinOneUlp,
                  .numbers = {Array(ACL_INT64, {0})},
                  .points = {kEnd, -kEnd}});
}

}  // namespace
}  // namespace openaclnn::test
