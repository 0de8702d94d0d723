// Cross products along any axis of vectors that broadcast, in every dtype.
#include <cmath>
#include <cstdint>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::cross_test {
namespace {

using oracle::Real;

// [3, n], along the first axis.
struct Vectors {
  const Array& array;
  int64_t n;

  double At(int component, int64_t i) const { return array.Value(component % 3 * n + i); }
};

TEST(CrossTest, FloatsAreRoundedOnce) {
  const int64_t n = 500;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    Array x = RandomArray(dtype, {3, n}, 1, -8, 8), y = RandomArray(dtype, {3, n}, 2, -8, 8);
    for (int64_t i = 0; i < 3 * n; i += 2) y.SetBits(i, x.Bits(i));  // terms that cancel
    const Array given = RunCall({"aclnnLinalgCross", {x, y, 0.0, Array(dtype, {3, n})}}).at(0);
    const Vectors a{x, n}, b{y, n}, c{given, n};
    for (int64_t i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) {
        const double terms[] = {a.At(k + 1, i), b.At(k + 2, i), a.At(k + 2, i), b.At(k + 1, i)};
        const double direct = terms[0] * terms[1] - terms[2] * terms[3];
        if (!std::isfinite(direct)) {
          EXPECT_EQ(std::isnan(c.At(k, i)), std::isnan(direct));
          continue;
        }
        const Real exact = Real(terms[0]) * Real(terms[1]) - Real(terms[2]) * Real(terms[3]);
        if (dtype == ACL_DOUBLE) {
          const double error = (Real(c.At(k, i)) - exact).ToDouble();
          EXPECT_LE(std::fabs(error), 1.5 * 0x1p-52 * std::fabs(exact.ToDouble()) + 0x1p-1073);
        } else {
          const double nearest = exact.ToDouble();  // it holds the products' difference to 2^-53
          EXPECT_EQ(c.At(k, i), ArrayOf(dtype, {nearest}).Value(0)) << DtypeName(dtype);
        }
      }
    }
  }
}

TEST(CrossTest, IntegersWrap) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const int64_t n = 60;
    const Array x = RandomPatterns(dtype, {3, n}, 1), y = RandomPatterns(dtype, {3, n}, 2);
    const Array given = RunCall({"aclnnLinalgCross", {x, y, -2.0, Array(dtype, {3, n})}}).at(0);
    const uint64_t mask = ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype));
    for (int64_t i = 0; i < 3 * n; ++i) {
      const int64_t k = i / n, at = i % n;
      const auto bits = [&](const Array& of, int64_t component) {
        return of.Bits(component % 3 * n + at);
      };
      const uint64_t exact = bits(x, k + 1) * bits(y, k + 2) - bits(x, k + 2) * bits(y, k + 1);
      ASSERT_EQ(given.Bits(i), exact & mask) << DtypeName(dtype);
    }
  }
}

TEST(CrossTest, Broadcasts) {
  const Array x = ArrayOf(ACL_FLOAT, {1, 2, 3});
  Array y = ArrayOf(ACL_FLOAT, {4, 5, 6, 7, 8, 10});
  y.shape = {2, 3};
  // The first axis of x is the last of the result.
  const Array given = RunCall({"aclnnLinalgCross", {x, y, 0.0, Array(ACL_FLOAT, {2, 3})}}).at(0);
  const std::vector<double> expected = {-3, 6, -3, -4, 11, -6};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(given.Value(i), expected[static_cast<size_t>(i)]);
  // Vectors whose components are one number.
  Array one = ArrayOf(ACL_FLOAT, {2});
  one.shape = {1, 1};
  const Array of_one = RunCall({"aclnnLinalgCross", {one, y, 1.0, Array(ACL_FLOAT, {2, 3})}}).at(0);
  const std::vector<double> of_twos = {2, -4, 2, 4, -6, 2};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(of_one.Value(i), of_twos[static_cast<size_t>(i)]);
}

}  // namespace
}  // namespace openaclnn::test::cross_test
