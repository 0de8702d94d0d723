// What breaks naive implementations: the traps that concern the runtime, by their numbers in the
// contract (section 7 of the runtime's). Trap 16 is in exit_test.cc; the others concern tensors and
// executors.
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using TrapsTest = RuntimeTest;

// Asked before main, by a static object, as some frameworks do.
struct AskedEarly {
  AskedEarly() {
    count_code = aclrtGetDeviceCount(&count);
    soc = aclrtGetSocName();
    message = aclGetRecentErrMsg();
    init_code = aclInit(nullptr);
    aclFinalize();
  }
  aclError count_code, init_code;
  uint32_t count = 0;
  const char* soc;
  const char* message;
} asked_early;

TEST_F(TrapsTest, Trap04AThreadWithoutADeviceMayUseAStream) {
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  std::atomic<int> ran{0};
  std::thread([&] {
    EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, [&]() noexcept {
                  ++ran;
                  return 0;
                }).ok());
    EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
    EXPECT_OK(aclrtRecordEvent(event, stream));
    EXPECT_OK(aclrtStreamWaitEvent(stream, event));
    EXPECT_OK(aclrtSynchronizeEvent(event));
    EXPECT_OK(aclrtSynchronizeStream(stream));
  }).join();
  EXPECT_EQ(ran, 2);
}

TEST_F(TrapsTest, Trap05TasksOfAStreamNeverOverlap) {
  aclrtStream stream = NewStream();
  std::atomic<int> inside{0}, overlaps{0};
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(LaunchOnHost(stream, i % 2 == 0 ? Weight::kSmall : Weight::kLarge, [&]() noexcept {
                  if (inside.fetch_add(1) != 0) ++overlaps;
                  std::this_thread::yield();
                  inside.fetch_sub(1);
                  return 0;
                }).ok());
  }
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(overlaps, 0);
}

