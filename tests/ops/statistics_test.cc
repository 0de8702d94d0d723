// Variances, logarithms of sums, medians, both extremes, traces and equality.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::statistics_test {
namespace {

using oracle::Real;
using Integers = std::vector<int64_t>;

Array Ordinary(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array all = RandomArray(dtype, shape, seed, -4, 4);
  return Array(dtype, shape, [&](int64_t i) {
    const double value = all.Value(i);
    return BitsOf(dtype, std::abs(value) <= 4 ? value + 3 : 2.5);
  });
}

void ExpectNear(const Array& results, int64_t i, const Real& exact, double more = 0) {
  const double unit = UnitOf(results.dtype);
  const double size = std::abs(exact.ToDouble());
  EXPECT_LE(Abs(Real(results.Value(i)) - exact).ToDouble(), 0.51 * size * unit + more)
      << "element " << i << " is " << results.Value(i) << ", exactly " << exact.ToDouble();
}

// The elements of a row, or of a column, of a matrix.
std::vector<double> Line(const Array& matrix, int64_t line, bool is_row) {
  const int64_t columns = matrix.shape[1];
  std::vector<double> values;
  for (int64_t i = 0; i < matrix.shape[is_row ? 1 : 0]; ++i) {
    values.push_back(matrix.Value(is_row ? line * columns + i : i * columns + line));
  }
  return values;
}

struct Spread {
  Real mean, variance;
};
Spread SpreadOf(const std::vector<double>& values, double correction) {
  Real sum(0), squares(0);
  for (const double value : values) sum = sum + Real(value);
  const Real mean = sum / Real(static_cast<double>(values.size()));
  for (const double value : values) squares = squares + (Real(value) - mean) * (Real(value) - mean);
  return {mean, squares / Real(static_cast<double>(values.size()) - correction)};
}

TEST(StatisticsTest, VariancesAndDeviations) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array self = Ordinary(dtype, {37, 1031}, 1);
    for (const int64_t axis : {0, 1}) {
      const Shape out = {self.shape[static_cast<size_t>(1 - axis)]};
      const auto both = RunCall(
          {"aclnnVarMean", {self, Integers{axis}, 1.0, 0.0, Array(dtype, out), Array(dtype, out)}});
      const auto deviations =
          RunCall({"aclnnStdMeanCorrection",
                   {self, Integers{axis}, 0.0, 0.0, Array(dtype, out), Array(ACL_FLOAT, out)}});
      const auto biased =
          RunCall({"aclnnVar", {self, Integers{axis}, 0.0, 0.0, Array(dtype, out)}});
      const auto std = RunCall({"aclnnStd", {self, Integers{axis}, 1.0, 0.0, Array(dtype, out)}});
      for (int64_t i = 0; i < out[0]; ++i) {
        const std::vector<double> line = Line(self, i, axis == 1);
        const Spread spread = SpreadOf(line, 1), whole = SpreadOf(line, 0);
        ExpectNear(both.at(0), i, spread.variance);
        ExpectNear(both.at(1), i, spread.mean, 0x1p-38);
        ExpectNear(deviations.at(0), i, Sqrt(whole.variance));
        ExpectNear(deviations.at(1), i, spread.mean, 0x1p-38);
        ExpectNear(biased.at(0), i, whole.variance);
        ExpectNear(std.at(0), i, Sqrt(spread.variance));
      }
    }
  }
}

TEST(StatisticsTest, VarianceOfAllAndOfFew) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 2}, {1, 2, 3, 6});
  const auto all =
      RunCall({"aclnnVarCorrection", {self, nullptr, 1.0, 1.0, Array(ACL_FLOAT, {1, 1})}});
  EXPECT_FLOAT_EQ(static_cast<float>(all.at(0).Value(0)), 14.0f / 3);
  const Array one = ArrayOf(ACL_FLOAT, {5});
  const auto none =
      RunCall({"aclnnVarCorrection", {one, Integers{0}, 1.0, 0.0, Array(ACL_FLOAT, {})}});
  EXPECT_TRUE(std::isnan(none.at(0).Value(0)));
  const auto below =
      RunCall({"aclnnVarCorrection", {self, Integers{1}, 3.0, 0.0, Array(ACL_FLOAT, {2})}});
  EXPECT_EQ(below.at(0).Value(0), kInfinity);
}

