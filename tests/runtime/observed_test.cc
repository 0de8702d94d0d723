// What the log and the trace hold of calls from many threads.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "gmock/gmock.h"
#include "runtime/json.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn {
namespace {

constexpr int kThreads = 4, kCalls = 50;

// Environment variables are read once in a process: the calls are made in one of their own, which
// inherits them, as this program calls functions before main begins.
class ObservedTest : public testing::Test {
 protected:
  ObservedTest() : folder_(std::filesystem::temp_directory_path() / UniqueName()) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    std::filesystem::create_directory(folder_);
    setenv("OPENACLNN_LOG", ("debug,file=" + Path("log")).c_str(), 1);
    setenv("OPENACLNN_TRACE", Path("trace.json").c_str(), 1);
  }
  ~ObservedTest() override {
    unsetenv("OPENACLNN_LOG");
    unsetenv("OPENACLNN_TRACE");
    std::filesystem::remove_all(folder_);
  }

  // Fills memory on streams, one for each thread.
  [[noreturn]] static void CallFromThreads() {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([] {
        constexpr size_t kBytes = 1 << 16;  // for the stream's thread
        aclrtStream stream = nullptr;
        void* memory = nullptr;
        aclrtSetDevice(0);
        aclrtCreateStream(&stream);
        aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
        for (int k = 0; k < kCalls; ++k) {
          aclrtMemsetAsync(memory, kBytes, k, kBytes, stream);
          aclrtFree(nullptr);
        }
        aclrtSynchronizeStream(stream);
        aclrtDestroyStream(stream);
        aclrtFree(memory);
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::exit(0);
  }

  std::string Path(const char* name) const { return folder_ / name; }

 private:
  // The process of the calls begins the test anew, and inherits the name of the folder.
  static std::string UniqueName() {
    constexpr const char* kVariable = "OBSERVED_TEST_FOLDER";
    setenv(kVariable, ("openaclnn_observed_test_" + std::to_string(getpid())).c_str(), 0);
    return getenv(kVariable);
  }

  const std::filesystem::path folder_;
};

std::string Contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

int CountLines(const std::string& text, const std::string& pattern) {
  const auto matches = testing::Matches(testing::MatchesRegex(pattern));
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; std::getline(lines, line);) count += matches(line) ? 1 : 0;
  return count;
}

TEST_F(ObservedTest, LinesAndEventsOfThreadsDoNotMix) {
  EXPECT_EXIT(CallFromThreads(), testing::ExitedWithCode(0), "^$");

  const std::string log = Contents(Path("log"));
  const std::string head = "[-0-9]{10}T[:0-9]{8}[.][0-9]{6}Z [0-9]+/[0-9]+ ";
  constexpr int kAll = kThreads * kCalls;
  EXPECT_EQ(CountLines(log, head + R"(error aclrtFree: devPtr: is null.*)"), kAll);
  EXPECT_EQ(CountLines(log, head + R"(info  aclrtMemsetAsync\(.* count=65536, .*\) = 0, .* us)"),
            kAll);
  EXPECT_EQ(CountLines(log, head + R"(debug stream [0-9]+: aclrtMemsetAsync begins)"), kAll);
  EXPECT_EQ(CountLines(log, head + R"(debug stream [0-9]+: aclrtMemsetAsync ends)"), kAll);
  EXPECT_EQ(CountLines(log, head + "(error|warn |info |debug) .*"), CountLines(log, ".*"));

  Json trace;
  const Status parsed = ParseJson(Contents(Path("trace.json")), trace);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  std::map<std::string, int> tasks;  // by row
  for (const Json& event : trace.elements) {
    const Json* const category = event.Find("cat");
    if (event.Find("ph")->text != "X" || category->text != "task") continue;
    ++tasks[event.Find("tid")->text];
  }
  EXPECT_EQ(tasks.size(), size_t{kThreads});
  for (const auto& [row, count] : tasks) EXPECT_EQ(count, kCalls) << row;
}

}  // namespace
}  // namespace openaclnn
