// Functions of one number: exp, log, roots, sin, cos, erf, and what only changes a sign.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/definitions.h"
#include "tests/oracle/functions.h"

namespace openaclnn::test::unary_test {
namespace {

constexpr Accuracy kRounded = {.ulp = 0.5, .double_ulp = 0.5};
constexpr Accuracy kRoundedNearly = {.ulp = 0.501, .double_ulp = 0.501};
constexpr Accuracy kOneUlp = {.ulp = 1, .double_ulp = 1};
// Results that are computed in double, for FLOAT too.
constexpr Accuracy WithinInDouble(double ulp) { return {.ulp = 0.501, .double_ulp = ulp}; }
constexpr double kHalfPi = 1.5707963267948966;

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
const std::vector<aclDataType> kIntegersAndBool = {ACL_INT8,  ACL_UINT8, ACL_INT16,
                                                   ACL_INT32, ACL_INT64, ACL_BOOL};

struct Unary {
  std::string_view name;
  const oracle::Definition* definition;
  Accuracy accuracy;
  std::vector<aclDataType> integers = kIntegersAndBool;

  Function function() const {
    return {.name = name,
            .exact = [exact = definition->exact](auto in) { return exact(in); },
            .accuracy = accuracy};
  }
};

const Unary kUnaries[] = {
    {"aclnnExp", &oracle::kExp, kOneUlp, {ACL_BOOL, ACL_INT64}},
    {"aclnnSqrt", &oracle::kSqrt, kRounded},
    {"aclnnLog", &oracle::kLog, kOneUlp},
    {"aclnnReciprocal", &oracle::kReciprocal, kRounded},
    {"aclnnRsqrt", &oracle::kRsqrt, kRoundedNearly},
    {"aclnnSin", &oracle::kSin, kOneUlp},
    {"aclnnCos", &oracle::kCos, kOneUlp},
    {"aclnnErf", &oracle::kErf, kOneUlp, {ACL_BOOL, ACL_INT64}},
    {"aclnnLog1p", &oracle::kLog1p, WithinInDouble(2)},
    {"aclnnLog2", &oracle::kLog2, WithinInDouble(1)},
    {"aclnnExp2", &oracle::kExp2, WithinInDouble(1)},
    {"aclnnErfc", &oracle::kErfc, WithinInDouble(4), {ACL_BOOL, ACL_INT64}},
    {"aclnnTan", &oracle::kTan, WithinInDouble(3)},
    {"aclnnSinc", &oracle::kSinc, WithinInDouble(3)},
    {"aclnnSinh", &oracle::kSinh, WithinInDouble(3)},
    {"aclnnCosh", &oracle::kCosh, WithinInDouble(3)},
    {"aclnnAsin", &oracle::kAsin, WithinInDouble(3)},
    {"aclnnAcos", &oracle::kAcos, WithinInDouble(3)},
    {"aclnnAtan", &oracle::kAtan, WithinInDouble(3)},
    {"aclnnAsinh", &oracle::kAsinh, WithinInDouble(3)},
    {"aclnnAcosh", &oracle::kAcosh, WithinInDouble(3)},
    {"aclnnAtanh", &oracle::kAtanh, WithinInDouble(3)},
};

// All exponents.
TEST(UnaryTest, AnyDoubles) {
  for (const Unary& unary : kUnaries) {
    SCOPED_TRACE(std::string(unary.name));
    ExpectFunctionAt(unary.function(), {RandomPatterns(ACL_DOUBLE, {5000}, 4)}, ACL_DOUBLE,
                     ACL_DOUBLE);
    ExpectFunctionAt(unary.function(), {RandomArray(ACL_DOUBLE, {5000}, 5, 0, 2)}, ACL_DOUBLE,
                     ACL_DOUBLE);
  }
}

TEST(UnaryTest, SmallArguments) {
  std::vector<double> x;
  for (double value = 1e-45; value < 4; value *= 1.03) {
    x.push_back(static_cast<float>(value));
    x.push_back(static_cast<float>(-value));
  }
  for (const Unary& unary : kUnaries) {
    SCOPED_TRACE(std::string(unary.name));
    for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
      ExpectFunctionAt(unary.function(), {ArrayOf(dtype, x)}, dtype, dtype);
    }
  }
}

// A FLOAT result is widened where out is DOUBLE.
TEST(UnaryTest, AnyPairOfFloats) {
  for (const Unary& unary : kUnaries) {
    for (const aclDataType self : kFloats) {
      for (const aclDataType out : kFloats) {
        SCOPED_TRACE(std::string(unary.name) + ": " + DtypeName(self) + " into " + DtypeName(out));
        const bool is_widened = out == ACL_DOUBLE && self != ACL_DOUBLE;
        ExpectFunctionAt(unary.function(), {RandomArray(self, {2000}, 6, -10, 10)}, out,
                         is_widened ? ACL_FLOAT : out);
      }
    }
  }
}

// With a DOUBLE out they are computed with in double.
TEST(UnaryTest, Integers) {
  for (const Unary& unary : kUnaries) {
    for (const aclDataType self : unary.integers) {
      const Array any = RandomArray(self, {1500}, 7);
      const Array small = Array(self, {200}, [&](int64_t i) {
        return static_cast<uint64_t>(self == ACL_BOOL ? i % 2 : self == ACL_UINT8 ? i : i - 100);
      });
      for (const aclDataType out : kFloats) {
        SCOPED_TRACE(std::string(unary.name) + ": " + DtypeName(self) + " into " + DtypeName(out));
        ExpectFunctionAt(unary.function(), {any}, out, out);
        ExpectFunctionAt(unary.function(), {small}, out, out);
      }
    }
  }
}

// Near multiples of pi / 2, in each way in which arguments are reduced, and those that are known
// to be nearest to one.
TEST(UnaryTest, SinAndCosBesideTheirZeros) {
  std::vector<double> floats = {std::ldexp(16367173.0, 72), std::ldexp(-16367173.0, 72),
                                std::ldexp(12390784.0, 8)};
  std::vector<double> doubles = {std::ldexp(6381956970095103.0, 797),
                                 std::ldexp(-6381956970095103.0, 797),
                                 std::ldexp(5000000000000000.0, 900)};
  for (int k = 1; k < 6000; k = k < 100 ? k + 1 : k + 17) {
    for (const double x : Around(ACL_FLOAT, k * kHalfPi)) floats.push_back(x);
    for (const double x : Around(ACL_DOUBLE, k * kHalfPi)) doubles.push_back(-x);
  }
  for (double k = 6001; k < 0x1p50; k = std::floor(k * 1.37)) {
    for (const double x : Around(ACL_FLOAT, k * kHalfPi)) floats.push_back(x);
    for (const double x : Around(ACL_DOUBLE, k * kHalfPi)) doubles.push_back(x);
  }
  for (const Unary& unary : kUnaries) {
    if (unary.name != "aclnnSin" && unary.name != "aclnnCos" && unary.name != "aclnnTan") continue;
    SCOPED_TRACE(std::string(unary.name));
    ExpectFunctionAt(unary.function(), {ArrayOf(ACL_FLOAT, floats)}, ACL_FLOAT, ACL_FLOAT);
    ExpectFunctionAt(unary.function(), {ArrayOf(ACL_DOUBLE, doubles)}, ACL_DOUBLE, ACL_DOUBLE);
  }
}

TEST(UnaryTest, ErfIsAtMostOne) {
  const Array x = RandomArray(ACL_FLOAT, {20000}, 8, 3, 4.5);
  const Array erf = RunCall({"aclnnErf", {x, Array(ACL_FLOAT, x.shape)}}).at(0);
  for (int64_t i = 0; i < x.size(); ++i) {
    EXPECT_FALSE(std::fabs(erf.Value(i)) > 1) << x.Value(i);
  }
}

// ---- Signs

uint64_t SignBit(aclDataType dtype) { return uint64_t{1} << (8 * DtypeBytes(dtype) - 1); }

// Any patterns, and those where dtypes end.
Array Patterns(aclDataType dtype) {
  Array array = RandomPatterns(dtype, {700}, 9);
  const uint64_t mask = SignBit(dtype) | (SignBit(dtype) - 1);
  const uint64_t ends[] = {0, 1, ~uint64_t{0} & mask, SignBit(dtype), SignBit(dtype) - 1, 0x7f};
  for (size_t i = 0; i < std::size(ends); ++i) array.SetBits(static_cast<int64_t>(i), ends[i]);
  return array;
}

// All that `bits_of` makes of the elements.
template <class BitsOfElement>
Array Mapped(const Array& x, const BitsOfElement& bits_of) {
  return Array(x.dtype, x.shape, [&](int64_t i) { return bits_of(x.Bits(i)); });
}

void ExpectBits(const Array& given, const Array& expected) {
  ASSERT_EQ(given.bytes.size(), expected.bytes.size());
  for (int64_t i = 0; i < given.size(); ++i) {
    ASSERT_EQ(given.Bits(i), expected.Bits(i)) << "element " << i;
  }
}

TEST(NegTest, FlipsTheSignBit) {
  for (const aclDataType dtype : kFloats) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x =
        dtype == ACL_FLOAT16 || dtype == ACL_BF16 ? AllPatterns(dtype) : Patterns(dtype);
    const Array expected = Mapped(x, [&](uint64_t bits) { return bits ^ SignBit(dtype); });
    ExpectBits(RunCall({"aclnnNeg", {x, Array(dtype, x.shape)}}).at(0), expected);
    ExpectBits(RunCall({"aclnnInplaceNeg", {x}}).at(0), expected);
  }
}

