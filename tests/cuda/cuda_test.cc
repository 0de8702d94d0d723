// What is the CUDA back end's own, on a driver without a GPU (driver/fake_driver.cc), whose devices
// 0 and 1 begin each piece of work some microseconds after it could.

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_prelu.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_silu.h"
#include "cuda/argument.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

constexpr size_t kBytes = 1 << 16;
constexpr int kLost = 700;

template <class Function>
Function* DriverFunction(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return driver != nullptr ? reinterpret_cast<Function*>(dlsym(driver, name)) : nullptr;
}

// The call of a driver's function after `calls` others returns `result`.
void Fail(const char* function, int result, int calls = 0) {
  DriverFunction<void(const char*, int, int)>("fakeCudaFail")(function, result, calls);
}

// The next piece of work fails so; 0: all devices work again.
void FailWork(int result) { DriverFunction<void(int)>("fakeCudaFailWork")(result); }

// The argument's type of the kernel that was launched last.
std::string LastArgument() {
  const std::string name = DriverFunction<const char*()>("fakeCudaLastKernel")();
  for (const char* argument : {"PacksArgument", "ElementwiseArgument", "TransposedArgument"}) {
    if (name.find(argument) != name.npos) return argument;
  }
  return name;
}

// While it lives, and until End, no work begins.
class Held {
 public:
  Held() { DriverFunction<void(int)>("fakeCudaHold")(1); }
  ~Held() { End(); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  void End() { DriverFunction<void(int)>("fakeCudaHold")(0); }
};

class CudaTest : public RuntimeTest {
 protected:
  void SetUp() override {
    if (DriverFunction<void(int)>("fakeCudaFailWork") == nullptr) {
      GTEST_SKIP() << "this is another driver than that of the tests";
    }
    RuntimeTest::SetUp();
    ASSERT_OK(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMallocHost(&pinned_, kBytes));
    ASSERT_OK(aclrtMemset(device_, kBytes, 0, kBytes));
    stream_ = NewStream();
  }
  void TearDown() override {
    if (stream_ == nullptr) return;
    FailWork(0);
    EXPECT_OK(aclrtSynchronizeDevice());
    EXPECT_OK(aclrtFree(device_));
    EXPECT_OK(aclrtFreeHost(pinned_));
    RuntimeTest::TearDown();
  }

  // Work that takes some milliseconds.
  void PutWork(aclrtStream stream) {
    for (int i = 1; i <= 100; ++i) ASSERT_OK(aclrtMemsetAsync(device_, kBytes, i, 16, stream));
  }

  void* device_ = nullptr;
  void* pinned_ = nullptr;
  aclrtStream stream_ = nullptr;
};

using CudaDeathTest = CudaTest;

TEST_F(CudaDeathTest, DeviceMemoryIsOutOfReach) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The action of sanitizers is to exit.
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  const testing::ExitedWithCode takes_its_course(1);
#elif defined(OPENACLNN_THREAD_SANITIZER)
  const testing::ExitedWithCode takes_its_course(66);
#else
  const testing::KilledBySignal takes_its_course(SIGSEGV);
#endif
  EXPECT_EXIT(
      static_cast<volatile char*>(device_)[5] = 1, takes_its_course,
      "EZ2001 host-access.: host code wrote device memory: address 0x[0-9a-f]+ is at offset 5 "
      "of the 65536 bytes made by aclrtMalloc; the code is at .*Copy with aclrtMemcpy");
}

TEST_F(CudaTest, MemoryIsAlignedMoreThanTheDriverPromises) {
  std::array<void*, 6> blocks{};
  for (void*& block : blocks) {
    ASSERT_OK(aclrtMalloc(&block, 100, ACL_MEM_MALLOC_NORMAL_ONLY));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 512, 0u);
  }
  for (void* block : blocks) EXPECT_OK(aclrtFree(block));
}

TEST_F(CudaTest, MemoryIsTheDevices) {
  size_t free = 0, total = 0, after = 0;
  ASSERT_OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
  EXPECT_EQ(total, size_t{1} << 30);
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, total / 2, ACL_MEM_MALLOC_HUGE_FIRST));
  ASSERT_OK(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total));
  EXPECT_LE(after, free - total / 2);
  EXPECT_GE(after, free - total / 2 - 8192);
  void* more = nullptr;
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "bytes of device 0 (fake GPU 0) are free",
                 aclrtMalloc, &more, total / 2 + 1, ACL_MEM_MALLOC_HUGE_FIRST);
  EXPECT_EQ(more, nullptr);
  EXPECT_OK(aclrtSetDevice(1));  // has its own
  EXPECT_OK(aclrtMalloc(&more, total / 2 + 1, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtFree(more));
  EXPECT_OK(aclrtFree(memory));
  EXPECT_OK(aclrtResetDevice(1));
  EXPECT_OK(aclrtSetDevice(0));
}

TEST_F(CudaTest, NobodyWaitsWhereMemoryIsFreed) {
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  const aclrtStream other = NewStream();
  Held held;
  EXPECT_OK(aclrtMemsetAsync(memory, kBytes, 7, kBytes, stream_));
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  for (int i = 0; i < 9; ++i) EXPECT_OK(aclrtMemsetAsync(memory, kBytes, 7, kBytes, other));
  EXPECT_OK(aclrtDestroyStreamForce(other));
  EXPECT_OK(aclrtFree(memory));  // returns, though all of it is yet to run
  held.End();
  EXPECT_OK(aclrtSynchronizeStream(stream_));  // what ran met live memory
  EXPECT_EQ(static_cast<unsigned char*>(pinned_)[kBytes - 1], 7);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // nobody knows when it has ended
  EXPECT_OK(aclrtMemset(device_, kBytes, 0, 16));              // so has the other stream's
}

// More memory than there is besides what waits to be freed: until that was freed.
TEST_F(CudaTest, MemoryThatIsInUseIsHandedOutLater) {
  constexpr size_t kMost = (size_t{1} << 30) / 3 * 2;
  void *first = nullptr, *second = nullptr;
  ASSERT_OK(aclrtMalloc(&first, kMost, ACL_MEM_MALLOC_HUGE_FIRST));
  Held held;
  EXPECT_OK(aclrtMemsetAsync(first, kMost, 7, 16, stream_));
  EXPECT_OK(aclrtFree(first));
  std::atomic<bool> is_done{false};
  std::thread allocating([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_OK(aclrtMalloc(&second, kMost, ACL_MEM_MALLOC_HUGE_FIRST));
    is_done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_done);
  held.End();
  allocating.join();
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_OK(aclrtFree(second));
}

TEST_F(CudaTest, WhatTheDeviceHas) {
  int64_t value = 0;
  EXPECT_OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value));
  EXPECT_EQ(value, 132);
  EXPECT_OK(aclGetDeviceCapability(1, ACL_DEVICE_INFO_L2_SIZE, &value));
  EXPECT_EQ(value, 50 << 20);
}

