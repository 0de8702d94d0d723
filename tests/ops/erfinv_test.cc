// The inverse of the error function.
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::erfinv_test {
namespace {

constexpr aclDataType kIntegers[] = {ACL_INT8,  ACL_UINT8, ACL_INT16,
                                     ACL_INT32, ACL_INT64, ACL_BOOL};

const Function kErfinv = {.name = "aclnnErfinv",
                          .exact = [](auto in) { return oracle::Erfinv(in[0]); },
                          .accuracy = kWithinOneUlp};

TEST(ErfinvTest, WhereItIsFinite) {
  ExpectFunctionAt(kErfinv, {RandomArray(ACL_FLOAT, {4000}, 1, -1, 1)}, ACL_FLOAT, ACL_FLOAT);
  std::vector<double> x;
  for (double rest = 0x1p-24; rest < 1; rest *= 1.02) {
    x.push_back(static_cast<float>(1 - rest));
    x.push_back(static_cast<float>(rest - 1));
    x.push_back(static_cast<float>(rest));
  }
  ExpectFunctionAt(kErfinv, {ArrayOf(ACL_FLOAT, x)}, ACL_FLOAT, ACL_FLOAT);
}

TEST(ErfinvTest, AnyPairOfDtypes) {
  for (const aclDataType self : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      ExpectFunctionAt(kErfinv, {RandomArray(self, {2000}, 2, -1, 1)}, out,
                       out == ACL_DOUBLE ? ACL_FLOAT : out);
    }
  }
}

TEST(ErfinvTest, Integers) {
  for (const aclDataType self : kIntegers) {
    const Array small = Array(self, {20}, [&](int64_t i) {
      return static_cast<uint64_t>(self == ACL_BOOL ? i % 2 : self == ACL_UINT8 ? i : i - 10);
    });
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      ExpectFunctionAt(kErfinv, {RandomArray(self, {500}, 3)}, out, out);
      ExpectFunctionAt(kErfinv, {small}, out, out);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::erfinv_test
