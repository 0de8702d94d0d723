// Largest and smallest elements, where they are, and whether any or all elements are not 0, against
// what a walk over the elements finds. Their bits in other layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::extremes_test {
namespace {

using Integers = std::vector<int64_t>;

// Few different numbers, so that there are equals, with zeros of both signs, infinities and, where
// `nans` is true, here and there a NaN; all patterns of integers, of one in four arrays few.
Array Elements(aclDataType dtype, const Shape& shape, uint32_t seed, bool nans) {
  const bool is_float = ClassOf(dtype) == DtypeClass::kFloat;
  if (!is_float && (seed % 4 != 0 || dtype == ACL_BOOL)) return RandomPatterns(dtype, shape, seed);
  uint64_t state = seed;
  return Array(dtype, shape, [&](int64_t) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const auto drawn = static_cast<int>(state >> 53);
    if (!is_float) return BitsOf(dtype, drawn % 5);
    if (nans && drawn % 61 == 0) {  // of either sign
      const uint64_t sign = uint64_t{1} << (8 * DtypeBytes(dtype) - 1);
      return (BitsOf(dtype, kNan) & ~sign) | (drawn % 2 == 0 ? sign : 0);
    }
    if (drawn % 512 == 1) return BitsOf(dtype, drawn % 3 == 0 ? -kInfinity : kInfinity);
    if (seed % 3 == 0) return BitsOf(dtype, drawn % 2 == 0 ? -0.0 : 0.0);
    if (seed % 3 == 1) return BitsOf(dtype, -(drawn % 9) * 0.25);
    return BitsOf(dtype, drawn % 9 * 0.25 - 1);
  });
}

bool IsReduced(const Integers& dims, size_t axis) {
  return dims.empty() || std::ranges::count(dims, static_cast<int64_t>(axis)) > 0;
}
Shape Without(const Shape& shape, const Integers& dims) {
  Shape left;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (!IsReduced(dims, axis)) left.push_back(shape[axis]);
  }
  return left;
}

// For each result the places of its elements, in their order.
std::vector<Integers> PlacesOf(const Shape& shape, const Integers& dims) {
  std::vector<Integers> places(static_cast<size_t>(CountOf(Without(shape, dims))));
  for (int64_t i = 0; i < CountOf(shape); ++i) {
    int64_t rest = i, to = 0, step = 1;
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (!IsReduced(dims, axis)) {
        to += rest % shape[axis] * step;
        step *= shape[axis];
      }
      rest /= shape[axis];
    }
    places[static_cast<size_t>(to)].push_back(i);
  }
  return places;
}

bool IsNanAt(const Array& array, int64_t i) { return IsNan(array.dtype, array.Bits(i)); }
bool IsNegativeZero(const Array& array, int64_t i) {
  return ClassOf(array.dtype) == DtypeClass::kFloat && array.Value(i) == 0 &&
         std::signbit(array.Value(i));
}

// Whether element b comes before element a: it is larger, or smaller, or a NaN.
bool IsBetter(const Array& self, int64_t b, int64_t a, bool wants_largest) {
  if (IsNanAt(self, a)) return false;
  if (IsNanAt(self, b)) return true;
  const long double x = ExactAt(self, a), y = ExactAt(self, b);
  return wants_largest ? y > x : y < x;
}

struct Found {
  uint64_t bits;  // that of the largest, where -0 is below +0
  int64_t index;  // of the first, where they are equal
  bool any, all;
};
Found Find(const Array& self, const Integers& places, bool wants_largest) {
  Found found{self.Bits(places[0]), 0, false, true};
  int64_t best = places[0];
  for (int64_t k = 0; k < std::ssize(places); ++k) {
    const int64_t i = places[static_cast<size_t>(k)];
    const bool is_true = IsNanAt(self, i) || ExactAt(self, i) != 0;
    found.any |= is_true;
    found.all &= is_true;
    if (IsBetter(self, i, best, wants_largest)) {
      found.index = k;
      best = i;
      found.bits = self.Bits(i);
    }
    const bool is_equal = !IsNanAt(self, best) && ExactAt(self, i) == ExactAt(self, best);
    if (is_equal && IsNegativeZero(self, i) != wants_largest) found.bits = self.Bits(i);
  }
  if (self.dtype == ACL_BOOL) found.bits = found.bits != 0 ? 1 : 0;
  return found;
}

