#include "base/log.h"

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

// The variables are read once in a process: each case runs in a process of its own.
class LogTest : public testing::Test {
 protected:
  LogTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  [[noreturn]] static void LogWith(const char* value, const std::string& text) {
    setenv("OPENACLNN_LOG", value, 1);
    Log(LogLevel::kError, "first");
    Log(LogLevel::kWarn, text);
    std::exit(0);
  }
};

TEST_F(LogTest, NothingIsLoggedUnlessAsked) {
  EXPECT_EXIT(LogWith("", "second"), testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(LogWith("error", "second"), testing::ExitedWithCode(0), "^[^\n]* error first\n$");
}

TEST_F(LogTest, ALineHasTimeProcessThreadLevelAndText) {
  EXPECT_EXIT(
      LogWith("warn", "second"), testing::ExitedWithCode(0),
      "\n[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+\\.[0-9]+Z [0-9]+/[0-9]+ warn  second\n$");
}

TEST_F(LogTest, TextCannotBreakTheLine) {
  EXPECT_EXIT(LogWith("warn", "one\ntwo\x1b[2Jthree"), testing::ExitedWithCode(0),
              "warn  one\\\\ntwo\\\\x1b\\[2Jthree\n$");
}

TEST_F(LogTest, LongLinesAreCut) {
  EXPECT_EXIT(LogWith("debug", std::string(5000, 'x')), testing::ExitedWithCode(0),
              "warn  xxxx[x]*xxxx\\.\\.\\.\n$");
}

}  // namespace
}  // namespace openaclnn
