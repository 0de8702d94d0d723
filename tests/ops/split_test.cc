// Operators that cut a tensor in two and gate one half with the other, and their gradients.
#include <array>
#include <cmath>

#include "gtest/gtest.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/split.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/split.h"

namespace openaclnn::test::split_test {
namespace {

std::vector<ExactElement> ExactOf(const oracle::SplitDefinition& definition, double form = 0) {
  std::vector<ExactElement> results;
  for (const oracle::ExactOfSplit exact : definition) {
    results.emplace_back([=](auto in) { return exact(in, form); });
  }
  return results;
}

TEST(GluTest, Forward) {
  ExpectSplit(
      {.name = "aclnnGlu", .exact = ExactOf(oracle::kGlu), .accuracy = {1, 4}, .curved = 1});
}

TEST(GluTest, Backward) {
  ExpectSplit({.name = "aclnnGluBackward",
               .exact = ExactOf(oracle::kGluBackward),
               .accuracy = {1, 4},
               .curved = 2});
}

// Results of each dtype from operands of each.
TEST(GluTest, AnyPairOfDtypes) {
  const aclDataType dtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  for (const aclDataType from : dtypes) {
    const Array a = RandomArray(from, {500}, 1), b = RandomArray(from, {500}, 2);
    for (const aclDataType to : dtypes) {
      const std::vector<Array> results =
          RunCall({"aclnnGlu", {JoinedAlong(0, a, b), 0.0, Array(to, {500})}});
      ASSERT_EQ(results.size(), 1u);
      const bool is_double = from == ACL_DOUBLE && to == ACL_DOUBLE;
      const Limits limits = {.ulp = is_double ? 4.0 : 1.0,
                             .rounded_rate = 0,
                             .unit = to == ACL_DOUBLE && from != ACL_DOUBLE ? ACL_FLOAT : to};
      ExpectAccurateResult(results[0], {a, b}, ExactOf(oracle::kGlu)[0], limits);
    }
  }
}

// The product of the gradient and the first half overflows, the result does not.
TEST(GluTest, BackwardOfLargeDoubles) {
  const Array grad = ArrayOf(ACL_DOUBLE, {1e200, 1e-300, 1e300, -1e200}),
              a = ArrayOf(ACL_DOUBLE, {1e200, 1e300, 1e300, 1e200}),
              b = ArrayOf(ACL_DOUBLE, {700, -700, -1000, -500});
  const std::vector<Array> results =
      RunCall({"aclnnGluBackward", {grad, JoinedAlong(0, a, b), -1.0, Array(ACL_DOUBLE, {8})}});
  ASSERT_EQ(results.size(), 1u);
  ExpectAccurateResult(PartsAlong(0, results[0]).second, {grad, a, b},
                       ExactOf(oracle::kGluBackward)[1], {.ulp = 4, .rounded_rate = 0});
}

TEST(SwiGluTest, Forward) {
  ExpectSplit({.name = "aclnnSwiGlu",
               .exact = ExactOf(oracle::kSwiGlu),
               .accuracy = kWithinOneUlp,
               .curved = 0});
}

// Products by a half are ties of subnormal FLOAT16 except for how far a is from 0, of which a float
// has too few digits.
TEST(SwiGluTest, TiesOfSubnormalNumbers) {
  const Array a(ACL_FLOAT16, {400}, [](int64_t i) {  // 2^-24 to 2^-16, of either sign
    return static_cast<uint64_t>(i / 2 + 1) | (i % 2 == 0 ? 0 : 0x8000);
  });
  std::vector<double> odd;
  for (int i = -21; i <= 21; i += 2) odd.push_back(i);
  const auto [first, second] = AllPairs(a, ArrayOf(ACL_FLOAT16, odd));
  const Limits limits = {.ulp = 0.5001, .rounded_rate = 1};
  const Shape shape = first.shape;
  const Array x = JoinedAlong(0, first, second), out(ACL_FLOAT16, shape);
  ExpectAccurateResult(RunCall({"aclnnSwiGlu", {x, 0.0, out}}).at(0), {first, second},
                       ExactOf(oracle::kSwiGlu)[0], limits);
  const auto expect_grad = [&, &half_a = first](const Array& grad, const Array& b) {
    const Array gradients =
        RunCall({"aclnnSwiGluGrad",
                 {grad, JoinedAlong(0, half_a, b), 0.0, Array(ACL_FLOAT16, x.shape)}})
            .at(0);
    const auto [by_a, by_b] = PartsAlong(0, gradients);
    const std::vector<Array> operands = {grad, half_a, b};
    ExpectAccurateResult(by_a, operands, ExactOf(oracle::kSwiGluGrad)[0], limits);
    ExpectAccurateResult(by_b, operands, ExactOf(oracle::kSwiGluGrad)[1], limits);
  };
  expect_grad(second, first);
  expect_grad(first, second);
}

TEST(SwiGluTest, Grad) {
  ExpectSplit({.name = "aclnnSwiGluGrad",
               .exact = ExactOf(oracle::kSwiGluGrad),
               .accuracy = kWithinOneUlp,
               .curved = 1,
               .points = {-1.2784645427610738}});  // where the slope changes its sign
}

TEST(GeGluTest, Forward) {
  for (const double form : {0.0, 1.0}) {
    SCOPED_TRACE(form);
    ExpectSplit({.name = "aclnnGeGlu",
                 .exact = ExactOf(oracle::kGeGlu, form),
                 .accuracy = kWithinOneUlp,
                 .curved = 1,
                 .others = {form}});
  }
}

TEST(GeGluTest, Backward) {
  for (const double form : {0.0, 1.0}) {
    SCOPED_TRACE(form);
    ExpectSplit({.name = "aclnnGeGluBackward",
                 .exact = ExactOf(oracle::kGeGluBackward, form),
                 .accuracy = kWithinOneUlp,
                 .curved = 2,
                 .others = {form},
                 .points = {-0.7517915246935645, -0.75246142207102, -21.5, -23.75}});
  }
}

// The other half is activated where activateLeft is true.
TEST(GeGluTest, TheThirdVersionChoosesTheHalf) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    const Array a = RandomArray(dtype, {3, 40}, 1), b = RandomArray(dtype, {3, 40}, 2);
    const Array out(dtype, {3, 40}), whole = JoinedAlong(1, a, b), swapped = JoinedAlong(1, b, a);
    const Array grad = RandomArray(dtype, {3, 40}, 3), gelu = RandomArray(dtype, {3, 40}, 4);
    const Array input(dtype, {3, 80});
    for (const double form : {0.0, 1.0}) {
      const auto forward = [&](const Array& self, double left) {
        return RunCall({"aclnnGeGluV3", {self, 1.0, form, left, out, out}});
      };
      const auto expected = RunCall({"aclnnGeGlu", {whole, 1.0, form, out, out}});
      ASSERT_EQ(expected.size(), 2u);
      for (const size_t k : {0, 1}) {
        EXPECT_TRUE(SameBits(forward(whole, 0).at(k), expected[k]));
        EXPECT_TRUE(SameBits(forward(swapped, 1).at(k), expected[k]));
      }
      const auto backward = [&](const Array& self, double left) {
        return RunCall({"aclnnGeGluV3Backward", {grad, self, gelu, 1.0, form, left, input}}).at(0);
      };
      const Array gradients =
          RunCall({"aclnnGeGluBackward", {grad, whole, gelu, 1.0, form, input}}).at(0);
      EXPECT_TRUE(SameBits(backward(whole, 0), gradients));
      const auto [first, second] = PartsAlong(1, gradients);
      EXPECT_TRUE(SameBits(backward(swapped, 1), JoinedAlong(1, second, first)));
    }
  }
}

