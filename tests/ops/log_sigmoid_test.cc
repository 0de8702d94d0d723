// The logarithm of the sigmoid with a buffer.
#include "gtest/gtest.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::log_sigmoid_test {
namespace {

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

}  // namespace
}  // namespace openaclnn::test::log_sigmoid_test
