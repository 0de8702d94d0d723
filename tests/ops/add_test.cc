// Sums, differences, products and quotients: floats, integers and BOOL, promoted.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::add_test {
namespace {

using oracle::Real;

constexpr Accuracy kNearest = {.ulp = 0.5, .double_ulp = 0.5};
constexpr Accuracy kOnce = {.ulp = 0.501, .double_ulp = 0.501};
constexpr aclDataType kIntegersAndBool[] = {ACL_INT8,  ACL_UINT8, ACL_INT16,
                                            ACL_INT32, ACL_INT64, ACL_BOOL};
constexpr aclDataType kReals[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                  ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_BOOL};

// ---- Floats

TEST(AddTest, Floats) {
  for (const double alpha : {1.0, -1.0, -0.3, 0.0, 1e30, 0.25, 3.0}) {
    SCOPED_TRACE(alpha);
    const double factor = static_cast<float>(alpha);
    const Accuracy accuracy = std::abs(alpha) == 1 ? kNearest : kOnce;
    ExpectFunction({"aclnnAdd",
                    [=](auto in) { return in[0] + Real(factor) * in[1]; },
                    accuracy,
                    {{factor, ACL_DOUBLE}}});
    ExpectFunction({"aclnnSub",
                    [=](auto in) { return in[0] - Real(factor) * in[1]; },
                    accuracy,
                    {{factor, ACL_DOUBLE}}});
  }
}

TEST(AddTest, FloatsAndANumber) {
  for (const double alpha : {1.0, -0.3}) {
    for (const double other : {0.1, -0.0, 1e-42, kInfinity}) {
      SCOPED_TRACE(other);
      const double x = static_cast<float>(other), factor = static_cast<float>(alpha);
      const std::vector<CallArgument> numbers = {{x, ACL_DOUBLE}, {factor, ACL_DOUBLE}};
      ExpectFunction(
          {"aclnnAdds", [=](auto in) { return in[0] + Real(factor) * x; }, kOnce, numbers});
      ExpectFunction(
          {"aclnnSubs", [=](auto in) { return in[0] - Real(factor) * x; }, kOnce, numbers});
    }
  }
}

TEST(MulTest, Floats) {
  ExpectFunction({"aclnnMul", [](auto in) { return Real(in[0]) * in[1]; }, kNearest});
  for (const double other : {0.1, -0.0, 1e-42, kInfinity}) {
    const double x = static_cast<float>(other);
    ExpectFunction(
        {"aclnnMuls", [=](auto in) { return Real(in[0]) * x; }, kOnce, {{x, ACL_DOUBLE}}});
  }
}

TEST(DivTest, Floats) {
  ExpectFunction({"aclnnDiv", [](auto in) { return Real(in[0]) / in[1]; }, kNearest});
  for (const double other : {0.1, -0.0, 1e-42, 3.0, kInfinity}) {
    const double x = static_cast<float>(other);
    ExpectFunction(
        {"aclnnDivs", [=](auto in) { return Real(in[0]) / x; }, kOnce, {{x, ACL_DOUBLE}}});
  }
}

// A scalar is rounded to float, not to the dtype of the tensor, and with doubles not at all.
TEST(AddTest, NumbersAreRoundedOnce) {
  const Function half = {
      "aclnnMuls", [](auto in) { return Real(in[0]) * double{0.1f}; }, kOnce, {{0.1, ACL_DOUBLE}}};
  ExpectFunctionAt(half, {RandomArray(ACL_FLOAT16, {3000}, 1)}, ACL_FLOAT16, ACL_FLOAT16);
  const Function wide = {
      "aclnnMuls", [](auto in) { return Real(in[0]) * 0.1; }, kOnce, {{0.1, ACL_DOUBLE}}};
  ExpectFunctionAt(wide, {RandomArray(ACL_DOUBLE, {3000}, 1)}, ACL_DOUBLE, ACL_DOUBLE);
}

// Operands of several dtypes, one of them a float, into any float. An INT64 counts as the nearest
// double.
TEST(AddTest, Mixtures) {
  for (const aclDataType a : kReals) {
    for (const aclDataType b : kReals) {
      const auto promoted = Promote(a, b);
      if (ClassOf(*promoted) != DtypeClass::kFloat) continue;
      for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
        SCOPED_TRACE(DtypeName(a) + " and " + DtypeName(b) + " into " + DtypeName(out));
        Limits limits = LimitsOf(kOnce, out);
        limits.unit = out == ACL_DOUBLE && *promoted != ACL_DOUBLE ? ACL_FLOAT : out;
        // A tie that a tiny summand breaks is one in double.
        limits.rounded_rate = 0.99 * limits.rounded_rate;
        const Array x = RandomArray(a, {2000}, 5), y = RandomArray(b, {2000}, 6);
        const Array to(out, x.shape);
        ExpectAccurate(
            {"aclnnAdd", {x, y, 1.0, to}}, [](auto in) { return Real(in[0]) + in[1]; }, limits);
        ExpectAccurate(
            {"aclnnMul", {x, y, to}}, [](auto in) { return Real(in[0]) * in[1]; }, limits);
        ExpectAccurate(
            {"aclnnDiv", {x, y, to}}, [](auto in) { return Real(in[0]) / in[1]; }, limits);
      }
    }
  }
}

