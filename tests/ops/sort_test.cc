// Elements in order, and the first ones of them, against a stable sort by comparing. Their bits in
// other layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::sort_test {
namespace {

// [outer, length, inner], in order along the middle axis.
struct Along {
  int64_t outer, length, inner;
  int64_t At(int64_t o, int64_t i, int64_t k) const { return (o * length + i) * inner + k; }
};

// Short rows, and long ones, which go by digits; more elements than a buffer holds.
constexpr Along kOrdered[] = {{1, 1, 1}, {3, 7, 1}, {2, 255, 1}, {2, 300, 3}, {1, 5000, 1}};

bool IsNanAt(const Array& array, int64_t i) { return IsNan(array.dtype, array.Bits(i)); }

bool IsLess(const Array& self, int64_t a, int64_t b) {
  if (IsNanAt(self, a)) return false;
  return IsNanAt(self, b) || ExactAt(self, a) < ExactAt(self, b);
}

// The places of a row's elements in order.
std::vector<int64_t> OrderOf(const Array& self, const Along& along, int64_t o, int64_t k,
                             bool descending) {
  std::vector<int64_t> order(static_cast<size_t>(along.length));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    const int64_t a = along.At(o, i, k), b = along.At(o, j, k);
    return descending ? IsLess(self, b, a) : IsLess(self, a, b);
  });
  return order;
}

Array Elements(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array any = RandomPatterns(dtype, shape, seed),
              few = RandomArray(dtype, shape, seed, -2, 2);
  return Array(dtype, shape, [&](int64_t i) {
    if (dtype == ACL_BOOL) return any.Bits(i) & 1;
    if (ClassOf(dtype) != DtypeClass::kFloat) return i % 3 == 0 ? any.Bits(i) : uint64_t(i % 5);
    if (i % 3 == 0) return few.Bits(i);
    return BitsOf(dtype, i % 3 == 1 ? (i % 2 == 0 ? 0.0 : -0.0) : double(i % 7) - 3);
  });
}

class SortTest : public testing::TestWithParam<aclDataType> {};

TEST_P(SortTest, IsThatOfAStableSort) {
  const aclDataType dtype = GetParam();
  for (const Along& along : kOrdered) {
    const Shape shape = {along.outer, along.length, along.inner};
    SCOPED_TRACE(TextOf(shape));
    const Array self = Elements(dtype, shape, 3);
    for (const bool descending : {false, true}) {
      const int64_t wanted[] = {along.length, std::min<int64_t>(along.length, 3), 0};
      Array values(dtype, shape), indices(ACL_INT64, shape);
      std::vector<std::vector<int64_t>> orders;
      for (int64_t o = 0; o < along.outer; ++o) {
        for (int64_t k = 0; k < along.inner; ++k) {
          orders.push_back(OrderOf(self, along, o, k, descending));
          for (int64_t i = 0; i < along.length; ++i) {
            const int64_t place = orders.back()[size_t(i)];
            indices.SetBits(along.At(o, i, k), uint64_t(place));
            values.SetBits(along.At(o, i, k), self.Bits(along.At(o, place, k)));
          }
        }
      }
      if (dtype != ACL_DOUBLE) {
        const auto sorted =
            RunCall({"aclnnSort", {self, 1.0, 1.0, descending ? 1.0 : 0.0, values, indices}});
        EXPECT_TRUE(SameBits(sorted.at(0), values));
        EXPECT_TRUE(SameBits(sorted.at(1), indices));
      }
      if (dtype == ACL_BOOL) continue;
      for (const int64_t k : wanted) {
        const Along top = {along.outer, k, along.inner};
        const Shape few = {along.outer, k, along.inner};
        const auto in_all = [&](int64_t i) {
          return along.At(i / along.inner / std::max<int64_t>(1, k),
                          i / along.inner % std::max<int64_t>(1, k), i % along.inner);
        };
        const Array first(dtype, few, [&](int64_t i) { return values.Bits(in_all(i)); });
        const Array where(ACL_INT64, few, [&](int64_t i) { return indices.Bits(in_all(i)); });
        const auto found =
            RunCall({"aclnnTopk",
                     {self, double(top.length), 1.0, descending ? 1.0 : 0.0, 1.0, first, where}});
        EXPECT_TRUE(SameBits(found.at(0), first));
        EXPECT_TRUE(SameBits(found.at(1), where));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, SortTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                         ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

TEST(SortedValuesTest, AreConverted) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 2}, {1.5, -2.5, 300, 7});
  const auto sorted = RunCall(
      {"aclnnSort", {self, 0.0, 0.0, 1.0, Array(ACL_DOUBLE, {2, 2}), Array(ACL_INT64, {2, 2})}});
  EXPECT_TRUE(SameBits(sorted.at(0), ArrayOf(ACL_DOUBLE, {2, 2}, {300, 7, 1.5, -2.5})));
  EXPECT_TRUE(SameBits(sorted.at(1), ArrayOf(ACL_INT64, {2, 2}, {1, 1, 0, 0})));
  const Array one = ArrayOf(ACL_INT32, Shape{}, {5});
  const auto alone = RunCall({"aclnnTopk", {one, 1.0, -1.0, 1.0, 0.0, one, Array(ACL_INT64, {})}});
  EXPECT_TRUE(SameBits(alone.at(0), one));
  EXPECT_EQ(alone.at(1).Bits(0), 0u);
}

// ---- Elements that are likely enough

// A row by the formula of the page, in long double. Sums that are too near to 1 - p to tell fail.
std::vector<double> LikelyRow(const Array& logits, int64_t row, int64_t length, int64_t k,
                              const double* p) {
  const double inf = std::numeric_limits<double>::infinity();
  const Array elements(logits.dtype, {length},
                       [&](int64_t i) { return logits.Bits(row * length + i); });
  const std::vector<int64_t> order = OrderOf(elements, {1, length, 1}, 0, 0, false);
  std::vector<double> sorted;
  for (const int64_t i : order) sorted.push_back(elements.Value(i));
  if (k > 0 && k < length) {
    const double least = sorted[size_t(length - k)];
    for (double& number : sorted) number = number < least ? -inf : number;
  }
  if (p != nullptr) {
    long double sum = 0, so_far = 0;
    const auto power = [&](double x) {
      return std::exp(static_cast<long double>(x) - sorted.back());
    };
    for (const double number : sorted) sum += power(number);
    std::vector<bool> goes(sorted.size());
    for (size_t i = 0; i + 1 < sorted.size(); ++i) {
      so_far += power(sorted[i]);
      const long double left = so_far / sum - (1 - static_cast<long double>(*p));
      EXPECT_FALSE(*p > 0 && *p < 1 && std::fabs(left) < 1e-12L) << "row " << row;
      goes[i] = left <= 0;
    }
    for (size_t i = 0; i < sorted.size(); ++i) sorted[i] = goes[i] ? -inf : sorted[i];
  }
  std::vector<double> out(sorted.size());
  for (size_t i = 0; i < sorted.size(); ++i) out[size_t(order[i])] = sorted[i];
  return out;
}

// Numbers from -3 to 3 without order.
Array Spread(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [=](int64_t i) {
    return BitsOf(dtype, std::sin(static_cast<double>(i * 37 + 5)) * 3);
  });
}

