// The hyperbolic tangent and its gradient.
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::tanh_test {
namespace {

using oracle::Real;

constexpr aclDataType kIntegers[] = {ACL_INT8,  ACL_UINT8, ACL_INT16,
                                     ACL_INT32, ACL_INT64, ACL_BOOL};

const Function kTanh = {.name = "aclnnTanh",
                        .exact = [](auto in) { return oracle::Hyperbolic(in[0]); },
                        .accuracy = kWithinOneUlp};

TEST(TanhTest, SmallArguments) {
  std::vector<double> x;
  for (double value = 1e-45; value < 1; value *= 1.03) {
    x.push_back(static_cast<float>(value));
    x.push_back(static_cast<float>(-value));
  }
  ExpectFunctionAt(kTanh, {ArrayOf(ACL_FLOAT, x)}, ACL_FLOAT, ACL_FLOAT);
}

TEST(TanhTest, AnyPairOfDtypes) {
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectFunctionAt(kTanh, {RandomArray(self, {2000}, 6)}, out, out);
    }
  }
}

TEST(TanhTest, Integers) {
  for (const aclDataType self : kIntegers) {
    const Array any = RandomArray(self, {500}, 7);
    const Array small = Array(self, {20}, [&](int64_t i) {
      return static_cast<uint64_t>(self == ACL_BOOL ? i % 2 : self == ACL_UINT8 ? i : i - 10);
    });
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectFunctionAt(kTanh, {any}, out, out);
      ExpectFunctionAt(kTanh, {small}, out, out);
    }
  }
}

TEST(TanhTest, Backward) {
  ExpectFunction(
      {.name = "aclnnTanhBackward",
       .exact = [](auto in) { return Real(in[0]) * (Real(1) - Real(in[1]) * Real(in[1])); },
       .accuracy = {.ulp = 0.5001, .double_ulp = 2},
       .points = {1, -1}});
}

}  // namespace
}  // namespace openaclnn::test::tanh_test
