// Threads that end while the library calls a function of the program, or waits in it.
#include <pthread.h>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

class ThreadEndTest : public RuntimeTest {};

void EndThread(void*) { pthread_exit(nullptr); }

TEST_F(ThreadEndTest, AHostFunctionMayEndTheThreadOfItsStream) {
  aclrtStream stream = NewStream();
  std::atomic<int> ran{0};
  Gate gate;
  for (int round = 0; round < 3; ++round) {
    EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
    EXPECT_OK(aclrtLaunchHostFunc(stream, EndThread, nullptr));
    EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));  // waits already when the thread ends
    gate.Open();
    EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "ended the thread", aclrtSynchronizeStream, stream);
    EXPECT_EQ(ran, 2 * round + 1);
    EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_EQ(ran, 2 * round + 2);
  }
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(ThreadEndTest, TheLastFunctionOfAStreamToo) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtLaunchHostFunc(stream, EndThread, nullptr));
  EXPECT_OK(aclrtDestroyStream(stream));
  stream = NewStream();
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchHostFunc(stream, EndThread, nullptr));
  gate.AwaitArrival();
  EXPECT_OK(aclrtDestroyStreamForce(stream));
}

TEST_F(ThreadEndTest, ACallbackMayEndTheThreadThatProcessesReports) {
  aclrtStream stream = NewStream();
  std::atomic<bool> go{false}, came_back{false};
  std::thread processor([&] {
    while (!go) std::this_thread::yield();
    while (aclrtProcessReport(-1) == ACL_SUCCESS) {
    }
    came_back = true;
  });
  const auto id = static_cast<uint64_t>(processor.native_handle());
  EXPECT_OK(aclrtSubscribeReport(id, stream));
  std::atomic<int> behind{0};
  EXPECT_OK(aclrtLaunchCallback(EndThread, nullptr, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &behind));
  go = true;
  processor.join();
  EXPECT_FALSE(came_back);
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "ended the thread", aclrtSynchronizeStream, stream);
  EXPECT_EQ(behind, 1);
  EXPECT_OK(aclrtUnSubscribeReport(id, stream));
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(ThreadEndTest, AThreadThatWaitsForAStreamMayBeCancelled) {
  aclrtStream stream = NewStream();
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  std::atomic<bool> came_back{false};
  std::thread waiter([&] {
    aclrtSynchronizeStream(stream);
    came_back = true;
  });
  gate.AwaitArrival();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(pthread_cancel(waiter.native_handle()), 0);
  waiter.join();
  EXPECT_FALSE(came_back);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtDestroyStream(stream));
}

}  // namespace
}  // namespace openaclnn::test
