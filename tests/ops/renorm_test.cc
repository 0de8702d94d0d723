// Slices with norms of at most a number, next to the same in long double. Their bits in other
// layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::renorm_test {
namespace {

constexpr double kPowers[] = {0, 0.5, 1, 2, 3, kInfinity};

Array Numbers(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [dtype](int64_t i) {
    return BitsOf(dtype, static_cast<double>(i * 7919 % 61) / 32 - 0.875);
  });
}

long double NormOf(const std::vector<double>& numbers, double power) {
  long double sum = 0;
  for (const double number : numbers) {
    const long double size = std::fabs(static_cast<long double>(number));
    if (power == kInfinity) {
      sum = std::max(sum, size);
    } else {
      sum += power == 0 ? (size != 0 ? 1 : 0) : std::pow(size, static_cast<long double>(power));
    }
  }
  return power == 0 || power == kInfinity ? sum
                                          : std::pow(sum, 1 / static_cast<long double>(power));
}

void ExpectNear(aclDataType dtype, double actual, long double exact, const std::string& where) {
  const long double error = std::fabs(static_cast<long double>(actual) - exact);
  const long double least = dtype == ACL_FLOAT16 ? 0x1p-25L : 0x1p-140L;
  EXPECT_LE(error, std::fabs(exact) * (0.5101L * UnitOf(dtype) + 0x1p-40L) + least) << where;
}

TEST(RenormTest, SlicesAreScaled) {
  const Shape shape = {3, 40, 5};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array self = Numbers(dtype, shape);
    for (const double power : kPowers) {
      for (const int64_t dim : {0, 1, -1}) {
        const auto axis = static_cast<size_t>(dim < 0 ? dim + 3 : dim);
        int64_t inner = 1;
        for (size_t a = axis + 1; a < 3; ++a) inner *= shape[a];
        std::vector<std::vector<double>> slices(static_cast<size_t>(shape[axis]));
        const auto slice_of = [&](int64_t i) {
          return static_cast<size_t>(i / inner % shape[axis]);
        };
        for (int64_t i = 0; i < self.size(); ++i) slices[slice_of(i)].push_back(self.Value(i));
        // Below some norms and above others.
        const auto most = static_cast<double>(
            static_cast<float>(NormOf(slices[0], power) * (power == 0 ? 1 : 1.0000001L)));
        const Array out = RunCall({"aclnnRenorm",
                                   {self,
                                    {power, ACL_FLOAT},
                                    static_cast<double>(dim),
                                    {most, ACL_FLOAT},
                                    Array(dtype, shape)}})[0];
        for (int64_t i = 0; i < self.size(); ++i) {
          const long double norm = NormOf(slices[slice_of(i)], power);
          const std::string where = std::to_string(power) + " " + std::to_string(i);
          if (norm > most) {
            ExpectNear(dtype, out.Value(i), self.Value(i) * (most / norm), where);
          } else {
            EXPECT_EQ(out.Bits(i), self.Bits(i)) << where;
          }
        }
      }
    }
  }
}

Array Renormed(const Array& self, double power, double most) {
  const Array out(self.dtype, self.shape);
  return RunCall({"aclnnRenorm", {self, {power, ACL_FLOAT}, 0.0, {most, ACL_FLOAT}, out}}).at(0);
}

TEST(RenormTest, SpecialValues) {
  const Array self = ArrayOf(ACL_FLOAT, {3, 2}, {kNan, 5, kInfinity, 3, -0.0, 0});
  const Array out = Renormed(self, 2, 1);
  EXPECT_TRUE(SameBits(out, ArrayOf(ACL_FLOAT, {3, 2}, {kNan, 5, kNan, 0, -0.0, 0})));
  EXPECT_TRUE(SameBits(Renormed(ArrayOf(ACL_FLOAT, {2, 1}, {-2, 4}), 1, 0),
                       ArrayOf(ACL_FLOAT, {2, 1}, {-0.0, 0})));
}

TEST(RenormTest, RowsOfATable) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array table = Numbers(dtype, {7, 33});
    const Array indices = ArrayOf(ACL_INT64, {2, 2}, {5, 0, 5, 3});
    for (const double power : {0.5, 1.0, 2.0, kInfinity}) {
      const Array out = RunCall(
          {"aclnnEmbeddingRenorm", {table, indices, CallArgument(0.75), CallArgument(power)}})[0];
      for (int64_t row = 0; row < 7; ++row) {
        std::vector<double> numbers;
        for (int64_t c = 0; c < 33; ++c) numbers.push_back(table.Value(row * 33 + c));
        const long double norm = NormOf(numbers, power);
        const bool is_named = row == 5 || row == 0 || row == 3;
        for (int64_t c = 0; c < 33; ++c) {
          const int64_t i = row * 33 + c;
          if (is_named && norm > 0.75L) {
            ExpectNear(dtype, out.Value(i), table.Value(i) * (0.75L / (norm + 1e-7)),
                       std::to_string(i));
          } else {
            EXPECT_EQ(out.Bits(i), table.Bits(i));
          }
        }
      }
    }
  }
}

TEST(RenormTest, RowsWithoutALimit) {
  const Array table = Numbers(ACL_FLOAT, {3, 5}), indices = ArrayOf(ACL_INT32, {0, 1, 2});
  const Array out =
      RunCall({"aclnnEmbeddingRenorm", {table, indices, CallArgument(kNan), CallArgument(2.0)}})[0];
  EXPECT_TRUE(SameBits(out, table));
}

TEST(RenormTest, IndicesThatAreNoRowsAreRefused) {
  for (const double wrong : {3.0, -1.0}) {
    const std::string message =
        FailureOf({"aclnnEmbeddingRenorm",
                   {Numbers(ACL_FLOAT, {3, 5}), ArrayOf(ACL_INT64, {1, wrong}), CallArgument(1.0),
                    CallArgument(2.0)}},
                  ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(message.find("indices"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace openaclnn::test::renorm_test
