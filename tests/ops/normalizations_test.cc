// Norms of rows, groups and channels, and their gradients, against sums in long double.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/chip.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::normalizations_test {
namespace {

using Number = long double;
using Numbers = std::vector<Number>;
using Integers = std::vector<int64_t>;

Array Small(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array any = RandomArray(dtype, shape, seed, -8, 8);
  return Array(dtype, shape, [&](int64_t i) {
    const double value = any.Value(i);
    return BitsOf(dtype, std::isfinite(value) && std::abs(value) < 2 ? value : 0.75);
  });
}
Array Positive(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array any = Small(dtype, shape, seed);
  return Array(dtype, shape,
               [&](int64_t i) { return BitsOf(dtype, 0.25 + std::abs(any.Value(i))); });
}

// Within 0.51 ULP of the number, and 2^-40 of `terms`, a bound of what was added.
void ExpectNumbers(const Array& result, const Numbers& exact, double terms) {
  ASSERT_EQ(static_cast<size_t>(result.size()), exact.size());
  const double ulp = UnitOf(result.dtype);
  const double smallest = result.dtype == ACL_FLOAT16 ? 0x1p-24 : 0x1p-133;
  for (int64_t i = 0; i < result.size(); ++i) {
    const Number e = exact[static_cast<size_t>(i)];
    const Number error = std::abs(static_cast<Number>(result.Value(i)) - e);
    const Number bound = 0.51 * (std::abs(e) * ulp + smallest) + terms * 0x1p-40;
    ASSERT_LE(error, bound) << "element " << i << " is " << result.Value(i) << ", exactly "
                            << static_cast<double>(e);
  }
}

int64_t Count(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

// What a norm does to elements: which row each is in, and which weight it has.
struct Norm {
  int64_t rows, weights;
  std::function<int64_t(int64_t)> row_of, weight_of;
  bool has_mean = true;
};
Norm OfRows(const Shape& shape, size_t last, bool has_mean) {
  int64_t columns = 1;
  for (size_t i = shape.size() - last; i < shape.size(); ++i) columns *= shape[i];
  return {Count(shape) / columns, columns, [columns](int64_t i) { return i / columns; },
          [columns](int64_t i) { return i % columns; }, has_mean};
}
Norm OfGroups(const Shape& shape, int64_t groups) {
  const int64_t channels = shape[1], inner = Count(shape) / shape[0] / channels;
  const int64_t of_group = channels / groups * inner;
  return {shape[0] * groups, channels, [of_group](int64_t i) { return i / of_group; },
          [=](int64_t i) { return i / inner % channels; }};
}
Norm OfChannels(const Shape& shape) {
  const int64_t channels = shape[1], inner = Count(shape) / shape[0] / channels;
  const auto channel = [=](int64_t i) { return i / inner % channels; };
  return {channels, channels, channel, channel};
}

struct Statistics {
  Numbers mean, variance, rstd;
};
Statistics StatisticsOf(const Norm& norm, const Numbers& x, Number eps) {
  const auto rows = static_cast<size_t>(norm.rows);
  Statistics s = {Numbers(rows), Numbers(rows), Numbers(rows)};
  const Number count = static_cast<Number>(x.size()) / static_cast<Number>(rows);
  const auto row = [&](size_t i) {
    return static_cast<size_t>(norm.row_of(static_cast<int64_t>(i)));
  };
  for (size_t i = 0; i < x.size() && norm.has_mean; ++i) s.mean[row(i)] += x[i] / count;
  for (size_t i = 0; i < x.size(); ++i) {
    const Number distance = x[i] - s.mean[row(i)];
    s.variance[row(i)] += distance * distance / count;
  }
  for (size_t r = 0; r < rows; ++r) s.rstd[r] = 1 / std::sqrt(s.variance[r] + eps);
  return s;
}
Numbers ElementsOf(const Array& array) {
  Numbers numbers;
  for (int64_t i = 0; i < array.size(); ++i) numbers.push_back(array.Value(i));
  return numbers;
}
Number At(const std::optional<Array>& weights, int64_t i, Number none) {
  return weights ? static_cast<Number>(weights->Value(i)) : none;
}
Numbers Normalised(const Norm& norm, const Numbers& x, const Statistics& s,
                   const std::optional<Array>& weight, const std::optional<Array>& bias,
                   Number plus = 0) {
  Numbers y;
  for (size_t i = 0; i < x.size(); ++i) {
    const auto r = static_cast<size_t>(norm.row_of(static_cast<int64_t>(i)));
    const int64_t w = norm.weight_of(static_cast<int64_t>(i));
    y.push_back((x[i] - s.mean[r]) * s.rstd[r] * (At(weight, w, 1) + plus) + At(bias, w, 0));
  }
  return y;
}
struct Gradients {
  Numbers x, weight, bias;
};
// `depends`: whether the statistics depend on x.
Gradients GradientsOf(const Norm& norm, const Numbers& x, const Numbers& grad, const Statistics& s,
                      const std::optional<Array>& weight, bool depends = true) {
  const auto rows = static_cast<size_t>(norm.rows), weights = static_cast<size_t>(norm.weights);
  const Number count = static_cast<Number>(x.size()) / static_cast<Number>(rows);
  Gradients g = {Numbers(x.size()), Numbers(weights), Numbers(weights)};
  Numbers mean_grad(rows), mean_product(rows);
  for (const bool is_last : {false, true}) {
    for (size_t i = 0; i < x.size(); ++i) {
      const auto r = static_cast<size_t>(norm.row_of(static_cast<int64_t>(i)));
      const auto w = static_cast<size_t>(norm.weight_of(static_cast<int64_t>(i)));
      const Number n = (x[i] - s.mean[r]) * s.rstd[r];
      const Number of = grad[i] * At(weight, static_cast<int64_t>(w), 1);
      if (is_last) {
        g.x[i] = (of - mean_grad[r] - n * mean_product[r]) * s.rstd[r];
        continue;
      }
      g.weight[w] += grad[i] * n;
      g.bias[w] += grad[i];
      if (depends && norm.has_mean) mean_grad[r] += of / count;
      if (depends) mean_product[r] += of * n / count;
    }
  }
  return g;
}

Integers LastOf(const Shape& shape, size_t last) {
  return {shape.end() - static_cast<long>(last), shape.end()};
}
Shape RowsShape(Shape shape, size_t last) {
  std::fill(shape.end() - static_cast<long>(last), shape.end(), 1);
  return shape;
}

// In all layouts and settings the bits are those of dense tensors.
void ExpectSameInLayouts(const OperatorCall& call, const std::vector<Array>& dense) {
  for (const Layout& layout : OutputLayouts()) {
    Placement placement;
    placement.layouts.assign(call.arguments.size(), &layout);
    const auto placed = RunCall(call, placement);
    ASSERT_EQ(placed.size(), dense.size());
    for (size_t k = 0; k < dense.size(); ++k) {
      EXPECT_TRUE(SameBits(placed[k], dense[k])) << layout.name << ", output " << k;
    }
  }
}

class NormalizationsTest : public testing::TestWithParam<aclDataType> {};

struct RowCase {
  Shape shape;
  size_t last;
};
const RowCase kRowCases[] = {{{5, 33}, 1}, {{2, 3, 4, 5}, 2}, {{3, 1500}, 1},
                             {{7}, 1},     {{70, 8}, 1},      {{2, 5000}, 1}};

TEST_P(NormalizationsTest, OfSquares) {
  const aclDataType dtype = GetParam();
  for (const auto& [shape, last] : kRowCases) {
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfRows(shape, last, false);
    const Array x = Small(dtype, shape, 1);
    for (const aclDataType of_gamma : {dtype, ACL_FLOAT}) {
      const Array gamma = Small(of_gamma, LastOf(shape, last), 2);
      const Statistics s = StatisticsOf(norm, ElementsOf(x), 1e-6);
      const OperatorCall call = {
          "aclnnRmsNorm",
          {x, gamma, 1e-6, Array(dtype, shape), Array(ACL_FLOAT, RowsShape(shape, last))}};
      const auto results = RunCall(call);
      ExpectNumbers(results.at(0), Normalised(norm, ElementsOf(x), s, gamma, {}), 1);
      ExpectNumbers(results.at(1), s.rstd, 1);
      if (of_gamma != dtype) continue;
      ExpectSameInLayouts(call, results);
      OperatorCall gemma = call;
      gemma.name = "aclnnGemmaRmsNorm";
      ExpectNumbers(RunCall(gemma).at(0), Normalised(norm, ElementsOf(x), s, gamma, {}, 1), 1);
    }
  }
}

TEST_P(NormalizationsTest, OfSquaresIntoRowsWithoutAxes) {
  const aclDataType dtype = GetParam();
  const Array x = Small(dtype, {1, 2, 3, 40}, 1), gamma = Small(dtype, {40}, 2);
  const auto rows = [&](const Shape& shape) {
    return RunCall(
               {"aclnnRmsNorm", {x, gamma, 0.5, Array(dtype, x.shape), Array(ACL_FLOAT, shape)}})
        .at(1);
  };
  const Array kept = rows({1, 2, 3, 1}), dropped = rows({1, 2, 3});
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(kept.Value(i), dropped.Value(i));
}

TEST_P(NormalizationsTest, GradientsOfSquares) {
  const aclDataType dtype = GetParam();
  for (const auto& [shape, last] : kRowCases) {
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfRows(shape, last, false);
    const Array x = Small(dtype, shape, 1), dy = Small(dtype, shape, 2);
    const Array gamma = Small(dtype, LastOf(shape, last), 3);
    const Array rstd = Positive(ACL_FLOAT, RowsShape(shape, last), 4);
    Statistics s = {Numbers(static_cast<size_t>(norm.rows)), {}, ElementsOf(rstd)};
    const Gradients g = GradientsOf(norm, ElementsOf(x), ElementsOf(dy), s, gamma);
    const OperatorCall call = {
        "aclnnRmsNormGrad",
        {dy, x, rstd, gamma, Array(dtype, shape), Array(ACL_FLOAT, LastOf(shape, last))}};
    const auto results = RunCall(call);
    ExpectNumbers(results.at(0), g.x, 64);
    ExpectNumbers(results.at(1), g.weight, 16.0 * static_cast<double>(norm.rows));
    ExpectSameInLayouts(call, results);
  }
}

TEST_P(NormalizationsTest, OfSquaresOfSums) {
  const aclDataType dtype = GetParam();
  const Shape shape = {3, 5, 40};
  const Norm norm = OfRows(shape, 1, false);
  const Array x1 = Small(dtype, shape, 1), x2 = Small(dtype, shape, 2);
  const Array gamma = Small(dtype, {40}, 3);
  Numbers x = ElementsOf(x1);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += static_cast<Number>(x2.Value(static_cast<int64_t>(i)));
  const Statistics s = StatisticsOf(norm, x, 1e-5);
  const OperatorCall call = {
      "aclnnAddRmsNorm",
      {x1, x2, gamma, 1e-5, Array(dtype, shape), Array(ACL_FLOAT, {3, 5, 1}), Array(dtype, shape)}};
  const auto results = RunCall(call);
  ExpectNumbers(results.at(0), Normalised(norm, x, s, gamma, {}), 1);
  ExpectNumbers(results.at(1), s.rstd, 1);
  ExpectNumbers(results.at(2), x, 0);
  ExpectSameInLayouts(call, results);
  for (const size_t output : {4, 6}) {
    for (const size_t input : {0, 1}) {
      const auto placed = RunCall(call, {.layouts = {}, .in_place = std::pair(output, input)});
      for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(placed.at(k), results.at(k)));
    }
  }
  OperatorCall alone = call;
  alone.arguments[5] = alone.arguments[6] = nullptr;
  alone.arguments[2] = Array(dtype, {1, 40}, [&](int64_t i) { return gamma.Bits(i); });
  EXPECT_TRUE(SameBits(RunCall(alone).at(0), results.at(0)));
  const auto replaced =
      RunCall({"aclnnInplaceAddRmsNorm", {x1, x2, gamma, 1e-5, Array(ACL_FLOAT, {3, 5, 1})}});
  EXPECT_TRUE(SameBits(replaced.at(0), results.at(0)));
  EXPECT_TRUE(SameBits(replaced.at(1), results.at(2)));
  EXPECT_TRUE(SameBits(replaced.at(2), results.at(1)));
}

TEST_P(NormalizationsTest, LayerNormsOfSums) {
  const aclDataType dtype = GetParam();
  const Shape shape = {6, 50};
  const Norm norm = OfRows(shape, 1, true);
  const Array x1 = Small(dtype, shape, 1), x2 = Small(dtype, shape, 2),
              bias = Small(dtype, {50}, 5);
  const Array gamma = Small(ACL_FLOAT, {50}, 3), beta = Small(ACL_FLOAT, {50}, 4);
  Numbers x = ElementsOf(x1);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] += static_cast<Number>(x2.Value(static_cast<int64_t>(i)));
    x[i] += static_cast<Number>(bias.Value(static_cast<int64_t>(i % 50)));
  }
  const Statistics s = StatisticsOf(norm, x, 1e-5);
  const OperatorCall call = {
      "aclnnAddLayerNorm",
      {x1, x2, gamma, beta, bias, 1e-5, 1.0, Array(dtype, shape), Array(ACL_FLOAT, {6, 1}),
       Array(ACL_FLOAT, {6, 1}), Array(dtype, shape)}};
  const auto results = RunCall(call);
  ExpectNumbers(results.at(0), Normalised(norm, x, s, gamma, beta), 4);
  ExpectNumbers(results.at(1), s.mean, 8);
  ExpectNumbers(results.at(2), s.rstd, 1);
  ExpectNumbers(results.at(3), x, 1);
  ExpectSameInLayouts(call, results);

  const Array dy = Small(dtype, shape, 6), dsum = Small(dtype, shape, 7);
  const Array mean = Small(ACL_FLOAT, {6, 1}, 8), rstd = Positive(ACL_FLOAT, {6, 1}, 9);
  const Array weight = Small(dtype, {50}, 10);
  Numbers sum = ElementsOf(x1);
  for (size_t i = 0; i < sum.size(); ++i)
    sum[i] += static_cast<Number>(x2.Value(static_cast<int64_t>(i)));
  Gradients g =
      GradientsOf(norm, sum, ElementsOf(dy), {ElementsOf(mean), {}, ElementsOf(rstd)}, weight);
  for (const bool adds : {false, true}) {
    OperatorCall backward = {"aclnnAddLayerNormGrad",
                             {dy, x1, x2, rstd, mean, weight, dsum, Array(dtype, shape),
                              Array(ACL_FLOAT, {50}), Array(ACL_FLOAT, {50})}};
    if (!adds) backward.arguments[6] = nullptr;
    for (size_t i = 0; i < g.x.size() && adds; ++i) {
      g.x[i] += static_cast<Number>(dsum.Value(static_cast<int64_t>(i)));
    }
    const auto gradients = RunCall(backward);
    ExpectNumbers(gradients.at(0), g.x, 200);
    ExpectNumbers(gradients.at(1), g.weight, 200);
    ExpectNumbers(gradients.at(2), g.bias, 200);
  }
}

