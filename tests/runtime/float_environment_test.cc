// The floating-point environments of the program's threads, and of its functions on streams.
#include <pthread.h>

#include <cfenv>
#include <vector>

#include "tests/float_environments.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

class FloatEnvironmentTest : public RuntimeTest {};

TEST_F(FloatEnvironmentTest, EveryCallLeavesItAsItWas) {
  for (const FloatEnvironment& environment : FloatEnvironments()) {
    const char* changed_by = nullptr;
    std::vector<aclError> codes;
    {
      const InFloatEnvironment in(environment);
      const uint64_t before = FloatRegisters();
      const auto note = [&](const char* name, aclError code) {
        codes.push_back(code);
        if (changed_by == nullptr && FloatRegisters() != before) changed_by = name;
      };
      char bytes[64];
      void* memory = nullptr;
      aclrtStream stream = nullptr;
      aclrtEvent begin = nullptr, end = nullptr;
      float milliseconds = 0;
      note("aclrtMalloc", aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST));
      note("aclrtMemset", aclrtMemset(memory, 64, 1, 64));
      note("aclrtMemcpy", aclrtMemcpy(bytes, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST));
      note("aclrtCreateStream", aclrtCreateStream(&stream));
      note("aclrtCreateEvent", aclrtCreateEvent(&begin));
      note("aclrtCreateEvent", aclrtCreateEvent(&end));
      note("aclrtRecordEvent", aclrtRecordEvent(begin, stream));
      note("aclrtMemcpyAsync",
           aclrtMemcpyAsync(memory, 64, bytes, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream));
      note("aclrtRecordEvent", aclrtRecordEvent(end, stream));
      note("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
      note("aclrtEventElapsedTime", aclrtEventElapsedTime(&milliseconds, begin, end));
      note("aclrtDestroyEvent", aclrtDestroyEvent(begin));
      note("aclrtDestroyEvent", aclrtDestroyEvent(end));
      note("aclrtDestroyStream", aclrtDestroyStream(stream));
      note("aclrtFree", aclrtFree(memory));
    }
    EXPECT_EQ(changed_by, nullptr) << environment.name << ": " << changed_by;
    EXPECT_EQ(codes, std::vector<aclError>(codes.size(), ACL_SUCCESS)) << environment.name;
  }
}

void NoteRegisters(void* registers) { *static_cast<uint64_t*>(registers) = FloatRegisters(); }

// As a thread has the environment of the one that makes it.
TEST_F(FloatEnvironmentTest, HostFunctionsHaveThatOfTheirLaunch) {
  aclrtStream stream = NewStream();
  for (const FloatEnvironment& environment : FloatEnvironments()) {
    uint64_t launched = 0, ran = 0, again = 0;
    {
      const InFloatEnvironment in(environment);
      launched = FloatRegisters();
      const auto change = [](void* registers) {
        NoteRegisters(registers);
        std::fesetround(FE_UPWARD);
        FlushSubnormals();
      };
      aclrtLaunchHostFunc(stream, change, &ran);
      aclrtLaunchHostFunc(stream, NoteRegisters, &again);
    }
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_EQ(ran, launched) << environment.name;
    EXPECT_EQ(again, launched) << environment.name;
  }
}

TEST_F(FloatEnvironmentTest, CallbacksHaveThatOfTheirThread) {
  aclrtStream stream = NewStream();
  const auto self = static_cast<uint64_t>(pthread_self());
  EXPECT_OK(aclrtSubscribeReport(self, stream));
  uint64_t before = 0, ran = 0, after = 0;
  int round = 0;
  EXPECT_OK(aclrtLaunchCallback(NoteRegisters, &ran, ACL_CALLBACK_NO_BLOCK, stream));
  const auto change = [](void*) { std::fesetround(FE_UPWARD); };
  EXPECT_OK(aclrtSynchronizeStream(stream));
  {
    const InFloatEnvironment in({"Downward", [] { std::fesetround(FE_DOWNWARD); }});
    before = FloatRegisters();
    aclrtProcessReport(1000);
    after = FloatRegisters();
    aclrtLaunchCallback(change, nullptr, ACL_CALLBACK_BLOCK, stream);
    aclrtProcessReport(1000);
    round = std::fegetround();
  }
  EXPECT_EQ(ran, before);
  EXPECT_EQ(after, before);
  EXPECT_EQ(round, FE_UPWARD);  // as if the thread had called it itself
  EXPECT_OK(aclrtUnSubscribeReport(self, stream));
}

}  // namespace
}  // namespace openaclnn::test
