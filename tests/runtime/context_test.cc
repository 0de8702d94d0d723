#include <thread>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using ContextTest = RuntimeTest;

aclrtContext Current() {
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtGetCurrentContext(&context));
  return context;
}

TEST_F(ContextTest, CreateMakesItCurrent) {
  aclrtContext before = Current();
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  EXPECT_NE(context, before);
  EXPECT_EQ(Current(), context);
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_EQ(Current(), before);
  EXPECT_OK(aclrtSetCurrentContext(context));
  EXPECT_EQ(Current(), context);
  EXPECT_OK(aclrtDestroyContext(context));
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtGetCurrentContext, &context);
}

TEST_F(ContextTest, NeedsNoSetDevice) {
  std::thread([] {
    aclrtContext context = nullptr;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtGetCurrentContext, &context);
    EXPECT_OK(aclrtCreateContext(&context, 0));
    int32_t device = -1;
    EXPECT_OK(aclrtGetDevice(&device));
    EXPECT_EQ(device, 0);
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_OK(aclrtDestroyContext(context));
  }).join();
}

TEST_F(ContextTest, Refusals) {
  aclrtContext context = nullptr;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context: is null", aclrtCreateContext, nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "is 99", aclrtCreateContext, &context, 99);
  EXPECT_EQ(context, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context: is null", aclrtDestroyContext, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not a live context", aclrtDestroyContext, Foreign());
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "default context of device 0", aclrtDestroyContext,
                 Current());
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context: is null", aclrtSetCurrentContext, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not a live context", aclrtSetCurrentContext,
                 Foreign());
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context: is null", aclrtGetCurrentContext, nullptr);
  EXPECT_OK(aclrtCreateContext(&context, 0));
  EXPECT_OK(aclrtDestroyContext(context));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not a live context", aclrtSetCurrentContext, context);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not a live context", aclrtDestroyContext, context);
}

TEST_F(ContextTest, HandlesOfOtherKindsAreRefused) {
  EXPECT_OK(aclrtSetDevice(0));
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  aclrtContext context = Current();
  EXPECT_EQ(aclrtSetCurrentContext(stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeStream(event), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeStream(context), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeEvent(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(ContextTest, DestroyEndsItsStreams) {
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  Gate gate;
  std::atomic<int> ran{0};
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  std::thread opener([&] { gate.Open(); });
  EXPECT_OK(aclrtDestroyContext(context));
  opener.join();
  EXPECT_EQ(ran, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtSynchronizeStream, stream);
}

TEST_F(ContextTest, EachContextHasADefaultStream) {
  int32_t first = -1, second = -1;
  EXPECT_OK(aclrtStreamGetId(nullptr, &first));
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  EXPECT_OK(aclrtStreamGetId(nullptr, &second));
  EXPECT_NE(first, second);
  EXPECT_OK(aclrtSetDevice(0));
  int32_t third = -1;
  EXPECT_OK(aclrtStreamGetId(nullptr, &third));
  EXPECT_EQ(first, third);
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(ContextTest, HostFunctionsRunInTheContextOfTheStream) {
  aclrtContext context = nullptr, inside = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  const auto get = [](void* result) {
    EXPECT_OK(aclrtGetCurrentContext(static_cast<aclrtContext*>(result)));
  };
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, get, &inside));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(inside, context);
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(ContextTest, DestroyFromAFunctionThatItWouldWaitForIsRefused) {
  static aclrtContext context;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  aclError result = 0;
  const auto destroy = [](void* code) {
    *static_cast<aclError*>(code) = aclrtDestroyContext(context);
  };
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, destroy, &result));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(result, ACL_ERROR_RT_STREAM_NOT_COMPLETE);
  EXPECT_OK(aclrtDestroyContext(context));
}

}  // namespace
}  // namespace openaclnn::test
