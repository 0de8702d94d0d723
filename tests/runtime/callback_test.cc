#include <pthread.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "base/settings.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using CallbackTest = RuntimeTest;

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

// A thread of the program that runs callbacks until it is told to stop.
class Processor {
 public:
  Processor()
      : thread_([this] {
          while (!stop_) aclrtProcessReport(5);
        }),
        id_(static_cast<uint64_t>(thread_.native_handle())) {}
  ~Processor() {
    stop_ = true;
    thread_.join();
  }
  uint64_t id() const { return id_; }

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
  const uint64_t id_;
};

TEST_F(CallbackTest, RunsInTheSubscribedThread) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  std::thread::id ran_in;
  const auto note = [](void* id) {
    *static_cast<std::thread::id*>(id) = std::this_thread::get_id();
  };
  EXPECT_OK(aclrtLaunchCallback(note, &ran_in, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtProcessReport(-1));
  EXPECT_EQ(ran_in, std::this_thread::get_id());
  EXPECT_OK(aclrtUnSubscribeReport(ThisThread(), stream));
  EXPECT_OK(aclrtSynchronizeStream(stream));
}

TEST_F(CallbackTest, ABlockingCallbackHoldsTheStreamUp) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  std::atomic<int> ran{0}, behind{0};
  EXPECT_OK(aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &behind));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(behind, 0);
  EXPECT_OK(aclrtProcessReport(1000));
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(behind, 1);
}

TEST_F(CallbackTest, ANonBlockingCallbackDoesNot) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  std::atomic<int> ran{0};
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_NO_BLOCK, stream));
  }
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(ran, 0);
  EXPECT_OK(aclrtProcessReport(1000));
  EXPECT_EQ(ran, 3);
}

TEST_F(CallbackTest, CallbacksComeInOrderAfterTheTasksBeforeThem) {
  const Processor processor;
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(processor.id(), stream));
  static std::vector<int> order;
  order.clear();
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  std::vector<int> numbers(50);
  for (int i = 0; i < 50; ++i) {
    int& number = numbers[static_cast<size_t>(i)] = i;
    const auto append = [](void* value) { order.push_back(*static_cast<int*>(value)); };
    if (i % 5 == 0) {
      EXPECT_OK(aclrtLaunchHostFunc(stream, append, &number));
    } else {
      EXPECT_OK(aclrtLaunchCallback(append, &number, ACL_CALLBACK_BLOCK, stream));
    }
  }
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(order, numbers);
  EXPECT_OK(aclrtUnSubscribeReport(processor.id(), stream));
}

TEST_F(CallbackTest, OneThreadServesSeveralStreams) {
  const Processor processor;
  std::atomic<int> ran{0};
  std::vector<aclrtStream> streams;
  for (int i = 0; i < 3; ++i) streams.push_back(NewStream());
  for (aclrtStream stream : streams) EXPECT_OK(aclrtSubscribeReport(processor.id(), stream));
  for (int i = 0; i < 30; ++i) {
    EXPECT_OK(
        aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_BLOCK, streams[static_cast<size_t>(i % 3)]));
  }
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_EQ(ran, 30);
  for (aclrtStream stream : streams) EXPECT_OK(aclrtUnSubscribeReport(processor.id(), stream));
}

TEST_F(CallbackTest, LaunchRefusals) {
  aclrtStream stream = NewStream();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_NO_CB_REG, "no thread has subscribed", aclrtLaunchCallback,
                 Count, nullptr, ACL_CALLBACK_BLOCK, stream);
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "fn: is null", aclrtLaunchCallback, nullptr, nullptr,
                 ACL_CALLBACK_BLOCK, stream);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "blockType: is 2", aclrtLaunchCallback, Count, nullptr,
                 Number<aclrtCallbackBlockType>(2), stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtLaunchCallback, Count, nullptr,
                 ACL_CALLBACK_BLOCK, Foreign());
}

TEST_F(CallbackTest, SubscribeRefusals) {
  aclrtStream stream = NewStream(), other = NewStream();
  EXPECT_REFUSED(ACL_ERROR_RT_THREAD_SUBSCRIBE, "no subscriptions", aclrtUnSubscribeReport,
                 ThisThread(), stream);
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "has subscribed to it", aclrtSubscribeReport,
                 ThisThread(), stream);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "has subscribed to it", aclrtSubscribeReport, 42,
                 stream);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "has not subscribed to it", aclrtUnSubscribeReport,
                 ThisThread(), other);
  EXPECT_REFUSED(ACL_ERROR_RT_THREAD_SUBSCRIBE, "thread 42", aclrtUnSubscribeReport, 42, stream);
  EXPECT_OK(aclrtUnSubscribeReport(ThisThread(), stream));
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtSubscribeReport, 42, Foreign());
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtUnSubscribeReport, 42, Foreign());
}

