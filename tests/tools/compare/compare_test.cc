#include "tools/compare/compare.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/temporary_folder.h"
#include "tools/compare/report.h"
#include "tools/files/error.h"
#include "tools/npy/array_writer.h"

namespace openaclnn::compare {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kInf = std::numeric_limits<double>::infinity();

class Compared : public ::testing::Test {
 protected:
  std::string Save(const std::string& name, aclDataType dtype, const test::Shape& shape,
                   const std::vector<double>& values) {
    npy::ArrayWriter writer(folder_.File(name), dtype, shape);
    writer.Write(test::ArrayOf(dtype, shape, values).bytes);
    writer.Commit();
    return folder_.File(name);
  }
  std::string Save(const std::string& name, aclDataType dtype, const std::vector<double>& values) {
    return Save(name, dtype, {static_cast<int64_t>(values.size())}, values);
  }

  static std::string ErrorOf(const Options& options) {
    try {
      Compare(options);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  const test::TemporaryFolder folder_;
};

TEST_F(Compared, FindsTheWorstElementsAndTheirInputs) {
  const double ulp = 0x1p-23;
  Options options;
  options.candidates = {Save("a.npy", ACL_FLOAT, {2, 2}, {1, 2 + 4 * ulp, 1 + 3 * ulp, kInf})};
  options.golden = Save("g.npy", ACL_DOUBLE, {2, 2}, {1, 2, 1, 1});
  options.inputs = {{"self", Save("x.npy", ACL_FLOAT16, {2, 2}, {0.5, 1.5, 2.5, 3.5})}};
  options.standard = Standard::kUlp;
  options.max_ulp = 3;
  options.worst = 2;
  const Result result = Compare(options);
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.dtype, ACL_FLOAT);
  EXPECT_EQ(result.shape, (test::Shape{2, 2}));
  const Candidate& candidate = result.candidates[0];
  EXPECT_EQ(candidate.errors.counts().max_ulp, 3);
  ASSERT_EQ(candidate.errors.worst().size(), 2);
  EXPECT_EQ(candidate.errors.worst()[0].index, 3);
  EXPECT_EQ(candidate.errors.worst()[1].index, 2);
  EXPECT_THAT(candidate.inputs, ElementsAre(ElementsAre(3.5), ElementsAre(2.5)));

  EXPECT_EQ(Text(result),
            "4 elements of FLOAT, shape [2, 2], against " + options.golden + "\n" +
                options.candidates[0] +
                " fails the standard ulp\n"
                "  ok   max ULP error 3 <= 3\n"
                "  FAIL NaN and Inf mismatches 1 is not <= 0\n"
                "ULP errors of " +
                options.candidates[0] +
                ": largest 3, mean 1.66667, 50 % up to 2, 90 % up to 3, 99 % up to 3, 99.9 % up "
                "to 3\n"
                "25 % correctly rounded; mismatches: 0 NaN, 1 Inf, 0 sign\n"
                "worst elements:\n"
                "   index      result  golden  ULP  self\n"
                "  [1, 1]         inf       1  inf   3.5\n"
                "  [1, 0]  1.00000036       1    3   2.5\n");

  const json found = json::parse(Json(result).dump());
  EXPECT_EQ(found["passed"], false);
  EXPECT_EQ(found["shape"], (json{2, 2}));
  EXPECT_EQ(found["verdicts"][0]["criteria"][0]["found"], 3);
  EXPECT_EQ(found["candidates"][0]["mismatches"]["inf"], 1);
  const json& worst = found["candidates"][0]["worst"];
  EXPECT_EQ(worst[0]["result"], "Infinity");
  EXPECT_EQ(worst[0]["index"], (json{1, 1}));
  EXPECT_EQ(worst[1]["golden"], 1);
  EXPECT_EQ(worst[1]["inputs"]["self"], 2.5);
}

TEST_F(Compared, JudgesEachCandidateOrOneByTheOther) {
  Options options;
  options.golden = Save("g.npy", ACL_FLOAT, {1, 2, 4});
  options.candidates = {Save("a.npy", ACL_FLOAT, {1, 2, 4.001}),
                        Save("b.npy", ACL_FLOAT, {1, 2, 4.5})};
  const Result mixed = Compare(options);
  ASSERT_EQ(mixed.verdicts.size(), 2);
  EXPECT_TRUE(mixed.verdicts[0].passed());
  EXPECT_FALSE(mixed.verdicts[1].passed());
  EXPECT_FALSE(mixed.passed());

  options.standard = Standard::kDouble;
  options.level = precision::kLevels[2];
  const Result better = Compare(options);
  ASSERT_EQ(better.verdicts.size(), 1);
  EXPECT_EQ(better.verdicts[0].standard, "double L2");
  EXPECT_TRUE(better.passed());
  std::swap(options.candidates[0], options.candidates[1]);
  EXPECT_FALSE(Compare(options).passed());

  options.standard = Standard::kMere;
  const Result mere = Compare(options);
  // MERE of b: 0.5 / 4 / 3; of a: 0.001 / 4 / 3.
  EXPECT_NEAR(mere.verdicts[0].criteria[0].found, 0.125 / 3, 1e-8);
  EXPECT_NEAR(mere.verdicts[1].criteria[0].found, 0.00025 / 3, 1e-7);
  EXPECT_FALSE(mere.verdicts[0].passed());
  EXPECT_TRUE(mere.verdicts[1].passed());
}

TEST_F(Compared, IsTheSameForAnyThreads) {
  std::mt19937 random(1);
  std::vector<double> golden(1'000'000), actual(golden.size());
  for (size_t i = 0; i < golden.size(); ++i) {
    golden[i] = std::ldexp(static_cast<double>(random()), -30);
    actual[i] = golden[i] * (1 + std::ldexp(static_cast<double>(random() % 64), -16));
  }
  Options options;
  options.golden = Save("g.npy", ACL_DOUBLE, golden);
  options.candidates = {Save("a.npy", ACL_BF16, actual)};
  const std::string one = Text(Compare(options));
  for (const int threads : {2, 5}) {
    options.threads = threads;
    std::atomic<int64_t> compared = 0;
    options.advance = [&](int64_t count) { compared += count; };
    EXPECT_EQ(Text(Compare(options)), one);
    EXPECT_EQ(compared, 1'000'000);
  }
}

TEST_F(Compared, TakesUint16AsBfloat16OnRequest) {
  Options options;
  options.golden = Save("g.npy", ACL_FLOAT, {1, 2});
  options.candidates = {Save("a.npy", ACL_UINT16, {0x3f80, 0x4000})};
  EXPECT_THAT(ErrorOf(options), HasSubstr("UINT16 may be BFLOAT16 if you say so"));
  options.bfloat16 = true;
  const Result result = Compare(options);
  EXPECT_EQ(result.dtype, ACL_BF16);
  EXPECT_EQ(result.candidates[0].errors.counts().rounded, 2);
  EXPECT_TRUE(result.passed());
}

TEST_F(Compared, TakesEmptyArrays) {
  Options options;
  options.golden = Save("g.npy", ACL_FLOAT, {0, 3}, {});
  options.candidates = {Save("a.npy", ACL_FLOAT, {0, 3}, {})};
  const Result result = Compare(options);
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(Text(result), HasSubstr("0 elements of FLOAT, shape [0, 3]"));
}

TEST_F(Compared, NamesWhatDoesNotFit) {
  Options options;
  options.golden = Save("g.npy", ACL_FLOAT, {1, 2, 3});
  options.candidates = {Save("a.npy", ACL_FLOAT, {1, 2})};
  EXPECT_EQ(ErrorOf(options),
            options.candidates[0] + ": has the shape [2], but " + options.golden + " has [3]");
  options.candidates = {Save("a.npy", ACL_DOUBLE, {1, 2, 3})};
  EXPECT_EQ(ErrorOf(options), options.golden +
                                  ": holds FLOAT, which cannot be golden for DOUBLE "
                                  "of " +
                                  options.candidates[0]);
  options.golden = Save("g.npy", ACL_DOUBLE, {1, 2, 3});
  EXPECT_EQ(ErrorOf(options),
            options.candidates[0] +
                ": holds DOUBLE, for which the precision standards have no "
                "numbers; judge it by the standard close (--rtol, --atol) or ulp");
  options.candidates = {Save("a.npy", ACL_INT32, {1, 2, 3})};
  EXPECT_THAT(ErrorOf(options), HasSubstr("g.npy: holds DOUBLE, which cannot be golden for INT32"));
  options.candidates = {Save("a.npy", ACL_FLOAT, {1, 2, 3}), Save("b.npy", ACL_FLOAT16, {1, 2, 3})};
  EXPECT_EQ(ErrorOf(options), options.candidates[1] + ": holds FLOAT16, but " +
                                  options.candidates[0] + " holds FLOAT");
  options.candidates.pop_back();
  options.inputs = {{"self", Save("x.npy", ACL_FLOAT, {1, 2})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("x.npy: has the shape [2], which does not broadcast to"));
  options.inputs.clear();
  options.standard = Standard::kDouble;
  EXPECT_EQ(ErrorOf(options), "the standard double compares two arrays with a golden one");
  options.candidates = {};
  EXPECT_EQ(ErrorOf(options), "one or two arrays can be compared with a golden one");
}

TEST(Report, CountsCoordinatesInRowMajorOrder) {
  EXPECT_THAT(Coordinates(0, {}), ElementsAre());
  EXPECT_THAT(Coordinates(23, {2, 3, 4}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Coordinates(13, {2, 3, 4}), ElementsAre(1, 0, 1));
}

}  // namespace
}  // namespace openaclnn::compare
