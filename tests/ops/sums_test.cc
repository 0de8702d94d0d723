// Sums over axes, averages, products of matrices and the negative log likelihood against exact
// values. Their bits in other layouts and settings: cases/.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::sums_test {
namespace {

using oracle::Real;
using Integers = std::vector<int64_t>;

// Finite numbers, some far apart.
Array Finite(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array small = RandomArray(dtype, shape, seed, -8, 8);
  return Array(dtype, shape, [&](int64_t i) {
    const double value = small.Value(i);
    return BitsOf(dtype, std::isfinite(value) && std::abs(value) < 100 ? value : 0.75);
  });
}

// An exact value, and the sum of the absolute terms that it is made of.
struct Exact {
  Real value, size;
};

// The unit of the last place at 1, and that of subnormal numbers.
struct Units {
  double at_one, smallest;
};
Units UnitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return {0x1p-23, 0x1p-149};
    case ACL_FLOAT16:
      return {0x1p-10, 0x1p-24};
    case ACL_BF16:
      return {0x1p-7, 0x1p-133};
    default:
      return {0x1p-52, 0x1p-1074};
  }
}

// Within 0.51 ULP, the least of a binade, and `share` of the absolute terms.
void ExpectNear(const Array& results, const std::vector<Exact>& exact, double share) {
  ASSERT_EQ(static_cast<size_t>(results.size()), exact.size());
  for (int64_t i = 0; i < results.size(); ++i) {
    const Exact& e = exact[static_cast<size_t>(i)];
    const double got = results.Value(i);
    ASSERT_TRUE(std::isfinite(got)) << i;
    const double error = Abs(Real(got) - e.value).ToDouble();
    const auto [at_one, smallest] = UnitsOf(results.dtype);
    const double bound =
        0.51 * (std::abs(e.value.ToDouble()) * at_one + smallest) + share * e.size.ToDouble();
    ASSERT_LE(error, bound) << "element " << i << " is " << got << ", exactly "
                            << e.value.ToDouble();
  }
}

Shape Without(const Shape& shape, const Integers& dims, bool keeps) {
  Shape result;
  for (int64_t axis = 0; axis < std::ssize(shape); ++axis) {
    const bool reduced = dims.empty() || std::ranges::count(dims, axis) > 0;
    if (!reduced) result.push_back(shape[static_cast<size_t>(axis)]);
    if (reduced && keeps) result.push_back(1);
  }
  return result;
}

// The exact sums over axes, element by element of the terms.
std::vector<Exact> Sums(const Array& terms, const Integers& dims) {
  std::vector<Exact> sums(static_cast<size_t>(CountOf(Without(terms.shape, dims, false))),
                          {Real(0), Real(0)});
  for (int64_t i = 0; i < terms.size(); ++i) {
    int64_t rest = i, to = 0, step = 1;
    for (int64_t axis = std::ssize(terms.shape) - 1; axis >= 0; --axis) {
      const int64_t extent = terms.shape[static_cast<size_t>(axis)];
      if (!dims.empty() && std::ranges::count(dims, axis) == 0) {
        to += rest % extent * step;
        step *= extent;
      }
      rest /= extent;
    }
    Exact& sum = sums[static_cast<size_t>(to)];
    sum.value = sum.value + Real(terms.Value(i));
    sum.size = sum.size + Abs(Real(terms.Value(i)));
  }
  return sums;
}

struct Reduced {
  Shape shape;
  Integers dims;
};
// Both orders of summation, with and without parts that threads share; the end of a chunk, a block
// of rows and a strip of columns, and one more.
const std::vector<Reduced>& Reductions() {
  static const std::vector<Reduced> all = {{{}, {}},
                                           {{1}, {0}},
                                           {{5}, {0}},
                                           {{1024}, {0}},
                                           {{1025}, {0}},
                                           {{3, 1031}, {1}},
                                           {{65, 7}, {0}},
                                           {{64, 33}, {0}},
                                           {{129, 1030}, {0}},
                                           {{2, 3, 4, 5}, {1}},
                                           {{2, 3, 4, 5}, {0, 2}},
                                           {{4, 5, 6}, {0, 1, 2}},
                                           {{4, 5, 6}, {1, 2}},
                                           {{7, 1, 9}, {1}},
                                           {{140000}, {0}},
                                           {{3, 70000}, {1}},
                                           {{9000, 17}, {0}},
                                           {{5, 40, 3}, {}},
                                           {{300, 2}, {1}},
                                           {{2, 900, 3}, {1}}};
  return all;
}

class ReductionTest : public testing::TestWithParam<aclDataType> {};

TEST_P(ReductionTest, SumsAndAverages) {
  const aclDataType dtype = GetParam();
  for (const Reduced& r : Reductions()) {
    SCOPED_TRACE(TextOf(r.shape) + " over " + TextOf(r.dims));
    const Array self = Finite(dtype, r.shape, 5);
    std::vector<Exact> exact = Sums(self, r.dims);
    for (const bool keeps : {false, true}) {
      const Array out(dtype, Without(r.shape, r.dims, keeps));
      const auto sums =
          RunCall({"aclnnReduceSum", {self, r.dims, keeps ? 1.0 : 0.0, {0.0, dtype}, out}});
      ASSERT_EQ(sums.size(), 1u);
      ExpectNear(sums[0], exact, 0x1p-40);
    }
    const Real count(static_cast<double>(self.size()) / static_cast<double>(exact.size()));
    for (Exact& e : exact) e = {e.value / count, e.size / count};
    const Array out(dtype, Without(r.shape, r.dims, false));
    const auto averages = RunCall({"aclnnMean", {self, r.dims, 0.0, {0.0, dtype}, out}});
    ASSERT_EQ(averages.size(), 1u);
    ExpectNear(averages[0], exact, 0x1p-40);
  }
}

INSTANTIATE_TEST_SUITE_P(Floats, ReductionTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE));