TEST_P(NormalizationsTest, DeepNorms) {
  const aclDataType dtype = GetParam();
  for (const auto& [shape, last] : kRowCases) {
    if (shape.size() == 1) continue;
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfRows(shape, last, true);
    const Shape row = LastOf(shape, last), rows = RowsShape(shape, last);
    const double alpha = 0.625;
    const Array x = Small(dtype, shape, 1), gx = Small(dtype, shape, 2);
    const Array gamma = Small(dtype, row, 3), beta = Small(dtype, row, 4);
    Numbers sum = ElementsOf(gx);
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] += alpha * static_cast<Number>(x.Value(static_cast<int64_t>(i)));
    }
    const Statistics s = StatisticsOf(norm, sum, 1e-5);
    const OperatorCall call = {"aclnnDeepNorm",
                               {x, gx, beta, gamma, alpha, 1e-5, Array(ACL_FLOAT, rows),
                                Array(ACL_FLOAT, rows), Array(dtype, shape)}};
    const auto results = RunCall(call);
    ExpectNumbers(results.at(0), s.mean, 8);
    ExpectNumbers(results.at(1), s.rstd, 1);
    ExpectNumbers(results.at(2), Normalised(norm, sum, s, gamma, beta), 4);
    ExpectSameInLayouts(call, results);
    for (const size_t input : {0, 1}) {
      const auto placed = RunCall(call, {.layouts = {}, .in_place = std::pair(size_t{8}, input)});
      for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(placed.at(k), results.at(k)));
    }

    const Array dy = Small(dtype, shape, 6);
    const Array mean = Small(ACL_FLOAT, rows, 8), rstd = Positive(ACL_FLOAT, rows, 9);
    const Gradients g =
        GradientsOf(norm, sum, ElementsOf(dy), {ElementsOf(mean), {}, ElementsOf(rstd)}, gamma);
    const OperatorCall backward = {
        "aclnnDeepNormGrad",
        {dy, x, gx, gamma, mean, rstd, alpha, Array(dtype, shape), Array(dtype, shape),
         Array(ACL_FLOAT, row), Array(ACL_FLOAT, row)}};
    const auto gradients = RunCall(backward);
    Numbers by_x = g.x;
    for (Number& number : by_x) number *= alpha;
    const double terms = 16.0 * static_cast<double>(norm.rows);
    ExpectNumbers(gradients.at(0), by_x, 200);
    ExpectNumbers(gradients.at(1), g.x, 200);
    ExpectNumbers(gradients.at(2), g.bias, terms);
    ExpectNumbers(gradients.at(3), g.weight, terms);
    ExpectSameInLayouts(backward, gradients);
  }
}

