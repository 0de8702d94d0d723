// Which elements are close to others: against the definition, and where it says something special.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/dtype.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::is_close_test {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> CloseOnes(const Array& x, const Array& y, double rtol, double atol,
                              bool equal_nan = false) {
  const Array out =
      RunCall({"aclnnIsClose", {x, y, rtol, atol, equal_nan ? 1.0 : 0.0, Array(ACL_BOOL, x.shape)}})
          .at(0);
  std::vector<double> truths;
  for (int64_t i = 0; i < out.size(); ++i) truths.push_back(out.Value(i));
  return truths;
}

TEST(IsCloseTest, AsItIsDefined) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_UINT8,
                                  ACL_INT16, ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = RandomArray(dtype, {3000}, 1, -4, 4), y = RandomArray(dtype, {3000}, 2, -4, 4);
    std::vector<double> expected;
    for (int64_t i = 0; i < x.size(); ++i) {
      const long double a = x.Value(i), b = y.Value(i);
      const bool is_close = a == b || (std::isfinite(a) && std::isfinite(b) &&
                                       std::fabs(a - b) <= 0.5L + 0.25L * std::fabs(b));
      expected.push_back(is_close ? 1 : 0);
    }
    EXPECT_THAT(CloseOnes(x, y, 0.25, 0.5), ElementsAreArray(expected));
  }
}

TEST(IsCloseTest, OtherIsTheMeasure) {
  const Array x = ArrayOf(ACL_FLOAT, {1, 2, -1, -2}), y = ArrayOf(ACL_FLOAT, {2, 1, -2, -1});
  EXPECT_THAT(CloseOnes(x, y, 0.5, 0), ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(CloseOnes(x, y, 0, 1), ElementsAre(1, 1, 1, 1));
}

TEST(IsCloseTest, InfinitiesAndNans) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = ArrayOf(dtype, {kInfinity, kInfinity, 1, kNan, kNan, 1});
    const Array y = ArrayOf(dtype, {kInfinity, -kInfinity, kInfinity, kNan, 1, kNan});
    EXPECT_THAT(CloseOnes(x, y, 1, 1e9), ElementsAre(1, 0, 0, 0, 0, 0));
    EXPECT_THAT(CloseOnes(x, y, 1, 1e9, true), ElementsAre(1, 0, 0, 1, 0, 0));
  }
}

// Float cannot tell these from their neighbours.
TEST(IsCloseTest, DistancesAreExactInDouble) {
  const Array x = ArrayOf(ACL_INT32, {16777217, 16777217}),
              y = ArrayOf(ACL_INT32, {16777216, 16777217});
  EXPECT_THAT(CloseOnes(x, y, 0, 0), ElementsAre(0, 1));
  EXPECT_THAT(CloseOnes(x, y, 0, 1), ElementsAre(1, 1));
  const Array large = ArrayOf(ACL_FLOAT, {0x1p100}), none = ArrayOf(ACL_FLOAT, {0x1p-40});
  EXPECT_THAT(CloseOnes(none, ArrayOf(ACL_FLOAT, {0}), 0, 0x1p-40), ElementsAre(1));
  EXPECT_THAT(CloseOnes(large, ArrayOf(ACL_FLOAT, {-0x1p100}), 2, 0), ElementsAre(1));
}

}  // namespace
}  // namespace openaclnn::test::is_close_test
