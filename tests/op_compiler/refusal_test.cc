// What follows from a call that another thread was refused: nothing of its context is given any
// more that it could have made wrong.
#include <pthread.h>

#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl_op_compiler.h"
#include "aclnnop/aclnn_relu.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

constexpr int kNo = ACL_ERROR_API_NOT_SUPPORT;
constexpr aclrtMemcpyKind kDown = ACL_MEMCPY_DEVICE_TO_HOST, kUp = ACL_MEMCPY_HOST_TO_DEVICE;
constexpr const char* kWords =
    "results may be wrong, and are not given until the device is reset, since a call of another "
    "thread was refused: aclopCompileAndExecute: opType: Cross cannot be run by its name";

aclError Ask(const char* op_type, aclrtStream stream) {
  return aclopCompileAndExecute(op_type, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                                ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream);
}

// As PyTorch's adapter does it, whose thread ends then.
void AskElsewhere(const char* op_type, aclrtStream stream) {
  std::thread([=] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_EQ(Ask(op_type, stream), kNo);
  }).join();
}

class RefusalTest : public RuntimeTest {
 protected:
  static constexpr size_t kBytes = 4096;

  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(aclrtCreateStream(&stream_));
    ASSERT_OK(aclrtCreateEvent(&event_));
    ASSERT_OK(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMallocHost(&pinned_, kBytes));
    ASSERT_OK(aclrtMemset(device_, kBytes, 7, kBytes));
    std::memset(pinned_, 1, kBytes);
  }
  void TearDown() override {
    EXPECT_OK(aclrtFree(device_));
    EXPECT_OK(aclrtFreeHost(pinned_));
    EXPECT_OK(aclrtDestroyEvent(event_));
    RuntimeTest::TearDown();
  }

  // What brings results, in this thread, with a stream of the current context.
  void ExpectNoResults(aclrtStream stream) {
    EXPECT_OK(aclrtRecordEvent(event_, stream));
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeStream, stream);
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeStreamWithTimeout, stream, 1000);
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeDevice);
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeDeviceWithTimeout, 1000);
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeEvent, event_);
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeEventWithTimeout, event_, 1000);
    aclrtEvent event = nullptr;  // for which the adapter would wait without asking
    EXPECT_REFUSED(kNo, kWords, aclrtCreateEvent, &event);
    EXPECT_REFUSED(kNo, kWords, aclrtCreateEventExWithFlag, &event, ACL_EVENT_SYNC);
    EXPECT_EQ(event, nullptr);
    EXPECT_REFUSED(kNo, kWords, aclrtMemcpy, pageable_.data(), kBytes, device_, kBytes, kDown);
    EXPECT_REFUSED(kNo, kWords, aclrtMemcpy, pageable_.data(), kBytes, device_, kBytes,
                   ACL_MEMCPY_DEFAULT);
    EXPECT_REFUSED(kNo, kWords, aclrtMemcpyAsync, pageable_.data(), kBytes, device_, kBytes, kDown,
                   stream);
    EXPECT_REFUSED(kNo, kWords, aclrtMemcpyAsync, pinned_, kBytes, device_, kBytes, kDown, stream);
    EXPECT_REFUSED(kNo, kWords, aclrtMemcpy, device_, kBytes, pinned_, kBytes, kUp);
    EXPECT_EQ(pageable_, std::vector<unsigned char>(kBytes, 1));
    EXPECT_EQ(std::memcmp(pinned_, pageable_.data(), kBytes), 0);
    EXPECT_OK(aclrtMemcpy(pinned_, kBytes, pageable_.data(), kBytes, ACL_MEMCPY_HOST_TO_HOST));
  }

  void ExpectResults(aclrtStream stream) {
    aclrtEvent event = nullptr;
    EXPECT_OK(aclrtCreateEvent(&event));
    EXPECT_OK(aclrtDestroyEvent(event));
    EXPECT_OK(aclrtRecordEvent(event_, stream));
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_OK(aclrtSynchronizeEvent(event_));
    std::vector<unsigned char> down(kBytes, 1);
    EXPECT_OK(aclrtMemcpy(down.data(), kBytes, device_, kBytes, kDown));
    EXPECT_EQ(down, std::vector<unsigned char>(kBytes, 7));
    EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, kDown, stream));
    EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 1000));
    EXPECT_EQ(std::memcmp(pinned_, down.data(), kBytes), 0);
  }

  aclrtStream stream_ = nullptr;
  aclrtEvent event_ = nullptr;
  void* device_ = nullptr;
  void* pinned_ = nullptr;
  std::vector<unsigned char> pageable_ = std::vector<unsigned char>(kBytes, 1);
};