TEST_F(CallbackTest, AThreadServesOneDevice) {
  const Settings saved = GetSettings();
  Settings settings = saved;
  settings.device_count = 2;
  OverrideSettings(settings);
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), nullptr));
  EXPECT_OK(aclrtSetDevice(1));
  EXPECT_REFUSED(ACL_ERROR_RT_THREAD_SUBSCRIBE, "of device 0", aclrtSubscribeReport, ThisThread(),
                 nullptr);
  EXPECT_OK(aclrtResetDevice(1));
  EXPECT_OK(aclrtSetDevice(0));
  OverrideSettings(saved);
}

TEST_F(CallbackTest, ProcessRefusals) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "timeout: is 0", aclrtProcessReport, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "timeout: is -2", aclrtProcessReport, -2);
  EXPECT_REFUSED(ACL_ERROR_RT_THREAD_SUBSCRIBE, "no subscriptions", aclrtProcessReport, 1);
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), nullptr));
  EXPECT_REFUSED(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback", aclrtProcessReport, 10);
}

TEST_F(CallbackTest, UnsubscribingWakesTheThread) {
  aclError code = 0;
  std::atomic<bool> go{false};
  std::thread waiter([&] {
    while (!go) std::this_thread::yield();
    code = aclrtProcessReport(-1);
  });
  const auto id = static_cast<uint64_t>(waiter.native_handle());
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(id, stream));
  go = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_OK(aclrtUnSubscribeReport(id, stream));
  waiter.join();
  EXPECT_EQ(code, ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

TEST_F(CallbackTest, UnsubscribingDropsWhatHasNotBegun) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  std::atomic<int> ran{0}, behind{0};
  EXPECT_OK(aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &behind));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_OK(aclrtUnSubscribeReport(ThisThread(), stream));  // it is due
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_NO_CB_REG, "callback was dropped", aclrtSynchronizeStream,
                 stream);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(behind, 1);
}

TEST_F(CallbackTest, UnsubscribingDropsWhatIsNotDueYet) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  Gate gate;
  std::atomic<int> ran{0}, behind{0};
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &behind));
  EXPECT_OK(aclrtUnSubscribeReport(ThisThread(), stream));
  gate.Open();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_NO_CB_REG, "callback was dropped", aclrtSynchronizeStream,
                 stream);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(behind, 1);
}

TEST_F(CallbackTest, DestroyForceDropsWhatTheStreamWaitsFor) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchCallback(Count, &ran, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtDestroyStreamForce(stream));
  EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  EXPECT_EQ(ran, 0);
}

TEST_F(CallbackTest, DestroyEndsTheSubscription) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

TEST_F(CallbackTest, ACallbackThatThrows) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  for (const aclrtCallbackBlockType block : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
    EXPECT_OK(aclrtLaunchCallback([](void*) { throw std::runtime_error("no luck"); }, nullptr,
                                  block, stream));
    EXPECT_OK(aclrtProcessReport(-1));
    EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "no luck", aclrtSynchronizeStream, stream);
    EXPECT_OK(aclrtSynchronizeStream(stream));
  }
}

TEST_F(CallbackTest, SynchronisingInABlockingCallbackIsRefused) {
  static aclrtStream stream;
  stream = NewStream();
  EXPECT_OK(aclrtSubscribeReport(ThisThread(), stream));
  aclError code = 0;
  const auto synchronise = [](void* result) {
    *static_cast<aclError*>(result) = aclrtSynchronizeStream(stream);
  };
  EXPECT_OK(aclrtLaunchCallback(synchronise, &code, ACL_CALLBACK_BLOCK, stream));
  EXPECT_OK(aclrtProcessReport(-1));
  EXPECT_EQ(code, ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  EXPECT_OK(aclrtLaunchCallback(synchronise, &code, ACL_CALLBACK_NO_BLOCK, stream));
  EXPECT_OK(aclrtProcessReport(-1));
  EXPECT_EQ(code, ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::test
