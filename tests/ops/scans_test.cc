// Products, sums without NaNs, and sums, products and extremes up to each element, against the same
// in long double or one by one. Their bits in other layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::scans_test {
namespace {

CallArgument AxisScalar(double dim) { return {dim, ACL_INT64}; }

using Integers = std::vector<int64_t>;

void ExpectNear(const Array& results, int64_t i, long double exact, long double size) {
  const auto got = static_cast<long double>(results.Value(i));
  const long double bound =
      0.51L * (std::abs(exact) * UnitOf(results.dtype) + 0x1p-24L) + 0x1p-40L * size;
  ASSERT_LE(std::abs(got - exact), bound) << "element " << i << " is " << results.Value(i);
}

// [outer, length, inner], where the middle axis is the one of the call.
struct Along {
  int64_t outer, length, inner;

  Shape Whole() const { return {outer, length, inner}; }
  int64_t At(int64_t o, int64_t i, int64_t k) const { return (o * length + i) * inner + k; }
};

// Ends of blocks and tiles, rows that threads share, columns of several strips.
constexpr Along kScanned[] = {{1, 1, 1},    {3, 5, 1},     {2, 1023, 1},
                              {2, 4097, 1}, {1, 70001, 1}, {3, 66000, 1},
                              {2, 1030, 3}, {1, 9, 700},   {5, 2, 2}};

class ScanTest : public testing::TestWithParam<aclDataType> {};

TEST_P(ScanTest, SumsUpToEachElement) {
  const aclDataType dtype = GetParam();
  for (const Along& along : kScanned) {
    SCOPED_TRACE(TextOf(along.Whole()));
    const Array self(dtype, along.Whole(), [dtype](int64_t i) {
      return BitsOf(dtype, static_cast<double>(i * 7919 % 1021) / 512 - 1);
    });
    const Array sums = RunCall({"aclnnCumsum", {self, 1.0, {0.0, dtype}, self}}).at(0);
    for (int64_t o = 0; o < along.outer; ++o) {
      for (int64_t k = 0; k < along.inner; ++k) {
        long double exact = 0, size = 0;
        for (int64_t i = 0; i < along.length; ++i) {
          const double term = self.Value(along.At(o, i, k));
          exact += term;
          size += std::abs(term);
          ExpectNear(sums, along.At(o, i, k), exact, size);
        }
      }
    }
  }
}

// Factors around 1, so that products neither vanish nor overflow.
constexpr Along kMultiplied[] = {{1, 1, 1},     {3, 33, 1},    {2, 1100, 1}, {2, 70, 5},
                                 {1, 2500, 40}, {1, 70000, 1}, {3, 7, 2}};

TEST_P(ScanTest, Products) {
  const aclDataType dtype = GetParam();
  for (const Along& along : kMultiplied) {
    SCOPED_TRACE(TextOf(along.Whole()));
    const Array self(dtype, along.Whole(), [dtype](int64_t i) {
      return BitsOf(dtype, i % 3 == 0 ? -1 : i % 64 == 5 ? 1.25 : i % 64 == 9 ? 0.78125 : 1);
    });
    const Array out(dtype, {along.outer, along.inner});
    const Array products = RunCall({"aclnnProdDim", {self, 1.0, 0.0, {0.0, dtype}, out}}).at(0);
    for (int64_t o = 0; o < along.outer; ++o) {
      for (int64_t k = 0; k < along.inner; ++k) {
        long double exact = 1;
        for (int64_t i = 0; i < along.length; ++i) exact *= self.Value(along.At(o, i, k));
        const double largest = dtype == ACL_FLOAT16 ? 60000 : 1e30;
        if (std::abs(exact) > largest) continue;
        ExpectNear(products, o * along.inner + k, exact, 0x1p-2L * std::abs(exact));
      }
    }
  }
}

TEST_P(ScanTest, MultipliesUpToEachElement) {
  const aclDataType dtype = GetParam();
  for (const Along& along : kScanned) {
    SCOPED_TRACE(TextOf(along.Whole()));
    const Array self(dtype, along.Whole(), [dtype](int64_t i) {
      return BitsOf(dtype, i % 3 == 0 ? -1 : i % 64 == 5 ? 1.25 : i % 64 == 9 ? 0.78125 : 1);
    });
    const Array all = RunCall({"aclnnCumprod", {self, AxisScalar(1), {0.0, dtype}, self}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceCumprod", {self, AxisScalar(-2)}}).at(0);
    EXPECT_TRUE(SameBits(in_place, all));
    for (int64_t o = 0; o < along.outer; ++o) {
      for (int64_t k = 0; k < along.inner; ++k) {
        long double exact = 1;
        for (int64_t i = 0; i < along.length; ++i) {
          exact *= self.Value(along.At(o, i, k));
          const double largest = dtype == ACL_FLOAT16 ? 60000 : 1e30;
          const double size = static_cast<double>(std::abs(exact));
          if (size > largest || size < 1e-3) continue;
          ExpectNear(all, along.At(o, i, k), exact, 0x1p-2L * std::abs(exact));
        }
      }
    }
  }
}

TEST_P(ScanTest, SumsOfNumbers) {
  const aclDataType dtype = GetParam();
  if (dtype == ACL_DOUBLE) return;  // which aclnnReduceNansum does not have
  for (const Along& along : kMultiplied) {
    SCOPED_TRACE(TextOf(along.Whole()));
    const Array self(dtype, along.Whole(), [dtype](int64_t i) {
      return BitsOf(dtype, i % 5 == 2 ? (i % 2 == 0 ? kNan : -kNan) : double(i % 11) / 8 - 0.5);
    });
    const Array numbers(dtype, along.Whole(),
                        [&](int64_t i) { return std::isnan(self.Value(i)) ? 0 : self.Bits(i); });
    const Array out(ACL_FLOAT, {along.outer, along.inner});
    const auto sum = [&](const char* name, const Array& terms) {
      return RunCall({name, {terms, Integers{1}, 0.0, {0.0, ACL_FLOAT}, out}}).at(0);
    };
    EXPECT_TRUE(SameBits(sum("aclnnReduceNansum", self), sum("aclnnReduceSum", numbers)));
  }
}

INSTANTIATE_TEST_SUITE_P(, ScanTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

Array Cumsum(const Array& self, aclDataType dtype, double dim = -1) {
  return RunCall({"aclnnCumsum", {self, dim, {0.0, dtype}, Array(dtype, self.shape)}}).at(0);
}
Array Prod(const Array& self, aclDataType dtype) {
  return RunCall({"aclnnProd", {self, {0.0, dtype}, Array(dtype, {1})}}).at(0);
}

TEST(ScanOfIntegersTest, AreModuloTheirBits) {
  const Array bytes = ArrayOf(ACL_INT8, {100, 100, -3, 127});
  EXPECT_TRUE(SameBits(Cumsum(bytes, ACL_INT64), ArrayOf(ACL_INT64, {100, 200, 197, 324})));
  EXPECT_TRUE(SameBits(Cumsum(bytes, ACL_INT8), ArrayOf(ACL_INT8, {100, -56, -59, 68})));
  EXPECT_TRUE(SameBits(Prod(bytes, ACL_INT32), ArrayOf(ACL_INT32, {-3810000})));
  EXPECT_TRUE(SameBits(Prod(bytes, ACL_UINT8), ArrayOf(ACL_UINT8, {48})));
  const Array large = ArrayOf(ACL_INT64, {0x1p62, 0x1p62, 0x1p62, 1});
  const Array sums = Cumsum(large, ACL_INT64);
  EXPECT_EQ(sums.Bits(2), uint64_t{3} << 62);
  EXPECT_EQ(sums.Bits(3), (uint64_t{3} << 62) + 1);
  const Array flags = ArrayOf(ACL_BOOL, {1, 0, 1, 1});
  EXPECT_TRUE(SameBits(Cumsum(flags, ACL_INT32), ArrayOf(ACL_INT32, {1, 1, 2, 3})));
  EXPECT_TRUE(SameBits(Prod(flags, ACL_BOOL), ArrayOf(ACL_BOOL, {0})));
}

TEST(ScanOfIntegersTest, FloatsBecomeIntegersFirst) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 2}, {1.9, -1.9, 300.7, 2.5});
  EXPECT_TRUE(SameBits(Cumsum(self, ACL_INT32), ArrayOf(ACL_INT32, {2, 2}, {1, 0, 300, 302})));
  EXPECT_TRUE(SameBits(Cumsum(self, ACL_INT32, 0), ArrayOf(ACL_INT32, {2, 2}, {1, -1, 301, 1})));
  EXPECT_TRUE(SameBits(Prod(self, ACL_INT32), ArrayOf(ACL_INT32, {-600})));
}

TEST(ProductScanTest, OfIntegersIsModuloTheirBits) {
  const auto products = [](const Array& self, aclDataType dtype) {
    return RunCall({"aclnnCumprod", {self, AxisScalar(-1), {0.0, dtype}, Array(dtype, self.shape)}})
        .at(0);
  };
  const Array bytes = ArrayOf(ACL_INT8, {100, 100, -3, 127});
  EXPECT_TRUE(
      SameBits(products(bytes, ACL_INT64), ArrayOf(ACL_INT64, {100, 10000, -30000, -3810000})));
  EXPECT_TRUE(SameBits(products(bytes, ACL_INT8), ArrayOf(ACL_INT8, {100, 16, -48, 48})));
  EXPECT_TRUE(
      SameBits(products(bytes, ACL_UINT16), ArrayOf(ACL_UINT16, {100, 10000, 35536, 56624})));
  const Array floats = ArrayOf(ACL_FLOAT, {1.9, -2.5, 3.5});
  EXPECT_TRUE(SameBits(products(floats, ACL_INT32), ArrayOf(ACL_INT32, {1, -2, -6})));
  const Array one = ArrayOf(ACL_FLOAT16, Shape{}, {-0.0});
  EXPECT_TRUE(SameBits(products(one, ACL_FLOAT16), one));
  const Array special = ArrayOf(ACL_FLOAT, {2, -kInfinity, -0.0, 1});
  EXPECT_TRUE(
      SameBits(products(special, ACL_FLOAT), ArrayOf(ACL_FLOAT, {2, -kInfinity, kNan, kNan})));
}

// A product of a block by itself would overflow.
TEST(ProductScanTest, DoesNotOverflowOnTheWay) {
  const Array self(ACL_DOUBLE, {4000}, [](int64_t i) {
    return BitsOf(ACL_DOUBLE, i < 1000 ? 0.5 : i < 2900 ? 2 : 0.5);
  });
  const Array all = RunCall({"aclnnCumprod", {self, AxisScalar(0), {0.0, ACL_DOUBLE}, self}}).at(0);
  EXPECT_EQ(all.Value(999), 0x1p-1000);
  EXPECT_EQ(all.Value(2899), 0x1p900);
  EXPECT_EQ(all.Value(3999), 0x1p-200);
}

// ---- Extremes up to each element

class RunningExtremesTest : public testing::TestWithParam<aclDataType> {};

bool IsTaken(const Array& self, int64_t later, int64_t best, bool wants_largest) {
  if (IsNan(self.dtype, self.Bits(later))) return true;
  if (IsNan(self.dtype, self.Bits(best))) return false;
  const auto a = ExactAt(self, later), b = ExactAt(self, best);
  return wants_largest ? !(a < b) : !(b < a);
}

TEST_P(RunningExtremesTest, AreThoseOfOneByOne) {
  const aclDataType dtype = GetParam();
  constexpr Along kShapes[] = {{1, 1, 1}, {3, 500, 1}, {2, 70, 3}, {1, 9, 700}, {40, 300, 2}};
  for (const Along& along : kShapes) {
    SCOPED_TRACE(TextOf(along.Whole()));
    const Array any = RandomPatterns(dtype, along.Whole(), 5),
                few = RandomArray(dtype, along.Whole(), 6, -2, 2);
    const Array self(dtype, along.Whole(), [&](int64_t i) {
      if (dtype == ACL_BOOL) return any.Bits(i) & 1;
      return i % 7 == 3 ? any.Bits(i) : i % 2 == 0 ? few.Bits(i) : uint64_t(i % 2);
    });
    for (const bool wants_largest : {false, true}) {
      for (const aclDataType index : {ACL_INT32, ACL_INT64}) {
        Array values(dtype, along.Whole()), indices(index, along.Whole());
        for (int64_t o = 0; o < along.outer; ++o) {
          for (int64_t k = 0; k < along.inner; ++k) {
            int64_t best = 0;
            for (int64_t i = 0; i < along.length; ++i) {
              const int64_t at = along.At(o, i, k);
              if (IsTaken(self, at, along.At(o, best, k), wants_largest)) best = i;
              values.SetBits(at, self.Bits(along.At(o, best, k)));
              indices.SetBits(at, uint64_t(best));
            }
          }
        }
        const auto found = RunCall({wants_largest ? "aclnnCummax" : "aclnnCummin",
                                    {self, 1.0, Array(dtype, along.Whole()), indices}});
        EXPECT_TRUE(SameBits(found.at(0), values));
        EXPECT_TRUE(SameBits(found.at(1), indices));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, RunningExtremesTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                         ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

TEST(RunningExtremeValuesTest, SpecialValues) {
  const Array self = ArrayOf(ACL_FLOAT, {1, -0.0, 0, kNan, 7, kNan, -kInfinity});
  const Array into(ACL_FLOAT, self.shape), places(ACL_INT64, self.shape);
  const auto largest = RunCall({"aclnnCummax", {self, 0.0, into, places}});
  EXPECT_TRUE(SameBits(largest.at(0), ArrayOf(ACL_FLOAT, {1, 1, 1, kNan, kNan, kNan, kNan})));
  EXPECT_TRUE(SameBits(largest.at(1), ArrayOf(ACL_INT64, {0, 0, 0, 3, 3, 5, 5})));
  const auto smallest = RunCall({"aclnnCummin", {self, 0.0, into, places}});
  EXPECT_TRUE(SameBits(smallest.at(0), ArrayOf(ACL_FLOAT, {1, -0.0, 0, kNan, kNan, kNan, kNan})));
  EXPECT_TRUE(SameBits(smallest.at(1), ArrayOf(ACL_INT64, {0, 1, 2, 3, 3, 5, 5})));
  const Array one = ArrayOf(ACL_INT16, Shape{}, {-5});
  const auto alone =
      RunCall({"aclnnCummin", {one, -1.0, Array(ACL_INT32, {}), Array(ACL_INT32, {})}});
  EXPECT_TRUE(SameBits(alone.at(0), ArrayOf(ACL_INT32, Shape{}, {-5})));
  EXPECT_TRUE(SameBits(alone.at(1), ArrayOf(ACL_INT32, Shape{}, {0})));
}

TEST(ScanOfNothingTest, IsNothingAndTheProductOne) {
  const Array none(ACL_FLOAT, {3, 0});
  EXPECT_EQ(Cumsum(none, ACL_FLOAT).size(), 0);
  EXPECT_TRUE(SameBits(Prod(none, ACL_FLOAT), ArrayOf(ACL_FLOAT, {1})));
  EXPECT_TRUE(SameBits(Prod(none, ACL_INT8), ArrayOf(ACL_INT8, {1})));
  const Array out(ACL_FLOAT, {3});
  EXPECT_TRUE(SameBits(RunCall({"aclnnProdDim", {none, 1.0, 0.0, {0.0, ACL_FLOAT}, out}}).at(0),
                       ArrayOf(ACL_FLOAT, {1, 1, 1})));
}

TEST(ScanOfNothingTest, SpecialValues) {
  const Array self = ArrayOf(ACL_FLOAT, {-0.0, 1, kInfinity, 2, -kInfinity, 3});
  EXPECT_TRUE(SameBits(Cumsum(self, ACL_FLOAT),
                       ArrayOf(ACL_FLOAT, {0, 1, kInfinity, kInfinity, kNan, kNan})));
  EXPECT_TRUE(SameBits(Prod(self, ACL_FLOAT), ArrayOf(ACL_FLOAT, {kNan})));
  const Array zeros = ArrayOf(ACL_FLOAT, {-0.0, 2});
  EXPECT_TRUE(SameBits(Prod(zeros, ACL_FLOAT), ArrayOf(ACL_FLOAT, {-0.0})));
}

}  // namespace
}  // namespace openaclnn::test::scans_test
