// What rectangles have in common, against numbers of 384 bits.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::boxes_test {
namespace {

using oracle::Real;

// Corners between 0 and 1, and between 0.5 and 2.5, in steps that every dtype holds.
Array Boxes(aclDataType dtype, int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  return Array(dtype, {count, 4}, [&](int64_t i) {
    const double share = static_cast<double>(random() % 64) / 64;
    return BitsOf(dtype, i % 4 < 2 ? share : 0.5 + 2 * share);
  });
}

OperatorCall Iou(const Array& a, const Array& b, const char* mode, double eps, bool aligned) {
  const int64_t columns = aligned ? 1 : b.shape[0];
  return {"aclnnIou",
          {a, b, mode, eps, aligned ? 1.0 : 0.0, Array(a.dtype, {a.shape[0], columns})}};
}

Real Exact(const Array& a, int64_t i, const Array& b, int64_t j, double eps, bool of_second) {
  const auto corner = [](const Array& of, int64_t box, int64_t k) { return of.Value(4 * box + k); };
  const auto side = [&](int64_t k) {
    const double low = std::fmax(corner(a, i, k), corner(b, j, k)),
                 high = std::fmin(corner(a, i, k + 2), corner(b, j, k + 2));
    const Real all = Real(high) - Real(low) + Real(eps);
    return all.ToDouble() < 0 ? Real(0) : all;
  };
  const auto area = [&](const Array& of, int64_t box) {
    return (Real(corner(of, box, 2)) - Real(corner(of, box, 0)) + Real(eps)) *
           (Real(corner(of, box, 3)) - Real(corner(of, box, 1)) + Real(eps));
  };
  const Real common = side(0) * side(1);
  return common / (of_second ? area(b, j) : area(a, i) + area(b, j) - common);
}

TEST(IouTest, IsRoundedOnce) {
  const float eps = 0.01F;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const bool aligned : {false, true}) {
      for (const bool of_second : {false, true}) {
        const Array a = Boxes(dtype, 20, 1), b = Boxes(dtype, aligned ? 20 : 13, 2);
        const OperatorCall call = Iou(a, b, of_second ? "iof" : "iou", double{eps}, aligned);
        const Array given = RunCall(call).at(0);
        for (int64_t i = 0; i < given.size(); ++i) {
          const int64_t row = i / given.shape[1], column = aligned ? row : i % given.shape[1];
          const double exact = Exact(a, row, b, column, double{eps}, of_second).ToDouble();
          EXPECT_EQ(given.Value(i), ArrayOf(dtype, {exact}).Value(0)) << i;
        }
        ExpectSameBitsInAllLayouts(call);
      }
    }
  }
}

TEST(IouTest, KnownShares) {
  const Array a = ArrayOf(ACL_FLOAT, {1, 4}, {0, 0, 2, 2});
  const Array b = ArrayOf(ACL_FLOAT, {3, 4}, {0, 0, 2, 2, 1, 1, 2, 3, 5, 5, 6, 6});
  EXPECT_TRUE(SameBits(RunCall(Iou(a, b, "iou", 0, false)).at(0),
                       ArrayOf(ACL_FLOAT, {1, 3}, {1, 1.0 / 5, 0})));
  EXPECT_TRUE(
      SameBits(RunCall(Iou(a, b, "iof", 0, false)).at(0), ArrayOf(ACL_FLOAT, {1, 3}, {1, 0.5, 0})));
}

TEST(IouTest, SpecialValuesAndNoBoxes) {
  const Array point = ArrayOf(ACL_FLOAT, {1, 4}, {1, 1, 1, 1});
  EXPECT_TRUE(std::isnan(RunCall(Iou(point, point, "iou", 0, true)).at(0).Value(0)));
  for (int64_t k = 0; k < 4; ++k) {
    Array broken = ArrayOf(ACL_FLOAT, {1, 4}, {0, 0, 2, 2});
    const Array whole = broken;
    broken.SetBits(k, BitsOf(ACL_FLOAT, kNan));
    for (const char* const mode : {"iou", "iof"}) {
      EXPECT_TRUE(std::isnan(RunCall(Iou(broken, whole, mode, 0, false)).at(0).Value(0))) << k;
      EXPECT_TRUE(std::isnan(RunCall(Iou(whole, broken, mode, 0, false)).at(0).Value(0))) << k;
    }
  }
  EXPECT_EQ(RunCall(Iou(Array(ACL_FLOAT, {0, 4}), point, "iou", 0, false)).at(0).size(), 0);
}

}  // namespace
}  // namespace openaclnn::test::boxes_test
