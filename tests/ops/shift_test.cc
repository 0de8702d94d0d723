// Shifts and greatest divisors of integers of any two dtypes, by arithmetic in 128 bits.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::shift_test {
namespace {

__extension__ using Wide = __int128;

constexpr aclDataType kDivided[] = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
constexpr aclDataType kShifted[] = {ACL_INT8,  ACL_UINT8,  ACL_INT16,  ACL_INT32,
                                    ACL_INT64, ACL_UINT16, ACL_UINT32, ACL_UINT64};

Wide ValueAt(const Array& array, int64_t i) { return static_cast<Wide>(ExactAt(array, i)); }

int WidthOf(aclDataType dtype) { return 8 * static_cast<int>(DtypeBytes(dtype)); }

Wide Left(Wide x, Wide y, aclDataType dtype) {
  return y < 0 || y >= WidthOf(dtype) ? 0 : x * (Wide{1} << static_cast<int>(y));
}
Wide Right(Wide x, Wide y, aclDataType) {
  return x >> static_cast<int>(std::clamp<Wide>(y, 0, 100));
}
Wide Divisor(Wide x, Wide y, aclDataType) {
  Wide a = x < 0 ? -x : x, b = y < 0 ? -y : y;
  while (a != 0 && b != 0) {
    if (a < b) std::swap(a, b);
    a %= b;
  }
  return a + b;
}

// All x with all y, as numbers of what they promote to.
Array Expected(const Array& x, const Array& y, aclDataType promoted,
               Wide (*of)(Wide x, Wide y, aclDataType dtype)) {
  const uint64_t mask = ~uint64_t{0} >> (64 - WidthOf(promoted));
  return Array(promoted, {x.size(), y.size()}, [&](int64_t i) {
    const Wide value = of(ValueAt(x, i / y.size()), ValueAt(y, i % y.size()), promoted);
    return static_cast<uint64_t>(value) & mask;
  });
}

// With both ends of the range, and what is next to them.
Array NumbersOf(aclDataType dtype, uint32_t seed) {
  return Joined({RandomPatterns(dtype, {20}, seed), EndsOf(dtype), ArrayOf(dtype, {0, 1, 2, 3, 6}),
                 ArrayOf(dtype, {12, 18, 60, 84, 97, 120})});
}

Array PlacesOf(aclDataType dtype) {
  std::vector<double> places = {0, 1, 3, 7, 8, 9, 15, 16, 31, 32, 63, 64, 100};
  if (ClassOf(dtype) == DtypeClass::kSigned) places.insert(places.end(), {-1, -8, -100});
  return Joined({ArrayOf(dtype, places), EndsOf(dtype)});
}

void ExpectOfTwo(const char* name, Array x, const Array& y,
                 Wide (*of)(Wide x, Wide y, aclDataType dtype)) {
  const aclDataType promoted = *Promote(x.dtype, y.dtype);
  const Array expected = Expected(x, y, promoted, of);
  x.shape = {x.size(), 1};
  for (const aclDataType out : {promoted, ACL_INT8, ACL_INT64, ACL_UINT64}) {
    const Array given = RunCall({name, {x, y, Array(out, expected.shape)}}).at(0);
    const int64_t at = FirstDifference(out, given.bytes, Converted(promoted, out, expected.bytes));
    ASSERT_EQ(at, -1) << name << " of " << DtypeName(x.dtype) << " and " << DtypeName(y.dtype)
                      << " into " << DtypeName(out) << ": " << ExactAt(x, at / y.size()) << " and "
                      << ExactAt(y, at % y.size()) << " give " << ExactAt(given, at);
  }
}

TEST(ShiftTest, AnyTwoDtypes) {
  for (const aclDataType self : kShifted) {
    for (const aclDataType places : kShifted) {
      if (!Promote(self, places)) continue;
      ExpectOfTwo("aclnnLeftShift", NumbersOf(self, 1), PlacesOf(places), Left);
      ExpectOfTwo("aclnnRightShift", NumbersOf(self, 1), PlacesOf(places), Right);
      if (HasFailure()) return;
    }
  }
}

TEST(ShiftTest, ByANumber) {
  for (const aclDataType self : kShifted) {
    const Array x = NumbersOf(self, 1);
    for (const aclDataType dtype : {ACL_INT64, ACL_UINT8, ACL_INT32}) {
      const aclDataType promoted = *PromoteWithScalar(self, dtype);
      for (const double places : {0, 1, 5, 8, 31, 63, 64, 255}) {
        const Array expected = Expected(x, ArrayOf(ACL_INT64, {places}), promoted, Left);
        for (const aclDataType out : {self, ACL_INT64}) {
          const Array given =
              RunCall({"aclnnLeftShifts", {x, {places, dtype}, Array(out, x.shape)}}).at(0);
          ASSERT_EQ(FirstDifference(out, given.bytes, Converted(promoted, out, expected.bytes)), -1)
              << DtypeName(self) << " by " << places << " into " << DtypeName(out);
        }
      }
    }
    const Array none =
        RunCall({"aclnnLeftShifts", {x, {-1.0, ACL_INT8}, Array(self, x.shape)}}).at(0);
    EXPECT_EQ(FirstDifference(self, none.bytes, Array(self, x.shape).bytes), -1);
  }
}

TEST(GcdTest, AnyTwoDtypes) {
  for (const aclDataType self : kDivided) {
    for (const aclDataType other : kDivided) {
      ExpectOfTwo("aclnnGcd", NumbersOf(self, 1), NumbersOf(other, 2), Divisor);
      if (HasFailure()) return;
    }
  }
}

TEST(GcdTest, BoolNextToIntegers) {
  const Array truths = ArrayOf(ACL_BOOL, {0, 1});
  for (const aclDataType dtype : kDivided) {
    ExpectOfTwo("aclnnGcd", truths, NumbersOf(dtype, 1), Divisor);
    ExpectOfTwo("aclnnGcd", NumbersOf(dtype, 1), truths, Divisor);
  }
}

}  // namespace
}  // namespace openaclnn::test::shift_test
