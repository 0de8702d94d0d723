// aclnnGer, aclnnAddr and its in-place form: every element from its own row and column, rounded
// once.
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test::addr_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Array Numbers(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::mt19937 random(seed);
  return Array(dtype, shape, [&](int64_t) {
    return BitsOf(dtype, std::ldexp(static_cast<double>(random() >> 8), -22) - 2);
  });
}

Array Ger(const Array& a, const Array& b, aclDataType dtype) {
  return RunCall({"aclnnGer", {a, b, Array(dtype, {a.shape[0], b.shape[0]})}}).at(0);
}

TEST(GerTest, IsMulOfAColumnAndARow) {
  for (const aclDataType first :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT8, ACL_BOOL}) {
    for (const aclDataType second : {ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_UINT8}) {
      for (const Shape& shape :
           {Shape{1, 1}, Shape{1, 70}, Shape{70, 1}, Shape{37, 61}, Shape{0, 3}}) {
        SCOPED_TRACE(TextOf({first, second}) + TextOf(shape));
        const Array a = Numbers(first, {shape[0]}, 1), b = Numbers(second, {shape[1]}, 2);
        Array column = a;
        column.shape = {shape[0], 1};
        const Array out(ACL_FLOAT, shape);
        EXPECT_TRUE(SameBits(Ger(a, b, ACL_FLOAT), RunCall({"aclnnMul", {column, b, out}}).at(0)));
      }
    }
  }
}

TEST(GerTest, Values) {
  const Array a = ArrayOf(ACL_INT8, {100, -3}), b = ArrayOf(ACL_INT8, {2, 1, -1});
  EXPECT_TRUE(
      SameBits(Ger(a, b, ACL_INT8), ArrayOf(ACL_INT8, {2, 3}, {-56, 100, -100, -6, -3, 3})));
  const Array c = ArrayOf(ACL_BOOL, {1, 0}), d = ArrayOf(ACL_BOOL, {0, 1});
  EXPECT_TRUE(SameBits(Ger(c, d, ACL_BOOL), ArrayOf(ACL_BOOL, {2, 2}, {0, 1, 0, 0})));
  const Array e = ArrayOf(ACL_FLOAT, {-1, kInfinity}), f = ArrayOf(ACL_FLOAT, {0, 2});
  EXPECT_TRUE(
      SameBits(Ger(e, f, ACL_FLOAT), ArrayOf(ACL_FLOAT, {2, 2}, {-0.0, -2, kNan, kInfinity})));
}

TEST(AddrTest, IsRoundedOnce) {
  const int64_t m = 37, n = 61;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array a = Numbers(dtype, {m}, 1), b = Numbers(dtype, {n}, 2);
    for (const Shape& shape : {Shape{m, n}, Shape{n}, Shape{m, 1}, Shape{}}) {
      const Array c = Numbers(dtype, shape, 3), all = Expanded(c, {m, n});
      for (const auto& [beta, alpha] :
           {std::pair{1.0, 1.0}, {0.0, 1.0}, {0.3, -2.5}, {0.0, 0.3}, {1.0, 0.0}}) {
        SCOPED_TRACE(TextOf({dtype}) + TextOf(shape) + std::to_string(beta) + ", " +
                     std::to_string(alpha));
        const double scale_c = static_cast<float>(beta), scale = static_cast<float>(alpha);
        // Exact in long double, except for what is far below the last place.
        const Array expected(dtype, {m, n}, [&](int64_t i) {
          const long double product = static_cast<long double>(a.Value(i / n)) * b.Value(i % n);
          return BitsOf(dtype,
                        static_cast<double>(scale * product +
                                            static_cast<long double>(scale_c) * all.Value(i)));
        });
        const Array result =
            RunCall({"aclnnAddr", {c, a, b, beta, alpha, Array(dtype, {m, n})}}).at(0);
        EXPECT_TRUE(SameBits(result, expected));
        if (shape != Shape{m, n}) continue;
        EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceAddr", {c, a, b, beta, alpha}}).at(0), result));
      }
    }
  }
}

TEST(AddrTest, NullIsOne) {
  const Array c = ArrayOf(ACL_FLOAT, {10}), a = ArrayOf(ACL_FLOAT, {1, 2}),
              b = ArrayOf(ACL_FLOAT, {3, 4, 5});
  const Array out(ACL_FLOAT, {2, 3});
  EXPECT_TRUE(SameBits(RunCall({"aclnnAddr", {c, a, b, nullptr, nullptr, out}}).at(0),
                       ArrayOf(ACL_FLOAT, {2, 3}, {13, 14, 15, 16, 18, 20})));
  EXPECT_TRUE(SameBits(RunCall({"aclnnAddr", {c, a, b, 2.0, nullptr, out}}).at(0),
                       ArrayOf(ACL_FLOAT, {2, 3}, {23, 24, 25, 26, 28, 30})));
}

TEST(AddrTest, IntegersAndBool) {
  const Array c = ArrayOf(ACL_INT8, {1, 2}), a = ArrayOf(ACL_INT8, {100, -1}),
              b = ArrayOf(ACL_INT8, {1, 3});
  const auto run = [&](aclDataType out) {
    return RunCall({"aclnnAddr", {c, a, b, {2.0, ACL_INT8}, {-1.0, ACL_INT64}, Array(out, {2, 2})}})
        .at(0);
  };
  EXPECT_TRUE(SameBits(run(ACL_INT8), ArrayOf(ACL_INT8, {2, 2}, {-98, -40, 3, 7})));
  EXPECT_TRUE(SameBits(run(ACL_FLOAT), ArrayOf(ACL_FLOAT, {2, 2}, {-98, -40, 3, 7})));
  const Array d = ArrayOf(ACL_BOOL, {2, 2}, {0, 1, 0, 0}), e = ArrayOf(ACL_BOOL, {1, 0}),
              f = ArrayOf(ACL_BOOL, {1, 0});
  const Array out(ACL_BOOL, {2, 2});
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnAddr", {d, e, f, {1.0, ACL_BOOL}, {2.0, ACL_INT8}, out}}).at(0),
               ArrayOf(ACL_BOOL, {2, 2}, {1, 1, 0, 0})));
  EXPECT_TRUE(SameBits(RunCall({"aclnnAddr", {d, e, f, {0.0, ACL_BOOL}, nullptr, out}}).at(0),
                       ArrayOf(ACL_BOOL, {2, 2}, {1, 0, 0, 0})));
}

TEST(AddrTest, BetaOfZeroLeavesSelfOut) {
  const Array nan = ArrayOf(ACL_FLOAT, {kNan}), a = ArrayOf(ACL_FLOAT, {kInfinity, 2}),
              b = ArrayOf(ACL_FLOAT, {3});
  for (const double alpha : {1.0, 0.5}) {
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnAddr", {nan, a, b, 0.0, alpha, Array(ACL_FLOAT, {2, 1})}}).at(0),
                 ArrayOf(ACL_FLOAT, {2, 1}, {kInfinity, 6 * alpha})));
  }
}

}  // namespace
}  // namespace openaclnn::test::addr_test
