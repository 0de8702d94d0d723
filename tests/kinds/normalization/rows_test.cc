// Rows that are normalised, and their gradients, next to the same in long double: dtypes, layouts,
// lengths; and the same bits on all SIMD targets and for any number of threads.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kinds/normalization/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::rows_test {
namespace {

using Real = long double;

Array Random(aclDataType dtype, Shape shape, unsigned seed, double mean = 0.5) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal(mean, 2);
  return {dtype, std::move(shape), [&](int64_t) { return BitsOf(dtype, normal(engine)); }};
}

// Half a unit in the last place of `exact` in a dtype.
Real HalfUlp(aclDataType dtype, Real exact) {
  const int digits = dtype == ACL_DOUBLE  ? 53
                     : dtype == ACL_FLOAT ? 24
                     : dtype == ACL_BF16  ? 8
                                          : 11;
  const int least = dtype == ACL_FLOAT16 ? -14 : dtype == ACL_DOUBLE ? -1022 : -126;
  const int exponent = exact == 0 ? least : std::max(std::ilogb(exact), least);
  return std::ldexp(Real{1}, exponent - digits);
}

// `terms`: the size of what cancels in the result.
void ExpectNear(const Array& array, int64_t i, Real exact, Real terms) {
  const Real error = std::abs(array.Value(i) - exact);
  ASSERT_LE(error, 1.02L * HalfUlp(array.dtype, exact) + std::ldexp(terms, -40))
      << "element " << i << ": " << array.Value(i) << " for " << static_cast<double>(exact);
}

struct Case {
  int64_t rows, columns;
};
const Case kCases[] = {{3, 1},   {2, 7},    {5, 31},   {4, 32},   {3, 33},
                       {2, 768}, {3, 1024}, {2, 1025}, {1, 2100}, {300, 5}};

// What `work` writes on each SIMD target, and with several threads, is the same.
void OnEverySetting(const std::function<std::vector<Array>()>& work) {
  const std::vector<Array> first = work();
  for (const int64_t target : SimdTargets()) {
    for (const int threads : {1, 3}) {
      const ScopedSettings settings([&](Settings& changed) {
        changed.simd_targets = target;
        changed.num_threads = threads;
      });
      const std::vector<Array> other = work();
      for (size_t k = 0; k < first.size(); ++k) {
        ASSERT_EQ(other[k].bytes, first[k].bytes) << TargetName(target) << ", " << threads;
      }
    }
  }
}

class NormalizationTest : public testing::TestWithParam<aclDataType> {};

TEST_P(NormalizationTest, Forward) {
  const aclDataType dtype = GetParam();
  for (const Case& shape : kCases) {
    const int64_t rows = shape.rows, columns = shape.columns;
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    Array x = Random(dtype, {rows, columns}, 1), weight = Random(ACL_FLOAT, {columns}, 2),
          bias = Random(ACL_FLOAT, {columns}, 3);
    Array out, mean, rstd;
    constexpr double kEps = 1e-5;
    OnEverySetting([&]() -> std::vector<Array> {
      out = Array(dtype, x.shape), mean = rstd = Array(ACL_DOUBLE, {rows});
      Slots slots;
      slots.Run(PlanNormalise({.x = slots.Of(x),
                               .shape = {rows, columns},
                               .weight = slots.Of(weight),
                               .bias = slots.Of(bias),
                               .eps = kEps,
                               .out = slots.Of(out),
                               .mean = slots.Of(mean),
                               .rstd = slots.Of(rstd)}));
      return {out, mean, rstd};
    });
    for (int64_t r = 0; r < rows; ++r) {
      Real sum = 0, squares = 0;
      for (int64_t c = 0; c < columns; ++c) sum += x.Value(r * columns + c);
      const Real m = sum / columns;
      for (int64_t c = 0; c < columns; ++c) {
        const Real distance = x.Value(r * columns + c) - m;
        squares += distance * distance;
      }
      const Real s = 1 / std::sqrt(squares / columns + kEps);
      ASSERT_NEAR(static_cast<double>(m), mean.Value(r), 1e-14);
      ASSERT_NEAR(static_cast<double>(rstd.Value(r) / s), 1, 1e-13);
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t i = r * columns + c;
        const Real scaled = (x.Value(i) - m) * s * weight.Value(c);
        ASSERT_NO_FATAL_FAILURE(
            ExpectNear(out, i, scaled + bias.Value(c),
                       std::abs(scaled) + std::abs(bias.Value(c)) + std::abs(m * s)));
      }
    }
  }
}