struct Reduced {
  Shape shape;
  Integers dims;
};
// Rows and columns, with and without parts that threads share; ends of vectors and of chunks.
const std::vector<Reduced>& Reductions() {
  static const std::vector<Reduced> all = {{{}, {}},
                                           {{1}, {0}},
                                           {{5, 7}, {1}},
                                           {{5, 64}, {1}},
                                           {{5, 65}, {1}},
                                           {{3, 1031}, {1}},
                                           {{2, 3100}, {1}},
                                           {{65, 7}, {0}},
                                           {{64, 33}, {0}},
                                           {{2, 131, 70}, {1}},
                                           {{70, 1100}, {0}},
                                           {{2, 3, 4, 5}, {0, 2}},
                                           {{4, 5, 6}, {1, 2}},
                                           {{70001}, {0}},
                                           {{5, 40, 3}, {}},
                                           {{1300, 67}, {0}},
                                           {{7, 1, 9}, {1}},
                                           {{2, 9, 3}, {1}}};
  return all;
}

Array CallOver(std::string_view name, const Array& self, const Integers& dims, aclDataType dtype) {
  const Array out(dtype, Without(self.shape, dims));
  const bool takes_one = name.starts_with("aclnnArg");
  const CallArgument axes = takes_one ? CallArgument(double(dims[0])) : CallArgument(dims);
  return RunCall({name, {self, axes, 0.0, out}}).at(0);
}

class ExtremesTest : public testing::TestWithParam<aclDataType> {};

TEST_P(ExtremesTest, AreWhatAWalkFinds) {
  const aclDataType dtype = GetParam();
  uint32_t seed = 0;
  for (const Reduced& r : Reductions()) {
    SCOPED_TRACE(TextOf(r.shape) + " over " + TextOf(r.dims));
    const Array self = Elements(dtype, r.shape, seed, seed % 2 == 0);
    ++seed;
    const Shape kept = Without(r.shape, r.dims);
    Array any(ACL_BOOL, kept), all(ACL_UINT8, kept);
    const auto places = PlacesOf(r.shape, r.dims);
    for (const bool wants_largest : {false, true}) {
      Array extremes(dtype, kept), indices(ACL_INT32, kept);
      for (size_t k = 0; k < places.size(); ++k) {
        const Found found = Find(self, places[k], wants_largest);
        const auto i = static_cast<int64_t>(k);
        extremes.SetBits(i, found.bits);
        indices.SetBits(i, static_cast<uint64_t>(found.index));
        any.SetBits(i, found.any ? 1 : 0);
        all.SetBits(i, found.all ? 1 : 0);
      }
      const char* const name = wants_largest ? "aclnnAmax" : "aclnnAmin";
      EXPECT_TRUE(SameBits(CallOver(name, self, r.dims, dtype), extremes)) << name;
      if (dtype == ACL_BOOL || r.dims.size() != 1) continue;
      const char* const where = wants_largest ? "aclnnArgMax" : "aclnnArgMin";
      EXPECT_TRUE(SameBits(CallOver(where, self, r.dims, ACL_INT32), indices)) << where;
    }
    EXPECT_TRUE(SameBits(CallOver("aclnnAny", self, r.dims, ACL_BOOL), any));
    EXPECT_TRUE(SameBits(CallOver("aclnnAll", self, r.dims, ACL_UINT8), all));
  }
}

INSTANTIATE_TEST_SUITE_P(, ExtremesTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                         ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

// Both results, of the first of equals, with its bits.
TEST(ExtremesAndPositionsTest, AreOfOneElement) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_BOOL}) {
    for (const Reduced& r : Reductions()) {
      if (r.dims.size() != 1) continue;
      SCOPED_TRACE(std::string(DtypeName(dtype)) + TextOf(r.shape) + " over " + TextOf(r.dims));
      const Array self = Elements(dtype, r.shape, 12, true);
      const Shape kept = Without(r.shape, r.dims);
      const auto places = PlacesOf(r.shape, r.dims);
      for (const bool wants_largest : {false, true}) {
        const Array indices(ACL_INT64, kept, [&](int64_t i) {
          return uint64_t(Find(self, places[size_t(i)], wants_largest).index);
        });
        const Array values(dtype, kept, [&](int64_t i) {
          const uint64_t bits = self.Bits(places[size_t(i)][size_t(indices.Bits(i))]);
          return dtype == ACL_BOOL ? uint64_t{bits != 0} : bits;
        });
        const auto found = RunCall({wants_largest ? "aclnnMaxDim" : "aclnnMinDim",
                                    {self, double(r.dims[0]), 0.0, values, indices}});
        EXPECT_TRUE(SameBits(found.at(0), values));
        EXPECT_TRUE(SameBits(found.at(1), indices));
      }
    }
  }
}