// Bit for bit that of aclnnGeGluV3 with activateLeft.
TEST(GeluMulTest, BothForms) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array out(dtype, {5000, 3});
    for (const Array& input :
         {RandomPatterns(dtype, {5000, 6}, 1), RandomArray(dtype, {5000, 6}, 2, -30, 30)}) {
      for (const char* const form : {"none", "tanh"}) {
        const double approximate = form[0] == 'n' ? 0 : 1;
        const auto expected = RunCall({"aclnnGeGluV3", {input, -1.0, approximate, 1.0, out, out}});
        ASSERT_EQ(expected.size(), 2u);
        EXPECT_TRUE(SameBits(RunCall({"aclnnGeluMul", {input, form, out}}).at(0), expected[0]));
      }
    }
  }
}

TEST(GeluMulTest, NullIsNone) {
  const Array input = RandomArray(ACL_FLOAT, {50, 20}, 1), out(ACL_FLOAT, {50, 10});
  EXPECT_TRUE(SameBits(RunCall({"aclnnGeluMul", {input, nullptr, out}}).at(0),
                       RunCall({"aclnnGeluMul", {input, "none", out}}).at(0)));
}

// Tiles of several rows, whose ends are aligned or not, have the bits of halves that are apart.
TEST(SplitTest, ManyRows) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    for (const int64_t columns : {16, 67, 100, 512, 1100}) {
      SCOPED_TRACE(columns);
      const Shape shape = {9000 / columns + 3, columns};
      const Array a = RandomArray(dtype, shape, 1), b = RandomArray(dtype, shape, 2);
      const Array grad = RandomArray(dtype, shape, 3), gelu = RandomArray(dtype, shape, 4);
      const Array out(dtype, shape), inner = JoinedAlong(1, a, b), outer = JoinedAlong(0, a, b);
      const Array inner_out(dtype, inner.shape), outer_out(dtype, outer.shape);
      const auto expect_same = [](const OperatorCall& call, const OperatorCall& apart) {
        const std::vector<Array> results = RunCall(call), expected = RunCall(apart);
        ASSERT_EQ(results.size(), expected.size());
        for (size_t i = 0; i < results.size(); ++i) {
          const bool is_whole = results[i].shape != expected[i].shape;
          const auto halves = PartsAlong(is_whole ? 0 : 1, expected[i]);
          EXPECT_TRUE(SameBits(
              results[i], is_whole ? JoinedAlong(1, halves.first, halves.second) : expected[i]));
        }
        ExpectSameBitsInAllSettings(call);
      };
      expect_same({"aclnnSwiGlu", {inner, 1.0, out}}, {"aclnnSwiGlu", {outer, 0.0, out}});
      expect_same({"aclnnSwiGluGrad", {grad, inner, 1.0, inner_out}},
                  {"aclnnSwiGluGrad", {grad, outer, 0.0, outer_out}});
      expect_same({"aclnnGeGlu", {inner, 1.0, 0.0, out, out}},
                  {"aclnnGeGlu", {outer, 0.0, 0.0, out, out}});
      expect_same({"aclnnGeGluBackward", {grad, inner, gelu, 1.0, 0.0, inner_out}},
                  {"aclnnGeGluBackward", {grad, outer, gelu, 0.0, 0.0, outer_out}});
    }
  }
}

TEST(FatreluMulTest, AnyThreshold) {
  for (const double threshold : {0.0, -0.0, 0.5, -3.0, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE(threshold);
    for (const Shape& shape : {Shape{}, Shape{1, 1, 1}}) {
      ExpectSplit({.name = "aclnnFatreluMul",
                   .exact = {[=](auto in) {
                     return oracle::kFatreluMul[0](std::array{in[0], in[1], threshold}, 0);
                   }},
                   .accuracy = kRoundedOnce,
                   .curved = 0,
                   .others = {ArrayOf(ACL_FLOAT, shape, {threshold})},
                   .points = {std::isfinite(threshold) ? threshold : 0}});
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::split_test