TEST(StatisticsTest, LogSumExp) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array self = RandomArray(dtype, {9, 333}, 1, -200, 200);
    const Array ordinary(dtype, self.shape, [&](int64_t i) {
      return BitsOf(dtype, std::abs(self.Value(i)) <= 200 ? self.Value(i) : 1);
    });
    const auto rows =
        RunCall({"aclnnLogSumExp", {ordinary, Integers{1}, 1.0, Array(dtype, {9, 1})}});
    for (int64_t i = 0; i < 9; ++i) {
      Real sum(0);
      for (const double value : Line(ordinary, i, true)) sum = sum + Exp(Real(value));
      ExpectNear(rows.at(0), i, Log(sum), 0x1p-32);
    }
  }
  const Array special =
      ArrayOf(ACL_FLOAT, {4, 2}, {-kInfinity, -kInfinity, kInfinity, 1, kNan, 1, -kInfinity, 2});
  const auto rows = RunCall({"aclnnLogSumExp", {special, Integers{1}, 0.0, Array(ACL_FLOAT, {4})}});
  EXPECT_TRUE(SameBits(rows.at(0), ArrayOf(ACL_FLOAT, {-kInfinity, kInfinity, kNan, 2})));
  const auto none = RunCall(
      {"aclnnLogSumExp", {Array(ACL_FLOAT, {2, 0}), Integers{1}, 0.0, Array(ACL_FLOAT, {2})}});
  EXPECT_EQ(none.at(0).Value(1), -kInfinity);
}

TEST(StatisticsTest, BothExtremes) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 3}, {3, -1, 2, 5, kNan, 4});
  const auto rows =
      RunCall({"aclnnAminmaxDim", {self, -1.0, 0.0, Array(ACL_FLOAT, {2}), Array(ACL_FLOAT, {2})}});
  EXPECT_TRUE(SameBits(rows.at(0), ArrayOf(ACL_FLOAT, {-1, kNan})));
  EXPECT_TRUE(SameBits(rows.at(1), ArrayOf(ACL_FLOAT, {3, kNan})));
  const Array integers = ArrayOf(ACL_INT16, {2, 3}, {3, -1, 2, 5, 9, 4});
  const auto columns =
      RunCall({"aclnnAminmax",
               {integers, Integers{0}, 1.0, Array(ACL_INT16, {1, 3}), Array(ACL_INT16, {1, 3})}});
  EXPECT_TRUE(SameBits(columns.at(0), ArrayOf(ACL_INT16, {1, 3}, {3, -1, 2})));
  EXPECT_TRUE(SameBits(columns.at(1), ArrayOf(ACL_INT16, {1, 3}, {5, 9, 4})));
  const auto all =
      RunCall({"aclnnAminmaxAll", {integers, Array(ACL_INT16, {}), Array(ACL_INT16, {})}});
  EXPECT_EQ(all.at(0).Value(0), -1);
  EXPECT_EQ(all.at(1).Value(0), 9);
}

TEST(StatisticsTest, ElementsByRank) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_INT64}) {
    const Array self = ArrayOf(dtype, {3, 5}, {5, 1, 4, 2, 3, 9, 9, 1, 1, 9, 0, 0, 0, 0, 0});
    const auto medians =
        RunCall({"aclnnMedianDim", {self, 1.0, 0.0, Array(dtype, {3}), Array(ACL_INT64, {3})}});
    EXPECT_TRUE(SameBits(medians.at(0), ArrayOf(dtype, {3, 9, 0})));
    EXPECT_TRUE(SameBits(medians.at(1), ArrayOf(ACL_INT64, {4, 0, 2})));
    const auto second = RunCall(
        {"aclnnKthvalue", {self, 2.0, 0.0, 1.0, Array(dtype, {1, 5}), Array(ACL_INT64, {1, 5})}});
    EXPECT_TRUE(SameBits(second.at(0), ArrayOf(dtype, {1, 5}, {5, 1, 1, 1, 3})));
    EXPECT_TRUE(SameBits(second.at(1), ArrayOf(ACL_INT64, {1, 5}, {0, 0, 1, 1, 0})));
    EXPECT_EQ(RunCall({"aclnnMedian", {self, Array(dtype, {})}}).at(0).Value(0), 1);
  }
}