Array ReduceSum(const Array& self, const Integers& dims, aclDataType dtype) {
  const Array out(dtype, Without(self.shape, dims, false));
  return RunCall({"aclnnReduceSum", {self, dims, 0.0, {0.0, dtype}, out}}).at(0);
}
Array Mean(const Array& self, const Integers& dims, aclDataType dtype) {
  const Array out(dtype, Without(self.shape, dims, false));
  return RunCall({"aclnnMean", {self, dims, 0.0, {0.0, dtype}, out}}).at(0);
}

// Sums of more elements than buffers hold. A repeated element has to fill the buffers.
TEST(ReduceSumTest, RepeatedElements) {
  for (const Layout& layout : InputLayouts()) {
    if (!layout.repeats) continue;
    for (const Shape& shape : {Shape{4100, 9}, Shape{3, 9000}}) {
      SCOPED_TRACE(std::string(layout.name) + ", " + TextOf(shape));
      const Array self = Repeated(Finite(ACL_FLOAT, shape, 5), layout.strides(shape));
      const Array out(ACL_FLOAT, {shape[0]});
      const OperatorCall sum = {"aclnnReduceSum", {self, Integers{1}, 0.0, {0.0, ACL_FLOAT}, out}};
      EXPECT_TRUE(SameBits(RunCall(sum, {{&layout}, {}}).at(0), RunCall(sum).at(0)));
    }
  }
}

TEST(ReduceSumTest, Integers) {
  const Array bytes = ArrayOf(ACL_INT8, {2, 3}, {100, 100, 100, -1, 5, -7});
  EXPECT_TRUE(SameBits(ReduceSum(bytes, {1}, ACL_INT64), ArrayOf(ACL_INT64, {300, -3})));
  EXPECT_TRUE(SameBits(ReduceSum(bytes, {1}, ACL_INT8), ArrayOf(ACL_INT8, {44, -3})));
  EXPECT_TRUE(SameBits(ReduceSum(bytes, {0}, ACL_FLOAT), ArrayOf(ACL_FLOAT, {99, 105, 93})));
  const Array large = ArrayOf(ACL_INT64, {0x1p53, 1});
  EXPECT_EQ(ReduceSum(large, {0}, ACL_INT64).Bits(0), (uint64_t{1} << 53) + 1);
}

TEST(ReduceSumTest, FloatsBecomeIntegersFirst) {
  const Array self = ArrayOf(ACL_FLOAT, {1.9, -1.9, 300.7, kNan, -5});
  EXPECT_TRUE(SameBits(ReduceSum(self, {0}, ACL_INT32), ArrayOf(ACL_INT32, {}, {295})));
  // 127, not 300, as aclnnCast has it.
  EXPECT_TRUE(SameBits(ReduceSum(self, {0}, ACL_INT8), ArrayOf(ACL_INT8, {}, {122})));
  EXPECT_TRUE(SameBits(Mean(self, {0}, ACL_INT32), ArrayOf(ACL_INT32, {}, {59})));
}

// Each term is converted before it counts, also where the average of all would fit.
TEST(MeanTest, IntegersAreConvertedFirst) {
  const Array wide = ArrayOf(ACL_INT32, {65540, 2});
  EXPECT_TRUE(SameBits(Mean(wide, {0}, ACL_INT16), ArrayOf(ACL_INT16, {}, {3})));
  EXPECT_TRUE(SameBits(Mean(wide, {0}, ACL_INT64), ArrayOf(ACL_INT64, {}, {32771})));
  constexpr aclDataType kIntegers[] = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
  for (const aclDataType from : kIntegers) {
    for (const aclDataType dtype : kIntegers) {
      for (const Shape& shape : {Shape{5, 37}, Shape{2, 70000}}) {  // also in several parts
        SCOPED_TRACE(TextOf(shape) + " of " + DtypeName(from) + " as " + DtypeName(dtype));
        const Array self = RandomPatterns(from, shape, 7);
        const Array cast = RunCall({"aclnnCast", {self, {0.0, dtype}, Array(dtype, shape)}}).at(0);
        std::vector<uint64_t> sums(static_cast<size_t>(shape[0]));
        for (int64_t i = 0; i < cast.size(); ++i) {
          sums[static_cast<size_t>(i / shape[1])] +=
              static_cast<uint64_t>(static_cast<int64_t>(ExactAt(cast, i)));
        }
        const Array expected(ACL_INT64, {shape[0]}, [&](int64_t i) {
          const auto sum = static_cast<int64_t>(sums[static_cast<size_t>(i)]);
          return static_cast<uint64_t>(sum / shape[1]);
        });
        const Array out(ACL_INT64, {shape[0]});
        const OperatorCall call = {"aclnnMean", {self, Integers{1}, 0.0, {0.0, dtype}, out}};
        EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
      }
    }
  }
}

// Where there is one result, `out` may be of any shape that has one element.
TEST(ReduceSumTest, OneElementOfAnyShape) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 9});
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{1, 1}, Shape{1, 1, 1}}) {
    const Array out(ACL_FLOAT, shape);
    for (const double keeps : {0.0, 1.0}) {
      SCOPED_TRACE(TextOf(shape) + (keeps != 0 ? ", keepDims" : ""));
      for (const Integers& dims : {Integers{}, Integers{0, 1}}) {
        const auto sum = RunCall({"aclnnReduceSum", {self, dims, keeps, {0.0, ACL_FLOAT}, out}});
        EXPECT_TRUE(SameBits(sum.at(0), ArrayOf(ACL_FLOAT, shape, {24})));
        const auto mean = RunCall({"aclnnMean", {self, dims, keeps, {0.0, ACL_FLOAT}, out}});
        EXPECT_TRUE(SameBits(mean.at(0), ArrayOf(ACL_FLOAT, shape, {4})));
      }
    }
    // Sums of nothing, and of rows of one.
    const Array none(ACL_FLOAT, {3, 0});
    const auto sum = RunCall({"aclnnReduceSum", {none, Integers{}, 0.0, {0.0, ACL_FLOAT}, out}});
    EXPECT_TRUE(SameBits(sum.at(0), ArrayOf(ACL_FLOAT, shape, {0})));
    const Array row = ArrayOf(ACL_FLOAT, {1, 3}, {1, 2, 4});
    const auto of_row = RunCall({"aclnnReduceSum", {row, Integers{1}, 0.0, {0.0, ACL_FLOAT}, out}});
    EXPECT_TRUE(SameBits(of_row.at(0), ArrayOf(ACL_FLOAT, shape, {7})));
  }
}

