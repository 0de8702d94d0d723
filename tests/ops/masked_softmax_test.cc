// Softmax of masked scores and its gradient, next to numbers of 384 bits. Their bits in other
// layouts and settings: cases/.
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
#include "tests/oracle/real.h"

namespace openaclnn::test::masked_softmax_test {
namespace {

using oracle::Real;

double LeastOf(aclDataType dtype) {  // half of the smallest number, and of a rounding error
  return dtype == ACL_FLOAT16 ? 0x1p-25 : dtype == ACL_FLOAT ? 0x1p-150 : 0x1p-134;
}

Array Numbers(aclDataType dtype, const Shape& shape, uint32_t seed) {
  return Array(dtype, shape, [&](int64_t i) {
    return BitsOf(dtype, static_cast<double>((i * 7919 + seed * 13) % 61) / 8 - 3.5);
  });
}

// The last row of each matrix is masked as a whole.
Array MaskOf(const Shape& shape) {
  return Array(ACL_BOOL, shape, [&](int64_t i) {
    const bool is_last = i / shape[3] % shape[2] == shape[2] - 1;
    return static_cast<uint64_t>(is_last || i * 31 % 7 < 3 ? 1 : 0);
  });
}

struct Scores {
  aclDataType dtype;
  double scale;
  Shape shape, mask_shape;

  Array Mask() const { return MaskOf(mask_shape); }
  OperatorCall Call() const {
    return {"aclnnScaledMaskedSoftmax",
            {Numbers(dtype, shape, 1), Mask(), CallArgument(scale), 0.0, Array(dtype, shape)}};
  }
};

void Check(const Scores& scores) {
  const Array y = RunCall(scores.Call())[0], x = Numbers(scores.dtype, scores.shape, 1);
  const Array grad = Numbers(scores.dtype, scores.shape, 2);
  const Array out = RunCall({"aclnnScaledMaskedSoftmaxBackward",
                             {grad, y, scores.Mask(), CallArgument(scores.scale), 0.0,
                              Array(scores.dtype, scores.shape)}})[0];
  const Array mask = Expanded(scores.Mask(), scores.shape);
  const int64_t columns = scores.shape[3];
  const double unit = UnitOf(scores.dtype), least = LeastOf(scores.dtype);
  for (int64_t first = 0; first < y.size(); first += columns) {
    Real sum(0), products(0), sizes(0);
    std::vector<Real> powers;
    for (int64_t i = first; i < first + columns; ++i) {
      const Real score = mask.Bits(i) != 0 ? Real(-10000) : Real(scores.scale) * Real(x.Value(i));
      powers.push_back(Exp(score));
      sum = sum + powers.back();
      const Real product = Real(grad.Value(i)) * Real(y.Value(i));
      products = products + product;
      sizes = sizes + Abs(product);
    }
    for (int64_t i = first; i < first + columns; ++i) {
      const double expected = (powers[static_cast<size_t>(i - first)] / sum).ToDouble();
      ASSERT_NEAR(y.Value(i), expected, 0.5101 * unit * expected + least) << i;
      if (mask.Bits(i) != 0) {
        ASSERT_EQ(out.Bits(i), 0u) << i;
        continue;
      }
      const Real value = Real(scores.scale) * Real(y.Value(i)) * (Real(grad.Value(i)) - products);
      const double size =
          std::fabs(scores.scale) * y.Value(i) * (std::fabs(grad.Value(i)) + sizes.ToDouble());
      ASSERT_NEAR(out.Value(i), value.ToDouble(),
                  0.5101 * unit * std::fabs(value.ToDouble()) + size * 0x1p-40 + least)
          << i;
    }
  }
}

TEST(MaskedSoftmaxTest, IsExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    Check({dtype, 0.37, {2, 3, 4, 33}, {2, 3, 4, 33}});
    Check({dtype, 1, {2, 3, 4, 5}, {1, 3, 4, 5}});
    Check({dtype, -2, {2, 3, 4, 5}, {2, 1, 4, 5}});
    Check({dtype, 1.5, {1, 2, 2, 1500}, {1, 1, 2, 1500}});
  }
}

TEST(MaskedSoftmaxTest, RowsThatAreMaskedAreUniform) {
  const Scores scores = {ACL_FLOAT, 1, {1, 1, 3, 8}, {1, 1, 3, 8}};
  const Array y = RunCall(scores.Call())[0];
  for (int64_t i = 16; i < 24; ++i) EXPECT_EQ(y.Value(i), 0.125);
}

TEST(MaskedSoftmaxTest, ScoresAreNotRoundedOnTheWay) {
  // 3 * 0x1.000002p0 has more bits than FLOAT.
  const Array x = ArrayOf(ACL_FLOAT, {1, 1, 1, 2}, {1 + 0x1p-23, 0});
  const Array mask(ACL_BOOL, {1, 1, 1, 2});
  const Array y = RunCall({"aclnnScaledMaskedSoftmax",
                           {x, mask, CallArgument(3.0), 0.0, Array(ACL_FLOAT, {1, 1, 1, 2})}})[0];
  const double e = std::exp(3 * (1 + 0x1p-23));
  EXPECT_EQ(y.Value(1), static_cast<double>(static_cast<float>(1 / (1 + e))));
}

TEST(MaskedSoftmaxTest, SpecialValues) {
  const Array x = ArrayOf(ACL_FLOAT, {1, 1, 2, 2}, {kNan, 1, -kInfinity, 1});
  const Array mask(ACL_BOOL, {1, 1, 2, 2});
  const Array y = RunCall({"aclnnScaledMaskedSoftmax",
                           {x, mask, CallArgument(1.0), 0.0, Array(ACL_FLOAT, {1, 1, 2, 2})}})[0];
  EXPECT_TRUE(SameBits(y, ArrayOf(ACL_FLOAT, {1, 1, 2, 2}, {kNan, kNan, 0, 1})));
}

}  // namespace
}  // namespace openaclnn::test::masked_softmax_test
