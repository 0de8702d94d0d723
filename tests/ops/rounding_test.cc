// Whole numbers, truths of what is finite, and numbers in place of what is not: integers, and every
// number of 16 bits.
#include <cmath>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::rounding_test {
namespace {

TEST(RoundingTest, IntegersStay) {
  const struct {
    const char* name;
    std::vector<aclDataType> dtypes;
  } operators[] = {
      {"Floor",
       {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_UINT32, ACL_INT64, ACL_UINT64}},
      {"Trunc", {ACL_INT8, ACL_UINT8, ACL_INT32}},
      {"Round", {ACL_INT32, ACL_INT64}}};
  for (const auto& [name, dtypes] : operators) {
    for (const aclDataType dtype : dtypes) {
      SCOPED_TRACE(std::string(name) + " of " + DtypeName(dtype));
      const Array x = Joined({RandomPatterns(dtype, {70}, 1), EndsOf(dtype)});
      const std::string function = std::string("aclnn") + name;
      const std::string in_place = std::string("aclnnInplace") + name;
      EXPECT_TRUE(SameBits(RunCall({function, {x, Array(dtype, x.shape)}}).at(0), x));
      EXPECT_TRUE(SameBits(RunCall({in_place, {x}}).at(0), x));
    }
  }
}

// The multiple of a power of 10 that is next to a number, halfway the even one.
double RoundedAt(double x, int decimals) {
  const long double power = std::pow(10.0L, std::abs(decimals));
  const long double scaled = decimals < 0 ? x / power : x * power;
  const long double rounded = std::nearbyint(scaled);
  return static_cast<double>(decimals < 0 ? rounded * power : rounded / power);
}

TEST(RoundDecimalsTest, DigitsBehindAndBeforeThePoint) {
  for (const int decimals : {0, 1, 2, 5, -1, -3}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      SCOPED_TRACE(DtypeName(dtype) + ", " + std::to_string(decimals));
      const Array x = RandomArray(dtype, {3, 70}, 1, -3000, 3000);
      const Array given =
          RunCall({"aclnnRoundDecimals", {x, double(decimals), Array(dtype, x.shape)}}).at(0);
      std::vector<double> expected;
      for (int64_t i = 0; i < x.size(); ++i) expected.push_back(RoundedAt(x.Value(i), decimals));
      EXPECT_TRUE(SameBits(given, ArrayOf(dtype, x.shape, expected)));
      const Array in_place = RunCall({"aclnnInplaceRoundDecimals", {x, double(decimals)}}).at(0);
      EXPECT_TRUE(SameBits(in_place, given));
    }
  }
}

TEST(RoundDecimalsTest, HalfwayNumbersAndWhatHasNoDigitsToLose) {
  const struct {
    double x;
    int decimals;
    double rounded;
  } cases[] = {{2.5, 0, 2},
               {25, -1, 20},
               {35, -1, 40},
               {0.125, 2, 0.12},
               {-0.375, 2, -0.38},
               {1e30, 2, 1e30},
               {kInfinity, 3, kInfinity},
               {-kInfinity, -3, -kInfinity},
               {123, -400, 0},
               {0.5, 400, 0.5},
               {-4, -1, -0.0}};
  for (const auto& [x, decimals, rounded] : cases) {
    const Array given =
        RunCall({"aclnnRoundDecimals",
                 {ArrayOf(ACL_FLOAT, {x}), double(decimals), Array(ACL_FLOAT, {1})}})
            .at(0);
    EXPECT_TRUE(SameBits(given, ArrayOf(ACL_FLOAT, {rounded}))) << x << " to " << decimals;
  }
  const Array nan =
      RunCall({"aclnnRoundDecimals", {ArrayOf(ACL_FLOAT, {kNan}), 2.0, Array(ACL_FLOAT, {1})}})
          .at(0);
  EXPECT_TRUE(std::isnan(nan.Value(0)));
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    const Array x = Joined({RandomPatterns(dtype, {70}, 1), EndsOf(dtype)});
    const Array given = RunCall({"aclnnRoundDecimals", {x, -2.0, Array(dtype, x.shape)}}).at(0);
    EXPECT_TRUE(SameBits(given, x));
  }
}

TEST(NanToNumTest, IntegersAndTruthsStay) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
    const Array x = dtype == ACL_BOOL ? ArrayOf(dtype, {0, 1}) : RandomPatterns(dtype, {90}, 1);
    const Array given =
        RunCall({"aclnnNanToNum", {x, 0.5, 1.0, -1.0, Array(dtype, x.shape)}}).at(0);
    EXPECT_TRUE(SameBits(given, x)) << DtypeName(dtype);
    const Array replaced = RunCall({"aclnnInplaceNanToNum", {x, 0.5, 1.0, -1.0}}).at(0);
    EXPECT_TRUE(SameBits(replaced, x)) << DtypeName(dtype);
  }
}

// Elements of which some are not finite, where there are such.
Array ElementsOf(aclDataType dtype) {
  if (DtypeBytes(dtype) == 2 && ClassOf(dtype) == DtypeClass::kFloat) return AllPatterns(dtype);
  const Array any = RandomPatterns(dtype, {70}, 1);
  if (ClassOf(dtype) != DtypeClass::kFloat) return any;
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                      [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
  return Joined({any, special});
}

TEST(IsFiniteTest, AnyDtype) {
  const struct {
    const char* name;
    bool (*holds)(double x);
  } operators[] = {{"aclnnIsFinite", [](double x) { return std::isfinite(x); }},
                   {"aclnnIsInf", [](double x) { return std::isinf(x); }},
                   {"aclnnIsPosInf", [](double x) { return x == kInfinity; }},
                   {"aclnnIsNegInf", [](double x) { return x == -kInfinity; }}};
  for (const auto& [name, holds] : operators) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                    ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
      const Array x = ElementsOf(dtype);
      std::vector<double> truths;
      for (int64_t i = 0; i < x.size(); ++i) truths.push_back(holds(x.Value(i)) ? 1 : 0);
      const Array given = RunCall({name, {x, Array(ACL_BOOL, x.shape)}}).at(0);
      EXPECT_TRUE(SameBits(given, ArrayOf(ACL_BOOL, truths))) << name << " " << DtypeName(dtype);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::rounding_test