TEST(LikelyTest, IsThatOfTheFormula) {
  const std::vector<double> counts = {0, 1, 3, 9, 10, 11, -4, 4, 2},
                            shares = {0,      1,       0.46875, 0.84375, 0.21875,
                                      0.9375, 0.71875, 0.0625,  0.59375};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t length : {1, 10, 300}) {
      const int64_t rows = 9;
      const Array any = Spread(dtype, {rows, length});
      // Every fourth element is one of few, so that some are equal.
      const Array logits(dtype, any.shape, [&](int64_t i) {
        return i % 4 == 0 ? BitsOf(dtype, std::floor(any.Value(i))) : any.Bits(i);
      });
      const Array k = ArrayOf(ACL_INT32, {rows}, counts), p = ArrayOf(dtype, {rows}, shares);
      for (const int which : {1, 2, 3}) {
        const bool has_k = (which & 1) != 0, has_p = (which & 2) != 0;
        const auto out = RunCall(
            {"aclnnApplyTopKTopP",
             {logits, has_p ? CallArgument(p) : CallArgument(nullptr),
              has_k ? CallArgument(k) : CallArgument(nullptr), Array(dtype, logits.shape)}});
        for (int64_t row = 0; row < rows; ++row) {
          const double share = p.Value(row);
          const std::vector<double> expected =
              LikelyRow(logits, row, length, has_k ? int64_t(counts[size_t(row)]) : 0,
                        has_p ? &share : nullptr);
          for (int64_t i = 0; i < length; ++i) {
            ASSERT_EQ(out[0].Value(row * length + i), expected[size_t(i)])
                << DtypeName(dtype) << ", " << which << ", row " << row << ", element " << i;
          }
        }
      }
    }
  }
}

TEST(LikelyTest, SpecialValues) {
  const double inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  const Array logits = ArrayOf(ACL_FLOAT, {4, 4},
                               {1, nan, 3, -inf, 1, inf, 3, 3, -inf, -inf, -inf, -inf, 0, 0, 0, 0});
  const auto all = RunCall(
      {"aclnnApplyTopKTopP",
       {logits, ArrayOf(ACL_FLOAT, {4}, {0.5, 0.5, 0.5, 0.5}), nullptr, Array(ACL_FLOAT, {4, 4})}});
  Array expected = logits;
  for (const int64_t i : {12, 13}) expected.SetBits(i, BitsOf(ACL_FLOAT, -inf));  // of equal ones
  EXPECT_TRUE(SameBits(all[0], expected));
  const auto largest =
      RunCall({"aclnnApplyTopKTopP",
               {logits, nullptr, ArrayOf(ACL_INT32, {4}, {2, 2, 2, 2}), Array(ACL_FLOAT, {4, 4})}});
  expected = logits;
  for (const int64_t i : {0, 4}) expected.SetBits(i, BitsOf(ACL_FLOAT, -inf));
  EXPECT_TRUE(SameBits(largest[0], expected));
}

TEST(LikelyTest, SharesBeyondTheirRange) {
  const double inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> row = {0, -2000, 1, -800}, only = {-inf, -inf, 1, -inf};
  const std::vector<std::pair<double, std::vector<double>>> cases = {{1, {0, -inf, 1, -inf}},
                                                                     {1.5, row},
                                                                     {inf, row},
                                                                     {nan, row},
                                                                     {0, only},
                                                                     {-1, only},
                                                                     {-inf, only}};
  for (const auto& [p, expected] : cases) {
    const auto out = RunCall({"aclnnApplyTopKTopP",
                              {ArrayOf(ACL_FLOAT, {1, 4}, row), ArrayOf(ACL_FLOAT, {1}, {p}),
                               nullptr, Array(ACL_FLOAT, {1, 4})}});
    EXPECT_TRUE(SameBits(out[0], ArrayOf(ACL_FLOAT, {1, 4}, expected))) << p;
  }
}

}  // namespace
}  // namespace openaclnn::test::sort_test
