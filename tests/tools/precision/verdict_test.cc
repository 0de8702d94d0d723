// Every criterion on both sides of its limit, with values computed by hand.
#include "tools/precision/verdict.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn::precision::verdict_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<double>;

Errors ErrorsOf(aclDataType dtype, const Values& actual, const Values& golden) {
  Errors errors(dtype);
  errors.Add(0, actual, golden);
  return errors;
}

// The criterion that fails; "" if none does, "several" if more than one.
std::string Failed(const Verdict& verdict) {
  std::string failed;
  for (const Criterion& criterion : verdict.criteria) {
    if (!criterion.passed()) failed = failed.empty() ? criterion.name : "several";
  }
  EXPECT_EQ(verdict.passed(), failed.empty());
  return failed;
}

double NextUp(double x) { return std::nextafter(x, kInf); }

// `n` elements of which the last `wrong` have the error `error` at golden 0.
Errors WithWrong(aclDataType dtype, size_t n, size_t wrong, double error) {
  Values actual(n, 0.0);
  std::fill(actual.end() - static_cast<std::ptrdiff_t>(wrong), actual.end(), error);
  return ErrorsOf(dtype, actual, Values(n, 0.0));
}

TEST(Mixed, ElementsMatchUpToTheirTolerance) {
  const struct {
    aclDataType dtype;
    double rtol, atol;
  } cases[] = {
      {ACL_FLOAT16, 0x1p-9, 0x1p-9}, {ACL_BF16, 0x1p-6, 0x1p-6}, {ACL_FLOAT, 0x1p-10, 0x1p-16}};
  for (const auto& c : cases) {
    // At golden 0 the tolerance is atol; at 2 it is atol + 2 rtol, and the errors are exact.
    for (const double golden : {0.0, 2.0, -2.0}) {
      const double tolerance = c.atol + c.rtol * std::fabs(golden);
      EXPECT_EQ(ErrorsOf(c.dtype, {golden + tolerance}, {golden}).counts().matched, 1);
      EXPECT_EQ(ErrorsOf(c.dtype, {golden - tolerance}, {golden}).counts().matched, 1);
      EXPECT_EQ(ErrorsOf(c.dtype, {golden + tolerance + 0x1p-40}, {golden}).counts().matched, 0);
    }
  }
}

TEST(Mixed, NeedsNinetyNinePercent) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
    const double wrong = FindStandards(dtype)->atol * 1.5;  // far below the largest error allowed
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(dtype, 100, 1, wrong))), "");
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(dtype, 100, 2, wrong))), "matched ratio");
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(dtype, 99, 1, wrong))), "matched ratio");
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(dtype, 1000, 10, wrong))), "");
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(dtype, 1000, 11, wrong))), "matched ratio");
  }
}

TEST(Mixed, BoundsTheLargestError) {
  const struct {
    aclDataType dtype;
    double limit;
  } cases[] = {{ACL_FLOAT16, 0.1}, {ACL_BF16, 1}, {ACL_FLOAT, 0.01}};
  for (const auto& c : cases) {
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(c.dtype, 100, 1, c.limit))), "");
    EXPECT_EQ(Failed(JudgeMixed(WithWrong(c.dtype, 100, 1, NextUp(c.limit)))),
              "max absolute error");
  }
}