TEST(DeepNormTest, NoRows) {
  const Array none(ACL_FLOAT, {0, 3}), row = ArrayOf(ACL_FLOAT, {1, 2, 3});
  const Array rows(ACL_FLOAT, {0, 1});
  RunCall({"aclnnDeepNorm", {none, none, row, row, 1.0, 1e-5, rows, rows, none}});
  const auto gradients = RunCall(
      {"aclnnDeepNormGrad", {none, none, none, row, rows, rows, 1.0, none, none, row, row}});
  EXPECT_TRUE(SameBits(gradients.at(2), Array(ACL_FLOAT, {3})));
  EXPECT_TRUE(SameBits(gradients.at(3), Array(ACL_FLOAT, {3})));
}

struct GroupCase {
  Shape shape;
  int64_t groups;
};
const GroupCase kGroupCases[] = {{{2, 6, 7}, 3},      {{3, 4}, 2},          {{2, 8, 5, 5}, 4},
                                 {{2, 3, 40, 41}, 1}, {{1, 4, 2, 3, 4}, 4}, {{2, 2, 5000}, 1}};

double InnerOf(const Shape& shape) {
  return static_cast<double>(Count(shape) / shape[0] / shape[1]);
}

TEST_P(NormalizationsTest, OfGroups) {
  const aclDataType dtype = GetParam();
  for (const GroupCase& one : kGroupCases) {
    const Shape& shape = one.shape;
    const int64_t groups = one.groups;
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfGroups(shape, groups);
    const Array x = Small(dtype, shape, 1);
    const Shape channels = {shape[1]}, of_groups = {shape[0], groups};
    const Array gamma = Small(dtype, channels, 2), beta = Small(dtype, channels, 3);
    const Statistics s = StatisticsOf(norm, ElementsOf(x), 1e-5);
    const auto call = [&](const CallArgument& weight, const CallArgument& bias) -> OperatorCall {
      return {"aclnnGroupNorm",
              {x, weight, bias, static_cast<double>(shape[0]), static_cast<double>(shape[1]),
               InnerOf(shape), static_cast<double>(groups), 1e-5, Array(dtype, shape),
               Array(dtype, of_groups), Array(dtype, of_groups)}};
    };
    const auto results = RunCall(call(gamma, beta));
    ExpectNumbers(results.at(0), Normalised(norm, ElementsOf(x), s, gamma, beta), 4);
    ExpectNumbers(results.at(1), s.mean, 2);
    ExpectNumbers(results.at(2), s.rstd, 2);
    ExpectSameInLayouts(call(gamma, beta), results);
    const auto placed =
        RunCall(call(gamma, beta), {.layouts = {}, .in_place = std::pair(size_t{8}, size_t{0})});
    EXPECT_TRUE(SameBits(placed.at(0), results.at(0)));
    ExpectNumbers(RunCall(call(nullptr, nullptr)).at(0), Normalised(norm, ElementsOf(x), s, {}, {}),
                  4);

    Numbers silu = Normalised(norm, ElementsOf(x), s, gamma, beta);
    for (Number& y : silu) y = y / (1 + std::exp(-y));
    for (const bool activates : {false, true}) {
      const auto activated =
          RunCall({"aclnnGroupNormSiluV2",
                   {x, gamma, beta, static_cast<double>(groups), 1e-5, activates ? 1.0 : 0.0,
                    Array(dtype, shape), Array(dtype, of_groups), Array(dtype, of_groups)}});
      if (!activates) {
        EXPECT_TRUE(SameBits(activated.at(0), results.at(0)));
      }
      if (activates) ExpectNumbers(activated.at(0), silu, 4);
    }
    const auto activated =
        RunCall({"aclnnGroupNormSilu",
                 {x, gamma, beta, static_cast<double>(groups), 1e-5, Array(dtype, shape),
                  Array(dtype, of_groups), Array(dtype, of_groups)}});
    ExpectNumbers(activated.at(0), silu, 4);
  }
}

