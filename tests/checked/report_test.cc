#include "checked/report.h"

#include <cstdlib>
#include <set>
#include <string>

#include "acl/acl.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

// The variables are read once in a process: each case runs in a process of its own.
class ReportTest : public testing::Test {
 protected:
  ReportTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  [[noreturn]] static void ReportWith(const char* checks, const char* abort) {
    setenv("OPENACLNN_CHECK", checks, 1);
    setenv("OPENACLNN_CHECK_ABORT", abort, 1);
    ReportMistake(Mistake::kLeak, "Twelve of thirteen.");
    std::fprintf(stderr, "checks %d%d%d%d\n", Checks(Check::kMemory), Checks(Check::kLifetime),
                 Checks(Check::kOrder), Checks(Check::kContract));
    std::exit(0);
  }
};

TEST_F(ReportTest, EveryMistakeHasACodeOfItsCheckAndAName) {
  std::set<std::string> codes, names;
  for (const MistakeRow& row : kMistakes) {
    EXPECT_TRUE(codes.insert(row.code).second) << row.code;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.code[2], '2' + static_cast<int>(row.check)) << row.code;
    EXPECT_STRNE(row.meaning, "");
    EXPECT_STRNE(row.remedy, "");
  }
}

TEST_F(ReportTest, NothingIsCheckedUnlessAsked) {
  EXPECT_EXIT(ReportWith("", "1"), testing::ExitedWithCode(0), "^checks 0000\n$");
  EXPECT_EXIT(ReportWith("0", "1"), testing::ExitedWithCode(0), "^checks 0000\n$");
}

TEST_F(ReportTest, AReportIsOneParagraph) {
  EXPECT_EXIT(ReportWith("1", "0"), testing::ExitedWithCode(0),
              "^openaclnn check \\[EZ3005 leak\\]: Twelve of thirteen\\. What is .*\\. Give it "
              "back.*\\.\nchecks 1111\n");
}

TEST_F(ReportTest, ChecksAreChosenByName) {
  EXPECT_EXIT(ReportWith("memory,order", "0"), testing::ExitedWithCode(0), "^checks 1010\n$");
  EXPECT_EXIT(ReportWith("contract", "0"), testing::ExitedWithCode(0), "^checks 0001\n$");
  EXPECT_EXIT(ReportWith("lifetime", "0"), testing::ExitedWithCode(0),
              "EZ3005.*\nchecks 0100\nopenaclnn check: 1 report: 1 x EZ3005 leak\\.\n$");
}

TEST_F(ReportTest, TheFirstReportMayEndTheProcess) {
  EXPECT_EXIT(ReportWith("1", "1"), testing::KilledBySignal(SIGABRT), "EZ3005");
}

}  // namespace
}  // namespace openaclnn
