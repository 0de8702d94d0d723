// The end of the process, each in a process of its own: busy streams, destructors of static
// objects.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

class ExitTest : public testing::Test {
 protected:
  ExitTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

// What a framework keeps in a static object, taken down in its destructor after main.
struct Framework {
  Framework() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc(&workspace, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST);
  }
  ~Framework() {
    const int codes[] = {aclrtLaunchHostFunc(stream, Count, &ran),
                         aclrtSynchronizeStream(stream),
                         aclrtDestroyStream(stream),
                         aclrtResetDevice(0),
                         aclFinalize(),
                         aclrtFree(workspace)};
    for (const int code : codes) std::fprintf(stderr, "%d ", code);
    const int again = aclrtFree(workspace);
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "ran %d, then %d %s\n", ran.load(), again,
                 message != nullptr ? message : "null");
  }
  aclrtStream stream = nullptr;
  void* workspace = nullptr;
  std::atomic<int> ran{0};
};

TEST_F(ExitTest, Trap16TheRuntimeServesDestructorsOfStaticObjects) {
  EXPECT_EXIT(
      {
        static Framework framework;
        std::exit(0);
      },
      testing::ExitedWithCode(0), "0 0 0 0 0 0 ran 1, then 107000 aclrtFree: devPtr: ");
}

TEST_F(ExitTest, StreamsFinishWhatTheyWereGiven) {
  EXPECT_EXIT(
      {
        aclrtSetDevice(0);
        for (int i = 0; i < 5; ++i) {
          aclrtLaunchHostFunc(
              nullptr,
              [](void*) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
                std::fprintf(stderr, "tick ");
              },
              nullptr);
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "tick tick tick tick tick");
}

TEST_F(ExitTest, AStreamThatNeverFinishesDoesNotHoldTheProcessUp) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EXIT(
      {
        aclrtSetDevice(0);
        static auto* const closed = new Gate;
        aclrtLaunchHostFunc(nullptr, Gate::Block, closed);
        aclrtLaunchHostFunc(NewStream(), Gate::Block, closed);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(ExitTest, AHostFunctionMayEndTheProcess) {
  EXPECT_EXIT(
      {
        aclrtSetDevice(0);
        aclrtLaunchHostFunc(
            nullptr, [](void*) { std::exit(4); }, nullptr);
        aclrtSynchronizeStream(nullptr);
        std::_Exit(5);
      },
      testing::ExitedWithCode(4), "");
}

TEST_F(ExitTest, IdleStreamsMayBeLeftBehind) {
  EXPECT_EXIT(
      {
        aclInit(nullptr);
        aclrtSetDevice(0);
        for (int i = 0; i < 10; ++i) {
          aclrtStream stream = NewStream();
          static std::atomic<int> ran{0};
          aclrtLaunchHostFunc(stream, Count, &ran);
          aclrtSynchronizeStream(stream);
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::test