TEST_F(CudaTest, RangesMayOverlap) {
  std::vector<unsigned char> bytes(1000);
  std::iota(bytes.begin(), bytes.end(), 0);
  auto* const begin = static_cast<unsigned char*>(device_);
  for (const bool later : {false, true}) {
    for (const size_t to : {size_t{0}, size_t{7}, size_t{300}, size_t{693}}) {
      const size_t from = 300, count = 307;
      EXPECT_OK(aclrtMemcpy(begin, kBytes, bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE));
      if (later) {
        EXPECT_OK(aclrtMemcpyAsync(begin + to, count, begin + from, count,
                                   ACL_MEMCPY_DEVICE_TO_DEVICE, stream_));
        EXPECT_OK(aclrtSynchronizeStream(stream_));
      } else {
        EXPECT_OK(aclrtMemcpy(begin + to, count, begin + from, count, ACL_MEMCPY_DEVICE_TO_DEVICE));
      }
      std::vector<unsigned char> expected = bytes;
      std::memmove(expected.data() + to, expected.data() + from, count);
      EXPECT_EQ(BytesOf(begin, bytes.size()), expected) << to;
    }
  }
}

TEST_F(CudaTest, FillsAnyMemory) {
  std::vector<unsigned char> pageable(4, 1);
  EXPECT_OK(aclrtMemset(pageable.data(), 4, 7, 3));
  EXPECT_EQ(pageable, (std::vector<unsigned char>{7, 7, 7, 1}));
  EXPECT_OK(aclrtMemsetAsync(pageable.data(), 4, 8, 2, stream_));
  EXPECT_OK(aclrtMemsetAsync(pinned_, kBytes, 9, kBytes, stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(pageable, (std::vector<unsigned char>{8, 8, 7, 1}));
  EXPECT_EQ(static_cast<unsigned char*>(pinned_)[kBytes - 1], 9);
}

TEST_F(CudaTest, PinnedMemoryIsCopiedLater) {
  std::memset(pinned_, 3, kBytes);
  Held held;
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 5, kBytes, stream_));
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  EXPECT_EQ(*static_cast<volatile unsigned char*>(pinned_), 3);
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_OK(aclrtStreamQuery(stream_, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  held.End();
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_OK(aclrtStreamQuery(stream_, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(static_cast<unsigned char*>(pinned_)[kBytes - 1], 5);
}

TEST_F(CudaTest, PageableMemoryIsCopiedWhenTheCallReturns) {
  PutWork(stream_);
  std::vector<unsigned char> bytes(kBytes, 6);
  EXPECT_OK(
      aclrtMemcpyAsync(device_, kBytes, bytes.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_));
  bytes.assign(kBytes, 0);
  EXPECT_OK(
      aclrtMemcpyAsync(bytes.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  EXPECT_EQ(bytes, std::vector<unsigned char>(kBytes, 6));
}

TEST_F(CudaTest, WaitsMayEndBeforeTheWork) {
  aclrtEvent event = NewEvent();
  Held held;
  EXPECT_OK(aclrtRecordEvent(event, stream_));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "timeout", aclrtSynchronizeStreamWithTimeout,
                 stream_, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "timeout", aclrtSynchronizeEventWithTimeout,
                 event, 1);
  held.End();
  EXPECT_OK(aclrtSynchronizeEventWithTimeout(event, 60000));
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream_, 60000));
}

TEST_F(CudaTest, EventsAreReachedByTheDevice) {
  aclrtEvent start = NewEvent(), end = NewEvent();
  EXPECT_OK(aclrtRecordEvent(start, stream_));
  EXPECT_OK(aclrtSynchronizeEvent(start));
  Held held;
  EXPECT_OK(aclrtRecordEvent(end, stream_));
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  EXPECT_OK(aclrtQueryEventStatus(end, &recorded));
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  held.End();
  EXPECT_OK(aclrtSynchronizeEvent(end));
  EXPECT_OK(aclrtQueryEventStatus(end, &recorded));
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  float ms = 0;
  uint64_t begin_us = 0, end_us = 0;
  EXPECT_OK(aclrtEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 20.0f);
  EXPECT_OK(aclrtEventGetTimestamp(start, &begin_us));
  EXPECT_OK(aclrtEventGetTimestamp(end, &end_us));
  EXPECT_NEAR(static_cast<double>(end_us - begin_us), ms * 1e3, 3.0);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "before startEvent", aclrtEventElapsedTime,
                 &ms, end, start);
}

TEST_F(CudaTest, QueuesWaitForEachOther) {
  aclrtStream other = NewStream();
  aclrtEvent event = NewEvent();
  Held held;
  PutWork(stream_);
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 4, kBytes, stream_));
  EXPECT_OK(aclrtRecordEvent(event, stream_));
  EXPECT_OK(aclrtStreamWaitEvent(other, event));
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, other));
  aclrtEventWaitStatus waits = ACL_EVENT_WAIT_STATUS_COMPLETE;
  EXPECT_OK(aclrtQueryEventWaitStatus(event, &waits));
  EXPECT_EQ(waits, ACL_EVENT_WAIT_STATUS_NOT_READY);
  held.End();
  EXPECT_OK(aclrtSynchronizeStream(other));
  EXPECT_EQ(static_cast<unsigned char*>(pinned_)[kBytes - 1], 4);
  EXPECT_OK(aclrtQueryEventWaitStatus(event, &waits));
  EXPECT_EQ(waits, ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(CudaTest, FunctionsOfTheProgramRunInOrder) {
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 2, kBytes, stream_));
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  const auto twice = [](void* bytes) {
    for (size_t i = 0; i < kBytes; ++i) static_cast<unsigned char*>(bytes)[i] *= 2;
  };
  EXPECT_OK(aclrtLaunchHostFunc(stream_, twice, pinned_));
  EXPECT_OK(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(BytesOf(device_, kBytes), std::vector<unsigned char>(kBytes, 4));
}

TEST_F(CudaTest, CallbacksRunInOrder) {
  std::memset(pinned_, 0, kBytes);
  const auto self = static_cast<uint64_t>(pthread_self());
  EXPECT_OK(aclrtSubscribeReport(self, stream_));
  PutWork(stream_);
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 6, kBytes, stream_));
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  static int seen;
  seen = 0;
  const auto look = [](void* bytes) { seen = *static_cast<unsigned char*>(bytes); };
  EXPECT_OK(aclrtLaunchCallback(look, pinned_, ACL_CALLBACK_BLOCK, stream_));
  EXPECT_OK(aclrtProcessReport(60000));
  EXPECT_EQ(seen, 6);
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_OK(aclrtUnSubscribeReport(self, stream_));
}