TEST(ReduceSumTest, BoolIsWhetherAnyIsNotZero) {
  const Array self = ArrayOf(ACL_INT32, {3, 2}, {1, -1, 0, 0, 0, 256});
  EXPECT_TRUE(SameBits(ReduceSum(self, {1}, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 0, 1})));
  const Array flags = ArrayOf(ACL_BOOL, {1, 0, 1, 1});
  EXPECT_TRUE(SameBits(ReduceSum(flags, {0}, ACL_INT64), ArrayOf(ACL_INT64, {}, {3})));
}

TEST(ReduceSumTest, SpecialValues) {
  const double inf = std::numeric_limits<double>::infinity();
  const Array self = ArrayOf(ACL_FLOAT, {4, 2}, {inf, 1, inf, -inf, -0.0, -0.0, kNan, 2});
  EXPECT_TRUE(SameBits(ReduceSum(self, {1}, ACL_FLOAT), ArrayOf(ACL_FLOAT, {inf, kNan, 0, kNan})));
  // Beyond the range of FLOAT16 on the way.
  const Array large = ArrayOf(ACL_FLOAT16, {60000, 60000, -60000, -58976});
  EXPECT_TRUE(SameBits(ReduceSum(large, {0}, ACL_FLOAT16), ArrayOf(ACL_FLOAT16, {}, {1024})));
}

TEST(ReduceSumTest, Nothing) {
  const Array none(ACL_FLOAT, {3, 0});
  EXPECT_TRUE(SameBits(ReduceSum(none, {1}, ACL_FLOAT), ArrayOf(ACL_FLOAT, {0, 0, 0})));
  EXPECT_TRUE(SameBits(Mean(none, {1}, ACL_FLOAT), ArrayOf(ACL_FLOAT, {kNan, kNan, kNan})));
  EXPECT_TRUE(SameBits(Mean(none, {1}, ACL_INT32), ArrayOf(ACL_INT32, {0, 0, 0})));
  EXPECT_TRUE(SameBits(ReduceSum(none, {0}, ACL_FLOAT), Array(ACL_FLOAT, {0})));
}

// Element [row, column] of a matrix, or of a transposed one.
Real At(const Array& matrix, int64_t row, int64_t column) {
  return Real(matrix.Value(row * matrix.shape[1] + column));
}

std::vector<Exact> Product(const Array& a, const Array& b) {
  std::vector<Exact> product;
  for (int64_t m = 0; m < a.shape[0]; ++m) {
    for (int64_t n = 0; n < b.shape[1]; ++n) {
      Exact sum = {Real(0), Real(0)};
      for (int64_t k = 0; k < a.shape[1]; ++k) {
        const Real term = At(a, m, k) * At(b, k, n);
        sum = {sum.value + term, sum.size + Abs(term)};
      }
      product.push_back(sum);
    }
  }
  return product;
}

struct Sizes {
  int64_t m, k, n;
};
// Around tiles of 8 and 4 rows, vectors, panels of 48 columns and 64 terms.
constexpr Sizes kProducts[] = {{1, 1, 1},    {3, 5, 7},    {8, 64, 48}, {9, 65, 49},
                               {4, 128, 16}, {5, 130, 97}, {33, 7, 3},  {1, 200, 1},
                               {17, 63, 24}, {1, 70, 99},  {99, 70, 1}};

class ProductTest : public testing::TestWithParam<aclDataType> {};

TEST_P(ProductTest, Mm) {
  const aclDataType dtype = GetParam();
  for (const auto& [m, k, n] : kProducts) {
    SCOPED_TRACE(TextOf({m, k, n}));
    const Array a = Finite(dtype, {m, k}, 1), b = Finite(dtype, {k, n}, 2);
    const std::vector<Exact> exact = Product(a, b);
    for (const aclDataType out : {dtype, ACL_FLOAT}) {
      for (const double cube_math_type : {0.0, 1.0, 2.0, 3.0}) {
        const auto results = RunCall({"aclnnMm", {a, b, Array(out, {m, n}), cube_math_type}});
        ASSERT_EQ(results.size(), 1u);
        ExpectNear(results[0], exact, 0x1p-18);
      }
    }
  }
}

TEST_P(ProductTest, Addmm) {
  const aclDataType dtype = GetParam();
  const auto& [m, k, n] = kProducts[5];
  const Array a = Finite(dtype, {m, k}, 1), b = Finite(dtype, {k, n}, 2);
  for (const Shape& shape : {Shape{m, n}, Shape{n}, Shape{1, n}, Shape{m, 1}, Shape{}}) {
    SCOPED_TRACE(TextOf(shape));
    const Array c = Finite(dtype, shape, 3), added = Expanded(c, {m, n});
    std::vector<Exact> exact = Product(a, b);
    for (size_t i = 0; i < exact.size(); ++i) {
      const Real term = Real(-1.5) * Real(added.Value(static_cast<int64_t>(i)));
      exact[i] = {Real(0.5) * exact[i].value + term, exact[i].size + Abs(term)};
    }
    const auto results = RunCall({"aclnnAddmm", {c, a, b, -1.5, 0.5, Array(dtype, {m, n}), 0.0}});
    ASSERT_EQ(results.size(), 1u);
    ExpectNear(results[0], exact, 0x1p-18);
    if (shape != Shape{m, n}) continue;
    const auto in_place = RunCall({"aclnnInplaceAddmm", {c, a, b, -1.5, 0.5, 0.0}});
    ASSERT_EQ(in_place.size(), 1u);
    EXPECT_TRUE(SameBits(in_place[0], results[0]));
  }
}

