// fork() where the devices are GPUs: once the driver was started, a child is told so by whatever it
// calls. Each case runs in a process of its own. What else holds of fork is in
// tests/runtime/fork_test.cc, which runs on this driver, too.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "acl/acl.h"
#include "aclnnop/aclnn_relu.h"
#include "gtest/gtest.h"
#include "tests/sanitized.h"

namespace openaclnn::test {
namespace {

// Prints what a call returned: "name=code ", with "!" if the message does not say why.
void Print(const char* name, int code) {
  const char* const message = aclGetRecentErrMsg();
  const bool says_why = message != nullptr && std::strstr(message, "forked") != nullptr;
  std::fprintf(stderr, "%s=%d%s ", name, code, says_why ? "" : "!");
}

// Runs `body` in a child, and ends the process when that has ended.
template <class Body>
[[noreturn]] void Fork(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    body();
    std::exit(0);  // with the handlers of exit()
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::fprintf(stderr, "child %d", status);
  std::exit(0);
}

class CudaForkTest : public testing::Test {
 protected:
  CudaForkTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void SetUp() override {
    if (kIsSanitized) {
      GTEST_SKIP() << "sanitizers count on the threads that a forked child does not have";
    }
    if (dlopen("libopenaclnn_cuda.so.0", RTLD_NOW) == nullptr) GTEST_SKIP() << "no device code";
  }
};

TEST_F(CudaForkTest, AfterTheCountWasAsked) {
  const auto run = []() {
    uint32_t count = 0;
    aclrtGetDeviceCount(&count);
    Fork([] {
      uint32_t again = 0;
      int32_t can = 0;
      int64_t value = 0;
      Print("init", aclInit(nullptr));
      Print("count", aclrtGetDeviceCount(&again));
      Print("set", aclrtSetDevice(0));
      Print("peers", aclrtDeviceCanAccessPeer(&can, 0, 1));
      Print("capability", aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value));
    });
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0),
              "init=0! count=100001 set=100001 peers=100001 capability=100001 child 0");
}

TEST_F(CudaForkTest, AfterMemoryStreamsAndOperatorsWereMade) {
  const auto run = []() {
    aclrtSetDevice(0);
    void *memory = nullptr, *pinned = nullptr;
    aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMallocHost(&pinned, 64);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    aclrtEvent event = nullptr;
    aclrtCreateEvent(&event);
    aclrtRecordEvent(event, stream);
    const int64_t size = 4;
    aclTensor* const tensor =
        aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &size, 1, memory);
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
    aclnnReluGetWorkspaceSize(tensor, tensor, &workspace, &executor);
    Fork([=] {
      void* more = nullptr;
      size_t free = 0, total = 0;
      aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
      Print("relu", aclnnRelu(nullptr, 0, executor, stream));
      Print("copy", aclrtMemcpy(pinned, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST));
      Print("later", aclrtMemcpyAsync(pinned, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST, stream));
      Print("fill", aclrtMemset(memory, 64, 0, 64));
      Print("malloc", aclrtMalloc(&more, 64, ACL_MEM_MALLOC_HUGE_FIRST));
      Print("host", aclrtMallocHost(&more, 64));
      Print("free", aclrtFree(memory));
      Print("info", aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
      Print("stream", aclrtSynchronizeStream(stream));
      Print("query", aclrtQueryEventStatus(event, &status));
      Print("event", aclrtSynchronizeEvent(event));
      Print("enable", aclrtDeviceEnablePeerAccess(1, 0));
    });
  };
  EXPECT_EXIT(
      run(), testing::ExitedWithCode(0),
      "relu=361001 copy=100001 later=100001 fill=100001 malloc=100001 host=100001 free=100001 "
      "info=100001 stream=100001 query=100001 event=100001 enable=100001 child 0");
}

TEST_F(CudaForkTest, BeforeTheDriverIsStartedChildrenMayHaveGpus) {
  const auto run = []() {
    aclInit(nullptr);
    Fork([] {
      void* memory = nullptr;
      std::array<char, 4> bytes = {1, 2, 3, 4}, back = {};
      aclrtSetDevice(0);
      aclrtMalloc(&memory, 4, ACL_MEM_MALLOC_HUGE_FIRST);
      aclrtMemcpy(memory, 4, bytes.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE);
      aclrtMemcpy(back.data(), 4, memory, 4, ACL_MEMCPY_DEVICE_TO_HOST);
      std::fprintf(stderr, "%d%d%d%d ", back[0], back[1], back[2], back[3]);
    });
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "1234 child 0");
}

// The parent's device is as it was.
TEST_F(CudaForkTest, TheParentGoesOn) {
  const auto run = []() {
    void* memory = nullptr;
    std::array<char, 4> bytes = {1, 2, 3, 4}, back = {};
    aclrtSetDevice(0);
    aclrtMalloc(&memory, 4, ACL_MEM_MALLOC_HUGE_FIRST);
    const pid_t child = fork();
    if (child == 0) {
      aclrtFree(memory);
      std::exit(7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    aclrtMemcpy(memory, 4, bytes.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE);
    aclrtMemcpy(back.data(), 4, memory, 4, ACL_MEMCPY_DEVICE_TO_HOST);
    std::fprintf(stderr, "%d %d%d%d%d %d", WEXITSTATUS(status), back[0], back[1], back[2], back[3],
                 aclrtFree(memory));
    std::exit(0);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "7 1234 0");
}

}  // namespace
}  // namespace openaclnn::test
