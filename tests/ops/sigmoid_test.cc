// The logistic function and its gradient.
#include <cstring>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::sigmoid_test {
namespace {

using oracle::Real;

const Function kSigmoid = {
    "aclnnSigmoid", [](auto in) { return oracle::Logistic(in[0]); }, {.ulp = 1, .double_ulp = 4}};
const Function kSigmoidBackward = {
    "aclnnSigmoidBackward",
    [](auto in) { return Real(in[0]) * (Real(in[1]) * (Real(1) - Real(in[1]))); },
    {.ulp = 0.5001, .double_ulp = 2}};

TEST(SigmoidTest, Forward) { ExpectFunction(kSigmoid); }

TEST(SigmoidTest, IntegersAreReadExactly) {
  for (const aclDataType self : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
    const Array x = RandomArray(self, {2000}, 5);
    const Array small = Array(self, {200}, [](int64_t i) { return static_cast<uint64_t>(i); });
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      ExpectFunctionAt(kSigmoid, {x}, out, out);
      if (self != ACL_BOOL) ExpectFunctionAt(kSigmoid, {small}, out, out);
    }
  }
}

TEST(SigmoidTest, AnyPairOfDtypes) {
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const bool is_widened = out == ACL_DOUBLE && self != ACL_DOUBLE;
      ExpectFunctionAt(kSigmoid, {RandomArray(self, {2000}, 6, -40, 40)}, out,
                       is_widened ? ACL_FLOAT : out);
    }
  }
}

TEST(SigmoidTest, Backward) { ExpectFunction(kSigmoidBackward); }

TEST(SigmoidTest, ComplexResultsHaveNoImaginaryPart) {
  const Array g = RandomArray(ACL_FLOAT, {64}, 7), y = RandomArray(ACL_FLOAT, {64}, 8, 0, 1);
  const Array expected = RunCall(CallOf(kSigmoidBackward, {g, y}, ACL_FLOAT)).at(0);
  const Array complex = RunCall(CallOf(kSigmoidBackward, {g, y}, ACL_COMPLEX64)).at(0);
  for (int64_t i = 0; i < expected.size(); ++i) {
    if (IsNan(ACL_FLOAT, expected.Bits(i))) continue;
    uint64_t bits = 0;
    std::memcpy(&bits, &complex.bytes[static_cast<size_t>(i) * 8], 8);
    EXPECT_EQ(bits, expected.Bits(i));  // the upper half is +0
  }
}

}  // namespace
}  // namespace openaclnn::test::sigmoid_test
