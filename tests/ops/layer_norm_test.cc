// Layer norms and their gradients against exact values: dtypes, layouts, what may be null, special
// values. Their bits in other layouts and settings: cases/.
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/whole.h"

namespace openaclnn::test::layer_norm_test {
namespace {

using oracle::Real;
using Integers = std::vector<int64_t>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Array Finite(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array any = RandomArray(dtype, shape, seed, -8, 8);
  return Array(dtype, shape, [&](int64_t i) {
    const double value = any.Value(i);
    return BitsOf(dtype, std::isfinite(value) && std::abs(value) < 2 ? value : 0.75);
  });
}

// The call as the oracle takes it, which reads the call's arrays.
oracle::WholeCall WholeOf(const OperatorCall& call) {
  oracle::WholeCall whole;
  for (const CallArgument& argument : call.arguments) {
    whole.push_back({.number = argument.number, .integers = argument.integers});
  }
  for (const size_t i : InputsOf(call)) {
    const Array& array = call.arguments[i].array;
    whole[i].tensors = {{array.shape, [&array](int64_t at) { return array.Value(at); }}};
  }
  return whole;
}

// Within 0.51 ULP, and what the oracle allows besides.
void ExpectExact(const OperatorCall& call, const std::vector<Array>& results) {
  const bool is_backward = call.name.ends_with("Backward");
  const oracle::WholeResults exact =
      (is_backward ? oracle::LayerNormBackward : oracle::LayerNorm)(WholeOf(call));
  const std::vector<size_t> outputs = OutputsOf(call);
  ASSERT_EQ(results.size(), outputs.size());
  for (size_t k = 0; k < outputs.size(); ++k) {
    const Array& result = results[k];
    const double ulp = UnitOf(result.dtype);
    const double smallest = result.dtype == ACL_FLOAT16 ? 0x1p-24 : 0x1p-133;
    for (int64_t i = 0; i < result.size(); ++i) {
      const oracle::RowValue e = exact(outputs[k], i);
      const double error = Abs(Real(result.Value(i)) - e.exact).ToDouble();
      const double bound = 0.51 * (std::abs(e.exact.ToDouble()) * ulp + smallest) + e.slack;
      ASSERT_LE(error, bound) << "output " << k << ", element " << i << " is " << result.Value(i)
                              << ", exactly " << e.exact.ToDouble();
    }
  }
}

Integers LastOf(const Shape& shape, size_t last) {
  return {shape.end() - static_cast<long>(last), shape.end()};
}
Shape StatisticsOf(Shape shape, size_t last) {
  std::fill(shape.end() - static_cast<long>(last), shape.end(), 1);
  return shape;
}

struct Optionals {
  std::optional<Array> weight, bias;
};

CallArgument OrNull(const std::optional<Array>& array) {
  return array ? CallArgument(*array) : CallArgument(nullptr);
}

OperatorCall LayerNorm(const Array& x, size_t last, const Optionals& optionals, double eps,
                       aclDataType out, aclDataType statistics) {
  return {"aclnnLayerNorm",
          {x, LastOf(x.shape, last), OrNull(optionals.weight), OrNull(optionals.bias), eps,
           Array(out, x.shape), Array(statistics, StatisticsOf(x.shape, last)),
           Array(statistics, StatisticsOf(x.shape, last))}};
}

struct NormCase {
  Shape shape;
  size_t last;
};
const NormCase kNormCases[] = {{{5, 33}, 1}, {{2, 3, 4, 5}, 2}, {{3, 1500}, 1}, {{7}, 1},
                               {{70, 8}, 1}, {{2, 1, 32}, 3},   {{1, 1, 1}, 1}};

class LayerNormTest : public testing::TestWithParam<aclDataType> {};

TEST_P(LayerNormTest, Forward) {
  const aclDataType dtype = GetParam();
  for (const auto& [shape, last] : kNormCases) {
    SCOPED_TRACE(TextOf(shape));
    const Array x = Finite(dtype, shape, 1);
    const Shape row(LastOf(shape, last));
    for (const aclDataType of_weight : {dtype, ACL_FLOAT}) {
      const Optionals both = {Finite(of_weight, row, 2), Finite(of_weight, row, 3)};
      for (const aclDataType out : {dtype, ACL_FLOAT, ACL_FLOAT16}) {
        const OperatorCall call = LayerNorm(x, last, both, 1e-5, out, ACL_FLOAT);
        ExpectExact(call, RunCall(call));
      }
    }
  }
}

TEST_P(LayerNormTest, WithoutWhatIsOptional) {
  const aclDataType dtype = GetParam();
  const Array x = Finite(dtype, {4, 40}, 1);
  const Array ones(dtype, {40}, [&](int64_t) { return BitsOf(dtype, 1); });
  const Array bias = Finite(dtype, {40}, 3);
  const auto all = RunCall(LayerNorm(x, 1, {ones, bias}, 0.5, dtype, dtype));
  const auto without_weight = RunCall(LayerNorm(x, 1, {{}, bias}, 0.5, dtype, dtype));
  EXPECT_TRUE(SameBits(without_weight.at(0), all.at(0)));
  for (const Optionals& optionals : {Optionals{}, Optionals{ones, {}}}) {
    const OperatorCall call = LayerNorm(x, 1, optionals, 0.5, dtype, dtype);
    ExpectExact(call, RunCall(call));
  }
  for (const size_t absent : {6, 7}) {
    OperatorCall call = LayerNorm(x, 1, {ones, bias}, 0.5, dtype, dtype);
    call.arguments[absent] = nullptr;
    const auto results = RunCall(call);
    ASSERT_EQ(results.size(), 2u);
    EXPECT_TRUE(SameBits(results.at(0), all.at(0)));
    EXPECT_TRUE(SameBits(results.at(1), all.at(absent == 6 ? 2 : 1)));
  }
}

TEST_P(LayerNormTest, InPlaceAndUnderOtherNames) {
  const aclDataType dtype = GetParam();
  const Array x = Finite(dtype, {6, 50}, 1);
  OperatorCall call = LayerNorm(x, 1, {Finite(dtype, {50}, 2), {}}, 1e-3, dtype, ACL_FLOAT);
  const auto apart = RunCall(call);
  EXPECT_TRUE(
      SameBits(RunCall(call, {.layouts = {}, .in_place = std::pair(5, 0)}).at(0), apart.at(0)));
  call.name = "aclnnFastLayerNorm";
  EXPECT_TRUE(SameBits(RunCall(call).at(0), apart.at(0)));
  call.name = "aclnnLayerNormWithImplMode";
  for (const double mode : {0.0, 1.0}) {
    call.arguments.resize(8, 0.0);
    call.arguments.push_back(mode);
    EXPECT_TRUE(SameBits(RunCall(call).at(0), apart.at(0)));
  }
}

OperatorCall Backward(const Array& grad, const Array& x, size_t last, const Array& mean,
                      const Array& rstd, const std::optional<Array>& weight, const Integers& mask,
                      aclDataType out) {
  const Shape row(LastOf(x.shape, last));
  return {"aclnnLayerNormBackward",
          {grad, x, LastOf(x.shape, last), mean, rstd, OrNull(weight), nullptr, mask,
           Array(out, x.shape), Array(out, row), Array(out, row)}};
}

TEST_P(LayerNormTest, Backward) {
  const aclDataType dtype = GetParam();
  for (const auto& [shape, last] : kNormCases) {
    SCOPED_TRACE(TextOf(shape));
    const Array x = Finite(dtype, shape, 1), grad = Finite(dtype, shape, 2);
    const Shape of_rows = StatisticsOf(shape, last);
    const Array mean = Finite(ACL_FLOAT, of_rows, 3), rstd = Finite(dtype, of_rows, 4);
    for (const std::optional<Array>& weight :
         {std::optional(Finite(ACL_FLOAT, Shape(LastOf(shape, last)), 5)),
          std::optional<Array>()}) {
      for (const aclDataType out : {dtype, ACL_FLOAT}) {
        const OperatorCall call = Backward(grad, x, last, mean, rstd, weight, {1, 1, 1}, out);
        ExpectExact(call, RunCall(call));
      }
    }
  }
}

TEST_P(LayerNormTest, OutputMaskAndInPlace) {
  const aclDataType dtype = GetParam();
  const Array x = Finite(dtype, {70, 40}, 1), grad = Finite(dtype, {70, 40}, 2);
  const Array mean = Finite(dtype, {70, 1}, 3), rstd = Finite(dtype, {70, 1}, 4);
  const Array weight = Finite(dtype, {40}, 5);
  const auto all = RunCall(Backward(grad, x, 1, mean, rstd, weight, {1, 1, 1}, dtype));
  for (int64_t mask = 0; mask < 8; ++mask) {
    const Integers flags = {mask & 1, mask >> 1 & 1, mask >> 2 & 1};
    OperatorCall call = Backward(grad, x, 1, mean, rstd, weight, flags, dtype);
    // What is not asked for is left as it is, or may be null.
    const auto kept = RunCall(call);
    std::vector<Array> asked;
    for (size_t k = 0; k < 3; ++k) {
      const bool is_asked_for = flags[k] != 0;
      EXPECT_EQ(SameBits(kept.at(k), all.at(k)), is_asked_for) << mask << ", " << k;
      if (is_asked_for) asked.push_back(all.at(k));
      if (!is_asked_for) call.arguments[8 + k] = nullptr;
    }
    const auto results = RunCall(call);
    ASSERT_EQ(results.size(), asked.size());
    for (size_t k = 0; k < asked.size(); ++k) EXPECT_TRUE(SameBits(results[k], asked[k]));
  }
  for (const size_t input : {0, 1}) {
    const auto results = RunCall(Backward(grad, x, 1, mean, rstd, weight, {1, 1, 1}, dtype),
                                 {.layouts = {}, .in_place = std::pair(size_t{8}, input)});
    for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(results.at(k), all.at(k)));
  }
}

INSTANTIATE_TEST_SUITE_P(Floats, LayerNormTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

// Rows that are longer than what threads gather, dense and not, and of several dtypes.
TEST(LayerNormLongRowsTest, OfAnyLayout) {
  for (const aclDataType out : {ACL_BF16, ACL_FLOAT}) {
    const Array x = Finite(ACL_BF16, {3, 5000}, 1);
    const OperatorCall call = LayerNorm(x, 1, {Finite(ACL_BF16, {5000}, 2), {}}, 0, out, ACL_FLOAT);
    const auto dense = RunCall(call);
    ExpectExact(call, dense);
    for (const Layout& layout : OutputLayouts()) {
      Placement placement;
      placement.layouts.assign(8, &layout);
      const auto placed = RunCall(call, placement);
      for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(placed.at(k), dense.at(k)));
    }
  }
}

TEST(LayerNormLongRowsTest, Backward) {
  const Array x = Finite(ACL_BF16, {3, 5000}, 1), grad = Finite(ACL_BF16, {3, 5000}, 2);
  const Array mean = Finite(ACL_FLOAT, {3, 1}, 3), rstd = Finite(ACL_FLOAT, {3, 1}, 4);
  for (const aclDataType out : {ACL_BF16, ACL_FLOAT}) {
    const OperatorCall call = Backward(grad, x, 1, mean, rstd, {}, {1, 1, 1}, out);
    const auto dense = RunCall(call);
    ExpectExact(call, dense);
    Placement placement;
    placement.layouts.assign(11, &OutputLayouts()[1]);
    const auto placed = RunCall(call, placement);
    for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(placed.at(k), dense.at(k)));
  }
}

