// A tensor plus the product, or the quotient, of two others and a number: floats, integers,
// promoted.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::addcmul_test {
namespace {

using oracle::Real;

// A tie that a tiny summand breaks is one in double.
constexpr Accuracy kOnce = {.ulp = 0.501, .rounded_rate = 0.99};
constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
constexpr aclDataType kAdded[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8,
                                  ACL_UINT8, ACL_INT32,   ACL_INT64};

Real Addcmul(std::span<const double> in, double value) {
  return Real(in[0]) + Real(value) * Real(in[1]) * Real(in[2]);
}
Real Addcdiv(std::span<const double> in, double value) {
  return Real(in[0]) + Real(value) * (Real(in[1]) / Real(in[2]));
}

// ---- Floats

TEST(AddcmulTest, Floats) {
  for (const double number : {1.0, -1.0, 0.75, -0.3, 0.0, 1e30, kInfinity}) {
    SCOPED_TRACE(number);
    const double value = static_cast<float>(number);
    ExpectFunction({"aclnnAddcmul",
                    [=](auto in) { return Addcmul(in, value); },
                    kOnce,
                    {{value, ACL_DOUBLE}}});
  }
}

TEST(AddcdivTest, Floats) {
  for (const double number : {1.0, -0.3, 0.0, 1e30, kInfinity}) {
    SCOPED_TRACE(number);
    const double value = static_cast<float>(number);
    ExpectFunction({"aclnnAddcdiv",
                    [=](auto in) { return Addcdiv(in, value); },
                    kOnce,
                    {{value, ACL_DOUBLE}}});
  }
}

Array Doubles(uint32_t seed) {
  Random random(seed);
  return Array(ACL_DOUBLE, {3000},
               [&](int64_t) { return BitsOf(ACL_DOUBLE, random.Uniform(-4, 4)); });
}

// Within 1 ULP and 2^-52 of the term that is added.
void ExpectDoubles(const char* name, double value,
                   Real (*exact)(std::span<const double> in, double value)) {
  const Array x = Doubles(1), y = Doubles(2), z = Doubles(3);
  const Array given = RunCall({name, {x, y, z, {value, ACL_DOUBLE}, x}}).at(0);
  for (int64_t i = 0; i < given.size(); ++i) {
    const std::array in = {x.Value(i), y.Value(i), z.Value(i)};
    const Real expected = exact(in, value);
    const double size = std::fabs(expected.ToDouble());
    const double unit = std::nextafter(size, kInfinity) - size;
    const double term = Abs(expected - Real(in[0])).ToDouble();
    ASSERT_LE(Abs(Real(given.Value(i)) - expected).ToDouble(), unit + 0x1p-52 * term) << i;
  }
}

TEST(AddcmulTest, Doubles) {
  for (const double value : {1.0, 0.1, -3.0}) ExpectDoubles("aclnnAddcmul", value, Addcmul);
}
TEST(AddcdivTest, Doubles) {
  for (const double value : {1.0, 0.1, -3.0}) ExpectDoubles("aclnnAddcdiv", value, Addcdiv);
}

// Operands of several dtypes, of which one is of floats, into any float.
TEST(AddcmulTest, Mixtures) {
  for (const aclDataType a : kAdded) {
    for (const aclDataType b : kAdded) {
      for (const aclDataType c : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        const aclDataType promoted = *Promote(*Promote(a, b), c);
        for (const aclDataType out : kFloats) {
          SCOPED_TRACE(DtypeName(a) + ", " + DtypeName(b) + " and " + DtypeName(c) + " into " +
                       DtypeName(out));
          ASSERT_EQ(ClassOf(promoted), DtypeClass::kFloat);
          Limits limits = LimitsOf(kOnce, out == ACL_DOUBLE ? ACL_FLOAT : out);
          limits.unit = out == ACL_DOUBLE ? ACL_FLOAT : out;
          const Array x = RandomArray(a, {500}, 5), y = RandomArray(b, {500}, 6),
                      z = RandomArray(c, {500}, 7), to(out, x.shape);
          const double value = -0.375;
          ExpectAccurate(
              {"aclnnAddcmul", {x, y, z, value, to}}, [=](auto in) { return Addcmul(in, value); },
              limits);
          if (IsInteger(a) && a != ACL_INT64) continue;
          if (IsInteger(b) && b != ACL_INT64) continue;
          ExpectAccurate(
              {"aclnnAddcdiv", {x, y, z, value, to}}, [=](auto in) { return Addcdiv(in, value); },
              limits);
        }
      }
    }
  }
}

// ---- Integers

// Ordinary numbers, and those where dtypes end.
Array Numbers(aclDataType dtype, uint32_t seed) {
  const Array ends = EndsOf(dtype), any = RandomPatterns(dtype, {400}, seed);
  const int64_t step = 7 + 2 * static_cast<int64_t>(seed);
  return Array(dtype, any.shape, [&](int64_t i) {
    return i % 2 == 0 ? any.Bits(i) : ends.Bits(i * step % ends.size());
  });
}

uint64_t IntegerAt(const Array& array, int64_t i) {
  return static_cast<uint64_t>(static_cast<int64_t>(ExactAt(array, i)));
}

// 64 bits of the exact results, of which the promoted dtype keeps the low ones, converted to `out`.
std::vector<std::byte> ResultIn(aclDataType promoted, aclDataType out,
                                const std::vector<uint64_t>& results) {
  const auto width = static_cast<size_t>(DtypeBytes(promoted));
  std::vector<std::byte> elements(results.size() * width);
  for (size_t i = 0; i < results.size(); ++i) {
    std::memcpy(&elements[i * width], &results[i], width);  // little-endian
  }
  return Converted(promoted, out, elements);
}

constexpr aclDataType kResults[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                    ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64};

TEST(AddcmulTest, IntegersIntoAnyDtype) {
  constexpr aclDataType kIntegers[] = {ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64};
  for (const aclDataType a : kIntegers) {
    for (const aclDataType b : kIntegers) {
      for (const aclDataType c : kIntegers) {
        const aclDataType promoted = *Promote(*Promote(a, b), c);
        if (promoted == ACL_INT16) continue;
        const Array x = Numbers(a, 1), y = Numbers(b, 2), z = Numbers(c, 3);
        for (const int value : {1, -300}) {
          std::vector<uint64_t> results;
          for (int64_t i = 0; i < x.size(); ++i) {
            results.push_back(IntegerAt(x, i) + static_cast<uint64_t>(int64_t{value}) *
                                                    IntegerAt(y, i) * IntegerAt(z, i));
          }
          for (const aclDataType out : kResults) {
            SCOPED_TRACE(DtypeName(a) + ", " + DtypeName(b) + " and " + DtypeName(c) + " into " +
                         DtypeName(out));
            const Array given =
                RunCall(
                    {"aclnnAddcmul", {x, y, z, {double(value), ACL_INT32}, Array(out, x.shape)}})
                    .at(0);
            const auto expected = ResultIn(promoted, out, results);
            ASSERT_EQ(FirstDifference(out, given.bytes, expected), -1);
          }
        }
      }
    }
  }
}

TEST(AddcdivTest, IntegersIntoAnyDtype) {
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();
  const auto quotient = [](int64_t a, int64_t b) {
    if (b == 0) return a == 0 ? 0 : a < 0 ? kLowest : kHighest;
    return a == kLowest && b == -1 ? kHighest : a / b;
  };
  const auto [y, z] = AllPairs(EndsOf(ACL_INT64), EndsOf(ACL_INT64));
  const Array x = RandomPatterns(ACL_INT64, y.shape, 4);
  for (const int value : {1, -300}) {
    std::vector<uint64_t> results;
    for (int64_t i = 0; i < x.size(); ++i) {
      const int64_t part =
          quotient(static_cast<int64_t>(y.Bits(i)), static_cast<int64_t>(z.Bits(i)));
      results.push_back(x.Bits(i) +
                        static_cast<uint64_t>(int64_t{value}) * static_cast<uint64_t>(part));
    }
    for (const aclDataType out : kResults) {
      SCOPED_TRACE(DtypeName(out));
      const Array given =
          RunCall({"aclnnAddcdiv", {x, y, z, {double(value), ACL_INT32}, Array(out, x.shape)}})
              .at(0);
      ASSERT_EQ(FirstDifference(out, given.bytes, ResultIn(ACL_INT64, out, results)), -1);
    }
  }
}

// ---- Shapes

// A row, a column and a number of each operand, with a matrix.
TEST(AddcmulTest, Broadcasts) {
  const Shape whole = {37, 61};
  const std::vector<Shape> shapes = {{61}, {37, 1}, {1, 1}, {}, whole};
  for (const char* const name : {"aclnnAddcmul", "aclnnAddcdiv"}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT64}) {
      for (size_t k = 0; k < shapes.size(); ++k) {
        SCOPED_TRACE(std::string(name) + " of " + DtypeName(dtype) + " " + TextOf(shapes[k]));
        const Array a = RandomArray(dtype, whole, 1), b = RandomArray(dtype, shapes[k], 2),
                    c = RandomArray(dtype, shapes[(k + 1) % shapes.size()], 3);
        const Array all_b = Expanded(b, whole), all_c = Expanded(c, whole), out(dtype, whole);
        const CallArgument value = {3.0, ACL_INT8};
        const Array expected = RunCall({name, {a, all_b, all_c, value, out}}).at(0);
        EXPECT_TRUE(SameBits(RunCall({name, {a, b, c, value, out}}).at(0), expected));
        const std::string in_place = "aclnnInplace" + std::string(name).substr(5);
        EXPECT_TRUE(SameBits(RunCall({in_place, {a, b, c, value}}).at(0), expected));
        EXPECT_TRUE(SameBits(RunCall({name, {b, a, c, value, out}}).at(0),
                             RunCall({name, {all_b, a, all_c, value, out}}).at(0)));
      }
    }
  }
}

// x + x x, of one view that the result replaces.
TEST(AddcmulTest, OfATensorAndItself) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT32}) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array x = RandomArray(dtype, {33, 7}, 3);
    const CallArgument one = {1.0, ACL_INT32};
    const Array expected = RunCall({"aclnnAddcmul", {x, x, x, one, Array(dtype, x.shape)}}).at(0);
    const OperatorCall in_place = {"aclnnInplaceAddcmul", {x, x, x, one}};
    EXPECT_TRUE(SameBits(RunCall(in_place, {{}, {{0, 2}}}).at(0), expected));
  }
}

}  // namespace
}  // namespace openaclnn::test::addcmul_test
