// Distances of rows and their gradients, next to the same in long double. Their bits in other
// layouts and settings: tests/ops/cases.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

constexpr double kPowers[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, kInfinity};

// Rows in which some numbers are those of other rows.
Array Rows(aclDataType dtype, const Shape& shape, uint32_t seed) {
  return Array(dtype, shape, [&](int64_t i) {
    return BitsOf(dtype, static_cast<double>((i * 7919 + seed * 31) % 61) / 16 - 1.75);
  });
}

struct Pairs {
  aclDataType dtype;
  double power;
  Shape batches1, batches2, batches;
  int64_t p, r, m;

  static Shape Of(Shape batches, int64_t rows, int64_t columns) {
    batches.push_back(rows);
    batches.push_back(columns);
    return batches;
  }
  Array X1() const { return Rows(dtype, Of(batches1, p, m), 1); }
  Array X2() const { return Rows(dtype, Of(batches2, r, m), 2); }
  Shape Result() const { return Of(batches, p, r); }
  OperatorCall Call() const {
    return {"aclnnCdist",
            {X1(), X2(), CallArgument(power), power == 2 ? 2.0 : 0.0, Array(dtype, Result())}};
  }
};

long double DistanceBetween(const Array& x1, int64_t row1, const Array& x2, int64_t row2,
                            int64_t length, double power) {
  long double sum = 0;
  for (int64_t k = 0; k < length; ++k) {
    const long double a = x1.Value(row1 * length + k), b = x2.Value(row2 * length + k);
    const long double d = std::fabs(a - b);
    if (power == kInfinity) {
      sum = std::max(sum, d);
    } else {
      sum += power == 0 ? (d != 0 ? 1 : 0) : std::pow(d, static_cast<long double>(power));
    }
  }
  return power == 0 || power == kInfinity ? sum
                                          : std::pow(sum, 1 / static_cast<long double>(power));
}

void CheckDistances(const Pairs& pairs) {
  SCOPED_TRACE(std::string(DtypeName(pairs.dtype)) + " " + std::to_string(pairs.power));
  const Array out = RunCall(pairs.Call())[0];
  const Array x1 = Expanded(pairs.X1(), Pairs::Of(pairs.batches, pairs.p, pairs.m)),
              x2 = Expanded(pairs.X2(), Pairs::Of(pairs.batches, pairs.r, pairs.m));
  for (int64_t i = 0; i < out.size(); ++i) {
    const int64_t batch = i / (pairs.p * pairs.r);
    const int64_t row1 = i / pairs.r, row2 = batch * pairs.r + i % pairs.r;
    const long double exact = DistanceBetween(x1, row1, x2, row2, pairs.m, pairs.power);
    if (pairs.dtype == ACL_FLOAT16 && exact > 65504) continue;
    const long double error = std::fabs(static_cast<long double>(out.Value(i)) - exact);
    ASSERT_LE(error, exact * (0.5101L * UnitOf(pairs.dtype) + 0x1p-40L)) << i;
  }
}

TEST(DistancesTest, AreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const double power : kPowers) {
      CheckDistances({dtype, power, {}, {}, {}, 5, 19, 7});
      CheckDistances({dtype, power, {2, 1}, {3}, {2, 3}, 2, 3, 600});
    }
  }
}

// Pairs of rows have the bits that the distances of a matrix and itself have.
TEST(DistancesTest, OfPairs) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    for (const double power : kPowers) {
      for (const auto& [p, m] : {std::pair<int64_t, int64_t>{23, 7}, {5, 600}, {2, 1}, {3, 0}}) {
        SCOPED_TRACE(std::string(DtypeName(dtype)) + " " + std::to_string(power));
        const Pairs pairs = {dtype, power, {}, {}, {}, p, p, m};
        const Array self = pairs.X1();
        const Array all = RunCall({"aclnnCdist",
                                   {self, self, CallArgument(power), power == 2 ? 2.0 : 0.0,
                                    Array(dtype, pairs.Result())}})[0];
        Array expected(dtype, {p * (p - 1) / 2});
        for (int64_t i = 0, pair = 0; i < p; ++i) {
          for (int64_t j = i + 1; j < p; ++j) expected.SetBits(pair++, all.Bits(i * p + j));
        }
        const Array out(dtype, expected.shape);
        for (const char* const name : {"aclnnPdist", "aclnnPdistForward"}) {
          EXPECT_TRUE(SameBits(RunCall({name, {self, CallArgument(power), out}})[0], expected));
        }
      }
    }
  }
  for (const int64_t p : {0, 1}) {
    const OperatorCall call = {
        "aclnnPdist", {Array(ACL_FLOAT, {p, 3}), CallArgument(2.0), Array(ACL_FLOAT, {0})}};
    EXPECT_EQ(RunCall(call)[0].size(), 0);
  }
}