TEST_P(NormalizationsTest, GroupsWithSwish) {
  const aclDataType dtype = GetParam();
  for (const GroupCase& one : kGroupCases) {
    const Shape& shape = one.shape;
    const Shape of_groups = {shape[0], one.groups}, channels = {shape[1]};
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfGroups(shape, one.groups);
    const Array x = Small(dtype, shape, 1);
    const double groups = static_cast<double>(one.groups), scale = 1.75;
    for (const aclDataType of_gamma : {dtype, ACL_FLOAT}) {
      const Array gamma = Small(of_gamma, channels, 2), beta = Small(of_gamma, channels, 3);
      const Statistics s = StatisticsOf(norm, ElementsOf(x), 1e-5);
      const Numbers plain = Normalised(norm, ElementsOf(x), s, gamma, beta);
      Numbers swish = plain;
      for (Number& y : swish) y = y / (1 + std::exp(-scale * y));
      for (const bool activates : {false, true}) {
        OperatorCall call = {
            "aclnnGroupNormSwish",
            {x, gamma, beta, groups, "NCHW", 1e-5, activates ? 1.0 : 0.0, scale,
             Array(dtype, shape), Array(of_gamma, of_groups), Array(of_gamma, of_groups)}};
        const auto results = RunCall(call);
        ExpectNumbers(results.at(0), activates ? swish : plain, 8);
        ExpectNumbers(results.at(1), s.mean, 8);
        ExpectNumbers(results.at(2), s.rstd, 1);
        ExpectSameInLayouts(call, results);
        const auto placed =
            RunCall(call, {.layouts = {}, .in_place = std::pair(size_t{8}, size_t{0})});
        EXPECT_TRUE(SameBits(placed.at(0), results.at(0)));
        call.arguments[4] = nullptr;  // means "NCHW"
        EXPECT_TRUE(SameBits(RunCall(call).at(0), results.at(0)));
      }
    }
  }
}

