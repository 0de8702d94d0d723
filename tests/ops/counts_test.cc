// Counts of elements, marks of classes and places in order, against what a loop finds one by one.
// Their bits in other layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::counts_test {
namespace {

// ---- OneHot

TEST(OneHotTest, MarksClasses) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64}) {
    for (const Shape& shape : {Shape{}, Shape{7}, Shape{3, 400}, Shape{2, 3, 5}}) {
      const Array self = Indices(ACL_INT64, shape, -2, 7);
      const Array on = ArrayOf(dtype, {2, 1}, {3, 9}), off = ArrayOf(dtype, {}, {-1});
      for (int64_t axis = -1; axis <= std::ssize(shape); ++axis) {
        SCOPED_TRACE(DtypeName(dtype) + TextOf(shape) + std::to_string(axis));
        const size_t at = axis < 0 ? shape.size() : size_t(axis);
        Shape whole = shape;
        whole.insert(whole.begin() + int64_t(at), 5);
        const Array expected(dtype, whole, [&](int64_t i) {
          Shape place = PositionOf(whole, i);
          const int64_t of_axis = place[at];
          place.erase(place.begin() + int64_t(at));
          return IntegerOf(self, ElementAt(shape, place)) == of_axis ? on.Bits(0) : off.Bits(0);
        });
        EXPECT_TRUE(
            SameBits(RunCall({"aclnnOneHot", {self, 5.0, on, off, double(axis), expected}}).at(0),
                     expected));
      }
    }
  }
}

TEST(OneHotTest, OfNoClassesAndNoElements) {
  const Array one = ArrayOf(ACL_FLOAT, {1}, {1});
  EXPECT_EQ(RunCall({"aclnnOneHot",
                     {Array(ACL_INT32, {3}), 0.0, one, one, -1.0, Array(ACL_FLOAT, {3, 0})}})
                .at(0)
                .size(),
            0);
  EXPECT_EQ(RunCall({"aclnnOneHot",
                     {Array(ACL_INT32, {0}), 4.0, one, one, 0.0, Array(ACL_FLOAT, {4, 0})}})
                .at(0)
                .size(),
            0);
}

// ---- Bincount

TEST(BincountTest, CountsEachInteger) {
  for (const aclDataType index : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const Array self = Indices(index, {5000}, 0, 100);
    Array expected(ACL_INT64, {120}, [](int64_t) { return uint64_t{0}; });
    for (int64_t i = 0; i < self.size(); ++i) {
      const auto place = static_cast<int64_t>(self.Value(i));
      expected.SetBits(place, expected.Bits(place) + 1);
    }
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnBincount", {self, nullptr, 110.0, expected}}).at(0), expected));
    const Array floats(ACL_FLOAT, {120}, [&](int64_t i) {
      return BitsOf(ACL_FLOAT, static_cast<double>(expected.Bits(i)));
    });
    EXPECT_TRUE(SameBits(RunCall({"aclnnBincount", {self, nullptr, 0.0, floats}}).at(0), floats));
  }
}

TEST(BincountTest, SumsWeightsInDouble) {
  const Array self = Indices(ACL_INT32, {3000}, 0, 6);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT16, ACL_BOOL}) {
    const Array weights = RandomArray(dtype, {3000}, 4, 0, 3);
    for (const aclDataType out : {ACL_FLOAT, ACL_DOUBLE, ACL_INT32, ACL_INT64}) {
      std::vector<double> sums(6);
      for (int64_t i = 0; i < 3000; ++i) {
        const double weight = dtype == ACL_BOOL ? double(weights.Bits(i) != 0) : weights.Value(i);
        if (std::isfinite(weight)) sums[size_t(self.Value(i))] += weight;
      }
      Array finite = weights;
      for (int64_t i = 0; i < 3000; ++i) {
        if (!std::isfinite(finite.Value(i))) finite.SetBits(i, 0);
      }
      const Array expected(out, {6}, [&](int64_t i) {
        const double sum = sums[size_t(i)];
        const bool is_float = ClassOf(out) == DtypeClass::kFloat;
        return BitsOf(out, is_float ? sum : std::trunc(sum));
      });
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnBincount", {self, finite, 0.0, expected}}).at(0), expected))
          << DtypeName(dtype) << " " << DtypeName(out);
    }
  }
}

TEST(BincountTest, OfNothingAndWithAnyThreads) {
  const Array zeros = ArrayOf(ACL_DOUBLE, {3}, {0, 0, 0});
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnBincount", {Array(ACL_INT64, {0}), nullptr, 3.0, zeros}}).at(0), zeros));
  ExpectSameBitsInAllSettings(
      {"aclnnBincount",
       {Indices(ACL_INT64, {200000}, 0, 50), nullptr, 0.0, Array(ACL_INT64, {50})}});
}

