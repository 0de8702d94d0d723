// Quotients of integers and their remainders, and floats that no sweep meets.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/bounded_sums.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::floor_div_test {
namespace {

int64_t IntegerAt(const Array& array, int64_t i) { return static_cast<int64_t>(ExactAt(array, i)); }

// All pairs of these, limited to the dtype.
Pairs PairsOf(aclDataType dtype) {
  const Array some = Joined({EndsOf(dtype), RandomPatterns(dtype, {20}, 1),
                             ArrayOf(dtype, {-7, -3, -2, -1, 0, 1, 2, 3, 7})});
  return AllPairs(some, some);
}

Int128 Limited(aclDataType dtype, Int128 quotient) {
  const IntegerRange range = RangeOfIntegers(dtype);
  return std::clamp<Int128>(quotient, range.lowest, range.highest);
}

Int128 Quotient(int64_t x, int64_t y, bool floors) {
  constexpr Int128 kFar = Int128{1} << 100;
  if (y == 0) return x == 0 ? 0 : x < 0 ? -kFar : kFar;
  const Int128 quotient = Int128{x} / y;
  return floors && Int128{x} % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
}

TEST(FloorDivideTest, Integers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const auto [x, y] = PairsOf(dtype);
    const auto expected = [&, &x = x, &y = y](bool floors) {
      return Array(dtype, x.shape, [&](int64_t i) {
        const Int128 exact = Quotient(IntegerAt(x, i), IntegerAt(y, i), floors);
        const uint64_t mask = ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype));
        return static_cast<uint64_t>(Limited(dtype, exact)) & mask;
      });
    };
    const Array floors = expected(true), wholes = expected(false), out(dtype, x.shape);
    SCOPED_TRACE(DtypeName(dtype));
    EXPECT_TRUE(SameBits(RunCall({"aclnnFloorDivide", {x, y, out}}).at(0), floors));
    EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceFloorDivide", {x, y}}).at(0), floors));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 2.0, out}}).at(0), floors));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 1.0, out}}).at(0), wholes));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 0.0, out}}).at(0), wholes));
    EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceDivMod", {x, y, 1.0}}).at(0), wholes));
  }
}

TEST(FloorDivideTest, IntegersByNumbers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_INT32, ACL_INT64}) {
    const Array x = Joined({EndsOf(dtype), RandomPatterns(dtype, {20}, 1)});
    for (const double number : {-7.0, -1.0, 0.0, 1.0, 3.0}) {
      const Array y(dtype, x.shape, [&](int64_t) { return BitsOf(dtype, number); });
      const Array out(dtype, x.shape);
      const CallArgument scalar(number, ACL_INT8);
      SCOPED_TRACE(DtypeName(dtype) + std::string(" by ") + std::to_string(number));
      const Array floors = RunCall({"aclnnFloorDivide", {x, y, out}}).at(0);
      EXPECT_TRUE(SameBits(RunCall({"aclnnFloorDivides", {x, scalar, out}}).at(0), floors));
      EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceFloorDivides", {x, scalar}}).at(0), floors));
      EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceDivMods", {x, scalar, 2.0}}).at(0), floors));
      const Array wholes = RunCall({"aclnnDivMod", {x, y, 1.0, out}}).at(0);
      EXPECT_TRUE(SameBits(RunCall({"aclnnDivMods", {x, scalar, 1.0, out}}).at(0), wholes));
      if (dtype == ACL_INT8) continue;
      const Array rests = RunCall({"aclnnRemainderTensorTensor", {x, y, out}}).at(0);
      EXPECT_TRUE(SameBits(RunCall({"aclnnRemainderTensorScalar", {x, scalar, out}}).at(0), rests));
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnInplaceRemainderTensorScalar", {x, scalar}}).at(0), rests));
      const Array others = RunCall({"aclnnRemainderTensorTensor", {y, x, out}}).at(0);
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnRemainderScalarTensor", {scalar, x, out}}).at(0), others));
    }
  }
}

TEST(RemainderTest, Integers) {
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    const auto [x, y] = PairsOf(dtype);
    const Array expected(dtype, x.shape, [&, &x = x, &y = y](int64_t i) {
      const Int128 a = IntegerAt(x, i), b = IntegerAt(y, i);
      const Int128 rest = b == 0 ? a : (a % b + b) % b;
      return static_cast<uint64_t>(rest) & (~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype)));
    });
    const Array out(dtype, x.shape);
    EXPECT_TRUE(SameBits(RunCall({"aclnnRemainderTensorTensor", {x, y, out}}).at(0), expected));
    EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceRemainderTensorTensor", {x, y}}).at(0), expected));
  }
}