TEST_F(CudaTest, DestroyWaitsForTheQueue) {
  std::memset(pinned_, 0, kBytes);
  PutWork(stream_);
  EXPECT_OK(aclrtMemcpyAsync(pinned_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_));
  EXPECT_OK(aclrtDestroyStream(stream_));
  EXPECT_EQ(*static_cast<unsigned char*>(pinned_), 100);
}

TEST_F(CudaTest, DevicesCopyToEachOther) {
  int32_t can = 0;
  EXPECT_OK(aclrtDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(can, 1);
  EXPECT_OK(aclrtDeviceEnablePeerAccess(1, 0));
  EXPECT_OK(aclrtDeviceEnablePeerAccess(1, 0));
  EXPECT_OK(aclrtDeviceDisablePeerAccess(1));
  EXPECT_OK(aclrtDeviceDisablePeerAccess(1));
  EXPECT_OK(aclrtMemset(device_, kBytes, 3, kBytes));
  EXPECT_OK(aclrtSetDevice(1));
  void* there = nullptr;
  EXPECT_OK(aclrtMalloc(&there, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtMemcpy(there, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE));
  EXPECT_EQ(BytesOf(there, kBytes), std::vector<unsigned char>(kBytes, 3));
  EXPECT_OK(aclrtFree(there));
  EXPECT_OK(aclrtResetDevice(1));
  EXPECT_OK(aclrtSetDevice(0));
}

TEST_F(CudaTest, AnotherUserOfCudaKeepsItsContext) {
  void *mine = nullptr, *now = nullptr;
  int device = 0;
  ASSERT_EQ(DriverFunction<int(int*, int)>("cuDeviceGet")(&device, 1), 0);
  ASSERT_EQ(DriverFunction<int(void**, int)>("cuDevicePrimaryCtxRetain")(&mine, device), 0);
  ASSERT_EQ(DriverFunction<int(void*)>("cuCtxSetCurrent")(mine), 0);
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 1, kBytes, stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(ByteAt(device_, 0), 1);
  ASSERT_EQ(DriverFunction<int(void**)>("cuCtxGetCurrent")(&now), 0);
  EXPECT_EQ(now, mine);
  ASSERT_EQ(DriverFunction<int(void*)>("cuCtxSetCurrent")(nullptr), 0);
}

TEST_F(CudaTest, ALostDeviceSaysSoAtTheNextSynchronisationAndFromThenOn) {
  FailWork(kLost);
  EXPECT_OK(aclrtMemsetAsync(device_, kBytes, 1, kBytes, stream_));
  constexpr const char* kWords =
      "on device 0 (fake GPU 0): CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was "
      "encountered; the device is lost until the process ends";
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtSynchronizeStream, stream_);
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtSynchronizeStream, stream_);
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtSynchronizeDevice);
  void* memory = nullptr;
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtMalloc, &memory, 16,
                 ACL_MEM_MALLOC_HUGE_FIRST);
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtMemset, device_, 16, 0, 16);
  aclrtStream stream = nullptr;
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtCreateStream, &stream);
  EXPECT_OK(aclrtLaunchHostFunc(stream_, [](void*) {}, nullptr));  // does not wait for ever
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, kWords, aclrtSynchronizeStream, stream_);
}

TEST_F(CudaTest, WhatTheDriverRefusesIsReported) {
  void* memory = nullptr;
  Fail("cuMemAllocFromPoolAsync", 2);  // until what is to be freed was freed
  EXPECT_OK(aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtFree(memory));
  Fail("cuMemAllocFromPoolAsync", 1);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "size: the driver has no 16 bytes left",
                 aclrtMalloc, &memory, 16, ACL_MEM_MALLOC_HUGE_FIRST);
  Fail("cuMemHostAlloc", 2);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "16 bytes of pinned memory", aclrtMallocHost,
                 &memory, 16);
  aclrtStream stream = nullptr;
  Fail("cuStreamCreate", 304);
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "cuStreamCreate on device 0", aclrtCreateStream,
                 &stream);
  EXPECT_EQ(stream, nullptr);
  Fail("cuMemcpyAsync", 1);
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "copy on device 0 (fake GPU 0): CUDA error (1)",
                 aclrtMemcpy, device_, 16, pinned_, 16, ACL_MEMCPY_HOST_TO_DEVICE);
  Fail("cuMemsetD8Async", 1);  // of a task: when the stream is synchronised
  EXPECT_OK(aclrtMemsetAsync(device_, 16, 0, 16, stream_));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "fill on device 0", aclrtSynchronizeStream, stream_);
  EXPECT_OK(aclrtSynchronizeStream(stream_));
}

// Relu of so many floats.
class OperatorsTest : public CudaTest {
 protected:
  static constexpr int64_t kSize = 1000;

  static aclTensor* TensorAt(void* data, int64_t size = kSize) {
    const int64_t stride = 1;
    return aclCreateTensor(&size, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &size, 1, data);
  }

  void* At(size_t byte) { return static_cast<std::byte*>(device_) + byte; }

  aclOpExecutor* PlanRelu(const aclTensor* self, aclTensor* out) {
    uint64_t workspace = ~uint64_t{0};
    aclOpExecutor* executor = nullptr;
    EXPECT_OK(aclnnReluGetWorkspaceSize(self, out, &workspace, &executor));
    EXPECT_EQ(workspace, 0u);
    return executor;
  }

  void PutFloats(size_t byte, float scale) {
    auto* const values = static_cast<float*>(pinned_);
    for (int i = 0; i < kSize; ++i) values[i] = scale * static_cast<float>(i - 500);
    EXPECT_OK(aclrtMemcpy(At(byte), kBytes - byte, pinned_, kSize * sizeof(float),
                          ACL_MEMCPY_HOST_TO_DEVICE));
  }

