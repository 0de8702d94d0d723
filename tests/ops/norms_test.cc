// Norms over axes against the same in long double. Their bits in other layouts and settings:
// cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::norms_test {
namespace {

using Integers = std::vector<int64_t>;

constexpr double kOrders[] = {0, 1, 2, 3, 2.5, 0.5, -1, kInfinity, -kInfinity, 2147483647};

// The norm of terms |x|, x of [outer, length, inner] along the middle axis.
long double NormOf(const std::vector<double>& sizes, double order) {
  if (order == 2147483647 || order == kInfinity) return *std::ranges::max_element(sizes);
  if (order == -kInfinity) return *std::ranges::min_element(sizes);
  long double sum = 0;
  for (const double size : sizes) {
    sum += order == 0 ? (size != 0 ? 1 : 0) : std::pow(static_cast<long double>(size), order);
  }
  return order == 0 ? sum : std::pow(sum, 1 / static_cast<long double>(order));
}

class NormTest : public testing::TestWithParam<aclDataType> {};

TEST_P(NormTest, IsTheRootOfASum) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : {Shape{2, 3, 1}, Shape{3, 40, 1}, Shape{1, 1100, 1}, Shape{2, 70, 5}}) {
    const Array self(dtype, shape, [dtype](int64_t i) {
      return BitsOf(dtype, static_cast<double>(i * 7919 % 61) / 32 - 0.875);
    });
    const int64_t length = shape[1], inner = shape[2];
    for (const double order : kOrders) {
      SCOPED_TRACE(TextOf(shape) + " of order " + std::to_string(order));
      const Array out(dtype, {shape[0], inner});
      const Array norms =
          RunCall({"aclnnNorm", {self, {order, ACL_FLOAT}, Integers{1}, 0.0, out}}).at(0);
      const Array others =
          RunCall({"aclnnLinalgVectorNorm",
                   {self, {order, ACL_DOUBLE}, Integers{1}, 0.0, {0.0, dtype}, out}})
              .at(0);
      EXPECT_TRUE(SameBits(norms, others));
      for (int64_t r = 0; r < norms.size(); ++r) {
        std::vector<double> sizes;
        for (int64_t i = 0; i < length; ++i) {
          sizes.push_back(std::abs(self.Value((r / inner * length + i) * inner + r % inner)));
        }
        const long double exact = NormOf(sizes, order);
        if (dtype == ACL_FLOAT16 && exact > 65504) continue;
        const long double error = std::abs(static_cast<long double>(norms.Value(r)) - exact);
        ASSERT_LE(error, 0.5101L * exact * UnitOf(dtype)) << norms.Value(r);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, NormTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

Array Norm(const Array& self, double order, const Integers& dims = {}) {
  const Array out(ACL_FLOAT, dims.empty() ? Shape{} : Shape{self.shape[0]});
  return RunCall({"aclnnNorm", {self, {order, ACL_FLOAT}, dims, 0.0, out}}).at(0);
}

TEST(NormsTest, SpecialValues) {
  const Array self = ArrayOf(ACL_FLOAT, {-0.0, kNan, -kInfinity, 2});
  EXPECT_TRUE(SameBits(Norm(self, 0), ArrayOf(ACL_FLOAT, Shape{}, {3})));
  for (const double order : {1.0, 2.0, 3.0, kInfinity, -kInfinity}) {
    EXPECT_TRUE(SameBits(Norm(self, order), ArrayOf(ACL_FLOAT, Shape{}, {kNan}))) << order;
  }
  const Array ends = ArrayOf(ACL_FLOAT, {-0.0, -kInfinity});
  for (const double order : {1.0, 2.0, 2.5, kInfinity}) {
    EXPECT_TRUE(SameBits(Norm(ends, order), ArrayOf(ACL_FLOAT, Shape{}, {kInfinity}))) << order;
  }
  EXPECT_TRUE(SameBits(Norm(ends, -1), ArrayOf(ACL_FLOAT, Shape{}, {0})));
  EXPECT_TRUE(SameBits(Norm(ends, -kInfinity), ArrayOf(ACL_FLOAT, Shape{}, {0})));
  // Beyond the range of FLOAT on the way.
  const Array large = ArrayOf(ACL_FLOAT, {3e38, -3e38});
  EXPECT_TRUE(SameBits(Norm(large, kInfinity), ArrayOf(ACL_FLOAT, Shape{}, {3e38})));
  EXPECT_TRUE(std::isinf(Norm(large, 2).Value(0)));
  const Array tiny = ArrayOf(ACL_FLOAT, {0x1p-149, 0x1p-149, 0x1p-149, 0x1p-149});
  EXPECT_TRUE(SameBits(Norm(tiny, 2), ArrayOf(ACL_FLOAT, Shape{}, {0x1p-148})));
}

TEST(NormsTest, OfNothingAreZero) {
  const Array none(ACL_FLOAT, {2, 0});
  for (const double order : kOrders) {
    EXPECT_TRUE(SameBits(Norm(none, order, {1}), ArrayOf(ACL_FLOAT, {0, 0}))) << order;
  }
}

}  // namespace
}  // namespace openaclnn::test::norms_test