// Rows, columns, channels and a number, of the first operand, of the second, and in place. Long and
// short rows, many and few, take different ways.
TEST(AddTest, Broadcasts) {
  const std::pair<Shape, Shape> kShapes[] = {
      {{37, 61}, {61}},         {{37, 61}, {37, 1}},     {{37, 61}, {1, 1}},
      {{2100, 3}, {3}},         {{2100, 3}, {2100, 1}},  {{7, 700}, {700}},
      {{1500, 70}, {70}},       {{300, 70}, {300, 1}},   {{9, 5, 31}, {5, 1}},
      {{9, 5, 31}, {9, 1, 31}}, {{9, 40, 31}, {9, 1, 1}}};
  for (const auto& [whole, shape] : kShapes) {
    const Array matrix = RandomArray(ACL_FLOAT, whole, 1);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT8}) {
      SCOPED_TRACE(TextOf(shape) + " of " + DtypeName(dtype) + " to " + TextOf(whole));
      const Array other = RandomArray(dtype, shape, 2);
      const Array out(ACL_FLOAT, matrix.shape), all = Expanded(other, matrix.shape);
      const Array first = RunCall({"aclnnSub", {other, matrix, 1.0, out}}).at(0);
      const Array second = RunCall({"aclnnSub", {matrix, other, 1.0, out}}).at(0);
      const Array in_place = RunCall({"aclnnInplaceSub", {matrix, other, 1.0}}).at(0);
      EXPECT_TRUE(SameBits(first, RunCall({"aclnnSub", {all, matrix, 1.0, out}}).at(0)));
      EXPECT_TRUE(SameBits(second, RunCall({"aclnnSub", {matrix, all, 1.0, out}}).at(0)));
      EXPECT_TRUE(SameBits(in_place, second));
    }
  }
}

// x + x, and the same of one view that the sum replaces.
TEST(AddTest, OfATensorAndItself) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_BOOL}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = RandomArray(dtype, {33, 7}, 3);
    const CallArgument one = {1.0, ACL_INT32};
    const Array twice = RunCall({"aclnnAdd", {x, x, one, Array(dtype, x.shape)}}).at(0);
    const OperatorCall in_place = {"aclnnInplaceAdd", {x, x, one}};
    EXPECT_TRUE(SameBits(RunCall(in_place, {{}, {{0, 1}}}).at(0), twice));
  }
}

// ---- Integers

int64_t IntegerAt(const Array& array, int64_t i) {
  const uint64_t bits = array.Bits(i);
  switch (array.dtype) {
    case ACL_BOOL:
      return bits != 0 ? 1 : 0;
    case ACL_INT8:
      return static_cast<int8_t>(bits);
    case ACL_UINT8:
      return static_cast<uint8_t>(bits);
    case ACL_INT16:
      return static_cast<int16_t>(bits);
    case ACL_INT32:
      return static_cast<int32_t>(bits);
    default:
      return static_cast<int64_t>(bits);
  }
}

// 64 bits of the exact result as an element of the promoted dtype, converted to `out`.
std::vector<std::byte> ResultIn(aclDataType promoted, aclDataType out,
                                const std::vector<int64_t>& results) {
  const size_t width = static_cast<size_t>(DtypeBytes(promoted));
  std::vector<std::byte> elements(results.size() * width);
  for (size_t i = 0; i < results.size(); ++i) {
    const int64_t element = promoted == ACL_BOOL ? int64_t{results[i] != 0} : results[i];
    std::memcpy(&elements[i * width], &element, width);  // little-endian: the low bits
  }
  return Converted(promoted, out, elements);
}

