// mish and its gradient.
#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::mish_test {
namespace {

const Function kMishBackward = {.name = "aclnnMishBackward",
                                .exact = [](auto in) { return oracle::MishBackward(in[0], in[1]); },
                                .accuracy = kWithinOneUlp};

// Every float next to the zero of the derivative, and ever farther ones.
TEST(MishTest, BesideTheZero) {
  std::vector<double> x;
  auto below = static_cast<float>(oracle::kMishRoot), above = below;
  for (int i = 0; i < 500; ++i) {
    x.push_back(below);
    x.push_back(above);
    below = std::nextafter(below, -2.0F);
    above = std::nextafter(above, 0.0F);
  }
  for (double distance = 1e-6; distance < 0.2; distance *= 1.01) {
    x.push_back(static_cast<float>(oracle::kMishRoot + distance));
    x.push_back(static_cast<float>(oracle::kMishRoot - distance));
  }
  const Array self = ArrayOf(ACL_FLOAT, x);
  ExpectFunctionAt(kMishBackward, {RandomArray(ACL_FLOAT, self.shape, 1), self}, ACL_FLOAT,
                   ACL_FLOAT);
}

TEST(MishTest, BackwardOfAnyThreeDtypes) {
  const aclDataType floats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  for (const aclDataType grad : floats) {
    for (const aclDataType self : floats) {
      const std::vector<Array> inputs = {RandomArray(grad, {1000}, 3),
                                         RandomArray(self, {1000}, 4)};
      for (const aclDataType out : floats) ExpectFunctionAt(kMishBackward, inputs, out, out);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::mish_test