TEST(NegTest, AnyPairOfFloats) {
  const Function neg = {.name = "aclnnNeg",
                        .exact = [](auto in) -> oracle::Real { return -in[0]; },
                        .accuracy = kRounded};
  for (const aclDataType self : kFloats) {
    for (const aclDataType out : kFloats) {
      SCOPED_TRACE(DtypeName(self) + " into " + DtypeName(out));
      ExpectFunctionAt(neg, {RandomArray(self, {2000}, 10)}, out, out);
    }
  }
}

// In self's dtype, whose smallest number stays, and then converted.
TEST(NegTest, Integers) {
  for (const aclDataType self : {ACL_INT8, ACL_INT32, ACL_INT64}) {
    const Array x = Patterns(self);
    const uint64_t mask = SignBit(self) | (SignBit(self) - 1);
    const Array negated = Mapped(x, [&](uint64_t bits) { return (0 - bits) & mask; });
    ExpectBits(RunCall({"aclnnInplaceNeg", {x}}).at(0), negated);
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_UINT8,
                                  ACL_INT16, ACL_INT32, ACL_INT64}) {
      SCOPED_TRACE(DtypeName(self) + " into " + DtypeName(out));
      const Array given = RunCall({"aclnnNeg", {x, Array(out, x.shape)}}).at(0);
      EXPECT_EQ(FirstDifference(out, given.bytes, Converted(self, out, negated.bytes)), -1);
    }
  }
}