TEST(BincountTest, IntegersThatAreNoPlaces) {
  for (const double wrong : {-1.0, 4.0}) {
    const std::string message = FailureOf(
        {"aclnnBincount", {ArrayOf(ACL_INT32, {0, 3, wrong}), nullptr, 0.0, Array(ACL_INT64, {4})}},
        ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(message.find("aclnnBincount: self: the element at [2] is " +
                           std::to_string(int(wrong)) + ", expected from 0 to 3"),
              std::string::npos)
        << message;
  }
}

// ---- Histc

// Exact: all numbers are multiples of 2^-24 below 2^31, and integers.
int64_t BinOf(double element, double low, double high, int64_t bins) {
  __extension__ using Wide = __int128;
  const auto scaled = [](double number) { return static_cast<Wide>(std::ldexp(number, 24)); };
  const Wide range = scaled(high) - scaled(low), from_low = scaled(element) - scaled(low);
  if (!(element >= low && element <= high)) return -1;
  if (range == 0) return bins / 2;
  return std::min<int64_t>(static_cast<int64_t>(from_low * bins / range), bins - 1);
}

Array CountsOf(const Array& self, double low, double high, int64_t bins, aclDataType out) {
  std::vector<int64_t> counts(static_cast<size_t>(bins));
  for (int64_t i = 0; i < self.size(); ++i) {
    const int64_t bin = BinOf(self.Value(i), low, high, bins);
    if (bin >= 0) ++counts[static_cast<size_t>(bin)];
  }
  return Array(out, {bins}, [&](int64_t i) {
    return BitsOf(out, static_cast<double>(counts[static_cast<size_t>(i)]));
  });
}

TEST(HistcTest, CountsInBins) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const bool is_float = ClassOf(dtype) == DtypeClass::kFloat;
    const Array self(dtype, {30, 40}, [&](int64_t i) {
      const double number = static_cast<double>(i * 7919 % 1021) / 8;
      return BitsOf(dtype, is_float ? number - 20 : std::floor(number));
    });
    for (const int64_t bins : {1, 7, 10, 300}) {
      for (const auto& [low, high] :
           {std::pair<double, double>{0, 100}, {3, 64}, {10, 11}, {5, 17}}) {
        SCOPED_TRACE(DtypeName(dtype) + std::to_string(bins));
        const Array expected = CountsOf(self, low, high, bins, is_float ? ACL_FLOAT : ACL_INT32);
        EXPECT_TRUE(SameBits(
            RunCall({"aclnnHistc", {self, double(bins), low, high, expected}}).at(0), expected));
      }
    }
  }
}

// Where a quotient in float, or even in double, would be in the next bin.
TEST(HistcTest, ComparesWithoutRounding) {
  const float low = -1, high = 1;
  const Array self = ArrayOf(ACL_FLOAT, {-0x1p-70, 0x1p-70, -1, 1, 0, -0x1p-149});
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnHistc", {self, 2.0, double{low}, double{high}, Array(ACL_FLOAT, {2})}}).at(0),
      ArrayOf(ACL_FLOAT, {3, 3})));
  std::vector<double> edges, expected(49);
  for (int k = 0; k < 49; ++k) {  // the floats next to the edges of 49 bins of 0 to 1
    const auto edge = static_cast<float>(k / 49.0);
    for (const float element : {std::nextafter(edge, 0.0f), edge, std::nextafter(edge, 2.0f)}) {
      const long double place = static_cast<long double>(element) * 49;  // exact
      ++expected[static_cast<size_t>(std::min(48.0L, std::floor(place)))];
      edges.push_back(element);
    }
  }
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnHistc", {ArrayOf(ACL_FLOAT, edges), 49.0, 0.0, 1.0, Array(ACL_FLOAT, {49})}})
          .at(0),
      ArrayOf(ACL_FLOAT, expected)));
}

TEST(HistcTest, RangeOfTheElements) {
  const Array self = ArrayOf(ACL_FLOAT, {4, 1, 2, 3, 5});
  for (const double equal : {0.0, 7.0, kInfinity, -kInfinity}) {
    EXPECT_TRUE(
        SameBits(RunCall({"aclnnHistc", {self, 2.0, equal, equal, Array(ACL_FLOAT, {2})}}).at(0),
                 ArrayOf(ACL_FLOAT, {2, 3})));
  }
  const Array alike = ArrayOf(ACL_INT16, {-5, -5});
  EXPECT_TRUE(SameBits(RunCall({"aclnnHistc", {alike, 4.0, 0.0, 0.0, Array(ACL_INT8, {4})}}).at(0),
                       ArrayOf(ACL_INT8, {0, 0, 2, 0})));
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnHistc", {Array(ACL_INT64, {0}), 2.0, 0.0, 0.0, Array(ACL_INT64, {2})}}).at(0),
      ArrayOf(ACL_INT64, {0, 0})));
}