TEST_P(NormalizationsTest, GradientsOfGroupsWithSwish) {
  const aclDataType dtype = GetParam();
  for (const GroupCase& one : kGroupCases) {
    const Shape& shape = one.shape;
    const Shape of_groups = {shape[0], one.groups}, channels = {shape[1]};
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfGroups(shape, one.groups);
    const Array x = Small(dtype, shape, 1), dy = Small(dtype, shape, 2);
    const Array mean = Small(dtype, of_groups, 3), rstd = Positive(dtype, of_groups, 4);
    const Array gamma = Small(dtype, channels, 5), beta = Small(dtype, channels, 6);
    const double scale = 1.75;
    const Statistics s = {ElementsOf(mean), {}, ElementsOf(rstd)};
    const Numbers y = Normalised(norm, ElementsOf(x), s, gamma, beta);
    Numbers grad = ElementsOf(dy);
    for (size_t i = 0; i < grad.size(); ++i) {
      const Number t = scale * y[i], share = 1 / (1 + std::exp(-t));
      grad[i] *= share * (1 + t * (1 - share));
    }
    const Gradients g = GradientsOf(norm, ElementsOf(x), grad, s, gamma);
    const auto call = [&](double needs_gamma, double needs_beta) -> OperatorCall {
      return {"aclnnGroupNormSwishGrad",
              {dy, mean, rstd, x, gamma, beta, static_cast<double>(one.groups), "NCHW", scale,
               needs_gamma, needs_beta, Array(dtype, shape), Array(dtype, channels),
               Array(dtype, channels)}};
    };
    const auto results = RunCall(call(1, 1));
    const double terms = 32.0 * InnerOf(shape) * static_cast<double>(shape[0]);
    ExpectNumbers(results.at(0), g.x, 400);
    ExpectNumbers(results.at(1), g.weight, terms);
    ExpectNumbers(results.at(2), g.bias, terms);
    ExpectSameInLayouts(call(1, 1), results);
    for (const size_t input : {0, 3}) {
      const auto placed =
          RunCall(call(1, 1), {.layouts = {}, .in_place = std::pair(size_t{11}, input)});
      for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(placed.at(k), results.at(k)));
    }
  }
}

// What is not asked for stays as it is, and far tails of swish have a slope of 0.
TEST(GroupNormSwishTest, OutputsThatAreNotAskedForAndTails) {
  const Array x = ArrayOf(ACL_FLOAT, {1, 1, 2}, {-1, 1}),
              dy = ArrayOf(ACL_FLOAT, {1, 1, 2}, {1, 1});
  const Array mean = ArrayOf(ACL_FLOAT, {1, 1}, {0}), rstd = ArrayOf(ACL_FLOAT, {1, 1}, {1});
  const Array gamma = ArrayOf(ACL_FLOAT, {1e6}), beta = ArrayOf(ACL_FLOAT, {0});
  const auto call = [&](double needs_gamma, double needs_beta) {
    return RunCall({"aclnnGroupNormSwishGrad",
                    {dy, mean, rstd, x, gamma, beta, 1.0, "NCHW", 1.0, needs_gamma, needs_beta,
                     Array(ACL_FLOAT, x.shape), Array(ACL_FLOAT, {1}), Array(ACL_FLOAT, {1})}});
  };
  const auto all = call(1, 1);
  EXPECT_EQ(all.at(1).Value(0), 1);  // slopes are 0 and 1
  EXPECT_EQ(all.at(2).Value(0), 1);
  for (const bool has_gamma : {false, true}) {
    const auto some = call(has_gamma ? 1 : 0, has_gamma ? 0 : 1);
    EXPECT_TRUE(SameBits(some.at(0), all.at(0)));
    EXPECT_EQ(SameBits(some.at(1), all.at(1)), has_gamma);
    EXPECT_EQ(SameBits(some.at(2), all.at(2)), !has_gamma);
  }
}