TEST_F(RefusalTest, WithholdsResultsUntilTheDeviceIsReset) {
  ExpectResults(stream_);
  std::memset(pinned_, 1, kBytes);
  AskElsewhere("Cross", stream_);
  ExpectNoResults(stream_);
  ExpectNoResults(nullptr);
  aclrtStream later = nullptr;
  ASSERT_OK(aclrtCreateStream(&later));
  ExpectNoResults(later);
  ExpectNoResults(stream_);  // whatever was asked before
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeStream, stream_);
  }).join();

  EXPECT_OK(aclrtResetDeviceForce(0));
  ASSERT_OK(aclrtSetDevice(0));
  ASSERT_OK(aclrtCreateStream(&stream_));
  ASSERT_OK(aclrtMemset(device_, kBytes, 7, kBytes));
  ExpectResults(stream_);
}

TEST_F(RefusalTest, TheFirstOneIsRepeated) {
  AskElsewhere("Cross", nullptr);
  AskElsewhere("Cross", stream_);
  ExpectNoResults(stream_);
}

TEST_F(RefusalTest, AThreadThatHasHeardOfItsOwnWorksOn) {
  EXPECT_EQ(Ask("Cross", stream_), kNo);
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeStream, stream_);
  }).join();
  ExpectResults(stream_);
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
  }).join();
  EXPECT_EQ(Ask("Cross", stream_), kNo);
  AskElsewhere("Cross", stream_);
  std::memset(pinned_, 1, kBytes);
  ExpectNoResults(stream_);  // of the other thread
}

TEST_F(RefusalTest, ConcernsItsContextAlone) {
  aclrtContext first = nullptr, second = nullptr;
  ASSERT_OK(aclrtGetCurrentContext(&first));
  ASSERT_OK(aclrtCreateContext(&second, 0));
  aclrtStream stream = nullptr;
  ASSERT_OK(aclrtCreateStream(&stream));
  AskElsewhere("Cross", stream);
  EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeDevice);
  std::memset(pinned_, 1, kBytes);
  EXPECT_REFUSED(kNo, kWords, aclrtSynchronizeStream, stream);
  ASSERT_OK(aclrtSetCurrentContext(first));
  ExpectResults(stream_);
  EXPECT_OK(aclrtDestroyContext(second));
  EXPECT_OK(aclrtSynchronizeDevice());
}

TEST_F(RefusalTest, WhatWasNotToRunHasNoConsequences) {
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_EQ(aclopCompile("Cross", 0, nullptr, 0, nullptr, nullptr, ACL_ENGINE_SYS,
                           ACL_COMPILE_SYS, nullptr),
              kNo);
    EXPECT_EQ(Ask(nullptr, stream_), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(Ask("Cross", reinterpret_cast<aclrtStream>(uintptr_t{16})), kNo);
  }).join();
  std::thread([] { EXPECT_EQ(Ask("Cross", nullptr), kNo); }).join();  // without a context
  ExpectResults(stream_);
}

void InThreadNamed(const char* name, const std::function<void()>& body) {
  std::thread([&] {
    ASSERT_EQ(pthread_setname_np(pthread_self(), name), 0);
    EXPECT_OK(aclrtSetDevice(0));
    body();
  }).join();
}

TEST_F(RefusalTest, BothPhasesCountInTheQueueOfTheAdapter) {
  const auto ask = [&](bool to_run) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(to_run ? aclnnRelu(nullptr, 0, nullptr, stream_)
                     : aclnnReluGetWorkspaceSize(nullptr, nullptr, &size, &executor),
              161001);
  };
  for (const bool to_run : {false, true}) {
    InThreadNamed("acl_threads", [&] { ask(to_run); });
    ask(to_run);
    ExpectResults(stream_);  // programs ask what there is

    InThreadNamed("acl_thread", [&] { ask(to_run); });
    EXPECT_REFUSED(kNo,
                   to_run ? "another thread was refused: aclnnRelu: executor: is null"
                          : "another thread was refused: aclnnReluGetWorkspaceSize: self: is null",
                   aclrtSynchronizeStream, stream_);
    EXPECT_OK(aclrtResetDeviceForce(0));
    ASSERT_OK(aclrtSetDevice(0));
    ASSERT_OK(aclrtCreateStream(&stream_));
    ASSERT_OK(aclrtMemset(device_, kBytes, 7, kBytes));
    ExpectResults(stream_);
  }
}

TEST_F(RefusalTest, SaysWhatPyTorchMeans) {
  Ask("MatrixInverse", stream_);
  EXPECT_EQ(Messages(),
            "aclopCompileAndExecute: opType: MatrixInverse cannot be run by its name: openaclnn "
            "has the aclnn API only (`openaclnn list`), and no operator there that serves. In "
            "PyTorch it stands for torch.inverse: run that on the CPU, with .cpu() of its tensors "
            "and .npu() of the result; see docs/porting.md, \"What runs in PyTorch\" [EZ1004 "
            "not-supported]");
  Ask("OfNobody", stream_);
  EXPECT_EQ(Messages(),
            "aclopCompileAndExecute: opType: OfNobody cannot be run by its name: openaclnn has the "
            "aclnn API only (`openaclnn list`), and no operator there that serves; see "
            "docs/porting.md, \"What runs in PyTorch\" [EZ1004 not-supported]");
}

}  // namespace
}  // namespace openaclnn::test