TEST_P(NormalizationTest, GradientsByInput) {
  const aclDataType dtype = GetParam();
  for (const Case& shape : kCases) {
    const int64_t rows = shape.rows, columns = shape.columns;
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    Array x = Random(dtype, {rows, columns}, 1), grad = Random(dtype, {rows, columns}, 4),
          weight = Random(ACL_FLOAT, {columns}, 2), mean = Random(ACL_DOUBLE, {rows}, 5),
          rstd = Random(ACL_DOUBLE, {rows}, 6);
    Array out;
    OnEverySetting([&]() -> std::vector<Array> {
      out = Array(dtype, x.shape);
      Slots slots;
      slots.Run(PlanNormGradients({.x = slots.Of(x),
                                   .grad = slots.Of(grad),
                                   .shape = {rows, columns},
                                   .mean = slots.Of(mean),
                                   .rstd = slots.Of(rstd),
                                   .weight = slots.Of(weight),
                                   .out = slots.Of(out),
                                   .products = {},
                                   .grads = {}}));
      return {out};
    });
    for (int64_t r = 0; r < rows; ++r) {
      const auto normalised = [&](int64_t c) -> Real {
        return (Real{x.Value(r * columns + c)} - mean.Value(r)) * rstd.Value(r);
      };
      const auto weighted = [&](int64_t c) -> Real {
        return Real{grad.Value(r * columns + c)} * weight.Value(c);
      };
      Real sum = 0, products = 0, sizes = 0;
      for (int64_t c = 0; c < columns; ++c) {
        sum += weighted(c);
        products += weighted(c) * normalised(c);
        sizes += std::abs(weighted(c)) * (1 + std::abs(normalised(c)));
      }
      for (int64_t c = 0; c < columns; ++c) {
        const Real exact =
            (weighted(c) - (sum + normalised(c) * products) / columns) * rstd.Value(r);
        const Real terms =
            (std::abs(weighted(c)) + sizes / columns * (1 + std::abs(normalised(c)))) *
            std::abs(rstd.Value(r));
        ASSERT_NO_FATAL_FAILURE(ExpectNear(out, r * columns + c, exact, terms));
      }
    }
  }
}

TEST_P(NormalizationTest, SumsOfColumns) {
  const aclDataType dtype = GetParam();
  for (const Case& shape : {Case{1, 1}, {3, 40}, {64, 33}, {65, 7}, {700, 200}, {5, 2100}}) {
    const int64_t rows = shape.rows, columns = shape.columns;
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    Array x = Random(dtype, {rows, columns}, 1), grad = Random(dtype, {rows, columns}, 4),
          mean = Random(ACL_DOUBLE, {rows}, 5), rstd = Random(ACL_DOUBLE, {rows}, 6);
    Array products, grads;
    OnEverySetting([&]() -> std::vector<Array> {
      products = grads = Array(ACL_DOUBLE, {columns});
      Slots slots;
      slots.Run(PlanNormColumns({.x = slots.Of(x),
                                 .grad = slots.Of(grad),
                                 .shape = {rows, columns},
                                 .mean = slots.Of(mean),
                                 .rstd = slots.Of(rstd),
                                 .products = slots.Of(products),
                                 .grads = slots.Of(grads)}));
      return {products, grads};
    });
    for (int64_t c = 0; c < columns; ++c) {
      Real sum = 0, sizes = 0, grad_sum = 0, grad_sizes = 0;
      for (int64_t r = 0; r < rows; ++r) {
        const int64_t i = r * columns + c;
        const Real term = Real{grad.Value(i)} * (Real{x.Value(i)} - mean.Value(r)) * rstd.Value(r);
        sum += term;
        sizes += std::abs(term);
        grad_sum += grad.Value(i);
        grad_sizes += std::abs(grad.Value(i));
      }
      ASSERT_LE(std::abs(products.Value(c) - sum), std::ldexp(sizes, -48)) << c;
      ASSERT_LE(std::abs(grads.Value(c) - grad_sum), std::ldexp(grad_sizes, -48)) << c;
    }
  }
}

