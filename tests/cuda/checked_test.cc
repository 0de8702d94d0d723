// The check of memory on GPUs: freed memory waits before others get it, and late uses are told.
// Each case runs in a process of its own, as the variables are read once. That reports are those of
// CPUs is seen by tests/mistakes (cuda.mistakes).

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ExitedWithCode;
using testing::HasSubstr;
using testing::Not;
using Variables = std::vector<std::pair<const char*, const char*>>;

constexpr size_t kMebibyte = size_t{1} << 20;

template <class Function>
Function* DriverFunction(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return driver != nullptr ? reinterpret_cast<Function*>(dlsym(driver, name)) : nullptr;
}

// Whether the driver has given the memory at an address, and not got it back.
bool IsThere(const void* memory) {
  unsigned type = 0;
  return DriverFunction<int(void*, int, uintptr_t)>("cuPointerGetAttribute")(
             &type, 2, reinterpret_cast<uintptr_t>(memory)) == 0;
}

void* Malloc(size_t bytes) {
  void* memory = nullptr;
  const int code = aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  if (code != 0) std::fprintf(stderr, "aclrtMalloc: %d %s\n", code, aclGetRecentErrMsg());
  return memory;
}

size_t FreeMebibytes() {
  size_t free = 0, total = 0;
  aclrtGetMemInfo(ACL_HBM_MEM, &free, &total);
  return (free + kMebibyte / 2) / kMebibyte;
}

class CheckedCudaTest : public testing::Test {
 protected:
  void SetUp() override {
    if (DriverFunction<void(int)>("fakeCudaFailWork") == nullptr) {
      GTEST_SKIP() << "this is another driver than that of the tests";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }

  // Runs `body` with device 0 and the check of memory, and ends the process.
  template <class Body>
  [[noreturn]] static void Run(const Variables& variables, Body body) {
    setenv("OPENACLNN_CHECK", "memory", 1);
    for (const auto& [name, value] : variables) setenv(name, value, 1);
    if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) {
      std::fprintf(stderr, "%s\n", aclGetRecentErrMsg());
      std::exit(1);
    }
    body();
    std::fprintf(stderr, "done");
    std::exit(0);
  }
};

TEST_F(CheckedCudaTest, LateUsesAreTold) {
  const auto use_late = [] {
    void* const memory = Malloc(1000);
    char bytes[1000] = {};
    aclrtMemcpy(memory, 1000, bytes, 1000, ACL_MEMCPY_HOST_TO_DEVICE);
    aclrtFree(memory);
    const int set = aclrtMemset(memory, 1000, 0, 1000);
    const int copied = aclrtMemcpy(bytes, 1000, memory, 10, ACL_MEMCPY_DEVICE_TO_HOST);
    std::fprintf(stderr, "codes %d %d %d\n", set, copied, aclrtFree(memory));
  };
  constexpr const char* kBlock =
      "0x[0-9a-f]+.* in allocation #1 of 1000 bytes, made by aclrtMalloc at "
      ".*cuda_test.0x[0-9a-f]+ "
      ".*and freed at .*cuda_test.0x";
  for (const char* const memory : {"pool", "plain", "managed"}) {
    SCOPED_TRACE(memory);
    EXPECT_EXIT(
        Run({{"OPENACLNN_DEVICE_MEMORY", memory}}, use_late), ExitedWithCode(0),
        AllOf(ContainsRegex(fmt::format("use-after-free.: aclrtMemset: devPtr: bytes {}", kBlock)),
              ContainsRegex(fmt::format("use-after-free.: aclrtMemcpy: src: bytes {}", kBlock)),
              ContainsRegex("EZ2005 double-free.: aclrtFree: 0x[0-9a-f]+ is allocation #1 of 1000 "
                            "bytes, made by aclrtMalloc at .* and freed at "),
              HasSubstr("codes 107000 107000 107000\n")));
  }
}

TEST_F(CheckedCudaTest, UpToAGibibyteWaits) {
  EXPECT_EXIT(
      Run({{"OPENACLNN_DEVICE_MEMORY", "plain"}, {"FAKE_CUDA_MEMORY", "4096"}},
          [] {
            void* const first = Malloc(400 * kMebibyte);
            void* const second = Malloc(400 * kMebibyte);
            void* const third = Malloc(400 * kMebibyte);
            aclrtFree(first);
            aclrtFree(second);
            std::fprintf(stderr, "%d%d ", IsThere(first), IsThere(second));
            aclrtFree(third);
            std::fprintf(stderr, "%d%d%d\n", IsThere(first), IsThere(second), IsThere(third));
            // Though its memory is gone, nobody else has its addresses.
            aclrtMemset(first, 16, 0, 16);
            aclrtFree(first);
          }),
      ExitedWithCode(0),
      AllOf(HasSubstr("11 011\n"),
            ContainsRegex("use-after-free.: aclrtMemset: .* allocation #1 of"),
            ContainsRegex("double-free.: aclrtFree: .* allocation #1 of"), HasSubstr("done")));
}