TEST_P(NormalizationsTest, GradientsOfGroups) {
  const aclDataType dtype = GetParam();
  for (const GroupCase& one : kGroupCases) {
    const Shape& shape = one.shape;
    const int64_t groups = one.groups;
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfGroups(shape, groups);
    const Array x = Small(dtype, shape, 1), grad = Small(dtype, shape, 2);
    const Shape of_groups = {shape[0], groups}, channels = {shape[1]};
    const Array mean = Small(dtype, of_groups, 3), rstd = Positive(dtype, of_groups, 4);
    const Array gamma = Small(dtype, channels, 5);
    const Gradients g = GradientsOf(norm, ElementsOf(x), ElementsOf(grad),
                                    {ElementsOf(mean), {}, ElementsOf(rstd)}, gamma);
    const auto call = [&](const Integers& mask) -> OperatorCall {
      return {"aclnnGroupNormBackward",
              {grad, x, mean, rstd, gamma, static_cast<double>(shape[0]),
               static_cast<double>(shape[1]), InnerOf(shape), static_cast<double>(groups), mask,
               Array(dtype, shape), Array(dtype, channels), Array(dtype, channels)}};
    };
    const auto results = RunCall(call({1, 1, 1}));
    const double terms = 16.0 * InnerOf(shape) * static_cast<double>(shape[0]);
    ExpectNumbers(results.at(0), g.x, 200);
    ExpectNumbers(results.at(1), g.weight, terms);
    ExpectNumbers(results.at(2), g.bias, terms);
    ExpectSameInLayouts(call({1, 1, 1}), results);
    const auto sums = RunCall(call({0, 1, 1}));
    EXPECT_TRUE(SameBits(sums.at(1), results.at(1)));
    EXPECT_TRUE(SameBits(sums.at(2), results.at(2)));
  }
}

const Shape kBatches[] = {{5, 3},         {40, 6},        {40, 37},     {1100, 18},
                          {3, 4, 7},      {2, 3, 5, 5},   {3, 2, 7, 7}, {6, 2, 14, 14},
                          {3, 2, 40, 41}, {2, 3, 2, 3, 4}};

TEST_P(NormalizationsTest, OfBatches) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kBatches) {
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfChannels(shape);
    const Shape channels = {shape[1]};
    const Array x = Small(dtype, shape, 1), weight = Small(ACL_FLOAT, channels, 2);
    const Array bias = Small(ACL_FLOAT, channels, 3), mean = Small(ACL_FLOAT, channels, 4);
    const Array var = Positive(ACL_FLOAT, channels, 5);
    const Statistics s = StatisticsOf(norm, ElementsOf(x), 1e-5);
    const auto call = [&](bool training) -> OperatorCall {
      return {"aclnnBatchNorm",
              {x, weight, bias, mean, var, training ? 1.0 : 0.0, 0.1, 1e-5, Array(dtype, shape),
               Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}};
    };
    const auto results = RunCall(call(true));  // running mean and variance, output, saved ones
    ASSERT_EQ(results.size(), 5u);
    const Number count = static_cast<Number>(Count(shape)) / static_cast<Number>(shape[1]);
    Numbers running_mean, running_var;
    for (size_t c = 0; c < s.mean.size(); ++c) {
      const auto at = static_cast<int64_t>(c);
      running_mean.push_back((1 - 0.1) * mean.Value(at) + 0.1 * s.mean[c]);
      running_var.push_back((1 - 0.1) * var.Value(at) + 0.1 * s.variance[c] * count / (count - 1));
    }
    ExpectNumbers(results[0], running_mean, 2);
    ExpectNumbers(results[1], running_var, 2);
    ExpectNumbers(results[2], Normalised(norm, ElementsOf(x), s, weight, bias), 4);
    ExpectNumbers(results[3], s.mean, 2);
    ExpectNumbers(results[4], s.variance, 4);
    ExpectSameInLayouts(call(true), results);

    Statistics given = {ElementsOf(mean), {}, {}};
    for (int64_t c = 0; c < var.size(); ++c) {
      given.rstd.push_back(
          1 / std::sqrt(static_cast<Number>(var.Value(c)) + static_cast<Number>(1e-5)));
    }
    const auto inferred = RunCall(call(false));
    ExpectNumbers(inferred[2], Normalised(norm, ElementsOf(x), given, weight, bias), 8);
    EXPECT_TRUE(SameBits(inferred[0], mean));
    EXPECT_TRUE(SameBits(inferred[1], var));

    const auto stats = RunCall(
        {"aclnnBatchNormStats", {x, 1e-5, Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}});
    ExpectNumbers(stats.at(0), s.mean, 2);
    ExpectNumbers(stats.at(1), s.rstd, 2);
  }
}