TEST_F(TrapsTest, Trap11ReadsBehindTheEndAreHarmless) {
  for (const size_t size : {size_t{4}, size_t{1000}, size_t{2} << 20}) {
    void* memory = nullptr;
    ASSERT_OK(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_OK(aclrtMemset(memory, size, 6, size));
    std::vector<unsigned char> copy(size + 2048);  // the source is not policed
    EXPECT_OK(
        aclrtMemcpy(copy.data(), copy.size(), memory, copy.size(), ACL_MEMCPY_DEVICE_TO_HOST));
    EXPECT_EQ(copy[0], 6);
    EXPECT_EQ(copy[size - 1], 6);
    EXPECT_OK(aclrtFree(memory));
  }
}

TEST_F(TrapsTest, Trap13TheKindIsAdvisory) {
  const int source = 17;
  for (int kind = 0; kind <= 5; ++kind) {
    int target = 0;
    EXPECT_OK(aclrtMemcpy(&target, sizeof(target), &source, sizeof(source),
                          Number<aclrtMemcpyKind>(kind)));
    EXPECT_EQ(target, 17) << kind;
  }
}

TEST_F(TrapsTest, Trap14MemcpyDoesNotWaitForStreams) {
  Gate gate;
  aclrtStream stream = NewStream();
  int device = 1, host = 0;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, Gate::Block, &gate));
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, [&device]() noexcept {
                device = 2;
                return 0;
              }).ok());
  EXPECT_OK(aclrtMemcpy(&host, sizeof(host), &device, sizeof(device), ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(host, 1);  // the old value, as on the device
  gate.Open();
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_OK(aclrtMemcpy(&host, sizeof(host), &device, sizeof(device), ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(host, 2);
}

TEST_F(TrapsTest, Trap15NothingIsCopiedButNotAllocated) {
  EXPECT_OK(aclrtMemcpy(nullptr, 0, nullptr, 0, ACL_MEMCPY_HOST_TO_DEVICE));
  EXPECT_OK(aclrtMemcpyAsync(nullptr, 0, nullptr, 0, ACL_MEMCPY_DEVICE_TO_HOST, nullptr));
  EXPECT_OK(aclrtMemset(nullptr, 0, 0, 0));
  void* memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(memory, nullptr);
}

TEST_F(TrapsTest, Trap16MemoryOutlivesFinaliseAndReset) {
  EXPECT_OK(aclInit(nullptr));
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtMemset(memory, 64, 3, 64));
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_OK(aclFinalize());
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_EQ(ByteAt(memory, 63), 3);
  EXPECT_OK(aclrtFree(memory));
}

TEST_F(TrapsTest, Trap17InitialiseRepeatedlyEarlyOrNever) {
  EXPECT_EQ(asked_early.count_code, ACL_SUCCESS);
  EXPECT_GE(asked_early.count, 1u);
  EXPECT_STREQ(asked_early.soc, aclrtGetSocName());
  EXPECT_EQ(asked_early.message, nullptr);
  EXPECT_EQ(asked_early.init_code, ACL_SUCCESS);
  EXPECT_OK(aclrtSynchronizeDevice());  // not initialised now
  EXPECT_OK(aclInit(nullptr));
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_OK(aclFinalize());
}

TEST_F(TrapsTest, Trap18MessagesAreNullOrText) {
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetDevice(-7), ACL_ERROR_RT_INVALID_DEVICEID);
  const char* const message = aclGetRecentErrMsg();
  uint32_t count = 0;
  EXPECT_OK(aclrtGetDeviceCount(&count));
  EXPECT_EQ(message, "aclrtSetDevice: deviceId: is -7, expected 0 to " + std::to_string(count - 1) +
                         " [EZ1401 device]\naclrtFree: devPtr: is null [EZ1001 null-argument]");
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(message, testing::StartsWith("aclrtSetDevice"));  // valid until the next call
  EXPECT_STREQ(aclGetRecentErrMsg(), "aclrtFreeHost: hostPtr: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(TrapsTest, Trap19FunctionsServeAsDeleters) {
  static_assert(std::is_same_v<decltype(&aclrtFree), aclError (*)(void*)>);
  static_assert(std::is_same_v<decltype(&aclrtDestroyStream), aclError (*)(aclrtStream)>);
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST));
  { const std::unique_ptr<void, aclError (*)(void*)> owner(memory, aclrtFree); }
  EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(TrapsTest, Trap21NamesThatAreEasilyChanged) {
  EXPECT_EQ(ACL_FRACTAL_Z_3D, 33);
  EXPECT_EQ(ACL_ERROR, 3);  // a level of aclLogLevel
  struct dim3 {};           // the program's own
  EXPECT_EQ(sizeof(dim3), 1u);
}

TEST_F(TrapsTest, Trap22OppositeEnumsAndTimesWithoutTheirFlag) {
  for (const uint32_t flag : {0u, ACL_EVENT_SYNC}) {
    aclrtEvent start = nullptr, end = nullptr;
    EXPECT_OK(aclrtCreateEventWithFlag(&start, flag));
    EXPECT_OK(aclrtCreateEventExWithFlag(&end, flag));
    Gate gate;
    EXPECT_OK(aclrtRecordEvent(start, nullptr));
    EXPECT_OK(aclrtLaunchHostFunc(nullptr, Gate::Block, &gate));
    EXPECT_OK(aclrtRecordEvent(end, nullptr));
    aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    EXPECT_OK(aclrtQueryEvent(end, &status));
    EXPECT_OK(aclrtQueryEventStatus(end, &recorded));
    EXPECT_EQ(static_cast<int>(status), 1);
    EXPECT_EQ(static_cast<int>(recorded), 0);
    gate.Open();
    EXPECT_OK(aclrtSynchronizeEvent(end));
    EXPECT_OK(aclrtQueryEvent(end, &status));
    EXPECT_OK(aclrtQueryEventStatus(end, &recorded));
    EXPECT_EQ(static_cast<int>(status), 0);
    EXPECT_EQ(static_cast<int>(recorded), 1);
    float ms = -1;
    EXPECT_OK(aclrtEventElapsedTime(&ms, start, end));
    EXPECT_GT(ms, 0.0f);
    EXPECT_OK(aclrtStreamWaitEvent(nullptr, end));
  }
}

TEST_F(TrapsTest, Trap23TheDeviceIsSetThousandsOfTimes) {
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  aclrtStream stream = NewStream();
  for (int i = 0; i < 20000; ++i) {
    ASSERT_OK(aclrtSetDevice(0));
    ASSERT_OK(aclrtSetCurrentContext(context));
  }
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtResetDevice(0));  // one of many
  aclrtContext current = nullptr;
  EXPECT_OK(aclrtGetCurrentContext(&current));
  EXPECT_EQ(current, context);
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(TrapsTest, Trap24OptionsAreKept) {
  int64_t value = 7;
  EXPECT_OK(aclrtGetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, &value));
  EXPECT_EQ(value, 0);
  EXPECT_OK(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
  EXPECT_OK(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
  EXPECT_EQ(value, 1);
  EXPECT_OK(aclrtCtxSetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, 5));
  EXPECT_OK(aclrtCtxGetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, &value));
  EXPECT_EQ(value, 5);
}

TEST_F(TrapsTest, Trap26NullIsAStreamToUseButNotToDestroy) {
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, Count, &ran));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(ran, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream: is null", aclrtDestroyStream, nullptr);
}

}  // namespace
}  // namespace openaclnn::test