TEST(AbsTest, ClearsTheSignBitOfFloats) {
  for (const aclDataType dtype : kFloats) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x =
        dtype == ACL_FLOAT16 || dtype == ACL_BF16 ? AllPatterns(dtype) : Patterns(dtype);
    ExpectBits(RunCall({"aclnnAbs", {x, Array(dtype, x.shape)}}).at(0),
               Mapped(x, [&](uint64_t bits) { return bits & ~SignBit(dtype); }));
  }
}

TEST(AbsTest, Integers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = Patterns(dtype);
    const uint64_t mask = SignBit(dtype) | (SignBit(dtype) - 1);
    ExpectBits(RunCall({"aclnnAbs", {x, Array(dtype, x.shape)}}).at(0),
               Mapped(x, [&](uint64_t bits) {
                 const bool is_negative = dtype != ACL_UINT8 && (bits & SignBit(dtype)) != 0;
                 return is_negative ? (0 - bits) & mask : bits;
               }));
  }
  const Array bools = ArrayOf(ACL_BOOL, {0, 1, 1, 0});
  ExpectBits(RunCall({"aclnnAbs", {bools, Array(ACL_BOOL, {4})}}).at(0), bools);
}

// NaN and both zeros give +0.
TEST(SignTest, Floats) {
  for (const aclDataType dtype : kFloats) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x =
        dtype == ACL_FLOAT16 || dtype == ACL_BF16 ? AllPatterns(dtype) : Patterns(dtype);
    const uint64_t one = BitsOf(dtype, 1);
    const Array given = RunCall({"aclnnSign", {x, Array(dtype, x.shape)}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      const double value = x.Value(i);
      const uint64_t expected = value > 0 ? one : value < 0 ? one | SignBit(dtype) : 0;
      ASSERT_EQ(given.Bits(i), expected) << value;
    }
  }
}

TEST(SignTest, Integers) {
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = Patterns(dtype);
    const uint64_t minus_one = SignBit(dtype) | (SignBit(dtype) - 1);
    ExpectBits(RunCall({"aclnnSign", {x, Array(dtype, x.shape)}}).at(0),
               Mapped(x, [&](uint64_t bits) {
                 return (bits & SignBit(dtype)) != 0 ? minus_one : uint64_t{bits != 0};
               }));
  }
  const Array bools = ArrayOf(ACL_BOOL, {0, 1, 1, 0});
  ExpectBits(RunCall({"aclnnSign", {bools, Array(ACL_BOOL, {4})}}).at(0), bools);
}

}  // namespace
}  // namespace openaclnn::test::unary_test