// Integers of all sizes, those where dtypes end, and 0.
Array Numbers(aclDataType dtype, uint32_t seed) {
  Array array = RandomPatterns(dtype, {600}, seed);
  const uint64_t ends[] = {0,
                           1,
                           ~uint64_t{0},
                           0x7f,
                           0x80,
                           0x7fff,
                           0x8000,
                           0x7fffffff,
                           0x80000000,
                           uint64_t{1} << 63,
                           ~uint64_t{0} >> 1};
  const uint64_t mask = ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype));
  for (int64_t i = 0; i < 200; ++i) {
    array.SetBits(i, ends[static_cast<uint64_t>(i + seed % 7 * (i / 11)) % std::size(ends)] & mask);
  }
  return array;
}

using OfIntegers = uint64_t (*)(uint64_t a, uint64_t b, uint64_t alpha);
struct IntegerOperator {
  std::string name;  // of the form with tensors
  OfIntegers result;
  bool has_alpha;
};
const IntegerOperator kIntegerOperators[] = {
    {"aclnnAdd", [](uint64_t a, uint64_t b, uint64_t alpha) { return a + alpha * b; }, true},
    {"aclnnSub", [](uint64_t a, uint64_t b, uint64_t alpha) { return a - alpha * b; }, true},
    {"aclnnMul", [](uint64_t a, uint64_t b, uint64_t) { return a * b; }, false}};

void ExpectElements(const Array& given, const std::vector<std::byte>& expected) {
  ASSERT_EQ(FirstDifference(given.dtype, given.bytes, expected), -1);
}

TEST(AddTest, IntegersOfAnyPairIntoAnyDtype) {
  for (const IntegerOperator& op : kIntegerOperators) {
    for (const aclDataType a : kIntegersAndBool) {
      for (const aclDataType b : kIntegersAndBool) {
        const aclDataType promoted = *Promote(a, b);
        const Array x = Numbers(a, 3), y = Numbers(b, 4);
        const int64_t alpha = !op.has_alpha ? 1 : promoted == ACL_BOOL ? 5 : -3;
        std::vector<int64_t> results;
        for (int64_t i = 0; i < x.size(); ++i) {
          const uint64_t factor = promoted == ACL_BOOL ? 1 : static_cast<uint64_t>(alpha);
          results.push_back(
              static_cast<int64_t>(op.result(static_cast<uint64_t>(IntegerAt(x, i)),
                                             static_cast<uint64_t>(IntegerAt(y, i)), factor)));
        }
        for (const aclDataType out : kReals) {
          if (out == ACL_BOOL && promoted != ACL_BOOL) continue;
          SCOPED_TRACE(op.name + ": " + DtypeName(a) + " and " + DtypeName(b) + " into " +
                       DtypeName(out));
          OperatorCall call = {op.name, {x, y}};
          if (op.has_alpha) call.arguments.push_back({static_cast<double>(alpha), ACL_INT32});
          call.arguments.emplace_back(Array(out, x.shape));
          ExpectElements(RunCall(call).at(0), ResultIn(promoted, out, results));
        }
      }
    }
  }
}

// A scalar counts by its low bits, of BOOL by whether it is 0.
TEST(AddTest, IntegersAndANumber) {
  for (const IntegerOperator& op : kIntegerOperators) {
    for (const aclDataType dtype : kIntegersAndBool) {
      for (const auto& [other, type] : {std::pair{300, ACL_INT32},
                                        {-1, ACL_INT8},
                                        {0, ACL_INT64},
                                        {70000, ACL_INT64},
                                        {1, ACL_BOOL},
                                        {0, ACL_BOOL}}) {
        SCOPED_TRACE(op.name + "s of " + DtypeName(dtype) + " and " + DtypeName(type));
        const Array x = Numbers(dtype, 5);
        const aclDataType promoted = *PromoteWithScalar(dtype, type);
        const uint64_t alpha = promoted == ACL_BOOL ? 1 : 2;
        std::vector<int64_t> results;
        for (int64_t i = 0; i < x.size(); ++i) {
          results.push_back(
              static_cast<int64_t>(op.result(static_cast<uint64_t>(IntegerAt(x, i)),
                                             static_cast<uint64_t>(int64_t{other}), alpha)));
        }
        const std::string name = op.name + "s";
        OperatorCall call = {name, {x, {static_cast<double>(other), type}}};
        if (op.has_alpha) call.arguments.push_back({2.0, ACL_INT64});
        call.arguments.emplace_back(Array(promoted, x.shape));
        ExpectElements(RunCall(call).at(0), ResultIn(promoted, promoted, results));
      }
    }
  }
}