INSTANTIATE_TEST_SUITE_P(Floats, ProductTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

TEST(AddmmTest, BetaOfZeroReadsNothing) {
  const Array a = ArrayOf(ACL_FLOAT, {1, 2}, {1, 2}), b = ArrayOf(ACL_FLOAT, {2, 1}, {3, 4});
  const Array nan = ArrayOf(ACL_FLOAT, {1, 1}, {kNan});
  const auto run = [&](double beta) {
    return RunCall({"aclnnAddmm", {nan, a, b, beta, 1.0, Array(ACL_FLOAT, {1, 1}), 0.0}}).at(0);
  };
  EXPECT_TRUE(SameBits(run(0), ArrayOf(ACL_FLOAT, {1, 1}, {11})));
  EXPECT_TRUE(SameBits(run(1), nan));
}

// Each matrix of a batch is that of aclnnAddmm; one that stands for all is used in each.
TEST(BaddbmmTest, IsAddmmOfEachMatrix) {
  const int64_t m = 9, k = 70, n = 17;
  const auto part = [](const Array& array, int64_t batch) {
    const Shape shape(array.shape.end() - 2, array.shape.end());
    const int64_t first = batch % array.shape[0] * CountOf(shape);
    return Array(array.dtype, shape, [&](int64_t i) { return array.Bits(first + i); });
  };
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array a = Finite(dtype, {3, m, k}, 1), b = Finite(dtype, {1, k, n}, 2),
                c = Finite(dtype, {3, m, n}, 3), out(dtype, {3, m, n});
    const Array added = RunCall({"aclnnBaddbmm", {c, a, b, -1.5, 0.5, out, 0.0}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceBaddbmm", {c, a, b, -1.5, 0.5, 0.0}}).at(0);
    const Array products = RunCall({"aclnnBatchMatMul", {a, b, out, 0.0}}).at(0);
    EXPECT_TRUE(SameBits(in_place, added));
    for (int64_t batch = 0; batch < 3; ++batch) {
      const Array a_part = part(a, batch), b_part = part(b, batch), one(dtype, {m, n});
      EXPECT_TRUE(SameBits(
          part(added, batch),
          RunCall({"aclnnAddmm", {part(c, batch), a_part, b_part, -1.5, 0.5, one, 0.0}}).at(0)));
      EXPECT_TRUE(
          SameBits(part(products, batch), RunCall({"aclnnMm", {a_part, b_part, one, 0.0}}).at(0)));
    }
  }
}

TEST(MvTest, IsTheProductWithOneColumn) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array a = Finite(dtype, {19, 133}, 1), column = Finite(dtype, {133, 1}, 2);
    Array vec = column;
    vec.shape = {133};
    Array product = RunCall({"aclnnMm", {a, column, Array(dtype, {19, 1}), 0.0}}).at(0);
    product.shape = {19};
    EXPECT_TRUE(SameBits(RunCall({"aclnnMv", {a, vec, Array(dtype, {19}), 0.0}}).at(0), product));
  }
}

// All products of a batch, after each other.
TEST_P(ProductTest, Addbmm) {
  const aclDataType dtype = GetParam();
  for (const auto& [rows, terms, columns] : kProducts) {
    const int64_t m = rows, k = terms, n = columns;
    SCOPED_TRACE(TextOf({m, k, n}));
    const int64_t batches = 3;
    const Array a = Finite(dtype, {batches, m, k}, 1), b = Finite(dtype, {batches, k, n}, 2),
                c = Finite(dtype, {n}, 3), added = Expanded(c, {m, n});
    // The batches side by side are one longer k.
    const Array all_a(dtype, {m, batches * k}, [&](int64_t i) {
      const int64_t row = i / (batches * k), at = i % (batches * k);
      return a.Bits((at / k * m + row) * k + at % k);
    });
    Array all_b = b;
    all_b.shape = {batches * k, n};
    std::vector<Exact> exact = Product(all_a, all_b);
    for (size_t i = 0; i < exact.size(); ++i) {
      const Real term = Real(-1.5) * Real(added.Value(static_cast<int64_t>(i)));
      exact[i] = {Real(0.5) * exact[i].value + term, exact[i].size + Abs(term)};
    }
    const Array out(dtype, {m, n});
    const Array result = RunCall({"aclnnAddbmm", {c, a, b, -1.5, 0.5, out, 0.0}}).at(0);
    ExpectNear(result, exact, 0x1p-18);
    const Array in_place = RunCall({"aclnnInplaceAddbmm", {added, a, b, -1.5, 0.5, 0.0}}).at(0);
    EXPECT_TRUE(SameBits(in_place, result));
    // One batch is aclnnAddmm; a matrix that stands for all is used in each.
    Array first(dtype, {1, m, k}, [&](int64_t i) { return a.Bits(i); }), matrix = first;
    matrix.shape = {m, k};
    const Array one_b(dtype, {1, k, n}, [&](int64_t i) { return b.Bits(i); });
    Array matrix_b = one_b;
    matrix_b.shape = {k, n};
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnAddbmm", {c, first, one_b, -1.5, 0.5, out, 0.0}}).at(0),
                 RunCall({"aclnnAddmm", {c, matrix, matrix_b, -1.5, 0.5, out, 0.0}}).at(0)));
    const Array repeated(dtype, {batches, m, k}, [&](int64_t i) { return a.Bits(i % (m * k)); });
    EXPECT_TRUE(SameBits(RunCall({"aclnnAddbmm", {c, first, b, -1.5, 0.5, out, 0.0}}).at(0),
                         RunCall({"aclnnAddbmm", {c, repeated, b, -1.5, 0.5, out, 0.0}}).at(0)));
  }
}