// Sums of columns that are made in the pass of the gradients by x are those that are made alone,
// and so are the gradients: also stored past the caches, and in the place of x.
TEST_P(NormalizationTest, GradientsWithSumsOfColumns) {
  const aclDataType dtype = GetParam();
  for (const Case& shape : {Case{1, 1}, {65, 33}, {700, 64}, {128, 1200}, {3, 2100}}) {
    const int64_t rows = shape.rows, columns = shape.columns;
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    Array x = Random(dtype, {rows, columns}, 1), grad = Random(dtype, {rows, columns}, 4),
          weight = Random(ACL_FLOAT, {columns}, 2), mean = Random(ACL_DOUBLE, {rows}, 5),
          rstd = Random(ACL_DOUBLE, {rows}, 6);
    Array out(dtype, x.shape), products(ACL_DOUBLE, {columns}), grads = products;
    Slots alone;
    alone.Run(PlanNormGradients({.x = alone.Of(x),
                                 .grad = alone.Of(grad),
                                 .shape = {rows, columns},
                                 .mean = alone.Of(mean),
                                 .rstd = alone.Of(rstd),
                                 .weight = alone.Of(weight),
                                 .out = alone.Of(out),
                                 .products = {},
                                 .grads = {}}));
    alone.Run(PlanNormColumns({.x = alone.Of(x),
                               .grad = alone.Of(grad),
                               .shape = {rows, columns},
                               .mean = alone.Of(mean),
                               .rstd = alone.Of(rstd),
                               .products = alone.Of(products),
                               .grads = alone.Of(grads)}));
    for (const bool in_place : {false, true}) {
      const ScopedCacheBytes none(in_place ? 1 << 30 : 0);
      OnEverySetting([&]() -> std::vector<Array> {
        Array source = x, gradients(dtype, x.shape), sums(ACL_DOUBLE, {columns}), more = sums;
        Array& to = in_place ? source : gradients;
        Slots slots;
        const Value given = slots.Of(source);
        slots.Run(PlanNormGradients({.x = given,
                                     .grad = slots.Of(grad),
                                     .shape = {rows, columns},
                                     .mean = slots.Of(mean),
                                     .rstd = slots.Of(rstd),
                                     .weight = slots.Of(weight),
                                     .out = in_place ? given : slots.Of(to),
                                     .products = slots.Of(sums),
                                     .grads = slots.Of(more)}));
        EXPECT_EQ(to.bytes, out.bytes);
        EXPECT_EQ(sums.bytes, products.bytes);
        EXPECT_EQ(more.bytes, grads.bytes);
        return {to, sums, more};
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, NormalizationTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE),
                         [](const auto& dtype) { return "Dtype" + std::to_string(dtype.param); });

// Without weight and bias, of another dtype than the result, and transposed.
TEST(NormalizationLayoutTest, AnyLayoutAndMixture) {
  Array x = Random(ACL_FLOAT16, {6, 50}, 1), dense = x, out(ACL_FLOAT, {6, 50}), same = out;
  for (int64_t r = 0; r < 6; ++r) {
    for (int64_t c = 0; c < 50; ++c) x.SetBits(c * 6 + r, dense.Bits(r * 50 + c));
  }
  Slots slots;
  const auto normalise = [&](Value from, Value to) {
    slots.Run(PlanNormalise({.x = from,
                             .shape = {6, 50},
                             .weight = {},
                             .bias = {},
                             .eps = 0,
                             .out = to,
                             .mean = {},
                             .rstd = {}}));
  };
  normalise(slots.Of(dense), slots.Of(same));
  normalise(slots.Of(x, {1, 6}), slots.Of(out));
  EXPECT_EQ(out.bytes, same.bytes);
  double sum = 0, squares = 0;
  for (int64_t c = 0; c < 50; ++c) sum += out.Value(c), squares += out.Value(c) * out.Value(c);
  EXPECT_NEAR(sum, 0, 1e-5);
  EXPECT_NEAR(squares, 50, 1e-4);
}

TEST(NormalizationLayoutTest, RowsOfOneElementThatRepeats) {
  Array x = ArrayOf(ACL_FLOAT, {2}, {3, 4}), out(ACL_FLOAT, {2, 5000});
  x.shape = {2, 4000};
  out.shape = x.shape;
  Slots slots;
  slots.Run(PlanNormalise({.x = slots.Of(x, {1, 0}),
                           .shape = {2, 4000},
                           .weight = {},
                           .bias = {},
                           .eps = 1,
                           .out = slots.Of(out),
                           .mean = {},
                           .rstd = {}}));
  for (int64_t i = 0; i < 8000; ++i) ASSERT_EQ(out.Value(i), 0);
}

TEST(NormalizationLayoutTest, EmptyRows) {
  Array none(ACL_FLOAT, {2, 0}), mean = ArrayOf(ACL_DOUBLE, {7, 7}), rstd = mean;
  Slots slots;
  slots.Run(PlanNormalise({.x = slots.Of(none),
                           .shape = {2, 0},
                           .weight = {},
                           .bias = {},
                           .eps = 1,
                           .out = slots.Of(none),
                           .mean = slots.Of(mean),
                           .rstd = slots.Of(rstd)}));
  EXPECT_EQ(mean.Value(1), 0);
  EXPECT_TRUE(std::isnan(rstd.Value(1)));

  Array no_rows(ACL_FLOAT, {0, 3}), no_means(ACL_DOUBLE, {0}),
      sums = ArrayOf(ACL_DOUBLE, {7, 7, 7});
  slots.Run(PlanNormColumns({.x = slots.Of(no_rows),
                             .grad = slots.Of(no_rows),
                             .shape = {0, 3},
                             .mean = slots.Of(no_means),
                             .rstd = slots.Of(no_means),
                             .products = slots.Of(sums),
                             .grads = {}}));
  EXPECT_EQ(sums.Value(2), 0);
}

}  // namespace
}  // namespace openaclnn::test::rows_test
