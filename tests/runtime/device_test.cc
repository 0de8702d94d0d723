#include <thread>

#include "base/settings.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

// Two devices.
class DeviceTest : public testing::Test {
 protected:
  DeviceTest() : saved_(GetSettings()) {
    Settings settings = saved_;
    settings.device_count = 2;
    OverrideSettings(settings);
    aclGetRecentErrMsg();
  }
  ~DeviceTest() override {
    for (const int32_t device : {0, 1}) aclrtResetDeviceForce(device);
    aclGetRecentErrMsg();
    OverrideSettings(saved_);
  }

 private:
  const Settings saved_;
};

int32_t CurrentDevice() {
  int32_t device = -1;
  EXPECT_OK(aclrtGetDevice(&device));
  return device;
}

TEST_F(DeviceTest, CountAndRunMode) {
  uint32_t count = 0;
  EXPECT_OK(aclrtGetDeviceCount(&count));
  EXPECT_EQ(count, 2u);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "count: is null", aclrtGetDeviceCount, nullptr);
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_OK(aclrtGetRunMode(&mode));
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "runMode: is null", aclrtGetRunMode, nullptr);
}

TEST_F(DeviceTest, SetAndGet) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "deviceId: is null", aclrtGetDevice, nullptr);
  EXPECT_OK(aclrtSetDevice(1));
  EXPECT_EQ(CurrentDevice(), 1);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_EQ(CurrentDevice(), 0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId: is 2, expected 0 to 1", aclrtSetDevice,
                 2);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId: is -1", aclrtSetDevice, -1);
  EXPECT_EQ(CurrentDevice(), 0);
}

TEST_F(DeviceTest, EachThreadHasItsOwn) {
  EXPECT_OK(aclrtSetDevice(1));
  std::thread([] {
    int32_t device = 7;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetDevice", aclrtGetDevice, &device);
    EXPECT_EQ(device, 7);
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_EQ(CurrentDevice(), 0);
  }).join();
  EXPECT_EQ(CurrentDevice(), 1);
}

TEST_F(DeviceTest, ThreadsShareTheDefaultContext) {
  EXPECT_OK(aclrtSetDevice(0));
  aclrtContext here = nullptr, there = nullptr;
  EXPECT_OK(aclrtGetCurrentContext(&here));
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_OK(aclrtGetCurrentContext(&there));
  }).join();
  EXPECT_EQ(here, there);
  EXPECT_NE(here, nullptr);
}

TEST_F(DeviceTest, ResetCounts) {
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 0 is not set", aclrtResetDevice, 0);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtSetDevice(0));
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_EQ(CurrentDevice(), 0);
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtResetDevice(0));
  int32_t device = 0;
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtGetDevice, &device);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not a live stream", aclrtSynchronizeStream, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 0", aclrtResetDevice, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId: is 5", aclrtResetDevice, 5);
}

TEST_F(DeviceTest, ForceIgnoresTheCount) {
  for (int i = 0; i < 5; ++i) EXPECT_OK(aclrtSetDevice(1));
  EXPECT_OK(aclrtResetDeviceForce(1));
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 1", aclrtResetDeviceForce, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "is -3", aclrtResetDeviceForce, -3);
  EXPECT_OK(aclrtSetDevice(1));
  EXPECT_EQ(CurrentDevice(), 1);
}

TEST_F(DeviceTest, TellsWhetherThereIsADefaultContext) {
  uint32_t flags = 7;
  int32_t active = 7;
  EXPECT_OK(aclrtGetPrimaryCtxState(0, &flags, &active));
  EXPECT_EQ(flags, 0u);
  EXPECT_EQ(active, 0);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtGetPrimaryCtxState(0, nullptr, &active));
  EXPECT_EQ(active, 1);
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_OK(aclrtGetPrimaryCtxState(0, &flags, &active));
  EXPECT_EQ(active, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId: is 5", aclrtGetPrimaryCtxState, 5,
                 &flags, &active);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "active: is null", aclrtGetPrimaryCtxState, 0, &flags,
                 nullptr);
}