TEST(AddbmmTest, WhatZeroLeavesOut) {
  const Array a = ArrayOf(ACL_FLOAT, {2, 1, 2}, {1, 2, 5, 6}),
              b = ArrayOf(ACL_FLOAT, {2, 2, 1}, {3, 4, 7, 8}), out(ACL_FLOAT, {1, 1}),
              nan = ArrayOf(ACL_FLOAT, {1, 1}, {kNan}), two = ArrayOf(ACL_FLOAT, {1, 1}, {2});
  const Array nans = ArrayOf(ACL_FLOAT, {2, 1, 2}, {kNan, kNan, kNan, kNan});
  const auto run = [&](const Array& c, const Array& first, double beta, double alpha) {
    return RunCall({"aclnnAddbmm", {c, first, b, beta, alpha, out, 0.0}}).at(0);
  };
  EXPECT_TRUE(SameBits(run(nan, a, 0, 1), ArrayOf(ACL_FLOAT, {1, 1}, {94})));
  EXPECT_TRUE(SameBits(run(two, nans, 3, 0), ArrayOf(ACL_FLOAT, {1, 1}, {6})));
  EXPECT_TRUE(SameBits(run(nan, nans, 0, 0), out));
  // No batches, and no terms.
  const Array c = ArrayOf(ACL_FLOAT, {2}, {1, -3}), matrix(ACL_FLOAT, {3, 2});
  const Array twice = ArrayOf(ACL_FLOAT, {3, 2}, {2, -6, 2, -6, 2, -6});
  for (const auto& [batches, k] : {std::pair<int64_t, int64_t>{0, 4}, {5, 0}, {0, 0}}) {
    const Array first(ACL_FLOAT, {batches, 3, k}), second(ACL_FLOAT, {batches, k, 2});
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnAddbmm", {c, first, second, 2.0, 1.0, matrix, 0.0}}).at(0), twice));
  }
}

// Bits of longer products: few rows, one row or column, and blocks.
TEST_P(ProductTest, AddbmmHasOneOrderInAllWays) {
  const aclDataType dtype = GetParam();
  const int64_t batches = 3, m = 70, k = 300, n = 401;
  const Array a = Finite(dtype, {batches, m, k}, 1), b = Finite(dtype, {batches, k, n}, 2);
  const auto run = [&](const Array& first, const Array& second) {
    const Array zero(ACL_FLOAT, {first.shape[1], second.shape[2]});
    return RunCall({"aclnnAddbmm", {zero, first, second, 0.0, 1.0, zero, 0.0}}).at(0);
  };
  const Array all = run(a, b);
  for (const int64_t row : {int64_t{0}, m - 1}) {
    const Array of_row(dtype, {batches, 1, k},
                       [&](int64_t i) { return a.Bits((i / k * m + row) * k + i % k); });
    EXPECT_TRUE(SameBits(run(of_row, b), Array(ACL_FLOAT, {1, n},
                                               [&](int64_t i) { return all.Bits(row * n + i); })));
  }
  const Array column(dtype, {batches, k, 1}, [&](int64_t i) { return b.Bits(i * n + 7); });
  EXPECT_TRUE(SameBits(run(a, column),
                       Array(ACL_FLOAT, {m, 1}, [&](int64_t i) { return all.Bits(i * n + 7); })));
}

TEST(DotTest, IsTheProductOfARowAndAColumn) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t k : {0, 1, 31, 64, 65, 1000, 1024, 4099, 70001}) {
      SCOPED_TRACE(TextOf({dtype, k}));
      const Array row = Finite(dtype, {1, k}, 1), column = Finite(dtype, {k, 1}, 2);
      Array a = row, b = column;
      a.shape = b.shape = {k};
      Array product = RunCall({"aclnnMm", {row, column, Array(dtype, {1, 1}), 0.0}}).at(0);
      product.shape = {};
      EXPECT_TRUE(SameBits(RunCall({"aclnnDot", {a, b, Array(dtype, {})}}).at(0), product));
      // That of many rows and columns, too.
      const Array rows(dtype, {9, k}, [&](int64_t i) { return a.Bits(i % k); }),
          columns(dtype, {k, 9}, [&](int64_t i) { return b.Bits(i / 9); });
      const Array products = RunCall({"aclnnMm", {rows, columns, Array(dtype, {9, 9}), 0.0}}).at(0);
      EXPECT_EQ(products.Bits(40), product.Bits(0));
    }
  }
}

TEST(DotTest, IntegersWrap) {
  const auto dot = [](const Array& a, const Array& b) {
    return RunCall({"aclnnDot", {a, b, Array(a.dtype, {})}}).at(0);
  };
  const Array a = ArrayOf(ACL_INT8, {127, -128, 3}), b = ArrayOf(ACL_INT8, {2, 1, 5});
  EXPECT_TRUE(SameBits(dot(a, b), ArrayOf(ACL_INT8, {}, {-115})));  // 141
  const Array c = ArrayOf(ACL_UINT8, {255, 255}), d = ArrayOf(ACL_UINT8, {255, 2});
  EXPECT_TRUE(SameBits(dot(c, d), ArrayOf(ACL_UINT8, {}, {255})));  // 65535
  const Array e = ArrayOf(ACL_INT32, {0x40000000, 5}), f = ArrayOf(ACL_INT32, {6, -7});
  EXPECT_TRUE(SameBits(dot(e, f), ArrayOf(ACL_INT32, {}, {-2147483648.0 - 35 + 4294967296.0})));
  const Array none(ACL_INT32, {0});
  EXPECT_TRUE(SameBits(dot(none, none), ArrayOf(ACL_INT32, {}, {0})));
}

// What an Addmv of numbers gives, in place too, if self has the dtype and shape of the result.
Array Addmv(const Array& self, const Array& mat, const Array& vec, CallArgument alpha,
            CallArgument beta, aclDataType out) {
  const OperatorCall call = {
      "aclnnAddmv",
      {self, mat, vec, std::move(alpha), std::move(beta), Array(out, {mat.shape[0]}), 0.0}};
  return RunCall(call).at(0);
}

TEST(AddmvTest, OfFloatsIsAddmmOfOneColumn) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array a = Finite(dtype, {19, 133}, 1), column = Finite(dtype, {133, 1}, 2),
                c = Finite(dtype, {19, 1}, 3);
    Array vec = column, self = c;
    vec.shape = {133};
    self.shape = {19};
    Array product =
        RunCall({"aclnnAddmm", {c, a, column, -1.5, 0.5, Array(dtype, {19, 1}), 0.0}}).at(0);
    product.shape = {19};
    EXPECT_TRUE(SameBits(Addmv(self, a, vec, 0.5, -1.5, dtype), product));
  }
}