Array Whole(std::string_view name, const Array& self, aclDataType dtype, const Shape& shape = {}) {
  return RunCall({name, {self, Array(dtype, shape)}}).at(0);
}

TEST(ExtremesOfAllTest, AreConverted) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 3}, {1.75, -3.25, 300, 0.5, 2, -400});
  EXPECT_TRUE(SameBits(Whole("aclnnMax", self, ACL_FLOAT), ArrayOf(ACL_FLOAT, Shape{}, {300})));
  EXPECT_TRUE(SameBits(Whole("aclnnMin", self, ACL_FLOAT), ArrayOf(ACL_FLOAT, Shape{}, {-400})));
  EXPECT_TRUE(
      SameBits(Whole("aclnnMin", self, ACL_INT64, {1, 1}), ArrayOf(ACL_INT64, {1, 1}, {-400})));
  EXPECT_TRUE(SameBits(Whole("aclnnMax", self, ACL_BOOL, {1}), ArrayOf(ACL_BOOL, {1})));
  const Array flags = ArrayOf(ACL_BOOL, {0, 1, 1});
  EXPECT_TRUE(SameBits(Whole("aclnnMax", flags, ACL_FLOAT), ArrayOf(ACL_FLOAT, Shape{}, {1})));
  EXPECT_TRUE(SameBits(Whole("aclnnMin", flags, ACL_BOOL), ArrayOf(ACL_BOOL, Shape{}, {0})));
  const Array large(ACL_INT64, {2}, [](int64_t i) { return (uint64_t{1} << 53) + uint64_t(i); });
  EXPECT_EQ(Whole("aclnnMax", large, ACL_INT64).Bits(0), (uint64_t{1} << 53) + 1);
}

TEST(ExtremesOfAllTest, OfNothing) {
  const Array none(ACL_FLOAT, {3, 0});
  EXPECT_TRUE(SameBits(CallOver("aclnnAll", none, {1}, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 1, 1})));
  EXPECT_TRUE(SameBits(CallOver("aclnnAny", none, {1}, ACL_BOOL), ArrayOf(ACL_BOOL, {0, 0, 0})));
  EXPECT_EQ(CallOver("aclnnAmax", none, {0}, ACL_FLOAT).size(), 0);
  // There is no largest element: nothing is written.
  EXPECT_EQ(Whole("aclnnMax", none, ACL_FLOAT).Bits(0), UnwrittenBits(ACL_FLOAT));
  EXPECT_EQ(CallOver("aclnnArgMax", none, {1}, ACL_INT64).Bits(0), UnwrittenBits(ACL_INT64));
}

TEST(ExtremesOfAllTest, NegativeNansAreFoundInRowsOfAnyLength) {
  for (const int64_t length : {2, 5, 17, 40}) {
    const Array self(ACL_FLOAT, {2, length}, [length](int64_t i) -> uint64_t {
      return i % length == 1 ? 0xffc00000 : 0x3f800000;
    });
    const Array nans = ArrayOf(ACL_FLOAT, {kNan, kNan});
    for (const char* const name : {"aclnnAmax", "aclnnAmin"}) {
      EXPECT_TRUE(SameBits(CallOver(name, self, {1}, ACL_FLOAT), nans)) << name << length;
    }
    EXPECT_TRUE(
        SameBits(CallOver("aclnnArgMin", self, {1}, ACL_INT64), ArrayOf(ACL_INT64, {1, 1})));
  }
}

// Any byte but 0 is true, and a result is 0 or 1.
TEST(ExtremesOfAllTest, TruthsAreOfAnyBytes) {
  const Array flags(ACL_BOOL, {2, 2}, [](int64_t i) { return uint64_t(i == 3 ? 0 : 2 + i); });
  EXPECT_TRUE(SameBits(CallOver("aclnnAmax", flags, {1}, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 1})));
  EXPECT_TRUE(SameBits(CallOver("aclnnAmin", flags, {1}, ACL_BOOL), ArrayOf(ACL_BOOL, {1, 0})));
}

}  // namespace
}  // namespace openaclnn::test::extremes_test