TEST(Mixed, BoundsTheLargestErrorBy32UlpOfLargeValues) {
  // An element that is 32 ULP wrong is beyond its tolerance only in bfloat16 and float16, but one
  // of a hundred may be. ULP of float16 in [1024, 2048): 1; of bfloat16 in [256, 512): 2; of float
  // in [2^20, 2^21): 2^-3.
  const struct {
    aclDataType dtype;
    double golden, limit;
  } cases[] = {{ACL_FLOAT16, 1500, 32}, {ACL_BF16, 300, 64}, {ACL_FLOAT, 0x1.8p20, 4}};
  for (const auto& c : cases) {
    Values golden(100, 0.0), actual(100, 0.0);
    golden[50] = c.golden;
    actual[50] = c.golden + c.limit;
    EXPECT_EQ(Failed(JudgeMixed(ErrorsOf(c.dtype, actual, golden))), "");
    actual[50] = NextUp(actual[50]);
    EXPECT_EQ(Failed(JudgeMixed(ErrorsOf(c.dtype, actual, golden))), "max absolute error");
  }
  // The ULP is that of the golden value rounded: 2047.9 becomes 2048, with a ULP of 2.
  Values golden(100, 0.0), actual(100, 0.0);
  golden[7] = 2047.9;
  actual[7] = 2048 + 63;
  EXPECT_EQ(Failed(JudgeMixed(ErrorsOf(ACL_FLOAT16, actual, golden))), "");
  // Among equal errors the smallest ULP counts, in whatever order or part they come.
  golden[8] = 0;
  actual[8] = actual[7] - golden[7];
  EXPECT_EQ(Failed(JudgeMixed(ErrorsOf(ACL_FLOAT16, actual, golden))), "several");
  Errors first = ErrorsOf(ACL_FLOAT16, {actual[7]}, {golden[7]});
  Errors second = ErrorsOf(ACL_FLOAT16, {actual[8]}, {golden[8]});
  const double ulp = second.counts().ulp_at_max_error;
  Errors merged = first;
  merged.Merge(second);
  EXPECT_EQ(merged.counts().ulp_at_max_error, ulp);
  second.Merge(first);
  EXPECT_EQ(second.counts().ulp_at_max_error, ulp);
}

TEST(Mere, BoundsMeanAndLargestRelativeError) {
  const struct {
    aclDataType dtype;
    double threshold;
  } cases[] = {{ACL_FLOAT16, 0x1p-10}, {ACL_BF16, 0x1p-7}, {ACL_FLOAT, 0x1p-13}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.threshold);
    // RE = |a-g| / (|g| + 1e-7): at golden -1 an error of T (1 + 1e-7) has the RE T.
    const auto judge = [&](double re, size_t n) {
      Values actual(n, -1.0);
      actual[n / 2] += re * (1 + 1e-7);
      return Failed(JudgeMere(ErrorsOf(c.dtype, actual, Values(n, -1.0))));
    };
    EXPECT_EQ(judge(c.threshold * (1 - 1e-9), 1), "");
    EXPECT_EQ(judge(c.threshold * (1 + 1e-9), 1), "MERE");
    EXPECT_EQ(judge(10 * c.threshold * (1 - 1e-9), 100), "");
    EXPECT_EQ(judge(10 * c.threshold * (1 + 1e-9), 100), "MARE");
    EXPECT_EQ(judge(10 * c.threshold * (1 - 1e-9), 11), "");
    EXPECT_EQ(judge(10 * c.threshold * (1 - 1e-9), 9), "MERE");
    // At golden 0 only the 1e-7 is left, and "below" is strict.
    EXPECT_EQ(Failed(JudgeMere(ErrorsOf(c.dtype, {1e-7 * c.threshold}, {0}))), "MERE");
    EXPECT_EQ(Failed(JudgeMere(ErrorsOf(c.dtype, {1e-7 * c.threshold * 0.999}, {0}))), "");
  }
}