// Quotients far beyond the digits of the dtype, and beyond its range.
TEST(RemainderTest, FarQuotients) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_BF16}) {
    const Array any = RandomPatterns(dtype, {300}, 1), other = RandomPatterns(dtype, {300}, 2);
    const Array given =
        RunCall({"aclnnRemainderTensorTensor", {any, other, Array(dtype, any.shape)}}).at(0);
    for (int64_t i = 0; i < any.size(); ++i) {
      const double x = any.Value(i), y = other.Value(i), rest = std::fmod(x, y);
      const bool is_on_other_side = rest != 0 && (rest < 0) != (y < 0);
      const double expected = is_on_other_side ? rest + y : rest;
      const uint64_t bits = BitsOf(dtype, expected);
      if (expected != expected) {
        EXPECT_TRUE(std::isnan(given.Value(i))) << x << ", " << y;
      } else {
        EXPECT_EQ(given.Bits(i), bits) << DtypeName(dtype) << " " << x << ", " << y;
      }
    }
  }
}

TEST(DivModTest, IsDivAndFloorDivide) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const Array x = WildArray(dtype, {200}, 1), y = WildArray(dtype, {200}, 2);
    const Array out(dtype, x.shape);
    const Array quotients = RunCall({"aclnnDiv", {x, y, out}}).at(0);
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 0.0, out}}).at(0), quotients));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 2.0, out}}).at(0),
                         RunCall({"aclnnFloorDivide", {x, y, out}}).at(0)));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMods", {x, 0.3, 2.0, out}}).at(0),
                         RunCall({"aclnnFloorDivides", {x, 0.3, out}}).at(0)));
    if (dtype != ACL_FLOAT) continue;
    EXPECT_TRUE(SameBits(RunCall({"aclnnDivMod", {x, y, 1.0, out}}).at(0),
                         RunCall({"aclnnTrunc", {quotients, out}}).at(0)));
  }
}

TEST(PowTensorTensorTest, Integers) {
  const Array x = ArrayOf(ACL_INT8, {0, 0, 2, 2, -2, 3, 1, -1, -1, 5});
  const Array y = ArrayOf(ACL_INT8, {0, -1, 6, 9, 7, 5, -3, -3, -4, -1});
  const Array expected = ArrayOf(ACL_INT8, {1, 0, 64, 0, -128, -13, 1, -1, 1, 0});
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnPowTensorTensor", {x, y, Array(ACL_INT8, {10})}}).at(0), expected));
  EXPECT_TRUE(SameBits(RunCall({"aclnnInplacePowTensorTensor", {x, y}}).at(0), expected));
}

TEST(MaskedFillTest, AnyDtype) {
  const Array mask = RandomArray(ACL_BOOL, {7, 1}, 3);
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_INT32, ACL_INT64, ACL_BOOL}) {
    const Array x =
        dtype == ACL_BOOL ? RandomArray(dtype, {7, 5}, 1) : RandomPatterns(dtype, {7, 5}, 1);
    for (const auto& [number, from] : {std::pair{0.1, ACL_DOUBLE},
                                       {-kInfinity, ACL_FLOAT},
                                       {300.0, ACL_INT64},
                                       {1.0, ACL_BOOL}}) {
      const Array value = ArrayOf(from, {}, {number});
      Array filled(dtype, {});
      filled = RunCall({"aclnnCast", {value, {0.0, dtype}, filled}}).at(0);
      const Array expected(dtype, x.shape, [&](int64_t i) {
        const bool is_true = mask.Value(i / 5) != 0;
        return is_true ? filled.Bits(0) : dtype == ACL_BOOL ? x.Value(i) != 0 : x.Bits(i);
      });
      SCOPED_TRACE(std::string(DtypeName(dtype)) + " filled with " + DtypeName(from));
      const Array given =
          RunCall({"aclnnInplaceMaskedFillScalar", {x, mask, {number, from}}}).at(0);
      for (int64_t i = 0; i < x.size(); ++i) {
        if (IsNan(dtype, expected.Bits(i)) && IsNan(dtype, given.Bits(i))) continue;
        EXPECT_EQ(given.Bits(i), expected.Bits(i)) << i;
      }
      if (from == ACL_DOUBLE) continue;
      const Array moved = RunCall({"aclnnInplaceMaskedFillTensor", {x, mask, value}}).at(0);
      EXPECT_TRUE(SameBits(moved, expected));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::floor_div_test