TEST(AddmvTest, Integers) {
  const Array mat = ArrayOf(ACL_INT32, {2, 3}, {1, 2, 3, -4, 5, 1 << 30}),
              vec = ArrayOf(ACL_INT32, {3, -1, 2}), self = ArrayOf(ACL_INT32, {10, 20});
  const CallArgument one = {1.0, ACL_FLOAT}, two = {2.0, ACL_INT64}, minus = {-1.0, ACL_INT8};
  // 3 - 2 + 6 = 7; -12 - 5 + 2^31.
  EXPECT_TRUE(SameBits(Addmv(self, mat, vec, one, one, ACL_INT32),
                       ArrayOf(ACL_INT32, {17, 3 - 2147483648.0})));
  EXPECT_TRUE(SameBits(Addmv(self, mat, vec, two, minus, ACL_INT32), ArrayOf(ACL_INT32, {4, -54})));
  // The product has the dtype of the factors, and the result that of all.
  const Array narrow = ArrayOf(ACL_INT8, {1, 2}, {100, 100}), ones = ArrayOf(ACL_INT8, {1, 1}),
              wide = ArrayOf(ACL_INT64, {1000});
  EXPECT_TRUE(SameBits(Addmv(wide, narrow, ones, one, one, ACL_INT64), ArrayOf(ACL_INT64, {944})));
  const Array real = ArrayOf(ACL_FLOAT, {0.5});
  EXPECT_TRUE(
      SameBits(Addmv(real, narrow, ones, 0.25, one, ACL_FLOAT), ArrayOf(ACL_FLOAT, {-13.5})));
  // Integers are exact where double is not.
  const Array large = ArrayOf(ACL_INT64, {1, 2}, {0x1p53, 1}), pair = ArrayOf(ACL_INT64, {1, 1});
  EXPECT_EQ(Addmv(wide, large, pair, one, {0.0, ACL_INT8}, ACL_INT64).Bits(0),
            (uint64_t{1} << 53) + 1);
}

TEST(AddmvTest, Bool) {
  const Array mat = ArrayOf(ACL_BOOL, {3, 2}, {1, 0, 0, 1, 0, 0}), vec = ArrayOf(ACL_BOOL, {1, 0}),
              self = ArrayOf(ACL_BOOL, {0, 0, 1}), full = ArrayOf(ACL_BOOL, {1, 1});
  const CallArgument truth = {1.0, ACL_BOOL}, untruth = {0.0, ACL_BOOL};
  EXPECT_TRUE(
      SameBits(Addmv(self, mat, vec, truth, truth, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 0, 1})));
  EXPECT_TRUE(
      SameBits(Addmv(self, mat, full, truth, untruth, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 1, 0})));
  EXPECT_TRUE(
      SameBits(Addmv(self, mat, full, untruth, truth, ACL_BOOL), ArrayOf(ACL_BOOL, {0, 0, 1})));
  // Two is a number, and so is the result then.
  const Array both = ArrayOf(ACL_BOOL, {1, 2}, {1, 1}), one = ArrayOf(ACL_BOOL, {1});
  EXPECT_TRUE(SameBits(Addmv(one, both, full, {2.0, ACL_INT64}, {3.0, ACL_INT64}, ACL_INT64),
                       ArrayOf(ACL_INT64, {5})));
}

TEST(AddmvTest, DoublesAreMultipliedInDouble) {
  const Array mat = ArrayOf(ACL_DOUBLE, {1, 2}, {1 + 0x1p-40, 0x1p-45}),
              vec = ArrayOf(ACL_DOUBLE, {1, 1}), self = ArrayOf(ACL_DOUBLE, {-1});
  EXPECT_TRUE(SameBits(Addmv(self, mat, vec, 1.0, 1.0, ACL_DOUBLE),
                       ArrayOf(ACL_DOUBLE, {0x1p-40 + 0x1p-45})));
  const Array column = ArrayOf(ACL_FLOAT, {1, 1});
  EXPECT_TRUE(SameBits(Addmv(self, mat, column, {0.1, ACL_DOUBLE}, 0.0, ACL_DOUBLE),
                       ArrayOf(ACL_DOUBLE, {0.1 * (1 + 0x1p-40 + 0x1p-45)})));
}

TEST(AddmvTest, WhatZeroLeavesOut) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    const Array nan = ArrayOf(dtype, {kNan}), two = ArrayOf(dtype, {2}),
                nans = ArrayOf(dtype, {1, 1}, {kNan}), three = ArrayOf(dtype, {1, 1}, {3});
    EXPECT_TRUE(SameBits(Addmv(nan, three, two, 1.0, 0.0, dtype), ArrayOf(dtype, {6})));
    EXPECT_TRUE(SameBits(Addmv(two, nans, nan, 0.0, 2.0, dtype), ArrayOf(dtype, {4})));
  }
}

// A weight is used as it lies, with whatever format tag, and is not changed when it is prepared.
TEST(WeightNzTest, IsTheProductWithTheWeight) {
  const int64_t b = 2, m = 9, k = 70, n = 33;
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array first = Finite(dtype, {m, k}, 1), weight = Finite(dtype, {k, n}, 2),
                c = Finite(ACL_FLOAT, {n}, 3), out(dtype, {m, n}),
                firsts = Finite(dtype, {b, m, k}, 4), weights = Finite(dtype, {b, k, n}, 5),
                outs(ACL_FLOAT, {b, m, n});
    EXPECT_TRUE(SameBits(RunCall({"aclnnTransMatmulWeight", {weight}}).at(0), weight));
    EXPECT_TRUE(SameBits(RunCall({"aclnnMatmulWeightNz", {first, weight, out, 0.0}}).at(0),
                         RunCall({"aclnnMatmul", {first, weight, out, 0.0}}).at(0)));
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnAddmmWeightNz", {c, first, weight, 0.5, -2.0, out, 0.0}}).at(0),
                 RunCall({"aclnnAddmm", {c, first, weight, 0.5, -2.0, out, 0.0}}).at(0)));
    EXPECT_TRUE(SameBits(RunCall({"aclnnBatchMatMulWeightNz", {firsts, weights, outs, 0.0}}).at(0),
                         RunCall({"aclnnBatchMatMul", {firsts, weights, outs, 0.0}}).at(0)));
  }
}