TEST(AddTest, IntegersAndAFraction) {
  for (const aclDataType dtype : {ACL_INT8, ACL_INT32, ACL_BOOL}) {
    const Array x = RandomPatterns(dtype, {500}, 7);
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
      SCOPED_TRACE(DtypeName(dtype) + " into " + DtypeName(out));
      ExpectFunctionAt({"aclnnAdds", [](auto in) { return Real(in[0]) + 2.5; }, kOnce, {2.5, 1.0}},
                       {x}, out, out == ACL_DOUBLE ? ACL_FLOAT : out);
      ExpectFunctionAt({"aclnnDivs", [](auto in) { return Real(in[0]) / 2.5; }, kOnce, {2.5}}, {x},
                       out, out == ACL_DOUBLE ? ACL_FLOAT : out);
    }
  }
}

// ---- Quotients of integers

// Toward zero, within the dtype; of a division by 0 an end of it.
int64_t Quotient(int64_t a, int64_t b, const IntegerRange& range) {
  if (b == 0) return a == 0 ? 0 : a < 0 ? range.lowest : range.highest;
  const long double exact = static_cast<long double>(a) / static_cast<long double>(b);
  if (exact >= static_cast<long double>(range.highest)) return range.highest;
  if (exact <= static_cast<long double>(range.lowest)) return range.lowest;
  return a / b;  // which is no overflow, as that is beyond every range
}

TEST(DivTest, IntegersIntoIntegers) {
  for (const aclDataType a : kIntegersAndBool) {
    for (const aclDataType b : kIntegersAndBool) {
      for (const aclDataType out : kIntegersAndBool) {
        if (out == ACL_BOOL) continue;
        SCOPED_TRACE(DtypeName(a) + " and " + DtypeName(b) + " into " + DtypeName(out));
        const Array x = Numbers(a, 8), y = Numbers(b, 9);
        const Array given = RunCall({"aclnnDiv", {x, y, Array(out, x.shape)}}).at(0);
        for (int64_t i = 0; i < x.size(); ++i) {
          ASSERT_EQ(IntegerAt(given, i),
                    Quotient(IntegerAt(x, i), IntegerAt(y, i), RangeOfIntegers(out)))
              << IntegerAt(x, i) << " / " << IntegerAt(y, i);
        }
      }
    }
  }
}

TEST(DivTest, BoolsIntoBool) {
  const Array x = ArrayOf(ACL_BOOL, {0, 0, 1, 1}), y = ArrayOf(ACL_BOOL, {0, 1, 0, 1});
  const Array given = RunCall({"aclnnDiv", {x, y, Array(ACL_BOOL, {4})}}).at(0);
  const int expected[] = {1, 0, 1, 1};  // NaN, 0, inf, 1
  for (int64_t i = 0; i < 4; ++i) EXPECT_EQ(given.Bits(i), static_cast<uint64_t>(expected[i]));
}

TEST(DivTest, IntegersByANumberIntoIntegers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    const Array x = Numbers(dtype, 10);
    const IntegerRange range = RangeOfIntegers(dtype);
    for (const double other : {2.0, -1.0, 0.0}) {
      const Array given =
          RunCall({"aclnnDivs", {x, {other, ACL_INT8}, Array(dtype, x.shape)}}).at(0);
      for (int64_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(IntegerAt(given, i),
                  Quotient(IntegerAt(x, i), static_cast<int64_t>(other), range));
      }
    }
    if (dtype == ACL_INT64) continue;  // whose numbers a float does not hold
    const Array given = RunCall({"aclnnDivs", {x, {2.5, ACL_FLOAT}, Array(dtype, x.shape)}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceDivs", {x, {2.5, ACL_FLOAT}}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(IntegerAt(given, i),
                static_cast<int64_t>(std::trunc(static_cast<double>(IntegerAt(x, i)) / 2.5)));
      ASSERT_EQ(IntegerAt(in_place, i), IntegerAt(given, i));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::add_test