TEST(Double, BoundsTheRatiosOfEachLevel) {
  const struct { double mare, mere, rmse; } limits[] = {{10, 2, 2}, {5, 1.5, 1.5}, {2, 1.2, 1.2}};
  for (size_t i = 0; i < std::size(limits); ++i) {
    const Level& level = kLevels[i];
    SCOPED_TRACE(level.name);
    const double mare = limits[i].mare, mere = limits[i].mere;
    // 1024 golden values of 1, where RE is the error except for a factor that cancels.
    const auto judge = [&](const Values& a, const Values& b) {
      const auto errors = [](const Values& some) {
        Values actual(1024, 1.0);
        for (size_t k = 0; k < actual.size(); ++k) actual[k] += some[k % some.size()];
        return ErrorsOf(ACL_FLOAT, actual, Values(1024, 1.0));
      };
      return Failed(JudgeDouble(errors(a), errors(b), level));
    };
    const double e = 0x1p-10;
    // All errors are the same multiple: mean and square are at their limits, as they are equal.
    EXPECT_EQ(judge({e * mere * (1 - 1e-9)}, {e}), "");
    // MERE alone: half of the other's errors are 0, so that its mean is smaller than its square.
    //   A: all x; B: e, 0: MERE ratio 2x/e, RMSE ratio sqrt(2) x/e, MARE ratio x/e.
    EXPECT_EQ(judge({e * mere / 2 * (1 - 1e-9)}, {e, 0}), "");
    EXPECT_EQ(judge({e * mere / 2 * (1 + 1e-9)}, {e, 0}), "MERE ratio");
    // RMSE alone: the other way round: MERE ratio x/2e, RMSE ratio x/(sqrt(2) e), MARE ratio x/e.
    EXPECT_EQ(judge({e * limits[i].rmse * std::sqrt(2) * (1 - 1e-9), 0}, {e}), "");
    if (limits[i].rmse * std::sqrt(2) < mare) {
      EXPECT_EQ(judge({e * limits[i].rmse * std::sqrt(2) * (1 + 1e-9), 0}, {e}), "RMSE ratio");
    }
    // MARE alone: one outlier of 1024.
    Values outlier(1024, 0.5 * e);
    outlier[3] = e * mare * (1 - 1e-9);
    EXPECT_EQ(judge(outlier, {e}), "");
    outlier[3] = e * mare * (1 + 1e-9);
    EXPECT_EQ(judge(outlier, {e}), "MARE ratio");
  }
}

TEST(Double, CountsErrorsOfSmallValues) {
  const struct {
    aclDataType dtype;
    double small_value, small_error;
  } cases[] = {
      {ACL_FLOAT16, 0x1p-11, 0x1p-16}, {ACL_BF16, 0x1p-8, 0x1p-16}, {ACL_FLOAT, 0x1p-14, 0x1p-30}};
  for (const auto& c : cases) {
    // At the threshold a value is not small, just below it is; an error at the limit is none.
    const double below = -std::nextafter(c.small_value, 0.0);
    EXPECT_EQ(ErrorsOf(c.dtype, {c.small_value}, {c.small_value}).counts().normals, 1);
    EXPECT_EQ(ErrorsOf(c.dtype, {below}, {below}).counts().smalls, 1);
    EXPECT_EQ(ErrorsOf(c.dtype, {c.small_error}, {0}).counts().small_errors, 0);
    EXPECT_EQ(ErrorsOf(c.dtype, {NextUp(c.small_error)}, {0}).counts().small_errors, 1);

    const auto judge = [&](size_t a, size_t b) {
      return Failed(JudgeDouble(WithWrong(c.dtype, 10, a, 2 * c.small_error),
                                WithWrong(c.dtype, 10, b, 2 * c.small_error), kLevels[2]));
    };
    EXPECT_EQ(judge(6, 3), "");
    EXPECT_EQ(judge(7, 3), "small value error count ratio");
    EXPECT_EQ(judge(0, 0), "");
    EXPECT_EQ(judge(2, 0), "");
    EXPECT_EQ(judge(3, 0), "small value error count ratio");
  }
}

TEST(Double, ComparesWithACandidateWithoutErrors) {
  const Errors exact = ErrorsOf(ACL_FLOAT, {1, 2}, {1, 2});
  const Errors wrong = ErrorsOf(ACL_FLOAT, {1, 2.5}, {1, 2});
  EXPECT_EQ(Failed(JudgeDouble(exact, exact, kLevels[2])), "");
  EXPECT_EQ(Failed(JudgeDouble(exact, wrong, kLevels[2])), "");
  const Verdict verdict = JudgeDouble(wrong, exact, kLevels[0]);
  EXPECT_FALSE(verdict.passed());
  EXPECT_EQ(verdict.criteria[0].found, kInf);
  EXPECT_THROW(JudgeDouble(exact, ErrorsOf(ACL_FLOAT, {1}, {1}), kLevels[0]),
               std::invalid_argument);
}