TEST(MmTest, WithoutTerms) {
  const Array a(ACL_FLOAT, {2, 0}), b(ACL_FLOAT, {0, 3});
  EXPECT_TRUE(SameBits(RunCall({"aclnnMm", {a, b, Array(ACL_FLOAT, {2, 3}), 0.0}}).at(0),
                       Array(ACL_FLOAT, {2, 3})));
  const Array c = ArrayOf(ACL_FLOAT, {3}, {1, 2, -3});
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnAddmm", {c, a, b, 2.0, 1.0, Array(ACL_FLOAT, {2, 3}), 0.0}}).at(0),
               ArrayOf(ACL_FLOAT, {2, 3}, {2, 4, -6, 2, 4, -6})));
}

// A product with one row, or one column, has the bits of that row or column of a larger product, in
// any layout.
void ExpectOneRowOrColumn(aclDataType dtype, int64_t k) {
  const int64_t m = 3, n = 2100;  // several strips of columns
  SCOPED_TRACE(TextOf({dtype, k}));
  const Array a = Finite(dtype, {m, k}, 1), b = Finite(dtype, {k, n}, 2);
  const auto turned = [](const Array& x) {
    const int64_t rows = x.shape[0], columns = x.shape[1];
    return Array(x.dtype, {columns, rows},
                 [&](int64_t i) { return x.Bits(i % rows * columns + i / rows); });
  };
  const auto row = [](const Array& x) {
    return Array(x.dtype, {1, x.shape[1]}, [&](int64_t i) { return x.Bits(i); });
  };
  const Array all = RunCall({"aclnnMm", {a, b, Array(ACL_FLOAT, {m, n}), 0.0}}).at(0);
  const OperatorCall of_row = {"aclnnMm", {row(a), b, Array(ACL_FLOAT, {1, n}), 0.0}};
  const OperatorCall of_column = {"aclnnMm",
                                  {turned(b), turned(row(a)), Array(ACL_FLOAT, {n, 1}), 0.0}};
  EXPECT_TRUE(SameBits(RunCall(of_row).at(0), row(all)));
  EXPECT_TRUE(SameBits(turned(RunCall(of_column).at(0)), row(all)));
  ExpectSameBitsInAllSettings(of_row);
  ExpectSameBitsInAllSettings(of_column);
}

TEST(MmTest, OneRowOrColumn) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    // Whole blocks of 64 terms and one; a line, squares and some; too few for a square.
    for (const int64_t k : {321, 350, 3}) ExpectOneRowOrColumn(dtype, k);
  }
}

