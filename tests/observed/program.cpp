// A program for observed_test.py to look at.
//
// usage: observed_program HOW
//   run      calls an operator on a stream, copies, makes a mistake, prints the message
//   loops    adds tensors of every dtype that has a loop of its own, and of INT16
//   abort    the same, and ends by abort()
//   fork     the same, with a child that makes another mistake in between
//   ranges   marks moments and ranges, with the profiler that records nothing around them
//   texts    calls a function that is given room for a text
//   full     as run, where files may not exceed 4096 bytes
//   check    frees memory twice
//   init     prints what aclInit returns, and its message
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "acl/acl.h"
#include "acl/acl_prof.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "mstx/ms_tools_ext.h"

namespace {

int failures = 0;

void Expect(int32_t got, int32_t expected) {
  if (got == expected) return;
  const char* const message = aclGetRecentErrMsg();
  std::printf("%d, expected %d: %s\n", got, expected, message != nullptr ? message : "");
  ++failures;
}

void PrintMessage() {
  const char* const message = aclGetRecentErrMsg();
  std::printf("%s\n", message != nullptr ? message : "none");
}

constexpr size_t kBytes = 6 * sizeof(float);

// The second of the three is transposed.
void CallOperator(const std::array<void*, 3>& memory, aclrtStream stream) {
  const int64_t shape[] = {2, 3}, dense[] = {3, 1}, transposed[] = {1, 2}, six[] = {6};
  std::array<aclTensor*, 3> tensor;
  for (size_t i = 0; i < 3; ++i) {
    tensor[i] = aclCreateTensor(shape, 2, ACL_FLOAT, i == 1 ? transposed : dense, 0, ACL_FORMAT_ND,
                                six, 1, memory[i]);
  }
  float least = -1, most = 1.5f;
  aclScalar* const min = aclCreateScalar(&least, ACL_FLOAT);
  aclScalar* const max = aclCreateScalar(&most, ACL_FLOAT);
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  Expect(aclnnHardtanhBackwardGetWorkspaceSize(tensor[0], tensor[1], min, max, tensor[2], &size,
                                               &executor),
         0);
  Expect(aclnnHardtanhBackward(nullptr, size, executor, stream), 0);
  Expect(aclrtSynchronizeStream(stream), 0);
  for (const aclTensor* const each : tensor) Expect(aclDestroyTensor(each), 0);
  Expect(aclDestroyScalar(min), 0);
  Expect(aclDestroyScalar(max), 0);
}

// Adds to six elements at `memory`, which has room for them.
void AddInPlace(aclDataType dtype, void* memory, aclrtStream stream) {
  const int64_t shape[] = {6}, stride[] = {1};
  const auto make = [&] {
    return aclCreateTensor(shape, 1, dtype, stride, 0, ACL_FORMAT_ND, shape, 1, memory);
  };
  aclTensor *const self = make(), *const other = make();
  int8_t one = 1;
  aclScalar* const alpha = aclCreateScalar(&one, ACL_INT8);
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  Expect(aclnnInplaceAddGetWorkspaceSize(self, other, alpha, &size, &executor), 0);
  Expect(aclnnInplaceAdd(nullptr, size, executor, stream), 0);
  Expect(aclrtSynchronizeStream(stream), 0);
  Expect(aclDestroyTensor(self), 0);
  Expect(aclDestroyTensor(other), 0);
  Expect(aclDestroyScalar(alpha), 0);
}

void RunLoops() {
  Expect(aclInit(nullptr), 0);
  Expect(aclrtSetDevice(0), 0);
  void* memory = nullptr;
  Expect(aclrtMalloc(&memory, 6 * sizeof(double), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_DOUBLE, ACL_BF16, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8}) {
    AddInPlace(dtype, memory, nullptr);
  }
  Expect(aclrtFree(memory), 0);
  Expect(aclFinalize(), 0);
}

void AskForText() {
  char package[] = "runtime", version[ACL_PKG_VERSION_MAX_SIZE] = "old";
  Expect(aclsysGetVersionStr(package, version), 0);
}

// Texts that are passed with their length have more behind it.
void MarkRanges() {
  Expect(aclInit(nullptr), 0);
  Expect(aclrtSetDevice(0), 0);
  for (int turn = 0; turn < 2; ++turn) {
    Expect(aclprofInit("results", 7), 0);
    Expect(aclprofFinalize(), 0);
  }
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  Expect(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), 0);
  void* const stamp = aclprofCreateStamp();
  Expect(aclprofSetStampTraceMessage(stamp, "forward...", 7), 0);
  Expect(aclprofPush(stamp), 0);
  Expect(aclprofMark(stamp), 0);
  Expect(aclprofMarkEx("moment...", 6, nullptr), 0);
  Expect(aclprofPop(), 0);
  uint32_t range = 0;
  Expect(aclprofSetStampTraceMessage(stamp, "backward", 8), 0);
  Expect(aclprofRangeStart(stamp, &range), 0);
  std::thread([range] { Expect(aclprofRangeStop(range), 0); }).join();
  aclprofDestroyStamp(stamp);
  Expect(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr), 0);
  aclprofDestroyStepInfo(step);

  const mstxDomainHandle_t domain = mstxDomainCreateA("data");
  const mstxRangeId outer = mstxRangeStartA("outer", nullptr);
  const mstxRangeId inner = mstxDomainRangeStartA(domain, "inner", nullptr);
  mstxDomainMarkA(domain, "loaded", nullptr);
  mstxMarkA("shown", nullptr);
  mstxDomainRangeEnd(domain, inner);
  mstxRangeEnd(outer);
  mstxDomainDestroy(domain);
  Expect(aclFinalize(), 0);
}

void MistakeInChild() {
  const pid_t child = fork();
  if (child == 0) {
    aclrtFreeHost(nullptr);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

void Run(std::string_view how) {
  Expect(aclInit(nullptr), 0);
  Expect(aclrtSetDevice(0), 0);
  aclrtStream stream = nullptr;
  Expect(aclrtCreateStream(&stream), 0);
  std::array<void*, 3> memory{};
  const std::array<float, 6> values{-2, -1, 0, 1, 2, 3};
  for (void*& each : memory) {
    Expect(aclrtMalloc(&each, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    Expect(aclrtMemcpy(each, kBytes, values.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), 0);
  }
  if (how == "fork") MistakeInChild();
  CallOperator(memory, stream);
  Expect(
      aclrtMemcpyAsync(memory[0], kBytes, memory[1], kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
      0);
  Expect(aclrtSynchronizeStream(stream), 0);
  Expect(aclrtFree(nullptr), 100000);
  PrintMessage();
  if (how == "abort") std::abort();
  for (void* const each : memory) Expect(aclrtFree(each), 0);
  if (how == "check") Expect(aclrtFree(memory[0]), 107000);
  Expect(aclrtDestroyStream(stream), 0);
  Expect(aclrtResetDevice(0), 0);
  Expect(aclFinalize(), 0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc == 2 ? argv[1] : "run";
  if (how == "init") {
    std::printf("%d\n", aclInit(nullptr));
    PrintMessage();
    return 0;
  }
  if (how == "full") {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (how == "loops") {
    RunLoops();
  } else if (how == "texts") {
    AskForText();
  } else if (how == "ranges") {
    MarkRanges();
  } else {
    Run(how);
  }
  return failures == 0 ? 0 : 1;
}