TEST(Verdict, WantsNanAndInfWhereTheGoldenValuesHaveThem) {
  const auto judge = [](double actual, double golden) {
    Values a(200, 1.0), g(200, 1.0);
    a[5] = actual;
    g[5] = golden;
    const Errors errors = ErrorsOf(ACL_FLOAT16, a, g);
    const std::string failed = Failed(JudgeMixed(errors));
    EXPECT_EQ(Failed(JudgeMere(errors)), failed);
    EXPECT_EQ(Failed(JudgeDouble(errors, errors, kLevels[0])), failed);
    return failed;
  };
  const char* const kFails = "NaN and Inf mismatches";
  EXPECT_EQ(judge(kNan, kNan), "");
  EXPECT_EQ(judge(kInf, kInf), "");
  EXPECT_EQ(judge(-kInf, -kInf), "");
  EXPECT_EQ(judge(kInf, -kInf), kFails);
  EXPECT_EQ(judge(kNan, kInf), kFails);
  EXPECT_EQ(judge(kInf, kNan), kFails);
  EXPECT_EQ(judge(kNan, 1), kFails);
  EXPECT_EQ(judge(1, kNan), kFails);
  EXPECT_EQ(judge(kInf, 1), kFails);
  EXPECT_EQ(judge(1, kInf), kFails);
  // From 65520 on, golden values round to infinity in float16.
  EXPECT_EQ(judge(kInf, 65520), "");
  EXPECT_EQ(judge(65504, 65520), kFails);
  EXPECT_EQ(judge(65504, 65519), "");
  EXPECT_EQ(judge(kInf, 65519), kFails);
}

TEST(Verdict, PassesEmptyResults) {
  const Errors none(ACL_FLOAT);
  EXPECT_TRUE(JudgeMixed(none).passed());
  EXPECT_TRUE(JudgeMere(none).passed());
  EXPECT_TRUE(JudgeDouble(none, none, kLevels[2]).passed());
}

TEST(Ulp, IsJudgedByALimit) {
  const Errors errors = ErrorsOf(ACL_DOUBLE, {1 + 0x1p-51}, {1});
  EXPECT_EQ(Failed(JudgeUlp(errors, 2)), "");
  EXPECT_EQ(Failed(JudgeUlp(errors, 1.999)), "max ULP error");
  EXPECT_EQ(Failed(JudgeUlp(ErrorsOf(ACL_DOUBLE, {kNan}, {1}), 2)), "NaN and Inf mismatches");
}

TEST(Verdict, IsRefusedWithoutNumbers) {
  EXPECT_THROW(JudgeMixed(Errors(ACL_DOUBLE)), std::invalid_argument);
  EXPECT_THROW(JudgeMere(Errors(ACL_DOUBLE)), std::invalid_argument);
  EXPECT_THROW(JudgeDouble(Errors(ACL_DOUBLE), Errors(ACL_DOUBLE), kLevels[0]),
               std::invalid_argument);
  EXPECT_THROW(Errors{ACL_COMPLEX64}, std::invalid_argument);
  EXPECT_THROW(Errors{ACL_FLOAT8_E5M2}, std::invalid_argument);
}

TEST(Verdict, SaysWhatWasFound) {
  const Verdict verdict = JudgeMixed(WithWrong(ACL_FLOAT16, 4, 1, 0.25));
  EXPECT_EQ(verdict.standard, "mixed");
  EXPECT_EQ(verdict.criteria[0].Text(), "matched ratio 0.75 is not >= 0.99");
  EXPECT_EQ(verdict.criteria[1].Text(), "max absolute error 0.25 is not <= 0.1");
  EXPECT_EQ(verdict.criteria[2].Text(), "NaN and Inf mismatches 0 <= 0");
  EXPECT_EQ(JudgeMere(ErrorsOf(ACL_FLOAT, {1}, {1})).criteria[0].Text(), "MERE 0 < 0.00012207");
}

}  // namespace
}  // namespace openaclnn::precision::verdict_test