TEST(LayerNormSpecialTest, Values) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const Array x = ArrayOf(ACL_FLOAT, {4, 2}, {3, 3, kNan, 1, kInf, 1, 1, -1});
  const Array bias = ArrayOf(ACL_FLOAT, {0.5, -0.5});
  const auto results = RunCall(LayerNorm(x, 1, {{}, bias}, 0, ACL_FLOAT, ACL_FLOAT));
  const Array expected =
      ArrayOf(ACL_FLOAT, {4, 2}, {kNan, kNan, kNan, kNan, kNan, kNan, 1.5, -1.5});
  EXPECT_TRUE(SameBits(results.at(0), expected));
  EXPECT_EQ(results.at(2).Value(0), kInf);
  const auto with_eps = RunCall(LayerNorm(x, 1, {{}, bias}, 1, ACL_FLOAT, ACL_FLOAT));
  EXPECT_EQ(with_eps.at(0).Value(0), 0.5);
  EXPECT_EQ(with_eps.at(0).Value(1), -0.5);
}

TEST(LayerNormSpecialTest, WithoutElements) {
  const Array none(ACL_FLOAT, {0, 3}), no_rows(ACL_FLOAT, {0, 1});
  const auto gradients =
      RunCall(Backward(none, none, 1, no_rows, no_rows, {}, {1, 1, 1}, ACL_FLOAT));
  EXPECT_TRUE(SameBits(gradients.at(1), Array(ACL_FLOAT, {3})));
  EXPECT_TRUE(SameBits(gradients.at(2), Array(ACL_FLOAT, {3})));
  for (const Shape& shape : {Shape{0, 3}, Shape{2, 0}}) {
    const auto results =
        RunCall(LayerNorm(Array(ACL_FLOAT, shape), 1, {}, 1, ACL_FLOAT, ACL_FLOAT));
    EXPECT_EQ(results.at(1).shape, (Shape{shape[0], 1}));
    for (int64_t r = 0; r < shape[0]; ++r) {
      EXPECT_EQ(results.at(1).Value(r), 0);
      EXPECT_TRUE(std::isnan(results.at(2).Value(r)));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::layer_norm_test