TEST_P(NormalizationsTest, GradientsOfBatches) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kBatches) {
    SCOPED_TRACE(TextOf(shape));
    const Norm norm = OfChannels(shape);
    const Shape channels = {shape[1]};
    const Array x = Small(dtype, shape, 1), grad = Small(dtype, shape, 2);
    const Array weight = Small(ACL_FLOAT, channels, 3), mean = Small(ACL_FLOAT, channels, 4);
    const Array var = Positive(ACL_FLOAT, channels, 5);
    Statistics s = {ElementsOf(mean), {}, {}};
    for (int64_t c = 0; c < var.size(); ++c) {
      s.rstd.push_back(1 /
                       std::sqrt(static_cast<Number>(var.Value(c)) + static_cast<Number>(1e-5)));
    }
    const double terms = 32.0 * static_cast<double>(Count(shape));
    for (const bool training : {false, true}) {
      const Gradients g = GradientsOf(norm, ElementsOf(x), ElementsOf(grad), s, weight, training);
      const OperatorCall call = {
          "aclnnBatchNormBackward",
          {grad, x, weight, mean, var, mean, var, training ? 1.0 : 0.0, 1e-5, Integers{1, 1, 1},
           Array(dtype, shape), Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}};
      const auto results = RunCall(call);
      ExpectNumbers(results.at(0), g.x, 400);
      ExpectNumbers(results.at(1), g.weight, terms);
      ExpectNumbers(results.at(2), g.bias, terms);
      ExpectSameInLayouts(call, results);
    }
  }
}