// The slope of a distance by a difference d.
long double SlopeOf(long double d, long double distance, double power, aclDataType dtype) {
  const long double sign = d > 0 ? 1 : d < 0 ? -1 : 0;
  if (power == 0) return 0;
  if (power == 1) return sign;
  if (power == kInfinity) {
    const double rounded = ValueOf(dtype, BitsOf(dtype, static_cast<double>(std::fabs(d))));
    return rounded == static_cast<double>(distance) ? sign : 0;
  }
  if (distance == 0 || (power < 1 && d == 0)) return 0;
  return sign * std::pow(std::fabs(d) / distance, static_cast<long double>(power) - 1);
}

void CheckGradients(const Pairs& pairs) {
  SCOPED_TRACE(std::string(DtypeName(pairs.dtype)) + " " + std::to_string(pairs.power));
  const Array distances = RunCall(pairs.Call())[0];
  const Array grad = Rows(pairs.dtype, pairs.Result(), 3);
  const Array out = RunCall({"aclnnCdistBackward",
                             {grad, pairs.X1(), pairs.X2(), distances, CallArgument(pairs.power),
                              Array(pairs.dtype, pairs.X1().shape)}})[0];
  const Array x1 = pairs.X1(),
              x2 = Expanded(pairs.X2(), Pairs::Of(pairs.batches, pairs.r, pairs.m));
  for (int64_t i = 0; i < out.size(); ++i) {
    const int64_t row = i / pairs.m, batch = row / pairs.p, k = i % pairs.m;
    long double sum = 0, size = 0;
    for (int64_t j = 0; j < pairs.r; ++j) {
      const long double d =
          static_cast<long double>(x1.Value(i)) - x2.Value((batch * pairs.r + j) * pairs.m + k);
      const long double term =
          SlopeOf(d, distances.Value(row * pairs.r + j), pairs.power, pairs.dtype) *
          grad.Value(row * pairs.r + j);
      sum += term;
      size += std::fabs(term);
    }
    const long double error = std::fabs(static_cast<long double>(out.Value(i)) - sum);
    ASSERT_LE(error, std::fabs(sum) * 0.5101L * UnitOf(pairs.dtype) + size * 0x1p-40L +
                         (pairs.dtype == ACL_FLOAT16 ? 0x1p-25L : 0x1p-149L))
        << i;
  }
}

TEST(DistancesTest, GradientsAreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const double power : kPowers) {
      CheckGradients({dtype, power, {}, {}, {}, 5, 7, 19});
      CheckGradients({dtype, power, {2, 3}, {1, 3}, {2, 3}, 2, 300, 5});
    }
  }
}

TEST(DistancesTest, LargestByMinusOne) {
  const Pairs pairs = {ACL_FLOAT, kInfinity, {}, {}, {}, 3, 4, 5};
  const Array distances = RunCall(pairs.Call())[0], grad = Rows(ACL_FLOAT, {3, 4}, 3);
  std::vector<Array> gradients;
  for (const double power : {kInfinity, -1.0}) {
    gradients.push_back(RunCall({"aclnnCdistBackward",
                                 {grad, pairs.X1(), pairs.X2(), distances, CallArgument(power),
                                  Array(ACL_FLOAT, {3, 5})}})[0]);
  }
  EXPECT_EQ(gradients[0].bytes, gradients[1].bytes);
}

Array DistanceOfTwo(const std::vector<double>& a, const std::vector<double>& b, double power) {
  const auto columns = static_cast<int64_t>(a.size());
  return RunCall({"aclnnCdist",
                  {ArrayOf(ACL_FLOAT, {1, columns}, a), ArrayOf(ACL_FLOAT, {1, columns}, b),
                   CallArgument(power), 2.0, Array(ACL_FLOAT, {1, 1})}})[0];
}

TEST(DistancesTest, SpecialValues) {
  for (const double power : {1.0, 2.0, 2.5, kInfinity}) {
    EXPECT_TRUE(std::isnan(DistanceOfTwo({1, kNan, 2}, {0, 0, 0}, power).Value(0)));
    EXPECT_EQ(DistanceOfTwo({1, kInfinity}, {0, 0}, power).Value(0), kInfinity);
    EXPECT_EQ(DistanceOfTwo({}, {}, power).Bits(0), 0u);
  }
  EXPECT_EQ(DistanceOfTwo({1, kNan, 2}, {1, 0, 0}, 0).Value(0), 2);
  // Beyond the range of FLOAT on the way.
  EXPECT_EQ(DistanceOfTwo({3e38}, {0}, 2).Value(0), static_cast<double>(3e38f));
  EXPECT_EQ(DistanceOfTwo({0x1p-149}, {0}, 2).Value(0), 0x1p-149);
}

TEST(DistancesTest, OfNoRowsHaveNoGradient) {
  const Array out =
      RunCall({"aclnnCdistBackward",
               {Array(ACL_FLOAT, {2, 0}), Rows(ACL_FLOAT, {2, 3}, 1), Array(ACL_FLOAT, {0, 3}),
                Array(ACL_FLOAT, {2, 0}), CallArgument(2.0), Array(ACL_FLOAT, {2, 3})}})[0];
  EXPECT_TRUE(SameBits(out, Array(ACL_FLOAT, {2, 3})));
}

}  // namespace
}  // namespace openaclnn::test