// Each matrix of a batch, and each vector, gives what aclnnMm does.
TEST(MatmulTest, BatchesAndVectors) {
  const struct {
    Shape a, b, out;
    Sizes sizes;
    int64_t a_batches, b_batches;  // how many matrices there are, and then which belong together
    Integers a_of, b_of;
  } cases[] = {
      {{4}, {4}, {}, {1, 4, 1}, 1, 1, {0}, {0}},
      {{4}, {4, 3}, {3}, {1, 4, 3}, 1, 1, {0}, {0}},
      {{5, 4}, {4}, {5}, {5, 4, 1}, 1, 1, {0}, {0}},
      {{2, 5, 4}, {4}, {2, 5}, {5, 4, 1}, 2, 1, {0, 1}, {0, 0}},
      {{4}, {3, 4, 2}, {3, 2}, {1, 4, 2}, 1, 3, {0, 0, 0}, {0, 1, 2}},
      {{3, 5, 4}, {3, 4, 6}, {3, 5, 6}, {5, 4, 6}, 3, 3, {0, 1, 2}, {0, 1, 2}},
      {{2, 1, 3, 4}, {2, 4, 5}, {2, 2, 3, 5}, {3, 4, 5}, 2, 2, {0, 0, 1, 1}, {0, 1, 0, 1}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(TextOf(c.a) + " by " + TextOf(c.b));
    const Array a = Finite(ACL_FLOAT, c.a, 1), b = Finite(ACL_FLOAT, c.b, 2);
    const auto results = RunCall({"aclnnMatmul", {a, b, Array(ACL_FLOAT, c.out), 0.0}});
    ASSERT_EQ(results.size(), 1u);
    const auto& [m, k, n] = c.sizes;
    const auto part = [](const Array& array, Shape shape, int64_t batch) {
      const int64_t count = CountOf(shape);
      return Array(array.dtype, std::move(shape),
                   [&](int64_t i) { return array.Bits(batch * count + i); });
    };
    for (size_t batch = 0; batch < c.a_of.size(); ++batch) {
      const auto product = RunCall({"aclnnMm",
                                    {part(a, {m, k}, c.a_of[batch]), part(b, {k, n}, c.b_of[batch]),
                                     Array(ACL_FLOAT, {m, n}), 0.0}});
      EXPECT_TRUE(SameBits(part(results[0], {m, n}, static_cast<int64_t>(batch)), product.at(0)));
    }
  }
}

TEST(MatmulTest, SameBitsInAllSettings) {
  for (const Sizes& s : {Sizes{70, 150, 60}, Sizes{3, 2000, 130}}) {
    ExpectSameBitsInAllSettings(
        {"aclnnMatmul",
         {Finite(ACL_FLOAT, {2, s.m, s.k}, 1), Finite(ACL_FLOAT, {2, s.k, s.n}, 2),
          Array(ACL_FLOAT, {2, s.m, s.n}), 0.0}});
  }
  // As large as what threads share.
  ExpectSameBitsInAllSettings(
      {"aclnnMatmul",
       {Finite(ACL_FLOAT, {2, 90, 300}, 1), Finite(ACL_FLOAT, {2, 300, 170}, 2),
        Array(ACL_FLOAT, {2, 90, 170}), 0.0}});
}

class NllLossTest : public testing::TestWithParam<aclDataType> {};

constexpr int64_t kRows = 2100, kClasses = 6;
constexpr double kIgnored = 2;

TEST_P(NllLossTest, LossAndGradient) {
  const aclDataType dtype = GetParam();
  const Array self = Finite(dtype, {kRows, kClasses}, 1);
  const Array weight = ArrayOf(dtype, {0.5, 1, 2, 0.25, 3, 0.125});
  for (const aclDataType index : {ACL_INT64, ACL_INT32, ACL_UINT8}) {
    const Array target(index, {kRows},
                       [](int64_t i) { return static_cast<uint64_t>((i * 7 + i / 5) % kClasses); });
    std::vector<Exact> losses;
    Exact sum = {Real(0), Real(0)}, total = sum;
    for (int64_t i = 0; i < kRows; ++i) {
      const auto c = static_cast<int64_t>(target.Bits(i));
      const Real w = Real(static_cast<double>(c) == kIgnored ? 0 : weight.Value(c));
      const Real loss = -(w * At(self, i, c));
      losses.push_back({loss, Abs(loss)});
      sum = {sum.value + loss, sum.size + Abs(loss)};
      total = {total.value + w, total.value + w};
    }
    const auto run = [&](double reduction, const Shape& shape) {
      return RunCall(
          {"aclnnNLLLoss",
           {self, target, weight, reduction, kIgnored, Array(dtype, shape), Array(dtype, {1})}});
    };
    const auto each = run(0, {kRows}), mean = run(1, {}), all = run(2, {1});
    ExpectNear(each.at(0), losses, 0);
    EXPECT_EQ(each.at(1).Value(0), 0);
    ExpectNear(mean.at(0), {{sum.value / total.value, sum.size / total.value}}, 0x1p-39);
    ExpectNear(all.at(0), {sum}, 0x1p-40);
    ExpectNear(all.at(1), {total}, 0x1p-40);
    EXPECT_TRUE(SameBits(all.at(1), mean.at(1)));

    for (const double reduction : {0.0, 1.0, 2.0}) {
      const Shape shape = reduction == 0 ? Shape{kRows} : Shape{};
      const Array grad = Finite(dtype, shape, 9);
      const auto gradient = RunCall({"aclnnNLLLossBackward",
                                     {grad, self, target, weight, reduction, kIgnored, mean.at(1),
                                      Array(dtype, self.shape)}});
      std::vector<Exact> exact;
      for (int64_t i = 0; i < kRows * kClasses; ++i) {
        const int64_t row = i / kClasses, c = i % kClasses;
        const bool is_target = static_cast<int64_t>(target.Bits(row)) == c && double(c) != kIgnored;
        const Real g = Real(grad.Value(reduction == 0 ? row : 0)) * Real(weight.Value(c));
        const Real divisor = Real(reduction == 1 ? mean.at(1).Value(0) : 1);
        exact.push_back({is_target ? -g / divisor : Real(0), Real(0)});
        if (!is_target) {
          EXPECT_EQ(gradient.at(0).Bits(i), 0u);
        }
      }
      ExpectNear(gradient.at(0), exact, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Floats, NllLossTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

TEST(NllLossTest, TargetsThatAreNoClass) {
  const Array self = ArrayOf(ACL_FLOAT, {3, 2}, {-1, -2, -3, -4, -5, -6});
  const Array weight = ArrayOf(ACL_FLOAT, {1, 2}), total = ArrayOf(ACL_FLOAT, {1});
  const Array target = ArrayOf(ACL_INT64, {1, 2, -100});
  const auto each =
      RunCall({"aclnnNLLLoss",
               {self, target, weight, 0.0, -100.0, Array(ACL_FLOAT, {3}), Array(ACL_FLOAT, {1})}});
  EXPECT_TRUE(SameBits(each.at(0), ArrayOf(ACL_FLOAT, {4, kNan, 0})));
  const auto sum =
      RunCall({"aclnnNLLLoss",
               {self, target, weight, 2.0, -100.0, Array(ACL_FLOAT, {1}), Array(ACL_FLOAT, {1})}});
  EXPECT_TRUE(std::isnan(sum.at(0).Value(0)) && std::isnan(sum.at(1).Value(0)));
  const auto gradient = RunCall({"aclnnNLLLossBackward",
                                 {ArrayOf(ACL_FLOAT, {1, 1, 1}), self, target, weight, 0.0, -100.0,
                                  total, Array(ACL_FLOAT, {3, 2})}});
  EXPECT_TRUE(SameBits(gradient.at(0), ArrayOf(ACL_FLOAT, {3, 2}, {0, -2, kNan, kNan, 0, 0})));
}

TEST(NllLossTest, OneRowAndNone) {
  const Array row = ArrayOf(ACL_FLOAT, {-1, -2}), weight = ArrayOf(ACL_FLOAT, {1, 2});
  const auto one = RunCall({"aclnnNLLLoss",
                            {row, ArrayOf(ACL_INT64, {}, {1}), weight, 1.0, -100.0,
                             Array(ACL_FLOAT, {}), Array(ACL_FLOAT, {1})}});
  EXPECT_TRUE(SameBits(one.at(0), ArrayOf(ACL_FLOAT, {}, {2})));
  EXPECT_TRUE(SameBits(one.at(1), ArrayOf(ACL_FLOAT, {2})));
  for (const double reduction : {1.0, 2.0}) {
    const auto none = RunCall({"aclnnNLLLoss",
                               {Array(ACL_FLOAT, {0, 2}), Array(ACL_INT64, {0}), weight, reduction,
                                -100.0, Array(ACL_FLOAT, {}), Array(ACL_FLOAT, {1})}});
    const double expected = reduction == 1 ? kNan : 0;
    EXPECT_TRUE(SameBits(none.at(0), ArrayOf(ACL_FLOAT, {}, {expected})));
    EXPECT_TRUE(SameBits(none.at(1), ArrayOf(ACL_FLOAT, {0})));
  }
}

}  // namespace
}  // namespace openaclnn::test::sums_test