TEST_F(DeviceTest, ResetWaitsForTasks) {
  EXPECT_OK(aclrtSetDevice(0));
  Gate gate;
  std::atomic<int> ran{0};
  aclrtStream stream = NewStream();
  for (aclrtStream busy : {static_cast<aclrtStream>(nullptr), stream}) {
    EXPECT_OK(aclrtLaunchHostFunc(busy, Gate::Block, &gate));
    EXPECT_OK(aclrtLaunchHostFunc(busy, Count, &ran));
  }
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_EQ(ran, 2);
  opener.join();
}

TEST_F(DeviceTest, AnotherThreadMayReset) {
  EXPECT_OK(aclrtSetDevice(0));
  std::thread([] { EXPECT_OK(aclrtResetDevice(0)); }).join();
  int32_t device = 0;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_EQ(CurrentDevice(), 0);
}

TEST_F(DeviceTest, ResetFromAFunctionThatItWouldWaitForIsRefused) {
  EXPECT_OK(aclrtSetDevice(0));
  const auto reset = [](void* result) { *static_cast<aclError*>(result) = aclrtResetDevice(0); };
  aclError result = 0;
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, reset, &result));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(result, ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  EXPECT_OK(aclrtResetDevice(0));
}

TEST_F(DeviceTest, SynchroniseWaitsForAllStreamsOfTheDevice) {
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtSynchronizeDevice);
  EXPECT_OK(aclrtSetDevice(0));
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));  // of the same device
  Gate gate;
  std::atomic<int> ran{0};
  for (int i = 0; i < 3; ++i) {
    aclrtStream stream = i < 2 ? NewStream() : nullptr;
    EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
    EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  }
  EXPECT_OK(aclrtSetDevice(1));
  EXPECT_OK(aclrtSynchronizeDevice());  // another device
  EXPECT_EQ(ran, 0);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "timeout", aclrtSynchronizeDeviceWithTimeout,
                 10);
  std::thread opener([&] { gate.Open(); });
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_EQ(ran, 3);
  opener.join();
  EXPECT_OK(aclrtSynchronizeDeviceWithTimeout(-1));
  EXPECT_OK(aclrtSynchronizeDeviceWithTimeout(1));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout: is 0", aclrtSynchronizeDeviceWithTimeout, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout: is -2", aclrtSynchronizeDeviceWithTimeout,
                 -2);
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(DeviceTest, SynchroniseReturnsTheFirstFailure) {
  EXPECT_OK(aclrtSetDevice(0));
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void*) { throw std::runtime_error("lost"); }, nullptr));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "lost", aclrtSynchronizeDevice);
  EXPECT_OK(aclrtSynchronizeDevice());
}

TEST_F(DeviceTest, Peers) {
  int32_t can = -1;
  EXPECT_OK(aclrtDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(can, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "canAccessPeer", aclrtDeviceCanAccessPeer, nullptr, 0, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "peerDeviceId: is 1, the device itself",
                 aclrtDeviceCanAccessPeer, &can, 1, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "peerDeviceId: is 9", aclrtDeviceCanAccessPeer,
                 &can, 0, 9);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtDeviceEnablePeerAccess, 1, 0);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtDeviceEnablePeerAccess(1, 0));
  EXPECT_REFUSED(ACL_ERROR_FEATURE_UNSUPPORTED, "flags: is 1", aclrtDeviceEnablePeerAccess, 1, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "peerDeviceId", aclrtDeviceEnablePeerAccess, 0, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "is 2", aclrtDeviceEnablePeerAccess, 2, 0);
  EXPECT_OK(aclrtDeviceDisablePeerAccess(1));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "peerDeviceId", aclrtDeviceDisablePeerAccess, 0);
}

}  // namespace
}  // namespace openaclnn::test
