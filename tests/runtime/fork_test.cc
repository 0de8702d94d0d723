// fork() after the device was used: the child gets errors, never a hang.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "tests/runtime/runtime_test.h"
#include "tests/sanitized.h"

namespace openaclnn {
namespace {

using test::Count;
using test::Gate;
using test::NewEvent;
using test::NewStream;

// Runs `body` in a child and returns its exit status, or -1 if a signal or 20 seconds ended it.
template <class Body>
int InChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    const int result = body();
    std::exit(result);  // with the handlers of exit()
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool SaysWhy() {
  const char* const message = aclGetRecentErrMsg();
  return message != nullptr && std::strstr(message, "forked") != nullptr;
}

// The number of the first call that did not fail as it should; 0: none.
template <class... Calls>
int FirstAccepted(Calls... calls) {
  int number = 0, first = 0;
  const auto check = [&](auto call) {
    ++number;
    if (first == 0 && (call() != ACL_ERROR_UNINITIALIZE || !SaysWhy())) first = number;
  };
  (check(calls), ...);
  return first;
}

class ForkTest : public test::RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    if (test::kIsSanitized) {
      GTEST_SKIP() << "sanitizers count on the threads that a forked child does not have";
    }
  }
};

TEST_F(ForkTest, ChildIsRefusedTheDeviceAndDoesNotHang) {
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  void *memory = nullptr, *more = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST));
  std::atomic<int> count{0};
  Gate gate;  // the stream is busy, and its thread is not there in the child
  ASSERT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  ASSERT_OK(aclrtRecordEvent(event, stream));
  gate.AwaitArrival();
  aclrtContext context = nullptr;
  EXPECT_EQ(
      InChild([&] {
        return FirstAccepted(
            [&] { return aclrtSynchronizeStream(stream); },
            [&] { return aclrtSynchronizeStream(nullptr); },
            [&] { return aclrtSynchronizeDevice(); }, [&] { return aclrtSynchronizeEvent(event); },
            [&] { return aclrtLaunchHostFunc(stream, Count, &count); },
            [&] { return aclrtMemsetAsync(memory, 64, 0, 64, stream); },
            [&] { return aclrtMemset(memory, 64, 0, 64); },
            [&] { return aclrtMalloc(&more, 64, ACL_MEM_MALLOC_HUGE_FIRST); },
            [&] { return aclrtFree(memory); }, [&] { return aclrtDestroyEvent(event); },
            [&] { return aclrtDestroyStream(stream); },
            [&] { return aclrtDestroyStreamForce(stream); },
            [&] { return aclrtCreateContext(&context, 0); }, [&] { return aclrtSetDevice(0); },
            [&] { return aclrtResetDevice(0); }, [&] { return aclrtProcessReport(-1); });
      }),
      0);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtDestroyEvent(event));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_OK(aclrtFree(memory));
}

TEST_F(ForkTest, ChildOfAChildIsRefusedToo) {
  EXPECT_EQ(InChild([] {
              return InChild([] { return FirstAccepted([] { return aclrtSetDevice(0); }); });
            }),
            0);
}

// Programs that fork before they use the device, such as loaders of data, are not bothered.
TEST(ForkBeforeDeviceTest, ChildMayUseTheDevice) {
  EXPECT_EQ(InChild([] {
              aclrtStream stream = nullptr;
              std::atomic<int> count{0};
              if (aclrtSetDevice(0) != 0) return 0;  // another test of this process used it
              if (aclrtCreateStream(&stream) != 0) return 1;
              if (aclrtLaunchHostFunc(stream, Count, &count) != 0) return 2;
              if (aclrtSynchronizeStream(stream) != 0) return 3;
              return count == 1 ? 0 : 4;
            }),
            0);
}

}  // namespace
}  // namespace openaclnn