// Oldest first, and no more than it takes.
TEST_F(CheckedCudaTest, MemoryThatWaitsIsThereForOthers) {
  for (const char* const memory : {"pool", "plain", "managed"}) {
    SCOPED_TRACE(memory);
    EXPECT_EXIT(
        Run({{"OPENACLNN_DEVICE_MEMORY", memory}},
            [] {
              void* const first = Malloc(300 * kMebibyte);
              void* const second = Malloc(300 * kMebibyte);
              void* const third = Malloc(300 * kMebibyte);
              std::fprintf(stderr, "%zu ", FreeMebibytes());
              aclrtFree(first);
              aclrtFree(second);
              std::fprintf(stderr, "%zu ", FreeMebibytes());
              void* const small = Malloc(100 * kMebibyte);
              std::fprintf(stderr, "%d%d ", IsThere(first), IsThere(second));
              void* const large = Malloc(200 * kMebibyte);
              std::fprintf(stderr, "%d%d ", IsThere(first), IsThere(second));
              void* const more = Malloc(300 * kMebibyte);
              std::fprintf(stderr, "%d\n", small != nullptr && large != nullptr && more != nullptr);
              if (Malloc(300 * kMebibyte) != nullptr) std::exit(1);
              for (void* block : {third, small, large, more}) {
                if (aclrtMemset(block, 16, 0, 16) != 0) std::exit(1);
              }
            }),
        ExitedWithCode(0),
        AllOf(HasSubstr("124 724 11 01 1\n"), HasSubstr("done"),
              ContainsRegex("aclrtMalloc: 207001 .*size: the driver has no 314572800 bytes"),
              Not(HasSubstr("openaclnn check"))));
  }
}

// The memory of others in the process is welcome, and is not judged.
TEST_F(CheckedCudaTest, OthersKnowTheirOwnMemory) {
  EXPECT_EXIT(Run({},
                  [] {
                    Malloc(16);
                    uintptr_t address = 0;
                    void* context = nullptr;
                    DriverFunction<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, 100);
                    DriverFunction<int(void*)>("cuCtxSetCurrent")(context);
                    DriverFunction<int(uintptr_t*, size_t)>("cuMemAlloc_v2")(&address, 64);
                    void* const foreign = reinterpret_cast<void*>(address);
                    char bytes[64] = {};
                    const int set = aclrtMemset(foreign, 64, 7, 64);
                    const int copied =
                        aclrtMemcpy(bytes, 64, foreign, 64, ACL_MEMCPY_DEVICE_TO_HOST);
                    std::fprintf(stderr, "codes %d %d %d\n", set, copied, bytes[63]);
                  }),
              ExitedWithCode(0), AllOf(HasSubstr("codes 0 0 7\n"), Not(HasSubstr("EZ2"))));
}

// What comes to freed memory only when it runs does not touch it.
TEST_F(CheckedCudaTest, TasksThatWaitedAreHeldAgainstTheirMemory) {
  for (const char* const what : {"fill", "copy"}) {
    SCOPED_TRACE(what);
    const bool fills = what[0] == 'f';
    EXPECT_EXIT(
        Run({},
            [fills] {
              void* const memory = Malloc(64);
              void* pinned = nullptr;
              aclrtMallocHost(&pinned, 64);
              aclrtStream stream = nullptr;
              aclrtCreateStream(&stream);
              Gate gate;
              aclrtLaunchHostFunc(stream, Gate::Block, &gate);
              if (fills) {
                aclrtMemsetAsync(memory, 64, 1, 64, stream);
              } else {
                aclrtMemcpyAsync(memory, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream);
              }
              aclrtFree(memory);
              gate.Open();
              std::fprintf(stderr, "code %d\n", aclrtSynchronizeStream(stream));
            }),
        ExitedWithCode(0),
        AllOf(ContainsRegex(fmt::format(
                  "EZ2004 use-after-free.: a {} on a stream, when it ran: bytes 0x.* are in "
                  "allocation #1 of 64 bytes, made by aclrtMalloc at .* and freed at",
                  what)),
              HasSubstr("code 507015\n")));
  }
}

}  // namespace
}  // namespace openaclnn::test