TEST(HistcTest, SpecialValues) {
  const Array self = ArrayOf(ACL_FLOAT, {kNan, kInfinity, -kInfinity, -0.0, 3.4e38, -3.4e38});
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnHistc", {self, 2.0, -3.4e38, 3.4e38, Array(ACL_FLOAT, {2})}}).at(0),
               ArrayOf(ACL_FLOAT, {1, 2})));
  EXPECT_NE(FailureOf({"aclnnHistc", {self, 2.0, 0.0, 0.0, Array(ACL_FLOAT, {2})}},
                      ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("aclnnHistc: self: has elements that are not finite"),
            std::string::npos);
  const Array wide(ACL_INT64, {3}, [](int64_t i) {
    return i == 0 ? uint64_t{1} << 63 : i == 1 ? ~uint64_t{0} >> 1 : uint64_t{0};
  });
  EXPECT_TRUE(SameBits(RunCall({"aclnnHistc", {wide, 3.0, 0.0, 0.0, Array(ACL_INT64, {3})}}).at(0),
                       ArrayOf(ACL_INT64, {1, 1, 1})));
}

TEST(HistcTest, OfManyWithAnyThreads) {
  ExpectSameBitsInAllSettings(
      {"aclnnHistc",
       {RandomArray(ACL_FLOAT, {100000}, 3, -2, 2), 33.0, -1.0, 1.0, Array(ACL_FLOAT, {33})}});
}

// ---- SearchSorted

// The place by the contract, of rows in order.
int64_t PlaceOf(const Array& rows, int64_t first, int64_t length, double value, bool right) {
  int64_t place = 0;
  while (place < length) {
    const double element = rows.Value(first + place);
    if (right ? element > value : element >= value) break;
    ++place;
  }
  return place;
}

TEST(SearchSortedTest, FindsPlaces) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const Shape shape = {3, 2, 21};
    const Array rows(dtype, shape,
                     [dtype](int64_t i) { return BitsOf(dtype, double(i % 21 / 2 * 3)); });
    const Array values = RandomArray(dtype, {3, 2, 13}, 5, 0, 40);
    const Array reversed(dtype, shape,
                         [&](int64_t i) { return rows.Bits(i / 21 * 21 + 20 - i % 21); });
    const Array sorter(ACL_INT64, shape, [](int64_t i) { return uint64_t(20 - i % 21); });
    for (const bool right : {false, true}) {
      for (const bool narrow : {false, true}) {
        const Array expected(narrow ? ACL_INT32 : ACL_INT64, values.shape, [&](int64_t i) {
          return uint64_t(PlaceOf(rows, i / 13 * 21, 21, values.Value(i), right));
        });
        const auto places = [&](const Array& sequence, CallArgument order) {
          return RunCall(
                     {"aclnnSearchSorted",
                      {sequence, values, narrow ? 1.0 : 0.0, right ? 1.0 : 0.0, order, expected}})
              .at(0);
        };
        EXPECT_TRUE(SameBits(places(rows, nullptr), expected)) << DtypeName(dtype);
        EXPECT_TRUE(SameBits(places(reversed, sorter), expected)) << DtypeName(dtype);
      }
    }
  }
}

TEST(SearchSortedTest, OneRowForAllAndPromotedDtypes) {
  const Array row = ArrayOf(ACL_INT32, {1, 3, 3, 8});
  const Array self = ArrayOf(ACL_FLOAT, {2, 2}, {3, 3.5, -kInfinity, kNan});
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnSearchSorted", {row, self, 0.0, 0.0, nullptr, Array(ACL_INT64, {2, 2})}})
          .at(0),
      ArrayOf(ACL_INT64, {2, 2}, {1, 3, 0, 4})));
  const Array none(ACL_FLOAT, {0});
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnSearchSorted", {none, self, 0.0, 1.0, nullptr, Array(ACL_INT64, {2, 2})}})
          .at(0),
      ArrayOf(ACL_INT64, {2, 2}, {0, 0, 0, 0})));
}

TEST(SearchSortedTest, SortersThatAreNoPlaces) {
  const Array row = ArrayOf(ACL_FLOAT, {1, 2});
  EXPECT_NE(FailureOf({"aclnnSearchSorted",
                       {row, row, 0.0, 0.0, ArrayOf(ACL_INT64, {0, 2}), Array(ACL_INT64, {2})}},
                      ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("aclnnSearchSorted: sorter: the element at [1] is 2, expected from 0 to 1"),
            std::string::npos);
}

TEST(SearchSortedsTest, FindsANumber) {
  const auto place = [](const Array& row, CallArgument number, bool right) {
    return IntegerOf(RunCall({"aclnnSearchSorteds",
                              {row, number, 0.0, right ? 1.0 : 0.0, nullptr, Array(ACL_INT64, {})}})
                         .at(0),
                     0);
  };
  const Array floats = ArrayOf(ACL_FLOAT16, {-1, 0, 0, 2.5}), integers = ArrayOf(ACL_INT16, {2, 3});
  EXPECT_EQ(place(floats, 0.0, false), 1);
  EXPECT_EQ(place(floats, 0.0, true), 3);
  EXPECT_EQ(place(floats, {3, ACL_INT32}, false), 4);
  EXPECT_EQ(place(integers, 2.5, false), 1);
  EXPECT_EQ(place(integers, {3, ACL_INT64}, false), 1);
  EXPECT_EQ(place(integers, {3, ACL_INT64}, true), 2);
}

}  // namespace
}  // namespace openaclnn::test::counts_test
