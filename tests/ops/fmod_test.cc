// What is left by whole multiples toward 0, of integers; and signs of what has no digits.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/dtype.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::fmod_test {
namespace {

using ::testing::ElementsAre;

std::vector<double> ValuesOf(const Array& array) {
  std::vector<double> values;
  for (int64_t i = 0; i < array.size(); ++i) values.push_back(array.Value(i));
  return values;
}

TEST(FmodTest, IntegersHaveTheSignOfTheFirst) {
  const Array x = ArrayOf(ACL_INT32, {7, -7, 7, -7, 5, -128});
  const Array y = ArrayOf(ACL_INT32, {3, 3, -3, -3, 0, -1});
  const Array out = RunCall({"aclnnFmodTensor", {x, y, x}}).at(0);
  EXPECT_THAT(ValuesOf(out), ElementsAre(1, -1, 1, -1, 5, 0));
}

TEST(FmodTest, IntegersByANumber) {
  const Array x = ArrayOf(ACL_INT8, {7, -7, -128});
  EXPECT_THAT(ValuesOf(RunCall({"aclnnFmodScalar", {x, {-3.0, ACL_INT8}, x}}).at(0)),
              ElementsAre(1, -1, -2));
  EXPECT_THAT(ValuesOf(RunCall({"aclnnFmodScalar", {x, {0.0, ACL_INT8}, x}}).at(0)),
              ElementsAre(7, -7, -128));
}

TEST(FmodTest, QuotientsBeyondEveryDigit) {
  const Array x = ArrayOf(ACL_DOUBLE, {1e308, -1e308, 0x1.fffffffffffffp+1023});
  const Array y = ArrayOf(ACL_DOUBLE, {5e-324, 3e-310, 0x1.8p-1060});
  const Array out = RunCall({"aclnnFmodTensor", {x, y, x}}).at(0);
  for (int64_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(out.Value(i), std::fmod(x.Value(i), y.Value(i))) << i;
  }
}

TEST(FracTest, IntegersHaveNoFraction) {
  const Array x = ArrayOf(ACL_INT16, {7, -32768, 0});
  EXPECT_THAT(ValuesOf(RunCall({"aclnnFrac", {x, x}}).at(0)), ElementsAre(0, 0, 0));
}

TEST(SignbitTest, ZerosAndNans) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = ArrayOf(dtype, {0, -0.0, 1, -1, kInfinity, -kInfinity, std::copysign(kNan, 1),
                                    std::copysign(kNan, -1)});
    for (const aclDataType out : {ACL_BOOL, ACL_INT64, ACL_FLOAT16}) {
      const Array given = RunCall({"aclnnSignbit", {x, Array(out, x.shape)}}).at(0);
      EXPECT_THAT(ValuesOf(given), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
    }
  }
}

TEST(SignbitTest, Integers) {
  for (const aclDataType dtype :
       {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_UINT32, ACL_INT64, ACL_UINT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    Array x(dtype, {3});
    const uint64_t top = uint64_t{1} << (8 * DtypeBytes(dtype) - 1);
    x.SetBits(0, top);
    x.SetBits(1, 0);
    x.SetBits(2, top - 1);
    const double expected = ClassOf(dtype) == DtypeClass::kSigned ? 1 : 0;
    const Array given = RunCall({"aclnnSignbit", {x, Array(ACL_BOOL, x.shape)}}).at(0);
    EXPECT_THAT(ValuesOf(given), ElementsAre(expected, 0, 0));
  }
}

}  // namespace
}  // namespace openaclnn::test::fmod_test
