// The larger and the smaller of two numbers: every pair of dtypes into every other, compared
// exactly.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::maximum_test {
namespace {

constexpr aclDataType kReals[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                  ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_BOOL};
constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};

// Any patterns, ordinary numbers, special ones and, of integers, those where dtypes end.
Array Elements(aclDataType dtype) {
  if (dtype == ACL_BOOL) return ArrayOf(dtype, {0, 1});
  const Array any = RandomPatterns(dtype, {12}, 1), ordinary = RandomArray(dtype, {12}, 2);
  if (ClassOf(dtype) != DtypeClass::kFloat) return Joined({any, EndsOf(dtype)});
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                      [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
  const Array at_ends = ArrayOf(
      dtype, {-129, -128, 127, 128, 255, 256, 32768, 65536, 0x1p24, 0x1p31, 0x1p53, -0x1p63});
  return Joined({any, ordinary, special, at_ends});
}

enum class Which { kLarger, kSmaller };

// Whether the second of two numbers that are no NaNs is the one; a zero has the sign that counts.
bool IsSecond(long double a, long double b, Which which) {
  const bool is_larger = a == b ? std::signbit(a) && !std::signbit(b) : b > a;
  const bool is_smaller = a == b ? std::signbit(b) && !std::signbit(a) : b < a;
  return which == Which::kLarger ? is_larger : is_smaller;
}

// The element that is NaN, or else the one, converted from its own dtype.
std::vector<std::byte> Expected(const Array& x, const Array& y, Which which, aclDataType out) {
  std::vector<std::byte> results;
  for (int64_t i = 0; i < x.size(); ++i) {
    const long double a = ExactAt(x, i), b = ExactAt(y, i);
    const bool is_second = !std::isnan(a) && (std::isnan(b) || IsSecond(a, b, which));
    const Array& chosen = is_second ? y : x;
    const auto width = static_cast<size_t>(DtypeBytes(chosen.dtype));
    const auto* const from = &chosen.bytes[static_cast<size_t>(i) * width];
    const std::vector<std::byte> element = Converted(chosen.dtype, out, {from, from + width});
    Append(results, element);
  }
  return results;
}

void ExpectChosen(const Array& x, const Array& y, aclDataType out) {
  for (const Which which : {Which::kLarger, Which::kSmaller}) {
    const std::string name = which == Which::kLarger ? "aclnnMaximum" : "aclnnMinimum";
    const Array given = RunCall({name, {x, y, Array(out, x.shape)}}).at(0);
    const int64_t at = FirstDifference(out, given.bytes, Expected(x, y, which, out));
    ASSERT_EQ(at, -1) << name << " of " << DtypeName(x.dtype) << " and " << DtypeName(y.dtype)
                      << " into " << DtypeName(out) << ": " << ExactAt(x, at) << " and "
                      << ExactAt(y, at) << " give " << ExactAt(given, at);
  }
}

TEST(MaximumTest, AnyDtypesIntoAnyOther) {
  for (const aclDataType a : kReals) {
    for (const aclDataType b : kReals) {
      const auto [x, y] = AllPairs(Elements(a), Elements(b));
      for (const aclDataType out : kReals) {
        if (!CanCast(*Promote(a, b), out)) continue;
        ExpectChosen(x, y, out);
        if (HasFailure()) return;
      }
    }
  }
}

// Not by way of a FLOAT, or of the FLOAT16 to which they promote.
TEST(MaximumTest, NumbersAreRoundedOnce) {
  const Array wide = ArrayOf(ACL_INT64, {0x1p62 + 0x1p38, 0x1p24 + 1, -0x1p24 - 1});
  const Array low = ArrayOf(ACL_INT64, {-0x1p62, -0x1p62, -0x1p62});
  ExpectChosen(wide, low, ACL_FLOAT);
  const Array ints = ArrayOf(ACL_INT32, {70001, 2049}), halves = ArrayOf(ACL_FLOAT16, {1, 2048});
  ExpectChosen(ints, halves, ACL_FLOAT);
}

TEST(MaximumTest, ZerosOfBothSigns) {
  for (const aclDataType dtype : kFloats) {
    const Array x = ArrayOf(dtype, {0.0, -0.0, 0.0, -0.0}),
                y = ArrayOf(dtype, {0.0, 0.0, -0.0, -0.0});
    const Array larger = RunCall({"aclnnMaximum", {x, y, x}}).at(0);
    const Array smaller = RunCall({"aclnnMinimum", {x, y, x}}).at(0);
    EXPECT_TRUE(SameBits(larger, ArrayOf(dtype, {0.0, 0.0, 0.0, -0.0}))) << DtypeName(dtype);
    EXPECT_TRUE(SameBits(smaller, ArrayOf(dtype, {0.0, -0.0, -0.0, -0.0}))) << DtypeName(dtype);
  }
}

// A row, a column and a number of either operand.
TEST(MaximumTest, Broadcasts) {
  const Array matrix = RandomArray(ACL_FLOAT, {37, 61}, 1);
  for (const Shape& shape : {Shape{61}, Shape{37, 1}, Shape{1, 1}, Shape{}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT8}) {
      SCOPED_TRACE(TextOf(shape) + " of " + DtypeName(dtype));
      const Array other = RandomArray(dtype, shape, 2);
      const Array out(ACL_FLOAT, matrix.shape), all = Expanded(other, matrix.shape);
      const Array expected = RunCall({"aclnnMaximum", {matrix, all, out}}).at(0);
      EXPECT_TRUE(SameBits(RunCall({"aclnnMaximum", {matrix, other, out}}).at(0), expected));
      EXPECT_TRUE(SameBits(RunCall({"aclnnMaximum", {other, matrix, out}}).at(0), expected));
    }
  }
}

// The result replaces either operand.
TEST(MaximumTest, InPlaceOfAnOperand) {
  for (const aclDataType dtype : kReals) {
    const Array x = RandomArray(dtype, {33, 7}, 3), y = RandomArray(dtype, {33, 7}, 4);
    const OperatorCall call = {"aclnnMinimum", {x, y, Array(dtype, x.shape)}};
    const Array expected = RunCall(call).at(0);
    EXPECT_TRUE(SameBits(RunCall(call, {{}, {{2, 0}}}).at(0), expected)) << DtypeName(dtype);
    EXPECT_TRUE(SameBits(RunCall(call, {{}, {{2, 1}}}).at(0), expected)) << DtypeName(dtype);
  }
}

}  // namespace
}  // namespace openaclnn::test::maximum_test