  void ExpectRelu(size_t byte, float scale) {
    EXPECT_OK(
        aclrtMemcpy(pinned_, kBytes, At(byte), kSize * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
    const auto* const values = static_cast<const float*>(pinned_);
    for (int i = 0; i < kSize; ++i) {
      ASSERT_EQ(values[i], i > 500 ? scale * static_cast<float>(i - 500) : 0.0f) << i;
    }
  }
};

TEST_F(OperatorsTest, RunInTheOrderOfTheStream) {
  PutFloats(0, 3);
  aclTensor* const self = TensorAt(device_);
  aclTensor* const out = TensorAt(At(8192));
  aclOpExecutor* const executor = PlanRelu(self, out);
  {
    const Held held;
    EXPECT_OK(aclnnRelu(nullptr, 0, executor, stream_));
    aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
    EXPECT_OK(aclrtStreamQuery(stream_, &status));
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  }
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  ExpectRelu(8192, 3);
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

TEST_F(OperatorsTest, RepeatableExecutorsTakeNewAddresses) {
  PutFloats(0, 3);
  PutFloats(16384, 5);
  aclTensor* const self = TensorAt(device_);
  aclTensor* const out = TensorAt(At(8192));
  aclOpExecutor* const executor = PlanRelu(self, out);
  EXPECT_OK(aclSetAclOpExecutorRepeatable(executor));
  EXPECT_OK(aclnnRelu(nullptr, 0, executor, stream_));
  EXPECT_OK(AclSetTensorAddr(executor, 0, self, At(16384)));
  EXPECT_OK(AclSetTensorAddr(executor, 1, out, At(32768)));
  EXPECT_OK(aclnnRelu(nullptr, 0, executor, stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  ExpectRelu(8192, 3);
  ExpectRelu(32768, 5);
  EXPECT_OK(aclDestroyAclOpExecutor(executor));
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

// Launches that were kept are made anew where packs begin or end to be possible.
TEST_F(OperatorsTest, RepeatableExecutorsMeetOtherAlignments) {
  aclTensor* const self = TensorAt(device_);
  aclTensor* const out = TensorAt(At(8192));
  aclOpExecutor* const executor = PlanRelu(self, out);
  EXPECT_OK(aclSetAclOpExecutorRepeatable(executor));
  const std::pair<size_t, size_t> places[] = {{0, 8192},      {4, 8192},      {16384, 20484},
                                              {16384, 16384}, {32768, 49152}, {65536 - 4000, 0}};
  float scale = 2;
  for (const auto& [from, to] : places) {
    PutFloats(from, ++scale);
    EXPECT_OK(AclSetTensorAddr(executor, 0, self, At(from)));
    EXPECT_OK(AclSetTensorAddr(executor, 1, out, At(to)));
    EXPECT_OK(aclnnRelu(nullptr, 0, executor, stream_));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    const bool in_packs = from % 16 == 0 && to % 16 == 0;
    EXPECT_EQ(LastArgument(), in_packs ? "PacksArgument" : "ElementwiseArgument");
    ExpectRelu(to, scale);
  }
  EXPECT_OK(aclDestroyAclOpExecutor(executor));
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

// The slopes of channels, which are moved to the workspace first, and their sums, for which there
// are further launches: all of it elsewhere at each run.
TEST_F(OperatorsTest, RepeatableExecutorsKeepAllOfTheirLaunches) {
  constexpr int64_t kRows = 20, kChannels = 3;
  constexpr size_t kMatrix = kRows * kChannels * sizeof(float);
  const int64_t shape[] = {kRows, kChannels}, strides[] = {kChannels, 1}, channels[] = {kChannels};
  const auto matrix = [&](void* data) {
    return aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, data);
  };
  const auto line = [&](void* data) {
    const int64_t stride = 1;
    return aclCreateTensor(channels, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, channels, 1, data);
  };
  // Where each is: the gradient, self, the slopes, and the results.
  constexpr size_t kPlaces[] = {0, 512, 1024, 1536, 2048}, kNextRun = 4096;
  aclTensor* const tensors[] = {matrix(At(kPlaces[0])), matrix(At(kPlaces[1])),
                                line(At(kPlaces[2])), matrix(At(kPlaces[3])), line(At(kPlaces[4]))};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_OK(aclnnPreluBackwardGetWorkspaceSize(tensors[0], tensors[1], tensors[2], tensors[3],
                                               tensors[4], &size, &executor));
  EXPECT_OK(aclSetAclOpExecutorRepeatable(executor));
  ASSERT_GT(size, 0u);
  for (size_t run = 0; run < 3; ++run) {
    const size_t base = run * kNextRun;
    auto* const values = static_cast<float*>(pinned_);
    std::fill_n(values, kNextRun / sizeof(float), -1.0f);
    for (int64_t i = 0; i < kRows * kChannels; ++i) {
      values[i] = static_cast<float>(i);
      values[512 / sizeof(float) + i] = i % 2 == 0 ? -2.0f : 1.0f;
    }
    for (int64_t c = 0; c < kChannels; ++c) {
      values[1024 / sizeof(float) + c] = static_cast<float>(c + 1 + int64_t(run));
    }
    EXPECT_OK(aclrtMemcpy(At(base), kNextRun, pinned_, kNextRun, ACL_MEMCPY_HOST_TO_DEVICE));
    for (size_t i = 0; i < std::size(kPlaces); ++i) {
      EXPECT_OK(AclSetTensorAddr(executor, i, tensors[i], At(base + kPlaces[i])));
    }
    void* workspace = nullptr;
    EXPECT_OK(aclrtMalloc(&workspace, size + 64, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_OK(
        aclnnPreluBackward(static_cast<std::byte*>(workspace) + 16 * run, size, executor, stream_));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    EXPECT_OK(aclrtFree(workspace));
    EXPECT_OK(aclrtMemcpy(pinned_, kBytes, At(base), kNextRun, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int64_t c = 0; c < kChannels; ++c) {
      const auto slope = static_cast<float>(c + 1 + int64_t(run));
      float sum = 0;
      for (int64_t i = c; i < kRows * kChannels; i += kChannels) {
        const auto gradient = static_cast<float>(i);
        const bool negative = i % 2 == 0;
        if (negative) sum -= 2 * gradient;
        EXPECT_EQ(values[1536 / sizeof(float) + i], negative ? slope * gradient : gradient);
      }
      EXPECT_EQ(values[2048 / sizeof(float) + c], sum) << run << " " << c;
    }
    EXPECT_EQ(values[(1536 + kMatrix) / sizeof(float)], -1.0f);
  }
  EXPECT_OK(aclDestroyAclOpExecutor(executor));
  for (aclTensor* const tensor : tensors) EXPECT_OK(aclDestroyTensor(tensor));
}

// Whole packs and what is left, of any number, and nothing behind; floats that begin elsewhere go
// one by one.
TEST_F(OperatorsTest, DenseFloatsGoInPacks) {
  for (const int64_t size : {1, 3, 4, 5, 8, 996, 999}) {
    for (const size_t first : {0, 4}) {
      PutFloats(0, 3);
      PutFloats(8192, 7);
      aclTensor* const self = TensorAt(At(first), size);
      aclTensor* const out = TensorAt(At(8192), size);
      EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(self, out), stream_));
      EXPECT_OK(aclrtSynchronizeStream(stream_));
      const bool in_packs = first == 0 || size == 1;  // a single input stays where it lies
      EXPECT_EQ(LastArgument(), in_packs ? "PacksArgument" : "ElementwiseArgument");
      EXPECT_OK(
          aclrtMemcpy(pinned_, kBytes, At(8192), kSize * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
      const auto* const values = static_cast<const float*>(pinned_);
      for (int64_t i = 0; i < kSize; ++i) {
        const auto at = static_cast<float>(i - 500) + (first == 0 ? 0.0f : 1.0f);
        const float expected = i < size ? std::max(3 * at, 0.0f) : 7 * static_cast<float>(i - 500);
        ASSERT_EQ(values[i], expected) << size << " " << first << " " << i;
      }
      EXPECT_OK(aclDestroyTensor(self));
      EXPECT_OK(aclDestroyTensor(out));
    }
  }
}

// An input that stays on one element is read where it lies; results replace the other input.
TEST_F(OperatorsTest, PacksMeetOneNumber) {
  PutFloats(0, 3);
  PutFloats(8192, 1);
  for (const size_t lone : {8192, 8196}) {
    const int64_t shape[] = {kSize}, strides[] = {0};
    aclTensor* const self = TensorAt(device_);
    aclTensor* const other =
        aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 1, At(lone));
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_OK(aclnnInplaceMulGetWorkspaceSize(self, other, &workspace, &executor));
    EXPECT_OK(aclnnInplaceMul(nullptr, 0, executor, stream_));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    EXPECT_EQ(LastArgument(), "PacksArgument");
    EXPECT_OK(aclDestroyTensor(self));
    EXPECT_OK(aclDestroyTensor(other));
  }
  EXPECT_OK(
      aclrtMemcpy(pinned_, kBytes, device_, kSize * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
  const auto* const values = static_cast<const float*>(pinned_);
  for (int i = 0; i < kSize; ++i) ASSERT_EQ(values[i], 3 * static_cast<float>(i - 500) * 500 * 499);
}

// What is read along one axis and written along the other, of sizes that leave edges.
TEST_F(OperatorsTest, TransposedOperandsGoByTiles) {
  constexpr int64_t kRows = 37, kColumns = 27;
  PutFloats(0, 3);
  const int64_t shape[] = {kRows, kColumns}, strides[] = {1, kRows}, dense[] = {kColumns, 1};
  aclTensor* const self =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, device_);
  aclTensor* const out =
      aclCreateTensor(shape, 2, ACL_FLOAT, dense, 0, ACL_FORMAT_ND, shape, 2, At(8192));
  EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(self, out), stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(LastArgument(), "TransposedArgument");
  EXPECT_OK(aclrtMemcpy(pinned_, kBytes, At(8192), kRows * kColumns * sizeof(float),
                        ACL_MEMCPY_DEVICE_TO_HOST));
  const auto* const values = static_cast<const float*>(pinned_);
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t c = 0; c < kColumns; ++c) {
      const auto value = static_cast<float>(c * kRows + r - 500);
      ASSERT_EQ(values[r * kColumns + c], std::max(3 * value, 0.0f)) << r << " " << c;
    }
  }
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

// At whole multiples and next to them, where a quotient that is too large or too small would show.
TEST(DivisorTest, DividesAsTheProcessorDoes) {
  constexpr uint32_t kMost = 0x7fffffff;
  std::vector<uint32_t> divisors = {kMost, kMost - 1, 0x80000000u};
  for (uint32_t d = 1; d <= 3000; ++d) divisors.push_back(d);
  for (uint32_t bit = 2; bit < 31; ++bit) {
    for (const uint32_t d : {(1u << bit) - 1, 1u << bit, (1u << bit) + 1}) divisors.push_back(d);
  }
  for (const uint32_t d : divisors) {
    const Divisor by = DivisorOf(d);
    for (const uint32_t quotient : {0u, 1u, 2u, 77u, kMost / d / 2, kMost / d}) {
      for (const int64_t number : {int64_t{quotient} * d - 1, int64_t{quotient} * d,
                                   int64_t{quotient} * d + d / 2, int64_t{kMost}}) {
        if (number < 0 || number > kMost) continue;
        ASSERT_EQ(by.Divide(static_cast<uint32_t>(number)), number / d) << number << " / " << d;
      }
    }
  }
}

// Axes of which none are merged, more than a kernel takes.
TEST_F(OperatorsTest, RunAlongManyAxes) {
  constexpr size_t kRank = 10;
  std::array<int64_t, kRank> shape{}, strides{}, dense{};
  int64_t elements = 1, distance = 1;
  for (size_t axis = kRank; axis-- > 0;) {
    shape[axis] = 2;
    strides[axis] = distance;
    dense[axis] = elements;
    elements *= 2;
    distance += distance + 1;  // 1, 3, 7, ...
  }
  auto* const values = static_cast<float*>(pinned_);
  for (int i = 0; i < 4096; ++i) values[i] = static_cast<float>(i % 2 == 0 ? 200 * i : -200 * i);
  EXPECT_OK(aclrtMemcpy(device_, kBytes, pinned_, 16384, ACL_MEMCPY_HOST_TO_DEVICE));
  const int64_t storage = 4096;
  aclTensor* const self = aclCreateTensor(shape.data(), kRank, ACL_FLOAT, strides.data(), 0,
                                          ACL_FORMAT_ND, &storage, 1, device_);
  aclTensor* const out = aclCreateTensor(shape.data(), kRank, ACL_FLOAT, dense.data(), 0,
                                         ACL_FORMAT_ND, shape.data(), kRank, At(32768));
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_OK(aclnnSiluGetWorkspaceSize(self, out, &workspace, &executor));
  EXPECT_OK(aclnnSilu(nullptr, 0, executor, stream_));  // numbers so far from 0 stay, or become 0
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_OK(aclrtMemcpy(pinned_, kBytes, At(32768), 4096, ACL_MEMCPY_DEVICE_TO_HOST));
  for (int64_t i = 0; i < elements; ++i) {
    int64_t at = 0;
    for (size_t axis = 0; axis < kRank; ++axis) at += i / dense[axis] % 2 * strides[axis];
    ASSERT_EQ(values[i], at % 2 == 0 ? static_cast<float>(200 * at) : 0.0f) << i;
  }
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

TEST_F(OperatorsTest, WhatTheDeviceDoesNotReachIsRefused) {
  std::array<float, kSize> on_host{};
  aclTensor* const host = TensorAt(on_host.data());
  aclTensor* const odd = TensorAt(At(2));
  aclTensor* const pinned = TensorAt(pinned_);
  aclTensor* const out = TensorAt(At(8192));
  EXPECT_REFUSED(ACLNN_ERR_PARAM_INVALID, "self: ", aclnnRelu, nullptr, 0, PlanRelu(host, out),
                 stream_);
  EXPECT_REFUSED(ACLNN_ERR_PARAM_INVALID, "which the device does not reach", aclnnRelu, nullptr, 0,
                 PlanRelu(out, host), stream_);
  EXPECT_REFUSED(ACLNN_ERR_PARAM_INVALID, "is not a multiple of 4 bytes", aclnnRelu, nullptr, 0,
                 PlanRelu(odd, out), stream_);
  EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(pinned, out), stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  for (aclTensor* tensor : {host, odd, pinned, out}) EXPECT_OK(aclDestroyTensor(tensor));
}

TEST_F(OperatorsTest, NothingIsLaunchedForNoElements) {
  std::array<float, 1> on_host{};
  aclTensor* const none = TensorAt(on_host.data(), 0);
  Fail("cuLaunchKernel", 1);
  EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(none, none), stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  Fail("", 0);
  EXPECT_OK(aclDestroyTensor(none));
}

TEST_F(OperatorsTest, FailuresAreReported) {
  aclTensor* const tensor = TensorAt(device_);
  Fail("cuLaunchKernel", 1);  // when the stream is synchronised
  EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(tensor, tensor), stream_));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "cuLaunchKernel on device 0", aclrtSynchronizeStream,
                 stream_);
  FailWork(kLost);
  EXPECT_OK(aclnnRelu(nullptr, 0, PlanRelu(tensor, tensor), stream_));
  EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, "an illegal memory access", aclrtSynchronizeStream,
                 stream_);
  FailWork(0);
  EXPECT_OK(aclDestroyTensor(tensor));
}

// Operators that only move elements.
class MovesTest : public CudaTest {
 protected:
  // One axis, of elements `step` apart from `byte` on.
  aclTensor* TensorAt(size_t byte, aclDataType dtype, int64_t size, int64_t step = 1) {
    const int64_t storage = size * step;
    return tensors_.emplace_back(aclCreateTensor(&size, 1, dtype, &step, 0, ACL_FORMAT_ND, &storage,
                                                 1, static_cast<std::byte*>(device_) + byte));
  }

  template <class T>
  void Put(size_t byte, const std::vector<T>& values) {
    EXPECT_OK(aclrtMemcpy(static_cast<std::byte*>(device_) + byte, kBytes - byte, values.data(),
                          values.size() * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE));
  }

  template <class T>
  std::vector<T> Get(size_t byte, size_t size) {
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    std::vector<T> values(size);
    EXPECT_OK(aclrtMemcpy(values.data(), size * sizeof(T), static_cast<std::byte*>(device_) + byte,
                          size * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST));
    return values;
  }

  template <class From, class To>
  std::vector<To> Cast(const std::vector<From>& values, int parts, aclDataType from, int to_parts,
                       aclDataType to) {
    Put(0, values);
    const auto size = static_cast<int64_t>(values.size()) / parts;
    uint64_t workspace = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_OK(aclnnCastGetWorkspaceSize(TensorAt(0, from, size), to, TensorAt(8192, to, size),
                                        &workspace, &executor));
    EXPECT_OK(aclnnCast(nullptr, 0, executor, stream_));
    return Get<To>(8192, static_cast<size_t>(size * to_parts));
  }
  template <class To, class From>
  std::vector<To> Cast(const std::vector<From>& values, aclDataType from, aclDataType to) {
    return Cast<From, To>(values, 1, from, 1, to);
  }

  void TearDown() override {
    for (aclTensor* tensor : tensors_) EXPECT_OK(aclDestroyTensor(tensor));
    CudaTest::TearDown();
  }

 private:
  std::vector<aclTensor*> tensors_;
};

// Copies of transposed matrices and pictures, of sizes that leave edges of tiles or are shorter
// than one, next to what lies behind; of what is as large as a tile's elements, and of what is not.
template <class T>
void ExpectTransposed(aclDataType dtype, const std::vector<int64_t>& shape,
                      const std::vector<int64_t>& strides, const std::string& kernel,
                      aclrtStream stream) {
  int64_t count = 1;
  std::vector<int64_t> dense(shape.size());
  for (size_t a = shape.size(); a-- > 0; count *= shape[a]) dense[a] = count;
  const size_t bytes = static_cast<size_t>(count + 1) * sizeof(T);
  std::vector<T> values(static_cast<size_t>(count + 1));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i * 40503 + 7);
  void *from = nullptr, *to = nullptr;
  ASSERT_OK(aclrtMalloc(&from, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  ASSERT_OK(aclrtMalloc(&to, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  ASSERT_OK(aclrtMemcpy(from, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
  ASSERT_OK(aclrtMemset(to, bytes, 0x55, bytes));
  const auto rank = static_cast<uint64_t>(shape.size());
  const auto make = [&](const std::vector<int64_t>& steps, void* data) {
    return aclCreateTensor(shape.data(), rank, dtype, steps.data(), 0, ACL_FORMAT_ND, &count, 1,
                           data);
  };
  aclTensor *const self = make(dense, to), *const source = make(strides, from);
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_OK(aclnnInplaceCopyGetWorkspaceSize(self, source, &workspace, &executor));
  ASSERT_OK(aclnnInplaceCopy(nullptr, 0, executor, stream));
  ASSERT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(LastArgument(), kernel);
  std::vector<T> copied(values.size());
  ASSERT_OK(aclrtMemcpy(copied.data(), bytes, to, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t a = 0; a < shape.size(); ++a) at += i / dense[a] % shape[a] * strides[a];
    ASSERT_EQ(copied[static_cast<size_t>(i)], values[static_cast<size_t>(at)]) << i;
  }
  T behind;
  std::memset(&behind, 0x55, sizeof(behind));
  EXPECT_EQ(copied.back(), behind);
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(source));
  EXPECT_OK(aclrtFree(from));
  EXPECT_OK(aclrtFree(to));
}

TEST_F(MovesTest, TransposedCopiesGoByTiles) {
  const std::pair<std::vector<int64_t>, std::vector<int64_t>> views[] = {
      {{64, 96}, {1, 64}},                                                 // whole tiles
      {{137, 127}, {1, 137}},                                              // edges
      {{1000, 3}, {1, 1000}},                                              // few columns
      {{33, 31}, {1, 33}},          {{3, 40, 50}, {2000, 1, 40}},          // of a batch
      {{40, 3, 50}, {1, 2000, 40}}, {{5, 40, 16, 3}, {1920, 1, 120, 40}},  // channels last
  };
  for (const auto& [shape, strides] : views) {
    ExpectTransposed<uint32_t>(ACL_FLOAT, shape, strides, "openaclnn_transpose_4", stream_);
    ExpectTransposed<uint16_t>(ACL_BF16, shape, strides, "openaclnn_transpose_2", stream_);
    ExpectTransposed<int32_t>(ACL_INT32, shape, strides, "openaclnn_transpose_4", stream_);
    ExpectTransposed<uint8_t>(ACL_INT8, shape, strides, "openaclnn_move", stream_);
    ExpectTransposed<uint64_t>(ACL_INT64, shape, strides, "openaclnn_move", stream_);
    if (HasFatalFailure()) return;
  }
  // Neighbours that are near enough, and none that are elsewhere.
  ExpectTransposed<uint32_t>(ACL_FLOAT, {3, 1000}, {1, 3}, "openaclnn_move", stream_);
  ExpectTransposed<uint32_t>(ACL_FLOAT, {64, 96}, {96, 1}, "openaclnn_move", stream_);
}

TEST_F(MovesTest, ElementsAreConverted) {
  using testing::ElementsAre;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> floats = {1.9f, -1.9f, 300, -300, nan};
  EXPECT_THAT(Cast<int8_t>(floats, ACL_FLOAT, ACL_INT8), ElementsAre(1, -1, 127, -128, 0));
  EXPECT_THAT(Cast<uint32_t>(floats, ACL_FLOAT, ACL_UINT32), ElementsAre(1, 0, 300, 0, 0));
  EXPECT_THAT(Cast<uint8_t>(std::vector<float>{0.0f, -0.0f, nan, 1e-45f}, ACL_FLOAT, ACL_BOOL),
              ElementsAre(0, 0, 1, 1));
  // The float that is nearest to it, (1 + 2^-11), would be halfway.
  EXPECT_THAT(Cast<uint16_t>(std::vector<double>{1 + 0x1p-11, 1 + 0x1p-11 + 0x1p-40, 65520, -1e-9},
                             ACL_DOUBLE, ACL_FLOAT16),
              ElementsAre(0x3c00, 0x3c01, 0x7c00, 0x8000));
  EXPECT_THAT(Cast<uint16_t>(std::vector<uint64_t>{~uint64_t{0}, (1ull << 63) + (1ull << 55),
                                                   (1ull << 63) + (1ull << 55) + 1},
                             ACL_UINT64, ACL_BF16),
              ElementsAre(0x5f80, 0x5f00, 0x5f01));
  EXPECT_THAT(Cast<float>(std::vector<uint64_t>{~uint64_t{0}}, ACL_UINT64, ACL_FLOAT),
              ElementsAre(0x1p64f));
  EXPECT_THAT(Cast<int8_t>(std::vector<int64_t>{300, -129}, ACL_INT64, ACL_INT8),
              ElementsAre(44, 127));
  EXPECT_THAT(Cast<double>(std::vector<uint8_t>{0, 1, 7}, ACL_BOOL, ACL_DOUBLE),
              ElementsAre(0, 1, 1));
}

TEST_F(MovesTest, ComplexNumbersHaveTwoParts) {
  using testing::ElementsAre;
  const std::vector<float> numbers = {0, 2, 3, -4, 0, -0.0f};
  const auto as = [&]<class To>(To, aclDataType to, int parts) {
    return Cast<float, To>(numbers, 2, ACL_COMPLEX64, parts, to);
  };
  EXPECT_THAT(as(double{}, ACL_COMPLEX128, 2), ElementsAre(0, 2, 3, -4, 0, 0));
  EXPECT_THAT(as(float{}, ACL_COMPLEX64, 2), ElementsAre(0, 2, 3, -4, 0, 0));
  EXPECT_THAT(as(int16_t{}, ACL_INT16, 1), ElementsAre(0, 3, 0));
  EXPECT_THAT(as(uint8_t{}, ACL_BOOL, 1), ElementsAre(1, 1, 0));
  const std::vector<int32_t> integers = {5, -6};
  const auto pairs = Cast<int32_t, double>(integers, 1, ACL_INT32, 2, ACL_COMPLEX128);
  EXPECT_THAT(pairs, ElementsAre(5, 0, -6, 0));
}

TEST_F(MovesTest, FillsAndSelections) {
  using testing::ElementsAre;
  Put<int16_t>(0, {1, 2, 3, 4, 5, 6});
  float value = 7.9f;
  aclScalar* const scalar = aclCreateScalar(&value, ACL_FLOAT);
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  aclTensor* const odd = TensorAt(2, ACL_INT16, 2, 2);
  EXPECT_OK(aclnnInplaceFillScalarGetWorkspaceSize(odd, scalar, &workspace, &executor));
  EXPECT_OK(aclnnInplaceFillScalar(nullptr, 0, executor, stream_));
  EXPECT_THAT(Get<int16_t>(0, 6), ElementsAre(1, 7, 3, 7, 5, 6));
  EXPECT_OK(aclDestroyScalar(scalar));

  Put<uint8_t>(256, {0, 1, 0, 9, 0, 0});
  Put<float>(512, {0.5f});
  ASSERT_OK(aclnnSWhereGetWorkspaceSize(TensorAt(256, ACL_BOOL, 6), TensorAt(0, ACL_INT16, 6),
                                        TensorAt(512, ACL_FLOAT, 1), TensorAt(1024, ACL_FLOAT, 6),
                                        &workspace, &executor));
  EXPECT_OK(aclnnSWhere(nullptr, 0, executor, stream_));
  EXPECT_THAT(Get<float>(1024, 6), ElementsAre(0.5f, 7, 0.5f, 7, 0.5f, 0.5f));
}

TEST_F(MovesTest, ValuesOfChannelsAreMovedToTheWorkspace) {
  Put<float>(0, {-1, -2, 3, -4, 5, -6});
  Put<uint16_t>(256, {0x3c00, 0xffff, 0x4000, 0xffff, 0x3800, 0xffff});  // 1, 2, 0.5 in FLOAT16
  const std::array<int64_t, 2> shape = {2, 3}, strides = {3, 1};
  const auto matrix = [&](size_t byte) {
    return aclCreateTensor(shape.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                           shape.data(), 2, static_cast<std::byte*>(device_) + byte);
  };
  aclTensor* const self = matrix(0);
  aclTensor* const out = matrix(1024);
  aclTensor* const weight = TensorAt(256, ACL_FLOAT16, 3, 2);
  for (const bool on_host : {true, false}) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_OK(aclnnPreluGetWorkspaceSize(self, weight, out, &size, &executor));
    ASSERT_GE(size, 3 * sizeof(float));
    std::vector<std::byte> memory(size);
    if (on_host) {
      EXPECT_REFUSED(ACLNN_ERR_PARAM_INVALID, "workspace: ", aclnnPrelu, memory.data(), size,
                     executor, stream_);
      continue;
    }
    void* const workspace = static_cast<std::byte*>(device_) + 2052;
    EXPECT_OK(aclnnPrelu(workspace, size, executor, stream_));
    EXPECT_THAT(Get<float>(1024, 6), testing::ElementsAre(-1, -4, 3, -4, 5, -3));
  }
  EXPECT_OK(aclDestroyTensor(self));
  EXPECT_OK(aclDestroyTensor(out));
}

// Each case runs in a process of its own, as the variables are read once.
class CudaSettingsTest : public testing::Test {
 protected:
  struct Variable {
    const char* name;
    const char* value;
  };

  CudaSettingsTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  [[noreturn]] static void PrintWith(std::initializer_list<Variable> variables) {
    for (const Variable& variable : variables) setenv(variable.name, variable.value, 1);
    const int init = aclInit(nullptr);
    uint32_t devices = 0;
    const int count = aclrtGetDeviceCount(&devices), set = aclrtSetDevice(0);
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "init %d count %d (%u) set %d: %s\n", init, count, devices, set,
                 message != nullptr ? message : "no message");
    std::exit(0);
  }
};

#define EXPECT_CUDA(pattern, ...) \
  EXPECT_EXIT(PrintWith({__VA_ARGS__}), testing::ExitedWithCode(0), pattern)

TEST_F(CudaSettingsTest, AllDevicesOrOne) {
  EXPECT_CUDA("init 0 count 0 .2. set 0: no message", {"OPENACLNN_DEVICE", "cuda"});
  EXPECT_CUDA("init 0 count 0 .1. set 0: no message", {"OPENACLNN_DEVICE", "cuda:1"});
  EXPECT_CUDA("init 0 count 0 .1. set 0: no message", {"OPENACLNN_DEVICE", "cpu"});
  EXPECT_CUDA("init 0 count 0 .3. set 0: no message", {"OPENACLNN_DEVICE", "cpu"},
              {"OPENACLNN_DEVICE_COUNT", "3"});
}

TEST_F(CudaSettingsTest, NothingElseIsUsedInstead) {
  for (const char* const name : {"gpu", "CUDA", "cuda:", "cuda:x", "cuda:-1", "cuda:64", "cuda1"}) {
    EXPECT_CUDA(
        "init 100000 count 100000 .0. set 100000: aclrtSetDevice: environment variable "
        "OPENACLNN_DEVICE: is \".*\", expected cpu, cuda .all GPUs. or cuda:0",
        {"OPENACLNN_DEVICE", name});
  }
  EXPECT_CUDA(
      "init 0 count 100000 .0. set 100000: aclrtSetDevice: environment variable "
      "OPENACLNN_DEVICE: is \"cuda\", but the driver has no device .EZ1301 setting.",
      {"FAKE_CUDA_DEVICES", "0"});
  EXPECT_CUDA(
      "init 0 count 100000 .0. set 100000: aclrtSetDevice: environment variable "
      "OPENACLNN_DEVICE: is \"cuda:2\", but the driver has only 2 devices",
      {"OPENACLNN_DEVICE", "cuda:2"});
  EXPECT_CUDA(
      "init 100000 count 100000 .0. set 100000: aclrtSetDevice: environment variable "
      "OPENACLNN_DEVICE: is \"cuda\", but the driver serves CUDA 10.2, expected 11.0",
      {"FAKE_CUDA_VERSION", "10020"});
  EXPECT_CUDA(
      "init 0 count 100000 .0. set 100000: aclrtSetDevice: environment variable "
      "OPENACLNN_DEVICE: is \"cuda\", but the driver does not start: CUDA error .803.",
      {"FAKE_CUDA_INIT", "803"});
}

TEST_F(CudaSettingsTest, WhatDoesNotGoTogether) {
  EXPECT_CUDA(
      "init 100000 .*aclInit: environment variable OPENACLNN_DEVICE_COUNT: is \"2\", but "
      "GPUs are as many as there are",
      {"OPENACLNN_DEVICE_COUNT", "2"});
  EXPECT_CUDA("init 0 count 0 .2. set 0: no message", {"OPENACLNN_CHECK", "1"});
}

// A copy to device memory and back; the host writes it in between if it can.
[[noreturn]] void PrintMemory(std::initializer_list<std::pair<const char*, const char*>> variables,
                              bool host_writes) {
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  void* memory = nullptr;
  std::array<unsigned char, 3> bytes = {1, 2, 3};
  const int set = aclrtSetDevice(0), made = aclrtMalloc(&memory, 3, ACL_MEM_MALLOC_HUGE_FIRST);
  const int there = aclrtMemcpy(memory, 3, bytes.data(), 3, ACL_MEMCPY_HOST_TO_DEVICE);
  if (host_writes) static_cast<unsigned char*>(memory)[1] += 40;
  const int back = aclrtMemcpy(bytes.data(), 3, memory, 3, ACL_MEMCPY_DEVICE_TO_HOST);
  const int freed = aclrtFree(memory), again = aclrtFree(memory);
  std::fprintf(stderr, "%d %d %d %d %d; %d; %d %d %d\n", set, made, there, back, freed, again,
               bytes[0], bytes[1], bytes[2]);
  std::exit(0);
}

#define EXPECT_MEMORY(pattern, host_writes, ...) \
  EXPECT_EXIT(PrintMemory({__VA_ARGS__}, host_writes), testing::ExitedWithCode(0), pattern)

TEST_F(CudaSettingsTest, MemoryOfEachKind) {
  using Pair = std::pair<const char*, const char*>;
  const char* const kWorks = "0 0 0 0 0; 107000; 1 2 3";
  for (const Pair& variable :
       {Pair{"OPENACLNN_DEVICE_MEMORY", "pool"}, Pair{"OPENACLNN_DEVICE_MEMORY", "plain"},
        Pair{"FAKE_CUDA_VERSION", "11010"}, Pair{"FAKE_CUDA_POOLS", "0"},
        Pair{"FAKE_CUDA_PEERS", "0"}}) {
    SCOPED_TRACE(variable.second);
    EXPECT_MEMORY(kWorks, false, variable);
  }
  EXPECT_MEMORY("0 0 0 0 0; 107000; 1 42 3", true, Pair("OPENACLNN_DEVICE_MEMORY", "managed"));
}

TEST_F(CudaSettingsTest, MemoryThatIsNotToBeHad) {
  EXPECT_CUDA(
      "init 100000 .*aclInit: environment variable OPENACLNN_DEVICE_MEMORY: is \"unified\", "
      "expected pool .where the driver has pools., plain, or managed",
      {"OPENACLNN_DEVICE_MEMORY", "unified"});
  EXPECT_CUDA(
      "init 0 count 0 .2. set 100000: aclrtSetDevice: .*OPENACLNN_DEVICE_MEMORY: is \"managed\", "
      "but device 0 .fake GPU 0. and the host cannot use managed memory at the same time",
      {"OPENACLNN_DEVICE_MEMORY", "managed"}, {"FAKE_CUDA_MANAGED", "0"});
}

TEST(DeviceCodeTest, IsNeeded) {
  if (dlopen("libopenaclnn_cuda.so.0", RTLD_NOW) != nullptr) {
    GTEST_SKIP() << "the device code is here";
  }
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(aclGetRecentErrMsg(), testing::HasSubstr("its device code cannot be loaded"));
  uint32_t count = 1;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_ERROR_INVALID_PARAM);
}

}  // namespace
}  // namespace openaclnn::test