// Parts of a batch, put together, give what the whole batch gives.
TEST(NormalizationsOfPartsTest, AreThoseOfTheWhole) {
  const Shape shape = {6, 3, 20}, half = {3, 3, 20}, channels = {3};
  const Array x = Small(ACL_FLOAT, shape, 1), grad = Small(ACL_FLOAT, shape, 2);
  const Norm norm = OfChannels(shape);
  const Statistics s = StatisticsOf(norm, ElementsOf(x), 1e-5);
  const auto half_of = [&](const Array& whole, int64_t part) {
    return Array(ACL_FLOAT, half, [&](int64_t i) { return whole.Bits(part * 180 + i); });
  };
  std::vector<Array> means, invstds;
  for (const int64_t part : {0, 1}) {
    const auto stats =
        RunCall({"aclnnBatchNormStats",
                 {half_of(x, part), 1e-5, Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}});
    means.push_back(stats.at(0));
    invstds.push_back(stats.at(1));
  }
  const auto both = [](const std::vector<Array>& parts) {
    return Array(ACL_FLOAT, {2, 3},
                 [&](int64_t i) { return parts[static_cast<size_t>(i / 3)].Bits(i % 3); });
  };
  const Array counts = ArrayOf(ACL_FLOAT, {60, 60});
  const auto all = RunCall({"aclnnBatchNormGatherStatsWithCounts",
                            {x, both(means), both(invstds), nullptr, nullptr, 0.1, 1e-5, counts,
                             Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}});
  for (int64_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(all.at(0).Value(c), static_cast<double>(s.mean[static_cast<size_t>(c)]), 1e-6);
    EXPECT_NEAR(all.at(1).Value(c), static_cast<double>(s.rstd[static_cast<size_t>(c)]), 1e-6);
  }
  const Array weight = Small(ACL_FLOAT, channels, 3), bias = Small(ACL_FLOAT, channels, 4);
  const Statistics given = {ElementsOf(all.at(0)), {}, ElementsOf(all.at(1))};
  const auto elements =
      RunCall({"aclnnBatchNormElemt",
               {x, weight, bias, all.at(0), all.at(1), 1e-5, Array(ACL_FLOAT, shape)}});
  ExpectNumbers(elements.at(0), Normalised(norm, ElementsOf(x), given, weight, bias), 4);

  const auto sums = RunCall(
      {"aclnnBatchNormReduceBackward",
       {grad, x, all.at(0), all.at(1), weight, 1.0, 1.0, 1.0, Array(ACL_FLOAT, channels),
        Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}});
  const Gradients g = GradientsOf(norm, ElementsOf(x), ElementsOf(grad), given, weight);
  ExpectNumbers(sums.at(0), g.bias, 1000);
  ExpectNumbers(sums.at(2), g.weight, 1000);
  ExpectNumbers(sums.at(3), g.bias, 1000);
  const auto backward = RunCall({"aclnnBatchNormElemtBackward",
                                 {grad, x, all.at(0), all.at(1), weight, sums.at(0), sums.at(1),
                                  counts, Array(ACL_FLOAT, shape)}});
  for (int64_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(backward.at(0).Value(i), static_cast<double>(g.x[static_cast<size_t>(i)]), 1e-5);
  }
  const Array four(ACL_FLOAT, {6, 3, 4, 5}, [&](int64_t i) { return x.Bits(i); });
  const auto reduced = RunCall(
      {"aclnnBatchNormReduce", {four, Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}});
  for (int64_t c = 0; c < 3; ++c) {
    const auto at = static_cast<size_t>(c);
    EXPECT_NEAR(reduced.at(0).Value(c), static_cast<double>(120 * s.mean[at]), 1e-4);
    EXPECT_NEAR(reduced.at(1).Value(c),
                static_cast<double>(120 * (s.variance[at] + s.mean[at] * s.mean[at])), 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Floats, NormalizationsTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

TEST(NormalizationsWithoutElementsTest, HaveStatistics) {
  const auto groups =
      RunCall({"aclnnGroupNorm",
               {Array(ACL_FLOAT, {2, 4, 0}), nullptr, nullptr, 2.0, 4.0, 0.0, 2.0, 1e-5,
                Array(ACL_FLOAT, {2, 4, 0}), Array(ACL_FLOAT, {2, 2}), Array(ACL_FLOAT, {2, 2})}});
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(groups.at(1).Value(i), 0);
    EXPECT_TRUE(std::isnan(groups.at(2).Value(i)));
  }
  const Array none(ACL_FLOAT, {0, 3}), three = ArrayOf(ACL_FLOAT, {1, 2, 3});
  const auto gradients =
      RunCall({"aclnnBatchNormBackward",
               {none, none, nullptr, three, three, three, three, 1.0, 1e-5, Integers{1, 1, 1}, none,
                Array(ACL_FLOAT, {3}), Array(ACL_FLOAT, {3})}});
  EXPECT_TRUE(SameBits(gradients.at(1), Array(ACL_FLOAT, {3})));
  EXPECT_TRUE(SameBits(gradients.at(2), Array(ACL_FLOAT, {3})));
}

// Rotary positions: the place of an element's partner, its sign, and where it comes from.
struct Pair {
  int64_t own, partner;
  double sign;
};
Pair PairOf(int mode, int64_t place, int64_t size) {
  const int64_t half = size / 2, quarter = size / 4;
  if (mode == 0) {
    return place < half ? Pair{place, place + half, -1} : Pair{place, place - half, 1};
  }
  if (mode == 1) return place % 2 == 0 ? Pair{place, place + 1, -1} : Pair{place, place - 1, 1};
  if (mode == 2) {
    return place % half < quarter ? Pair{place, place + quarter, -1}
                                  : Pair{place, place - quarter, 1};
  }
  return place < half ? Pair{2 * place, 2 * place + 1, -1}
                      : Pair{2 * (place - half) + 1, 2 * (place - half), 1};
}

TEST_P(NormalizationsTest, RotaryPositions) {
  const aclDataType dtype = GetParam();
  const Shape shape = {2, 3, 4, 24};
  const Array x = Small(dtype, shape, 1), dy = Small(dtype, shape, 4);
  for (const Shape& table : {Shape{1, 3, 1, 24}, Shape{2, 3, 1, 24}, Shape{1, 1, 1, 24}, shape}) {
    const Array cos = Small(dtype, table, 2), sin = Small(dtype, table, 3);
    const auto in_table = [&](int64_t i) {
      const int64_t at[] = {i / 288, i / 96 % 3, i / 24 % 4, i % 24};
      int64_t place = 0;
      for (size_t k = 0; k < 4; ++k) place = place * table[k] + (table[k] == 1 ? 0 : at[k]);
      return place;
    };
    for (int mode = 0; mode < 4; ++mode) {
      SCOPED_TRACE(mode);
      Numbers exact(static_cast<size_t>(x.size())), dx(exact.size());
      Numbers dcos(static_cast<size_t>(cos.size())), dsin(dcos.size());
      for (int64_t i = 0; i < x.size(); ++i) {
        const Pair pair = PairOf(mode, i % 24, 24);
        const int64_t row = i / 24 * 24, t = in_table(i);
        const Number a = x.Value(row + pair.own), b = pair.sign * x.Value(row + pair.partner);
        const Number c = cos.Value(t), s = sin.Value(t), g = dy.Value(i);
        exact[static_cast<size_t>(i)] = a * c + b * s;
        dx[static_cast<size_t>(row + pair.own)] += g * c;
        dx[static_cast<size_t>(row + pair.partner)] += g * s * static_cast<Number>(pair.sign);
        dcos[static_cast<size_t>(t)] += g * a;
        dsin[static_cast<size_t>(t)] += g * b;
      }
      const OperatorCall call = {"aclnnRotaryPositionEmbedding",
                                 {x, cos, sin, double(mode), Array(dtype, shape)}};
      const auto results = RunCall(call);
      ExpectNumbers(results.at(0), exact, 1);
      ExpectSameInLayouts(call, results);
      const OperatorCall backward = {"aclnnRotaryPositionEmbeddingGrad",
                                     {dy, cos, sin, x, double(mode), Array(dtype, shape),
                                      Array(dtype, table), Array(dtype, table)}};
      const auto gradients = RunCall(backward);
      ExpectNumbers(gradients.at(0), dx, 1);
      ExpectNumbers(gradients.at(1), dcos, 100);
      ExpectNumbers(gradients.at(2), dsin, 100);
      // Without x the gradients of the tables are not looked at.
      const auto alone = RunCall({"aclnnRotaryPositionEmbeddingGrad",
                                  {dy, cos, sin, nullptr, double(mode), Array(dtype, shape),
                                   Array(dtype, {1, 1, 1, 0}), Array(dtype, {5})}});
      EXPECT_TRUE(SameBits(alone.at(0), gradients.at(0)));
      if (mode == 3 || table[2] != 1) continue;
      const char* const names[] = {"half", "interleave", "quarter"};
      const auto applied =
          RunCall({"aclnnApplyRotaryPosEmbV2", {x, dy, cos, sin, 1.0, names[mode]}});
      EXPECT_TRUE(SameBits(applied.at(0), results.at(0)));
      if (mode > 0) continue;
      const auto halves = RunCall({"aclnnApplyRotaryPosEmb", {x, dy, cos, sin, 1.0}});
      for (size_t k = 0; k < 2; ++k) EXPECT_TRUE(SameBits(halves.at(k), applied.at(k)));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::normalizations_test