TEST(StatisticsTest, MediansAndNans) {
  const Array self =
      ArrayOf(ACL_FLOAT, {3, 4}, {4, kNan, 1, 2, kNan, kNan, kNan, kNan, 1, 2, 3, 4});
  const auto medians =
      RunCall({"aclnnMedianDim", {self, 1.0, 0.0, Array(ACL_FLOAT, {3}), Array(ACL_INT64, {3})}});
  EXPECT_TRUE(SameBits(medians.at(0), ArrayOf(ACL_FLOAT, {kNan, kNan, 2})));
  EXPECT_TRUE(SameBits(medians.at(1), ArrayOf(ACL_INT64, {1, 0, 1})));
  const auto numbers = RunCall(
      {"aclnnNanMedianDim", {self, 1.0, 1.0, Array(ACL_FLOAT, {3, 1}), Array(ACL_INT64, {3, 1})}});
  EXPECT_TRUE(SameBits(numbers.at(0), ArrayOf(ACL_FLOAT, {3, 1}, {2, kNan, 2})));
  EXPECT_TRUE(SameBits(numbers.at(1), ArrayOf(ACL_INT64, {3, 1}, {3, 0, 1})));
  EXPECT_TRUE(std::isnan(RunCall({"aclnnMedian", {self, Array(ACL_FLOAT, {})}}).at(0).Value(0)));
  EXPECT_EQ(RunCall({"aclnnNanMedian", {self, Array(ACL_FLOAT, {1})}}).at(0).Value(0), 2);
  const Array none(ACL_FLOAT, {0});
  EXPECT_TRUE(std::isnan(RunCall({"aclnnMedian", {none, Array(ACL_FLOAT, {})}}).at(0).Value(0)));
}

TEST(StatisticsTest, Traces) {
  const Array self = ArrayOf(ACL_FLOAT16, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(RunCall({"aclnnTrace", {self, Array(ACL_FLOAT16, {})}}).at(0).Value(0), 6);
  const Array bytes = ArrayOf(ACL_UINT8, {3, 2}, {200, 2, 3, 100, 5, 6});
  EXPECT_EQ(RunCall({"aclnnTrace", {bytes, Array(ACL_INT64, {})}}).at(0).Bits(0), 300u);
  Array numbers(ACL_COMPLEX64, {2, 2});
  const float parts[] = {1, 2, 0, 0, 0, 0, 3, -5};
  std::memcpy(numbers.bytes.data(), parts, sizeof(parts));
  const Array sum = RunCall({"aclnnTrace", {numbers, Array(ACL_COMPLEX64, {})}}).at(0);
  float both[2];
  std::memcpy(both, sum.bytes.data(), sizeof(both));
  EXPECT_EQ(both[0], 4);
  EXPECT_EQ(both[1], -3);
}

TEST(StatisticsTest, Equality) {
  const auto equal = [](const Array& a, const Array& b) {
    return RunCall({"aclnnEqual", {a, b, Array(ACL_BOOL, {1})}}).at(0).Bits(0) != 0;
  };
  const Array a = ArrayOf(ACL_FLOAT, {1, 2, 0});
  EXPECT_TRUE(equal(a, a));
  EXPECT_TRUE(equal(a, ArrayOf(ACL_FLOAT, {1, 2, -0.0})));
  EXPECT_TRUE(equal(a, ArrayOf(ACL_INT32, {1, 2, 0})));
  EXPECT_FALSE(equal(a, ArrayOf(ACL_FLOAT, {1, 2})));
  EXPECT_FALSE(equal(a, ArrayOf(ACL_FLOAT, {1, 2, 1})));
  EXPECT_FALSE(equal(ArrayOf(ACL_FLOAT, {kNan}), ArrayOf(ACL_FLOAT, {kNan})));
  const Array large(ACL_INT64, {1}, [](int64_t) { return (uint64_t{1} << 60) + 1; });
  const Array other(ACL_INT64, {1}, [](int64_t) { return uint64_t{1} << 60; });
  EXPECT_FALSE(equal(large, other));
  EXPECT_TRUE(equal(Array(ACL_FLOAT, {0, 3}), Array(ACL_FLOAT, {0, 3})));
}

}  // namespace
}  // namespace openaclnn::test::statistics_test
